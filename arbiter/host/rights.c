/* What a program may do, beside what its namespaces hold: Landlock for files and, without namespaces, for signals and
 * abstract sockets; a seccomp filter for what neither covers; and no capabilities.
 *
 * Landlock and the dropping of capabilities are done in the program before exec, so that the guard stays above it: it
 * may stop and kill the program, not the other way round. The filter is set in the guard, once. */
#define _GNU_SOURCE
#include "launch.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Landlock --------------------------------------------------------------------------------------------------- */

/* Its system calls have the same numbers everywhere; headers may be older than the kernel. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_ADD = 445, LANDLOCK_RESTRICT = 446, ASK_VERSION = 1, RULE_BELOW = 1 };
enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    ALL_OF_VERSION_1 = (1 << 13) - 1,
    REFER = 1 << 13,    /* moving between folders, version 2 */
    TRUNCATE = 1 << 14, /* version 3 */
    SCOPES = 3          /* abstract sockets and signals, version 6 */
};

typedef struct {
    uint64_t files, network, scopes;
} landlock_ruleset;

typedef struct {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed)) landlock_below;

/* Allow something for a file, or below a folder, if it is there. */
static void allow(int ruleset, const char *path, uint64_t what)
{
    landlock_below rule = {what, open(path, O_PATH | O_CLOEXEC)};
    struct stat seen;
    if (rule.folder < 0)
        return;
    if (fstat(rule.folder, &seen) == 0 && !S_ISDIR(seen.st_mode))
        rule.allowed &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
    syscall(LANDLOCK_ADD, ruleset, RULE_BELOW, &rule, 0);
    close(rule.folder);
}

/* Allow what a program needs to read, where nothing else hides the rest. */
static void allow_listed(int ruleset, const char *listed)
{
    allow(ruleset, "/proc", READ_FILE | READ_DIR); /* of others it tells little: tracing is refused */
    for (; *listed; listed += strlen(listed) + 1)
        allow(ruleset, listed, listed[strlen(listed) - 1] == '/' ? READ_DIR : EXECUTE | READ_FILE | READ_DIR);
}

int rights_landlock(const launch_plan *plan, int32_t *protections)
{
    static const char *const devices[] = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                          "/dev/urandom", "/dev/tty",  "/dev/ptmx", "/dev/pts"};
    const size_t harmless = 5, terminals = sizeof devices / sizeof *devices;
    long version = syscall(LANDLOCK_CREATE, NULL, (size_t)0, ASK_VERSION);
    if (version < 1)
        return -1;
    landlock_ruleset rules = {ALL_OF_VERSION_1, 0, version >= 6 ? SCOPES : 0};
    if (version >= 2)
        rules.files |= REFER;
    if (version >= 3)
        rules.files |= TRUNCATE;
    int ruleset = (int)syscall(LANDLOCK_CREATE, &rules, version >= 6 ? sizeof rules : sizeof rules.files, 0);
    if (ruleset < 0)
        return -1;
    if (plan->listed && !(*protections & LAUNCH_OWN_ROOT)) {
        allow_listed(ruleset, plan->listed);
        *protections |= LAUNCH_LANDLOCK_READING;
    } else {
        allow(ruleset, "/", EXECUTE | READ_FILE | READ_DIR);
    }
    for (size_t i = 0; i < (*protections & LAUNCH_OWN_DEVICES ? terminals : harmless); i++)
        allow(ruleset, devices[i], WRITE_FILE | READ_FILE);
    if (*protections & LAUNCH_OWN_FOLDERS) {
        allow(ruleset, "/tmp", rules.files);
        allow(ruleset, "/dev/shm", rules.files);
        if (plan->here)
            allow(ruleset, plan->here, rules.files);
    }
    if (plan->folder)
        allow(ruleset, plan->folder, rules.files);
    if (plan->scratch)
        allow(ruleset, plan->scratch, rules.files);
    *protections |= LAUNCH_LANDLOCK_FILES | (version >= 6 ? LAUNCH_LANDLOCK_SCOPE : 0);
    return ruleset;
}

/* ---- system calls ----------------------------------------------------------------------------------------------- */

/* The machine, and what its programs of 32 bits call timer_create; their fcntl has two numbers. */
enum { FOREIGN_FCNTL = 55, FOREIGN_FCNTL64 = 221 };
#if defined __x86_64__
enum { MACHINE = (int)AUDIT_ARCH_X86_64, FOREIGN_TIMER_CREATE = 259 };
#elif defined __aarch64__
enum { MACHINE = (int)AUDIT_ARCH_AARCH64, FOREIGN_TIMER_CREATE = 257 };
#elif defined __riscv && __riscv_xlen == 64
enum { MACHINE = (int)AUDIT_ARCH_RISCV64, FOREIGN_TIMER_CREATE = 107 };
#else
enum { MACHINE = 0, FOREIGN_TIMER_CREATE = 0 };
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSE(error) RETURN(SECCOMP_RET_ERRNO | (error))
#define UNLESS(value, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), 0, skipped)
#define REFUSE_CALL(number, error) UNLESS(number, 1), REFUSE(error)
enum { FOREIGN_SETAFFINITY = 241, MEMFD_SECRET = 447, SET_PIPE_SIZE = 1031 }; /* the first for x86 and ARM of 32 bits */

