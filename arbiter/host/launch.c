/* The arbiter's side of the launcher: makes guards (guard.c) and tells them what to do. */
#define _GNU_SOURCE
#include "launch.h"

#include <errno.h>
#include <string.h>

#ifdef __linux__
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Receive one message, with the sender's process id; 0 at the end, -1 if there is none yet. */
static int hear(int control, int flags, launch_message *heard, int32_t *sender)
{
    union {
        struct cmsghdr aligned;
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
    } ancillary;
    struct iovec part = {heard, sizeof *heard};
    struct msghdr header;
    memset(&header, 0, sizeof header);
    header.msg_iov = &part, header.msg_iovlen = 1;
    header.msg_control = &ancillary, header.msg_controllen = sizeof ancillary;
    ssize_t length;
    do
        length = recvmsg(control, &header, flags | MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    if (length < 0)
        return errno == EAGAIN ? -1 : 0;
    if ((size_t)length < sizeof *heard)
        return 0;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&header); c != NULL; c = CMSG_NXTHDR(&header, c))
        if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_CREDENTIALS) {
            struct ucred credentials;
            memcpy(&credentials, CMSG_DATA(c), sizeof credentials);
            *sender = credentials.pid;
        }
    return 1;
}

/* Fork with namespaces, as the C library's fork() cannot. The child makes only plain system calls. */
static pid_t fork_into(unsigned long flags)
{
#ifdef __s390x__
    return (pid_t)syscall(SYS_clone, 0L, flags | SIGCHLD, 0L, 0L, 0L);
#else
    return (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0L, 0L, 0L, 0L);
#endif
}

static unsigned long namespaces(int32_t wishes)
{
    unsigned long flags = 0;
    if (wishes & LAUNCH_NAMESPACES) {
        flags |= CLONE_NEWPID | CLONE_NEWNS;
        if (wishes & LAUNCH_SANDBOX)
            flags |= CLONE_NEWNET | CLONE_NEWIPC;
        if (wishes & LAUNCH_USER_NAMESPACE)
            flags |= CLONE_NEWUSER;
    }
    return flags;
}

int32_t launch_guard_start(int32_t wishes, const char *folder, const char *scratch, const char *view,
                           const char *listed, int32_t memory_mib, const launch_group *group, launch_guard *guard)
{
    char here[PATH_MAX];
    launch_plan plan = {.wishes = wishes, .folder = folder, .scratch = scratch, .view = view, .listed = listed};
    plan.here = getcwd(here, sizeof here);
    snprintf(plan.memory, sizeof plan.memory, "mode=0700,size=%dm,nr_inodes=65536", memory_mib);
    plan.group = *group;
    if (group->count)
        snprintf(plan.members, sizeof plan.members, "%s/cgroup.procs", group->name);
    unsigned long flags = namespaces(wishes);
    if (flags & CLONE_NEWUSER) { /* where programs stay who they are */
        snprintf(plan.uid_map, sizeof plan.uid_map, "%u %u 1", (unsigned)geteuid(), (unsigned)geteuid());
        snprintf(plan.gid_map, sizeof plan.gid_map, "%u %u 1", (unsigned)getegid(), (unsigned)getegid());
    }
    int ends[2], on = 1;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return -errno;
    setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    plan.control = ends[1];
    plan.vigil = mmap(NULL, sizeof *plan.vigil, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (plan.vigil == MAP_FAILED) {
        close(ends[0]), close(ends[1]);
        return -ENOMEM;
    }
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = flags ? fork_into(flags) : fork();
    if (pid == 0)
        guard_run(&plan);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid > 0) {
        launch_message heard;
        int32_t ignored;
        if (hear(ends[0], 0, &heard, &ignored) > 0 && heard.kind == READY) {
            guard->pid = pid, guard->control = ends[0], guard->protections = heard.value;
            guard->vigil = plan.vigil;
            return 0;
        }
        int status = 0;
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
        }
        error = WIFSIGNALED(status) ? EINTR : EPERM; /* killed from outside; or refused something by the system */
    }
    close(ends[0]);
    launch_guard_forget(plan.vigil);
    return -error;
}

