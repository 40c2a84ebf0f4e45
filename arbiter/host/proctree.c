/* Process trees: read from /proc what a program and its descendants use, freeze them, and kill them so that none
 * escapes.
 *
 * Killing without a PID namespace is a race against fork. A process to which SIGSTOP was sent can no longer complete a
 * fork, and its earlier children are visible in /proc; so the tree is stopped, pass by pass, until one pass over /proc
 * finds nobody new, and only then killed. Orphans fall to the guard (a subreaper) and stay in its tree. */
#define _GNU_SOURCE
#include "proctree.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

/* ---- numbers in a directory ------------------------------------------------------------------------------------- */

/* What getdents64 writes. */
typedef struct {
    uint64_t inode;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[];
} directory_entry;

int number_walk_open(number_walk *walk, const char *path)
{
    walk->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    walk->length = walk->offset = 0;
    return walk->fd;
}

int64_t read_number(const char **text)
{
    const char *at = *text;
    int64_t value = 0;
    if (*at < '0' || *at > '9')
        return -1;
    while (*at >= '0' && *at <= '9')
        value = value * 10 + (*at++ - '0');
    *text = at;
    return value;
}

int number_walk_next(number_walk *walk)
{
    for (;;) {
        if (walk->offset >= walk->length) {
            walk->length = syscall(SYS_getdents64, walk->fd, walk->buffer, sizeof walk->buffer);
            walk->offset = 0;
            if (walk->length <= 0)
                return -1;
        }
        const char *entry = walk->buffer + walk->offset;
        uint16_t length;
        memcpy(&length, entry + offsetof(directory_entry, length), sizeof length);
        walk->offset += length;
        const char *name = entry + offsetof(directory_entry, name);
        int64_t value = read_number(&name);
        if (value >= 0 && *name == '\0')
            return (int)value;
    }
}

void number_walk_close(number_walk *walk)
{
    close(walk->fd);
}

/* ---- the tree --------------------------------------------------------------------------------------------------- */

/* Fields of /proc/PID/stat, see proc(5), counted from the state, which follows the name's closing parenthesis. */
enum { PARENT = 1, DEAD_USER = 13, DEAD_SYSTEM = 14, THREADS = 17, RESIDENT = 21 };

enum { OUTSIDE = -1 };

char *path_of(char *path, size_t size, int number, const char *tail)
{
    size_t length = strlen(tail) + 1;
    char *at = path + size - length;
    memcpy(at, tail, length);
    do
        *--at = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return at;
}