static int filter(struct sock_filter *rules, size_t count)
{
    struct sock_fprog program = {(unsigned short)count, rules};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

/* Refuse changes of modes, times, owners and attributes, which Landlock leaves to whoever owns a file: the user, whose
 * programs these are. That is by descriptor, too, since to open a file for reading is enough for it. To change a mode,
 * a time or an owner succeeds and changes nothing, as programs that copy or unpack their own files would stop
 * otherwise; but to say that a name was written now does not, by which some find out whether there is such a file. */
static int keep_states(void)
{
    enum { FCHMODAT2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469 };
    enum { SETFLAGS = 0x40086602, FSSETXATTR = 0x401c5820, ENABLE_VERITY = 0x40806685 };
    struct sock_filter rules[] = {
        LOAD(nr), /* of another kind of processor none comes here: `rights_filter` refuses all of its calls */
#ifdef SYS_chmod
        REFUSE_CALL(SYS_chmod, 0),
        REFUSE_CALL(SYS_chown, 0),
        REFUSE_CALL(SYS_lchown, 0),
        REFUSE_CALL(SYS_utime, EPERM),
        REFUSE_CALL(SYS_utimes, EPERM),
        REFUSE_CALL(SYS_futimesat, EPERM),
#endif
        REFUSE_CALL(SYS_fchmod, 0),
        REFUSE_CALL(SYS_fchmodat, 0),
        REFUSE_CALL(FCHMODAT2, 0),
        UNLESS(SYS_utimensat, 6),
        LOAD(args[1]), /* a name, or NULL: a descriptor */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, 0),
        LOAD(args[2]), /* times, or NULL: now */
        UNLESS(0, 1),
        REFUSE(EPERM),
        REFUSE(0),
        REFUSE_CALL(SYS_fchown, 0),
        REFUSE_CALL(SYS_fchownat, 0),
        REFUSE_CALL(SYS_setxattr, ENOTSUP),
        REFUSE_CALL(SYS_lsetxattr, ENOTSUP),
        REFUSE_CALL(SYS_fsetxattr, ENOTSUP),
        REFUSE_CALL(SETXATTRAT, ENOTSUP),
        REFUSE_CALL(SYS_removexattr, ENOTSUP),
        REFUSE_CALL(SYS_lremovexattr, ENOTSUP),
        REFUSE_CALL(SYS_fremovexattr, ENOTSUP),
        REFUSE_CALL(REMOVEXATTRAT, ENOTSUP),
        REFUSE_CALL(FILE_SETATTR, ENOTSUP),
        UNLESS(SYS_ioctl, 7),
        LOAD(args[1]),
        REFUSE_CALL(SETFLAGS, ENOTTY),
        REFUSE_CALL(FSSETXATTR, ENOTTY),
        REFUSE_CALL(ENABLE_VERITY, ENOTTY),
        RETURN(SECCOMP_RET_ALLOW),
    };
    return filter(rules, sizeof rules / sizeof *rules);
}

void rights_filter(int32_t *protections)
{
    if (MACHINE == 0)
        return;
    /* A program for another kind of processor (32 bits) calls by other numbers: it passes where namespaces hold it and
     * a control group counts its memory. Without one, what nobody can count is refused, and the buffers of pipes and
     * sockets stay as large as they are made. */
    int alone = (*protections & LAUNCH_OWN_NETWORK) != 0, counted = (*protections & LAUNCH_OWN_GROUP) != 0;
    int locking = (*protections & LAUNCH_OWN_LOCKS) != 0;
    unsigned locks = locking ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | ENOLCK;
    unsigned foreign = alone && counted && locking ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | ENOSYS;
    unsigned internet = alone ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES;
    unsigned shared = *protections & LAUNCH_OWN_IPC && counted ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EACCES;
    unsigned unmapped = counted ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | ENOSYS;
    unsigned larger_pipe = counted ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | EPERM;
    unsigned larger_socket = counted ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO;
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)MACHINE, 9, 0),
        LOAD(nr),
        REFUSE_CALL(FOREIGN_TIMER_CREATE, EAGAIN),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, FOREIGN_FCNTL, 1, 0),
        UNLESS(FOREIGN_FCNTL64, 3),
        LOAD(args[1]),
        REFUSE_CALL(F_SETSIG, EINVAL),
        RETURN(foreign),
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1), /* x32 */
        REFUSE(ENOSYS),
