/* Every function of `arbiter._launch`. cffi reads this file and launch.c includes it, so that a mismatch between the
 * two languages is a compile error; therefore: declarations only, no preprocessor. */

/* What a guard is asked for. */
enum {
    LAUNCH_NAMESPACES = 1,     /* a PID namespace, and with LAUNCH_SANDBOX the others */
    LAUNCH_USER_NAMESPACE = 2, /* for who may not make these otherwise: inside a user namespace of one user */
    LAUNCH_SANDBOX = 4         /* no network, files read-only but for folders of its own, no privileges */
};

/* What is in force for the programs of a guard. */
enum {
    LAUNCH_OWN_PIDS = 1,              /* PID namespace: nothing outlives the guard */
    LAUNCH_OWN_NETWORK = 2,           /* network namespace: a loopback device of its own and nothing else */
    LAUNCH_OWN_IPC = 4,               /* IPC namespace */
    LAUNCH_FEW_PROCESSES = 8,         /* the kernel refuses more than LAUNCH_TASKS processes and threads */
    LAUNCH_READ_ONLY_MOUNTS = 16,     /* all that is mounted is read-only */
    LAUNCH_OWN_FOLDERS = 32,          /* writes to /tmp, /dev/shm and the working folder go to memory of its own */
    LAUNCH_OWN_SOCKETS = 64,          /* sockets that lie in /run and /tmp cannot be reached */
    LAUNCH_LANDLOCK_FILES = 128,      /* Landlock: no writing outside its own folders, no tracing of others */
    LAUNCH_LANDLOCK_SCOPE = 256,      /* Landlock: no signals and no abstract sockets to others */
    LAUNCH_FILTER = 512,              /* seccomp: without LAUNCH_OWN_NETWORK no sockets but local ones; no key rings */
    LAUNCH_NO_PRIVILEGES = 1024,      /* no capabilities, but the superuser's to read and execute what others own */
    LAUNCH_OWN_GROUP = 2048,          /* control group: memory of every kind is counted, and ends where its limit is */
    LAUNCH_OWN_ROOT = 65536,          /* nothing is there but what its view names */
    LAUNCH_LANDLOCK_READING = 131072, /* nothing can be read but what its view names */
    LAUNCH_OWN_DEVICES = 262144,      /* a /dev of its own: few devices, and terminals that nobody else has */
    LAUNCH_OWN_LOCKS = 524288 /* locks on files that others see too are nobody else's; without it there are none */
};

enum {
    LAUNCH_TASKS = 2048,
    LAUNCH_DESCRIPTORS = 42, /* without a control group: sockets, that many, keep less than 16 MiB in their buffers */
    LAUNCH_HIERARCHIES = 4   /* of control groups, at most */
};

/* What the arbiter and a guard know of a question that is open, in memory that they share. The guard, who is not
 * stopped with the arbiter, notes how much of an answer there was when its time was up. Times are of the monotonic
 * clock. */
typedef struct {
    int64_t due_ns;   /* the arbiter waits for an answer that is due then; 0: it does not wait */
    int64_t noted_ns; /* the guard has looked at what was due then, at this time, and seen so many bytes ... */
    int64_t at_ns, bytes;
    int64_t more_ns; /* ... and more of them at this time, 0 if not yet */
} launch_vigil;

/* A process that starts programs, one at a time, and kills all that they leave. */
typedef struct {
    int32_t pid;     /* a child of the caller, who reaps it */
    int32_t control; /* socket; close it or die, and the guard kills its program with all descendants, and ends */
    int32_t protections;
    launch_vigil *vigil;
} launch_guard;

/* How a program ended. */
typedef struct {
    int32_t status;    /* as wait(2) gives it */
    int32_t clean;     /* 1 if it left nothing behind that a later program of this guard could find */
    int32_t processes; /* how many there were when it ended or was killed, zombies included */
    double cpu_s;      /* user and system seconds of the program and all its descendants */
} launch_end;

/* What a program and its descendants use now. */
typedef struct {
    int32_t processes, descriptors;
    double resident_mib; /* sum of resident sets, page tables and stacks: pages that processes share count in each */
    double cpu_s;        /* of all that live and all that are gone, the guard's earlier programs included */
} launch_usage;

/* One process, as read from /proc. */
typedef struct {
    int32_t pid, parent, tree, threads;
    int64_t pages, dead_ticks;
} launch_process;

/* Where the control group of a guard's programs lies, which limits their memory: its `name` in each of so many
 * `folders`, which are open. */
typedef struct {
    const char *name;
    int32_t count, folders[4];
} launch_group;

/* Start a guard; its programs run in `folder`, which they may write, or with NULL in the current folder. `scratch` is
 * another folder that they may write, or NULL. `view` are the steps by which a root is made that shows what they may
 * read, and `listed` are paths for Landlock, where there can be no such root: one that ends in '/' may be listed only.
 * In both each text has its zero, and an empty one comes last; NULL: they may read what the user may. Files in memory
 * of their own may take `memory_mib`. Each program joins `group`, which the guard removes when it ends. 0, or -errno:
 * -EINTR of a guard that was killed. */
int32_t launch_guard_start(int32_t wishes, const char *folder, const char *scratch, const char *view,
                           const char *listed, int32_t memory_mib, const launch_group *group, launch_guard *guard);

/* Give back the memory of a guard that has ended. */
void launch_guard_forget(launch_vigil *vigil);

/* Have a guard start a program with pipes[0..2] as its standard descriptors and nothing else open, on one `core` (-1:
 * any); pipes[3] is the arbiter's end of its output, at which the guard looks. `words` are `count` texts, each with its
 * zero, `bytes` together: `arguments` of the command line, of which the first is a path, not searched for, and then the
 * environment. Gives its process id; or -errno: of an exec that failed, or -EPIPE for a guard that is gone. */
