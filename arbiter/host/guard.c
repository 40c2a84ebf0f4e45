/* A guard: starts programs, one at a time, and leaves nothing of them behind.
 *
 *     arbiter ---- guard (own session, subreaper or init of a PID namespace) ---- program (own session)
 *
 * Its only link to the arbiter is one socket. When that closes, or the arbiter dies in whatever way, the guard kills
 * its program with all descendants, reaps them and ends. (Not PR_SET_PDEATHSIG for the guard: that signal comes when
 * the forking *thread* ends.) When a program ends, or is to end, the guard kills what it has left, tells how it ended,
 * and waits for the next order: to start a program in a guard that exists costs a vfork, without one namespaces and a
 * copy of the arbiter's page tables, twenty times as much.
 *
 * The guard is a fork of a Python process that may have threads: it makes only async-signal-safe calls. */
#define _GNU_SOURCE
#include "proctree.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(launch_message said)
{
    send(CONTROL, &said, sizeof said, MSG_NOSIGNAL);
}

int write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t written = write(fd, text, strlen(text));
    close(fd);
    return written < 0 ? -1 : 0;
}

static void close_from(int first)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return;
#endif
    number_walk walk; /* Linux before 5.9 */
    if (number_walk_open(&walk, "/proc/self/fd") < 0)
        return;
    for (int fd; (fd = number_walk_next(&walk)) >= 0;)
        if (fd >= first && fd != walk.fd)
            close(fd);
    number_walk_close(&walk);
}

enum { FOLDERS = CONTROL + 1 }; /* of the control group, behind the socket */

/* Keep the socket, on CONTROL, the folders of the group, and nothing else; 0 to 2 stay taken, so that no descriptor of
 * a program falls there. */
static int arrange_descriptors(const launch_plan *plan)
{
    int kept[1 + LAUNCH_HIERARCHIES], count = 1 + plan->group.count, nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < count; i++)
        if ((kept[i] = fcntl(i ? plan->group.folders[i - 1] : plan->control, F_DUPFD_CLOEXEC, 10)) < 0)
            return -1;
    for (int i = 0; i < CONTROL; i++)
        if (nothing != i && dup3(nothing, i, O_CLOEXEC) < 0)
            return -1;
    for (int i = 0; i < count; i++)
        if (dup3(kept[i], CONTROL + i, O_CLOEXEC) < 0)
            return -1;
    close_from(CONTROL + count);
    return 0;
}

/* Open the lists in which programs write themselves, while their file system can be written. */
static void open_group(const launch_plan *plan, launch_sandbox *sandbox)
{
    for (; sandbox->groups < plan->group.count; sandbox->groups++) {
        int list = openat(FOLDERS + sandbox->groups, plan->members, O_WRONLY | O_CLOEXEC);
        if (list < 0) {
            sandbox->groups = 0; /* without: the arbiter will know by LAUNCH_OWN_GROUP */
            return;
        }
        sandbox->members[sandbox->groups] = list;
    }
    if (sandbox->groups)
        sandbox->protections |= LAUNCH_OWN_GROUP;
}

static void default_signals(void)
{
    struct sigaction standard;
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    standard.sa_flags = SA_NOCLDSTOP; /* of SIGCHLD: who is frozen need not be told of */
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &standard, NULL);
}

static void pin(int32_t core, const cpu_set_t *otherwise)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    if (core >= 0)
        CPU_SET((size_t)core, &cores);
    sched_setaffinity(0, sizeof cores, core >= 0 ? &cores : otherwise);
}

/* ---- starting --------------------------------------------------------------------------------------------------- */

/* Descriptors that come with START: standard input, output and error; the words; the arbiter's end of the output. */
enum { WORDS = 3, OUTPUT, DESCRIPTORS };

typedef struct {
    launch_order order;
    int descriptors[DESCRIPTORS];
} received;

