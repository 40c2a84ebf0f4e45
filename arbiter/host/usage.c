/* What programs use: added up from /proc over the processes of their trees. */
#define _GNU_SOURCE
#include "proctree.h"

#include <string.h>

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { THREAD_KIB = 24 }; /* of the kernel: a stack, and what it knows of the thread */

/* Find a number behind a name at the beginning of a line: the first line of /proc/PID/status is a name that the program
 * chose, and may look like any other. */
static int64_t named_number(const char *text, const char *name)
{
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, strlen(name)) == 0) {
            const char *at = line + strlen(name);
            at += strspn(at, " \t");
            int64_t value = read_number(&at);
            return value < 0 ? 0 : value;
        }
    }
    return 0;
}

/* Count open descriptors: Linux 6.2 tells everybody how many; earlier kernels list them, to those who may trace. */
static int32_t descriptors(int proc, int pid)
{
    char path[32];
    struct stat seen;
    number_walk walk;
    const char *folder = path_of(path, sizeof path, pid, "/fd");
    if (fstatat(proc, folder, &seen, 0) == 0 && seen.st_size > 0)
        return (int32_t)seen.st_size;
    walk.fd = openat(proc, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (walk.fd < 0)
        return errno == EACCES || errno == EPERM ? LAUNCH_DESCRIPTORS : 0;
    int32_t count = 0;
    for (walk.length = walk.offset = 0; number_walk_next(&walk) >= 0;)
        count++;
    number_walk_close(&walk);
    return count;
}

/* Add what one process uses to the sum; of a guard only the time of those that it has buried. */
static void weigh(int proc, const launch_process *process, int is_guard, launch_usage *usage)
{
    char path[32], text[4096];
    struct timespec used;
    usage->cpu_s += (double)process->dead_ticks / (double)sysconf(_SC_CLK_TCK);
    if (is_guard)
        return;
    if (clock_gettime((clockid_t)((~(unsigned)process->pid << 3) | 2), &used) == 0) /* see clock_getcpuclockid(3) */
        usage->cpu_s += (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    double kib =
        (double)process->pages * (double)sysconf(_SC_PAGESIZE) / 1024.0 + THREAD_KIB * (double)process->threads;
    if (read_at(proc, path_of(path, sizeof path, process->pid, "/status"), text, sizeof text) > 0)
        kib += (double)named_number(text, "VmPTE:");
    usage->resident_mib += kib / 1024.0;
    usage->descriptors += descriptors(proc, process->pid);
    usage->processes++;
}

int32_t launch_measure(const int32_t guards[], int32_t count, launch_process table[], int32_t capacity,
                       launch_usage usages[])
{
    memset(usages, 0, (size_t)count * sizeof *usages);
    int32_t found = read_trees(guards, count, table, capacity);
    int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return 0;
    for (int32_t i = 0; i < found; i++)
        weigh(proc, &table[i], table[i].pid == guards[table[i].tree], &usages[table[i].tree]);
    close(proc);
    return found;
}

int32_t launch_glance(int32_t guard, launch_usage *usage)
{
    int32_t pids[VISITED];
    memset(usage, 0, sizeof *usage);
    int proc = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (proc < 0)
        return -1;
    int32_t count = list_tree(proc, guard, pids);
    for (int32_t i = 0; i < count; i++) {
        launch_process process;
        if (read_process(proc, pids[i], &process))
            weigh(proc, &process, i == 0, usage);
    }
    close(proc);
    return count < 0 ? -1 : 0;
}

#else

int32_t launch_measure(const int32_t guards[], int32_t count, launch_process table[], int32_t capacity,
                       launch_usage usages[])
{
    (void)guards, (void)table, (void)capacity;
    memset(usages, 0, (size_t)count * sizeof *usages);
    return 0;
}

int32_t launch_glance(int32_t guard, launch_usage *usage)
{
    (void)guard;
    memset(usage, 0, sizeof *usage);
    return -1;
}

#endif
