/* Takes memory in ways that no resident set shows, when the first byte comes, or now, and says how far it got.
 *
 *     glutton WAY [now]
 *
 * It writes "WAY MIB" to standard error after each MiB or so that it holds, and ends at MOST_MIB, or when it is refused
 * more. It never answers. What a way leaves behind ends by itself within a minute, in case nobody kills it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_MIB = 300, FOREVER_S = 60, MIB = 1 << 20, PAUSE_US = 300, REFUSED = 3, TAKEN };
static const char *way;

static void spend(void)
{
    alarm(FOREVER_S);
    for (;;)
        pause();
}

/* Tell that it holds so much now; refused is what cannot be had. */
static void hold(int mib)
{
    dprintf(2, "%s %d\n", way, mib);
    if (mib >= MOST_MIB) {
        sleep(1); /* it has it now, however seldom a busy machine lets somebody look */
        _exit(TAKEN);
    }
    usleep(PAUSE_US);
}

static void refused(void)
{
    dprintf(2, "%s refused\n", way);
    _exit(REFUSED);
}

static void in_a_file_without_name(void)
{
    static char block[MIB];
    int fd = (int)syscall(SYS_memfd_create, "glutton", 0);
    if (fd < 0)
        refused();
    for (int mib = 1;; mib++) {
        if (write(fd, block, MIB) < MIB)
            refused();
        hold(mib);
    }
}

/* Shared memory that no process has mapped for longer than it takes to fill it. */
static void in_segments(void)
{
    for (int mib = 8;; mib += 8) {
        int id = shmget(IPC_PRIVATE, 8 * MIB, 0600);
        char *at = id < 0 ? (char *)-1 : shmat(id, NULL, 0);
        if (at == (char *)-1)
            refused();
        memset(at, 'x', 8 * MIB);
        shmdt(at);
        hold(mib);
    }
}

/* The same of a mapping, of which one page stays. */
static void unmapped(void)
{
    char *at = mmap(NULL, (size_t)MOST_MIB * MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED)
        refused();
    for (int mib = 1;; mib++) {
        char *piece = at + (size_t)(mib - 1) * MIB;
        memset(piece, 'x', MIB);
        munmap(piece + (mib == 1 ? 4096 : 0), mib == 1 ? MIB - 4096 : MIB);
        hold(mib);
    }
}

static void in_sockets(void)
{
    static char block[16384];
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    long bytes = 0, told = 0;
    for (int ends[2], size = 1 << 30;;) {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) < 0)
            refused();
        for (int i = 0; i < 2; i++) {
            setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
            for (long part; (part = write(ends[i], block, sizeof block)) > 0;)
                bytes += part;
        }
        if (bytes - told >= MIB) {
            told = bytes;
            hold((int)(bytes / MIB));
        }
    }
}

/* One page read in each 2 MiB: a table of 4 KiB for a page of zeros that all share. By its name it has none. */
static void in_page_tables(void)
{
    prctl(PR_SET_NAME, "VmPTE:0 kB", 0, 0, 0);
    size_t size = (size_t)MOST_MIB * 256 * 2 * MIB;
    char *at = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    volatile char seen;
    if (at == MAP_FAILED)
        refused();
    madvise(at, size, MADV_NOHUGEPAGE);
    for (long i = 0; i < MOST_MIB * 256L; i++) {
        seen = at[(size_t)i * 2 * MIB];
        if (i % 256 == 255)
            hold((int)(i / 256) + 1);
    }
    (void)seen;
}

static void grow(void)
{
    for (int mib = 1;; mib++) {
        char *piece = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (piece == MAP_FAILED)
            refused();
        memset(piece, 'x', MIB);
        hold(mib);
    }
}

/* A child that nobody may trace, of which nobody is told what it shares. */
static void in_a_child_that_hides(void)
{
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (fork() == 0) {
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        grow();
    }
    spend();
}

static void under_a_false_name(void)
{
    prctl(PR_SET_NAME, "VmHWM:1 kB", 0, 0, 0);
    grow();
}

static void *sleep_for_ever(void *unused)
{
    spend();
    return unused;
}

/* Threads that do nothing: of each the kernel keeps some 24 KiB. */
static void in_threads(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int count = 1;; count++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, sleep_for_ever, NULL))
            refused();
        if (count % 32 == 0)
            hold(count / 32);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*take)(void);
    } ways[] = {{"memfd", in_a_file_without_name},
                {"segments", in_segments},
                {"unmapped", unmapped},
                {"sockets", in_sockets},
                {"page_tables", in_page_tables},
                {"hidden", in_a_child_that_hides},
                {"false_name", under_a_false_name},
                {"threads", in_threads}};
    char first;
    way = argc > 1 ? argv[1] : "";
    if (argc < 3 && read(0, &first, 1) < 1)
        return 255;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(way, ways[i].name) == 0)
            ways[i].take();
    return 2;
}