/* Wait for an order; 0 if the arbiter is gone. */
static int take_order(received *got)
{
    union {
        struct cmsghdr aligned;
        char bytes[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
    } ancillary;
    struct iovec part = {&got->order, sizeof got->order};
    struct msghdr header;
    memset(&header, 0, sizeof header);
    header.msg_iov = &part, header.msg_iovlen = 1;
    header.msg_control = &ancillary, header.msg_controllen = sizeof ancillary;
    ssize_t length;
    do
        length = recvmsg(CONTROL, &header, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    if (length != (ssize_t)sizeof got->order)
        return 0;
    if (got->order.kind != START)
        return 1;
    struct cmsghdr *c = CMSG_FIRSTHDR(&header);
    if (c == NULL || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(sizeof got->descriptors))
        return 0;
    memcpy(got->descriptors, CMSG_DATA(c), sizeof got->descriptors);
    return 1;
}

/* Read the words of a program: an array of texts, NULL behind the arguments and behind the environment. */
static char **read_words(const received *got, size_t *bytes)
{
    size_t pointers = ((size_t)got->order.words + 2) * sizeof(char *), length = (size_t)got->order.bytes;
    *bytes = pointers + length + 1;
    char **words = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED)
        return NULL;
    char *text = (char *)words + pointers;
    for (size_t at = 0; at < length;) {
        ssize_t part = pread(got->descriptors[WORDS], text + at, length - at, (off_t)at);
        if (part <= 0)
            break;
        at += (size_t)part;
    }
    char **next = words;
    for (int32_t i = 0; i < got->order.words; i++) {
        if (i == got->order.arguments)
            *next++ = NULL;
        *next++ = text;
        text += strlen(text) + 1;
    }
    if (got->order.words == got->order.arguments)
        *next++ = NULL;
    *next = NULL;
    return words;
}

/* In the child, which shares the guard's memory until exec: become the program. Comes back with errno by failing. */
static int become_program(const received *got, char **words, const launch_sandbox *sandbox, pid_t guard)
{
    sigset_t none;
    sigemptyset(&none);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* should the guard be killed */
    if (getppid() != guard)
        return EAGAIN;
    tell((launch_message){.kind = HELLO});
    for (int i = 0; i < sandbox->groups; i++)
        if (write(sandbox->members[i], "0", 1) < 0)
            return errno;
    for (int i = 0; i < CONTROL; i++)
        if (dup2(got->descriptors[i], i) < 0)
            return errno;
    int error = rights_give_up(sandbox);
    if (error)
        return error;
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(words[0], words, words + got->order.arguments + 1);
    return errno;
}

static pid_t start(const received *got, const launch_sandbox *sandbox, volatile int *error)
{
    size_t bytes;
    char **words = read_words(got, &bytes);
    pid_t self = getpid(), child = -1;
    if (words != NULL) {
        child = vfork();
        if (child == 0) {
            *error = become_program(got, words, sandbox, self);
            _exit(127);
        }
        munmap(words, bytes);
    }
    if (child < 0)
        *error = errno;
    for (int i = 0; i <= WORDS; i++)
        close(got->descriptors[i]); /* the arbiter must see the end of what is written */
    return child;
}

/* ---- watching --------------------------------------------------------------------------------------------------- */

typedef struct {
    pid_t player;
    int ended, status;
    int buried; /* since just before the program ended, or was to end */
} watch;

static void on_reaped(int pid, int status, void *context)
{
    watch *w = context;
    w->buried++;
    if (pid == w->player)
        w->ended = 1, w->status = status;
}

/* Wait until the program ends or is to end; 0 if the arbiter is gone. */
static int stand_guard(watch *w, int signals, launch_vigil *vigil, int output)
{
    struct pollfd events[2] = {{CONTROL, POLLIN, 0}, {signals, POLLIN, 0}};
    while (!w->ended) {
        w->buried = 0;
        if (poll(events, 2, vigil_look(vigil, output)) <= 0)
            continue;
        received order;
        if (events[0].revents) {
            if (!take_order(&order))
                return 0;
            if (order.order.kind == KILL)
                return 1;
            freeze_descendants(order.order.kind == FREEZE);
        }
        struct signalfd_siginfo drained;
        while (read(signals, &drained, sizeof drained) > 0) {
        }
        int status;
        for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
            on_reaped(pid, status, w);
    }
    return 1;
}

static double children_s(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
        + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Start a program and stay until nothing of it is left. Gives 0 if the arbiter is gone. */
static int serve(const received *got, const launch_sandbox *sandbox, int signals, launch_vigil *vigil)
{
    double before_s = children_s();
    volatile int error = 0;
    cpu_set_t ours, all;
    sched_getaffinity(0, sizeof ours, &ours);
    memset(&all, 0xff, sizeof all);
    pin(got->order.core, &ours);
    watch w = {.player = start(got, sandbox, &error)};
    int failed = error, wanted = 1;
    tell((launch_message){.kind = failed ? FAILED : RUNNING, .value = failed});
    if (!failed)
        wanted = stand_guard(&w, signals, vigil, got->descriptors[OUTPUT]);
    close(got->descriptors[OUTPUT]);
    pin(-1, &all); /* a core full of the program's forks must not slow us */
    kill_descendants(on_reaped, &w);
    pin(-1, &ours);
    if (!failed)
        tell((launch_message){ENDED, w.status, sandbox_is_clean(sandbox), w.buried, children_s() - before_s});
    return wanted;
}

/* Forget the command line: a guard is a copy of the arbiter, whose words, those for the other player among them, every
 * program could read in /proc/1. */
static void forget_words(void)
{
    enum { END_OF_WORDS = 46 }; /* in memory, behind where they begin: a field of /proc/PID/stat, from the state on */
    char text[1024];
    if (read_at(AT_FDCWD, "/proc/self/stat", text, sizeof text) <= 0)
        return;
    const char *at = strrchr(text, ')');
    int64_t begin = 0, end = 0;
    for (int field = -1; at != NULL && field < END_OF_WORDS; field++) {
        at = strchr(at, ' ');
        if (at == NULL)
            return;
        at++;
        begin = end;
        end = read_number(&at);
    }
    if (at != NULL && begin > 0 && end > begin)
        memset((char *)(uintptr_t)begin, 0, (size_t)(end - begin));
}

/* Folders that nobody may read keep what is in them, until they are opened. */
#define REMOVE "rm -rf -- \"$0\" || { chmod -R u+rwx -- \"$0\"; rm -rf -- \"$0\"; }"

/* All signals are blocked: only the socket and a program's end matter. */
_Noreturn void guard_run(const launch_plan *plan)
{
    default_signals();
    if (plan->uid_map[0]
        && (write_file("/proc/self/setgroups", "deny") < 0 || write_file("/proc/self/uid_map", plan->uid_map) < 0
            || write_file("/proc/self/gid_map", plan->gid_map) < 0))
        _exit(1); /* a user namespace without rights: the arbiter, not hearing READY, starts another guard without */
    if (arrange_descriptors(plan) < 0)
        _exit(1);
    setsid();
    forget_words();
    prctl(PR_SET_NAME, "arbiter-guard", 0, 0, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    launch_sandbox sandbox = {.ruleset = -1};
    open_group(plan, &sandbox);
    sandbox_enter(plan, &sandbox);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    int signals = signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC);
    if (signals < 0)
        _exit(1);
    tell((launch_message){.kind = READY, .value = sandbox.protections});
    for (received got; take_order(&got);)
        if (got.order.kind == START && !serve(&got, &sandbox, signals, plan->vigil))
            break;
    for (int i = 0; i < plan->group.count; i++)
        unlinkat(FOLDERS + i, plan->group.name, AT_REMOVEDIR);
    if (plan->scratch) /* the arbiter may be gone, and what programs have written there is for nobody */
        execl("/bin/sh", "sh", "-c", REMOVE, plan->scratch, (char *)NULL);
    _exit(0);
}

#endif