#endif
        REFUSE_CALL(425, ENOSYS),         /* io_uring_setup: it would go round this filter */
        REFUSE_CALL(SYS_add_key, ENOSYS), /* key rings belong to users, whatever the namespace */
        REFUSE_CALL(SYS_request_key, ENOSYS),
        REFUSE_CALL(SYS_keyctl, ENOSYS),
        REFUSE_CALL(SYS_timer_create, EAGAIN), /* its signal may be SIGCONT, which lets go on who is stopped */
        UNLESS(SYS_memfd_create, 1),
        RETURN(unmapped),
        UNLESS(MEMFD_SECRET, 1),
        RETURN(unmapped),
        UNLESS(SYS_shmget, 1),
        RETURN(shared),
        UNLESS(SYS_msgget, 1),
        RETURN(shared),
        UNLESS(SYS_semget, 1),
        RETURN(shared),
        UNLESS(SYS_flock, 1),
        RETURN(locks),
        UNLESS(SYS_fcntl, 16),
        LOAD(args[1]),                 /* a command */
        REFUSE_CALL(F_SETSIG, EINVAL), /* SIGCONT again, when something happens to a file */
        UNLESS(F_SETLEASE, 1),         /* would hold up whoever writes the file, for 45 s */
        REFUSE(EACCES),
        UNLESS(F_SETLK, 1),
        RETURN(locks),
        UNLESS(F_SETLKW, 1),
        RETURN(locks),
        UNLESS(F_OFD_SETLK, 1),
        RETURN(locks),
        UNLESS(F_OFD_SETLKW, 1),
        RETURN(locks),
        UNLESS(SET_PIPE_SIZE, 1),
        RETURN(larger_pipe),
        RETURN(SECCOMP_RET_ALLOW),
        UNLESS(SYS_setsockopt, 9),
        LOAD(args[1]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOL_SOCKET, 0, 6),
        LOAD(args[2]),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SO_SNDBUF, 3, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SO_RCVBUF, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SO_SNDBUFFORCE, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SO_RCVBUFFORCE, 0, 1),
        RETURN(larger_socket),
        RETURN(SECCOMP_RET_ALLOW),
        UNLESS(SYS_socket, 6),
        LOAD(args[0]), /* a family, as an int: the lower half, on these machines the first */
        UNLESS(AF_UNIX, 1),
        RETURN(SECCOMP_RET_ALLOW),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, AF_NETLINK, 1, 0), /* families above, as AF_VSOCK, know no namespaces */
        RETURN(internet),
        REFUSE(EACCES),
        RETURN(SECCOMP_RET_ALLOW),
    };
    int others = (*protections & LAUNCH_READ_ONLY_MOUNTS) != 0 || keep_states() == 0;
    if (filter(rules, sizeof rules / sizeof *rules) == 0 && others)
        *protections |= LAUNCH_FILTER;
}

/* Keep a program on its core: to ask for others succeeds, as in a cpuset, and changes nothing. (Not in the guard's own
 * filter: it goes to other cores to kill what keeps this one busy.) */
static void keep_core(void)
{
    struct sock_filter rules[] = {
        LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)MACHINE, 0, 2),
        LOAD(nr),   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 2, 3),
        LOAD(nr),   UNLESS(FOREIGN_SETAFFINITY, 1),
        REFUSE(0),  RETURN(SECCOMP_RET_ALLOW),
    };
    if (MACHINE != 0)
        filter(rules, sizeof rules / sizeof *rules);
}

/* ---- a program -------------------------------------------------------------------------------------------------- */

/* Capabilities count for nothing after exec but this one, which lets the superuser run what others own; what cannot
 * be written stays so. */
static void drop_capabilities(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[2] = {{0, 0, 0}, {0, 0, 0}};
    uint32_t kept = geteuid() == 0 ? 1U << CAP_DAC_OVERRIDE : 0;
    prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
    sets[0].permitted = sets[0].effective = sets[0].inheritable = kept;
    if (syscall(SYS_capset, &header, sets) < 0) { /* a container may have taken that one too */
        sets[0].permitted = sets[0].effective = sets[0].inheritable = 0;
        syscall(SYS_capset, &header, sets);
    } else if (kept) {
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_OVERRIDE, 0, 0);
    }
}

int rights_give_up(const launch_sandbox *sandbox)
{
    if (!(sandbox->protections & LAUNCH_NO_PRIVILEGES))
        return 0;
    struct rlimit none = {0, 0}, tasks = {LAUNCH_TASKS, LAUNCH_TASKS}, few = {LAUNCH_DESCRIPTORS, LAUNCH_DESCRIPTORS};
    setrlimit(RLIMIT_MSGQUEUE, &none); /* POSIX message queues would outlive the program */
    if (sandbox->protections & LAUNCH_FEW_PROCESSES)
        setrlimit(RLIMIT_NPROC, &tasks);
    if (!(sandbox->protections & LAUNCH_OWN_GROUP))
        setrlimit(RLIMIT_NOFILE, &few);
    drop_capabilities();
    if (sandbox->ruleset >= 0 && syscall(LANDLOCK_RESTRICT, sandbox->ruleset, 0) < 0)
        return errno;
    keep_core();
    return 0;
}

#endif
