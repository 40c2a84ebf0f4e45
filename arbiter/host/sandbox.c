/* Shuts a guard in, and all its programs with it: what namespaces can do. rights.c does the rest.
 *
 * Files: who has a view gets a root of its own (root.c). For others everything that is mounted becomes read-only. Over
 * /tmp and the working folder lies an overlay, which shows what is there and sends what is written to memory: each
 * program has them for itself, and what it wrote is gone with it. /dev/shm is that memory, one tmpfs of limited size.
 * An overlay of /run is there for the sockets of services: a socket that is seen through an overlay leads nowhere.
 *
 * Each step that the system refuses leaves its bit of `protections` unset, and the next ones are tried. */
#define _GNU_SOURCE
#include "launch.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifndef SYS_mount_setattr /* Linux 5.12; the same number everywhere */
#define SYS_mount_setattr 442
#endif

int change_mounts(const char *path, unsigned flags, uint64_t set, uint64_t clear)
{
    struct {
        uint64_t set, clear, propagation, user;
    } attributes = {set, clear, 0, 0}; /* struct mount_attr, which C libraries declare only lately */
    return (int)syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes);
}

int is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* An overlay of a folder that all use. The working folder must be reached afterwards: it may lie in a mount below. */
static int overlay_shared(const launch_plan *plan, const char *folder, const char *upper, const char *work)
{
    if (overlay(plan, folder, folder, upper, work) < 0)
        return 0;
    if (plan->here == NULL || chdir(plan->here) == 0)
        return 1;
    umount2(folder, MNT_DETACH);
    return 0;
}