ssize_t read_at(int folder, const char *path, char *text, size_t size)
{
    int fd = openat(folder, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t length = read(fd, text, size - 1);
    close(fd);
    if (length >= 0)
        text[length] = '\0';
    return length;
}

int read_process(int proc, int pid, launch_process *process)
{
    char path[32], text[1024]; /* the longest stat line is about 400 bytes */
    if (read_at(proc, path_of(path, sizeof path, pid, "/stat"), text, sizeof text) <= 0)
        return 0;
    const char *at = strrchr(text, ')'); /* the name itself may hold anything */
    if (at == NULL || at[1] == '\0')
        return 0;
    at += 2;
    int64_t fields[RESIDENT + 1] = {0};
    for (int field = 0; field <= RESIDENT; field++) {
        fields[field] = read_number(&at);
        while (*at != '\0' && *at != ' ')
            at++;
        if (*at == ' ')
            at++;
    }
    process->pid = pid;
    process->parent = (int32_t)fields[PARENT];
    process->tree = OUTSIDE;
    process->threads = (int32_t)fields[THREADS];
    process->pages = fields[RESIDENT];
    process->dead_ticks = fields[DEAD_USER] + fields[DEAD_SYSTEM];
    return 1;
}

/* Position of a process in a table sorted by pid; -1 if it is not there. */
static int32_t find(const launch_process *table, int32_t count, int32_t pid)
{
    int32_t low = 0, high = count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (table[middle].pid < pid)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && table[low].pid == pid ? low : -1;
}

int32_t read_trees(const int32_t roots[], int32_t count, launch_process *table, int32_t capacity)
{
    number_walk walk;
    if (number_walk_open(&walk, "/proc") < 0)
        return 0;
    int32_t total = 0, kept = 0;
    for (int pid; total < capacity && (pid = number_walk_next(&walk)) >= 0;)
        if (read_process(walk.fd, pid, &table[total]))
            total++;
    number_walk_close(&walk);
    for (int32_t tree = 0; tree < count; tree++) {
        int32_t root = find(table, total, roots[tree]);
        if (root >= 0)
            table[root].tree = tree;
    }
    for (int grown = 1; grown;) {
        grown = 0;
        for (int32_t i = 0; i < total; i++) {
            if (table[i].tree != OUTSIDE)
                continue;
            int32_t parent = find(table, total, table[i].parent);
            if (parent < 0 || table[parent].tree == OUTSIDE)
                continue;
            table[i].tree = table[parent].tree;
            grown = 1;
        }
    }
    for (int32_t i = 0; i < total; i++)
        if (table[i].tree != OUTSIDE)
            table[kept++] = table[i];
    return kept;
}

/* ---- the tree by lists of children ------------------------------------------------------------------------------ */

int32_t list_tree(int proc, int32_t root, int32_t pids[VISITED])
{
    int32_t count = 0, listed = 0;
    char path[32], text[8192];
    pids[count++] = root;
    for (int32_t next = 0; next < count; next++) {
        number_walk threads = {
            .fd = openat(proc, path_of(path, sizeof path, pids[next], "/task"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
        if (threads.fd < 0)
            continue;
        for (int thread; (thread = number_walk_next(&threads)) >= 0;) {
            if (read_at(threads.fd, path_of(path, sizeof path, thread, "/children"), text, sizeof text) < 0)
                continue;
            listed = 1;
            const char *at = text;
            for (int64_t child; count < VISITED && (child = read_number(&at)) >= 0; at += *at == ' ')
                pids[count++] = (int32_t)child;
        }
        number_walk_close(&threads);
    }
    return listed ? count : -1;
}

/* ---- freezing ---------------------------------------------------------------------------------------------------- */

/* A process to which SIGSTOP was sent completes no fork, so that a pass which meets nobody new has met everybody. */
void freeze_descendants(int stop)
{
    int32_t pids[VISITED], before[VISITED], known = 0;
    int what = stop ? SIGSTOP : SIGCONT;
    if (getpid() == 1) { /* of a namespace: one call reaches everybody in it */
        kill(-1, what);
        return;
    }
    int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    for (int fresh = 1; proc >= 0 && fresh;) {
        int32_t count = list_tree(proc, getpid(), pids);
        fresh = 0;
        for (int32_t i = 1; i < count; i++) {
            int32_t at = 0;
            while (at < known && before[at] != pids[i])
                at++;
            if (at < known || known == VISITED)
                continue;
            before[known++] = pids[i];
            kill(pids[i], what);
            fresh = 1;
        }
    }
    close(proc);
}

/* ---- killing ---------------------------------------------------------------------------------------------------- */

enum { CAPACITY = 1 << 17 }; /* processes of the whole system; untouched memory costs nothing */

/* Stop every descendant, pass by pass, until a pass meets only those that an earlier pass has stopped; then kill. Gives
 * how many were killed. */
static int freeze_and_kill(launch_process *now, launch_process *before)
{
    int32_t self = getpid(), known = 0;
    for (;;) {
        int32_t count = read_trees(&self, 1, now, CAPACITY);
        int fresh = 0;
        for (int32_t i = 0; i < count; i++) {
            if (now[i].pid == self || find(before, known, now[i].pid) >= 0)
                continue;
            kill(now[i].pid, SIGSTOP);
            fresh = 1;
        }
        launch_process *swap = before;
        before = now, now = swap, known = count;
        if (!fresh)
            break;
    }
    int killed = 0;
    for (int32_t i = 0; i < known; i++)
        if (before[i].pid != self)
            killed += kill(before[i].pid, SIGKILL) == 0;
    return killed;
}

void kill_descendants(void (*on_reaped)(int pid, int status, void *context), void *context)
{
    size_t bytes = CAPACITY * sizeof(launch_process);
    launch_process *memory = NULL;
    int flags = WNOHANG;
    for (;;) {
        int status;
        pid_t pid = waitpid(-1, &status, flags);
        flags = WNOHANG;
        if (pid > 0) {
            on_reaped(pid, status, context);
        } else if (pid < 0 && errno == ECHILD) {
            break;
        } else if (pid == 0 && getpid() == 1) { /* of a namespace: one call reaches everybody in it, atomically */
            kill(-1, SIGKILL);
            flags = 0;
        } else if (pid == 0) {
            if (memory == NULL)
                memory =
                    mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (memory == MAP_FAILED)
                _exit(1); /* the program dies with its guard */
            /* Among the killed is a child of ours, for which we may wait without looking again. */
            if (freeze_and_kill(memory, memory + CAPACITY) > 0)
                flags = 0;
            else
                poll(NULL, 0, 1);
        }
    }
}

#endif