int32_t launch_program_start(int32_t control, const char *words, int64_t bytes, int32_t arguments, int32_t count,
                             const int32_t pipes[4], int32_t core);

/* Have a guard kill its program with all descendants; launch_ended tells when that is done. */
void launch_program_kill(int32_t control);

/* Have a guard stop its program with all descendants, or let them go on. It is done a moment later. */
void launch_program_freeze(int32_t control, int32_t stop);

/* Read the guard's message that its program and all descendants are gone. Gives 1; 0 if the guard itself is gone, as
 * one that was killed; -1 if the program still lives. Never waits. */
int32_t launch_ended(int32_t control, launch_end *end);

/* What happened, as bits. */
enum {
    LAUNCH_HEARD = 1,     /* `length` bytes of output were read; 0 is its end */
    LAUNCH_SAID = 2,      /* there is standard error to be read, or its end */
    LAUNCH_GONE = 4,      /* the guard has something to tell */
    LAUNCH_TAKES = 8,     /* the input takes more */
    LAUNCH_EARLY = 16,    /* LAUNCH_HEARD before the question, which is not asked (unless it is asked `anyway`) */
    LAUNCH_CLOSED = 32,   /* the input is closed */
    LAUNCH_LINE = 64,     /* alone: LAUNCH_HEARD of one whole `line` and nothing else, in time, of launch_quick */
    LAUNCH_DUE = 128,     /* with LAUNCH_LINE: somebody should look at the program, as it is no longer calm */
    LAUNCH_STIRRED = 256, /* alone: nothing was asked, as it is not */
    LAUNCH_BYTES = 65536,
    LAUNCH_LINE_BYTES = 255 /* of a line that is told so: longer ones are LAUNCH_HEARD */
};

/* The arbiter's ends of a program's pipes, which do not block, and the question that is open. */
typedef struct {
    int32_t input, output, error; /* -1: closed */
    int32_t control, pid;
    int32_t bell;     /* of `launch_bell`, or -1 */
    int32_t schedule; /* /proc/PID/schedstat, or -1 */
    int64_t rings_ns; /* when it was last set to ring */
    int64_t cpu_ns;   /* when `cpu_s` was measured */
    launch_vigil *vigil;
    int64_t asked_ns, due_ns, late; /* late: bytes that were read when the time was up, the end as one */
    int64_t fresh_ns;               /* stops before that are forgotten */
    int64_t awake_ns, away_ns;      /* when we last were; how long we were not in this call and before, unasked */
    double asked_s;                 /* monotonic: when it was asked */
    double waited_asked_s;          /* how long the program had waited for a core when it was asked, see schedule */
    int64_t calm_ns, quick_ns;      /* until this monotonic time nobody need look at the program; see launch_quick */
    double elapsed_s;               /* from the question until what was read had come, as far as that is known */
    double used_s;                  /* CPU time from the question until then, of the program without descendants */
    double cpu_asked_s, cpu_s;      /* CPU time of the program without its descendants, at these times */
    double now_s;                   /* monotonic: when this call came back */
    char line[256];                 /* LAUNCH_LINE: its length, and the line without its newline */
    int32_t doubtful;               /* what was read may have come too late: nobody could look when the time was up */
    int32_t away;                   /* we were stopped in this question, or kept from our core when its time was up */
    int32_t missed;                 /* it was looked at when the time was up, and there was nothing */
    int32_t sent, length;
    char text[LAUNCH_BYTES];
} launch_channel;

/* Give a timer for a channel, to be closed by the caller; -1 if there is none, and nothing is lost but a little time.
 */
int32_t launch_bell(void);

/* Ask a question for which there are `time_s` seconds, and hear what comes first, at the latest when its time is up, or
 * at the monotonic time `look_s`, or a few milliseconds later if it is soon. Gives bits; `sent` is how much of the
 * question the pipe has taken. */
int32_t launch_ask(launch_channel *channel, const char *question, int32_t bytes, double time_s, double look_s,
                   int32_t anyway);

/* Ask as launch_ask does, where a program is calm: nobody need look at it before `calm_ns`, a question has `quick_ns`,
 * and `waited_asked_s` was true a moment ago. It may be asked a moment later as well, but then gives LAUNCH_STIRRED.
 * Comes back after a few milliseconds. */
int32_t launch_quick(launch_channel *channel, const char *question, int32_t bytes);

/* Let a program be calm until a monotonic time; a question has `time_s` seconds then. */
void launch_calm(launch_channel *channel, double until_s, double time_s);

/* Hear what comes next, until the time is up (once) or `look_s`; also LAUNCH_TAKES if `more` is to be sent. */
int32_t launch_hear(launch_channel *channel, double look_s, int32_t more);

/* Sum up what the descendants of each of `count` guards use, in one pass over /proc. `table` is working memory for
 * `capacity` processes of the whole system; on return it begins with the processes of all the trees, guards included,
 * and `tree` in each tells whose (0 for guards[0]). Gives how many they are. */
int32_t launch_measure(const int32_t guards[], int32_t count, launch_process table[], int32_t capacity,
                       launch_usage usages[]);

/* Sum up what the descendants of one guard use, by way of their lists of children: much faster than a pass over all of
 * /proc, but what forks or ends meanwhile may be missed. Gives 0, -1 if the kernel has no such lists. */
int32_t launch_glance(int32_t guard, launch_usage *usage);

/* Die with the calling process' `parent` (its calling thread, to be exact); at once, if it is gone already. */
void launch_die_with_parent(int32_t parent);

/* Core on which the caller runs now; -1 if unknown. */
int32_t launch_current_core(void);