/* A folder of a program's own, opened before overlays hide it; -1 if there is none. */
static int open_folder(const char *path)
{
    return path ? open(path, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
}

/* Let such a folder be what it is, for writing too. */
static void keep_writable(const char *path, int folder)
{
    if (folder < 0)
        return;
    if (show_writable(folder, path) == 0)
        change_mounts(path, 0, 0, READ_ONLY);
    close(folder);
}

/* The whole root of the machine, to read only, for programs without a view. */
static void enter_mounts(const launch_plan *plan, launch_sandbox *sandbox)
{
    int folder = open_folder(plan->folder), scratch = open_folder(plan->scratch);
    if (change_mounts("/", ALL_BELOW, READ_ONLY, 0) < 0)
        return;
    sandbox->protections |= LAUNCH_READ_ONLY_MOUNTS;
    mode_t mask = umask(0);
    if (make_memory(plan) == 0) {
        const char *here = plan->here;
        int tmp = overlay_shared(plan, "/tmp", MEMORY_FOLDER "/tmp", MEMORY_FOLDER "/tmp.work"), own = 1;
        if (overlay_shared(plan, "/run", MEMORY_FOLDER "/run", MEMORY_FOLDER "/run.work") && tmp)
            sandbox->protections |= LAUNCH_OWN_SOCKETS;
        if (plan->folder == NULL && here != NULL && strcmp(here, "/") != 0 && !(tmp && is_below(here, "/tmp"))
            && !is_below(here, "/run"))
            own = overlay(plan, here, here, MEMORY_FOLDER "/here", MEMORY_FOLDER "/here.work") == 0;
        if (tmp && own)
            sandbox->protections |= LAUNCH_OWN_FOLDERS;
        if (chdir(MEMORY_FOLDER) == 0 && make_devices() && mount("dev", "/dev", NULL, MS_BIND | MS_REC, NULL) == 0
            && change_mounts("/dev", 0, READ_ONLY, 0) == 0)
            sandbox->protections |= LAUNCH_OWN_DEVICES;
        else
            mount(MEMORY_FOLDER "/shm", MEMORY_FOLDER, NULL, MS_BIND, NULL); /* hides the rest */
    }
    umask(mask);
    keep_writable(plan->folder, folder);
    keep_writable(plan->scratch, scratch);
}

/* A network namespace has a loopback device that is down; programs may use it among their own processes. */
static void raise_loopback(void)
{
    struct ifreq device;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    memset(&device, 0, sizeof device);
    strcpy(device.ifr_name, "lo");
    device.ifr_flags = IFF_UP | IFF_RUNNING;
    ioctl(fd, SIOCSIFFLAGS, &device);
    close(fd);
}

/* Whether the kernel is at least that version. */
static int is_linux(long major, long minor)
{
    struct utsname system;
    char *rest;
    if (uname(&system) < 0)
        return 0;
    long first = strtol(system.release, &rest, 10), second = *rest == '.' ? strtol(rest + 1, NULL, 10) : 0;
    return first > major || (first == major && second >= minor);
}

/* A /proc whose process ids fit. In a sandbox nothing can be set in it; before, the most tasks of the namespace are,
 * where it has a number of its own: earlier this was the whole machine's. (Numbers below 300 are given only once.) */
static void enter_proc(launch_sandbox *sandbox, int shut)
{
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (mount("proc", "/proc", "proc", flags, NULL) < 0) {
        if (sandbox->protections & LAUNCH_OWN_ROOT) /* the current folder is the old root */
            mount("proc", "/proc", NULL, MS_BIND | MS_REC, NULL);
        return;
    }
    if (!shut)
        return;
    if (is_linux(6, 14) && write_file("/proc/sys/kernel/pid_max", "2048") == 0)
        sandbox->protections |= LAUNCH_FEW_PROCESSES;
    mount(NULL, "/proc", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, NULL);
}

static int read_memory(uint64_t *blocks, uint64_t *inodes)
{
    struct statfs memory;
    if (statfs(MEMORY_FOLDER, &memory) < 0)
        return -1;
    *blocks = (uint64_t)memory.f_bfree, *inodes = (uint64_t)memory.f_ffree;
    return 0;
}

/* Read the states of what programs may write. Without mounts of its own the machine has them, where all write. */
static void read_states(const launch_sandbox *sandbox, launch_state states[LAUNCH_STATES])
{
    static const char *const folders[LAUNCH_STATES - 1] = {"/tmp",     "/run",          "/dev/shm",
                                                           "/dev/pts", "/dev/pts/ptmx", "."};
    memset(states, 0, LAUNCH_STATES * sizeof *states);
    for (size_t i = 0; i < LAUNCH_STATES; i++) {
        const char *path = i == LAUNCH_STATES - 1 ? sandbox->scratch : folders[i];
        struct stat seen;
        if (path == NULL || (path != sandbox->scratch && !(sandbox->protections & LAUNCH_READ_ONLY_MOUNTS))
            || stat(path, &seen) < 0)
            continue;
        states[i].mode = seen.st_mode;
        states[i].written_ns = seen.st_mtim.tv_sec * INT64_C(1000000000) + seen.st_mtim.tv_nsec;
        states[i].changed_ns = seen.st_ctim.tv_sec * INT64_C(1000000000) + seen.st_ctim.tv_nsec;
    }
}

int sandbox_is_clean(const launch_sandbox *sandbox)
{
    uint64_t blocks, inodes;
    launch_state states[LAUNCH_STATES];
    read_states(sandbox, states);
    if (memcmp(states, sandbox->states, sizeof states) != 0)
        return 0;
    if (sandbox->protections & LAUNCH_OWN_FOLDERS
        && (read_memory(&blocks, &inodes) < 0 || blocks != sandbox->free_blocks || inodes != sandbox->free_inodes))
        return 0;
    if (sandbox->protections & LAUNCH_OWN_IPC) {
        struct shm_info segments;
        struct msginfo queues;
        union {
            struct seminfo *sets;
        } semaphores;
        struct seminfo sets;
        semaphores.sets = &sets;
        if (shmctl(0, SHM_INFO, (void *)&segments) < 0 || segments.used_ids != 0)
            return 0;
        if (msgctl(0, MSG_INFO, (void *)&queues) < 0 || queues.msgpool != 0)
            return 0;
        if (semctl(0, 0, SEM_INFO, semaphores) < 0 || sets.semusz != 0)
            return 0;
    }
    return 1;
}

void sandbox_enter(const launch_plan *plan, launch_sandbox *sandbox)
{
    int shut = (plan->wishes & LAUNCH_SANDBOX) != 0;
    if (plan->wishes & LAUNCH_NAMESPACES) {
        sandbox->protections |= LAUNCH_OWN_PIDS;
        if (shut) {
            sandbox->protections |= LAUNCH_OWN_NETWORK | LAUNCH_OWN_IPC;
            raise_loopback();
        }
        if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0) {
            if (shut && !(plan->view && root_enter(plan, sandbox)))
                enter_mounts(plan, sandbox);
            enter_proc(sandbox, shut);
            if (sandbox->protections & LAUNCH_OWN_ROOT && umount2(".", MNT_DETACH) < 0) /* the old root */
                _exit(1);
        }
    }
    if (shut) {
        sandbox->ruleset = rights_landlock(plan, &sandbox->protections);
        rights_filter(&sandbox->protections);
        sandbox->protections |= LAUNCH_NO_PRIVILEGES;
        if (plan->wishes & LAUNCH_USER_NAMESPACE && geteuid() != 0 && is_linux(5, 14))
            sandbox->protections |= LAUNCH_FEW_PROCESSES; /* of a user are counted for each user namespace */
        if (sandbox->protections & LAUNCH_OWN_FOLDERS)
            read_memory(&sandbox->free_blocks, &sandbox->free_inodes);
    }
    if (chdir(plan->folder ? plan->folder : plan->here ? plan->here : ".") < 0)
        _exit(1);
    sandbox->scratch = plan->scratch;
    read_states(sandbox, sandbox->states);
}

#endif