void launch_guard_forget(launch_vigil *vigil)
{
    munmap(vigil, sizeof *vigil);
}

/* Send an order with descriptors; 0 if the guard is gone. */
static int send_order(int control, const launch_order *order, const int32_t *descriptors, size_t count)
{
    union {
        struct cmsghdr aligned;
        char bytes[CMSG_SPACE(5 * sizeof(int32_t))];
    } ancillary;
    launch_order copy = *order;
    struct iovec part = {&copy, sizeof copy};
    struct msghdr header;
    memset(&header, 0, sizeof header);
    memset(&ancillary, 0, sizeof ancillary);
    header.msg_iov = &part, header.msg_iovlen = 1;
    if (count) {
        header.msg_control = &ancillary, header.msg_controllen = CMSG_SPACE(count * sizeof *descriptors);
        struct cmsghdr *c = CMSG_FIRSTHDR(&header);
        c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(count * sizeof *descriptors);
        memcpy(CMSG_DATA(c), descriptors, count * sizeof *descriptors);
    }
    ssize_t sent;
    do
        sent = sendmsg(control, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof copy;
}

int32_t launch_program_start(int32_t control, const char *words, int64_t bytes, int32_t arguments, int32_t count,
                             const int32_t pipes[4], int32_t core)
{
    launch_order order = {START, core, arguments, count, bytes};
    int file = memfd_create("words", MFD_CLOEXEC);
    if (file < 0)
        return -errno;
    int32_t descriptors[5] = {pipes[0], pipes[1], pipes[2], file, pipes[3]}, player = 0, ignored;
    int sent = write(file, words, (size_t)bytes) == bytes && send_order(control, &order, descriptors, 5);
    close(file);
    launch_message heard;
    if (!sent || hear(control, 0, &heard, &player) <= 0)
        return -EPIPE;
    if (heard.kind == HELLO && hear(control, 0, &heard, &ignored) <= 0)
        return -EPIPE;
    return heard.kind == RUNNING ? player : heard.value > 0 ? -heard.value : -EPIPE;
}

void launch_program_kill(int32_t control)
{
    launch_order order = {KILL, 0, 0, 0, 0};
    send_order(control, &order, NULL, 0);
}

void launch_program_freeze(int32_t control, int32_t stop)
{
    launch_order order = {stop ? FREEZE : THAW, 0, 0, 0, 0};
    send_order(control, &order, NULL, 0);
}

int32_t launch_ended(int32_t control, launch_end *end)
{
    launch_message heard;
    int32_t ignored;
    int result = hear(control, MSG_DONTWAIT, &heard, &ignored);
    if (result <= 0)
        return result;
    end->status = heard.value;
    end->clean = heard.clean;
    end->processes = heard.processes;
    end->cpu_s = heard.cpu_s;
    return 1;
}

void launch_die_with_parent(int32_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) /* it died before that: nobody will send the signal */
        _exit(1);
}

int32_t launch_current_core(void)
{
    return sched_getcpu();
}

#else /* every other system: say so, kindly, from Python */

int32_t launch_guard_start(int32_t wishes, const char *folder, const char *scratch, const char *view,
                           const char *listed, int32_t memory_mib, const launch_group *group, launch_guard *guard)
{
    (void)wishes, (void)folder, (void)scratch, (void)view, (void)listed, (void)memory_mib, (void)group, (void)guard;
    return -ENOSYS;
}

void launch_guard_forget(launch_vigil *vigil)
{
    (void)vigil;
}

int32_t launch_program_start(int32_t control, const char *words, int64_t bytes, int32_t arguments, int32_t count,
                             const int32_t pipes[4], int32_t core)
{
    (void)control, (void)words, (void)bytes, (void)arguments, (void)count, (void)pipes, (void)core;
    return -ENOSYS;
}

void launch_program_kill(int32_t control)
{
    (void)control;
}

void launch_program_freeze(int32_t control, int32_t stop)
{
    (void)control, (void)stop;
}

int32_t launch_ended(int32_t control, launch_end *end)
{
    (void)control, (void)end;
    return 0;
}

void launch_die_with_parent(int32_t parent)
{
    (void)parent;
}

int32_t launch_current_core(void)
{
    return -1;
}

#endif
