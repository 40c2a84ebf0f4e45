/* The arbiter's launcher. launch.c is the arbiter's side; guard.c the process that starts and kills programs; sandbox.c
 * and rights.c are what keeps programs from harming others; proctree.c reads and kills process trees. */
#ifndef ARBITER_LAUNCH_H
#define ARBITER_LAUNCH_H

#include <stdint.h>

#include "launch.cdef.h"

/* What a guard tells the arbiter, in this order; HELLO comes from the program itself just before exec, so that the
 * kernel can name its process id as the arbiter sees it (SCM_CREDENTIALS). */
enum { READY = 1, HELLO, RUNNING, FAILED, ENDED };
typedef struct {
    int32_t kind;
    int32_t value;     /* READY: protections; FAILED: errno; ENDED: wait status */
    int32_t clean;     /* ENDED */
    int32_t processes; /* ENDED */
    double cpu_s;      /* ENDED */
} launch_message;

/* What the arbiter tells a guard. START comes with five descriptors: the program's standard ones, a file with its
 * arguments and its environment, `words` texts in all, each with its zero, and the arbiter's end of its output. */
enum { START = 1, KILL, FREEZE, THAW };
typedef struct {
    int32_t kind, core, arguments, words;
    int64_t bytes;
} launch_order;

enum { CONTROL = 3 }; /* the guard's end of the socket */

/* What a guard is to be; made before the fork, so that the guard needs no formatting. */
typedef struct {
    int32_t wishes;
    int control;
    launch_group group;
    launch_vigil *vigil;
    const char *folder, *scratch, *here;       /* here: the current folder */
    const char *view, *listed;                 /* as `launch_guard_start` has them */
    char uid_map[64], gid_map[64], memory[64]; /* memory: mount options of tmpfs */
    char members[64];                          /* the group's list of processes, below its folders */
} launch_plan;

_Noreturn void guard_run(const launch_plan *plan);

/* What a program can change of a folder and leave nothing in it. */
typedef struct {
    uint64_t mode;
    int64_t written_ns, changed_ns; /* the latter, which no program can set, changes with whatever else does */
} launch_state;

/* What a guard knows of its own sandbox. */
enum { LAUNCH_STATES = 7 };
typedef struct {
    int32_t protections;
    int ruleset;                        /* Landlock, -1 if there is none */
    uint64_t free_blocks, free_inodes;  /* of the memory for files, before any program wrote there */
    const char *scratch;                /* as the plan has it */
    launch_state states[LAUNCH_STATES]; /* of folders that programs may write, before any did */
    int32_t groups;
    int members[LAUNCH_HIERARCHIES]; /* lists of processes in which a program writes itself */
} launch_sandbox;

/* Shut the calling guard in, as far as the system allows; programs lose its own rights in `rights_give_up`. */
void sandbox_enter(const launch_plan *plan, launch_sandbox *sandbox);

/* Whether no program has left anything in the sandbox. */
int sandbox_is_clean(const launch_sandbox *sandbox);

/* Where the memory for files lies, and how a view begins each of its steps. */
#define MEMORY_FOLDER "/dev/shm"
enum {
    VIEW_HIDDEN = 'h',         /* is not there, in the folders that come after it */
    VIEW_LINK = 'l',           /* a symbolic link; the next text is its target */
    VIEW_MEMORY = 'm',         /* an empty folder, to write to */
    VIEW_WORKING_FOLDER = 'w', /* as it is; what is written goes to memory */
    VIEW_FOLDER = 'd',         /* to read only */
    VIEW_FILE = 'f'            /* to read only */
};

/* Make the view of the plan the root. On success the current folder is the old root, which must be unmounted once /proc
 * is there. Gives 1; 0 if the system refuses, and nothing has changed. */
int root_enter(const launch_plan *plan, launch_sandbox *sandbox);

/* Mount the memory for files; 0 or -1. */
int make_memory(const launch_plan *plan);

/* Make a folder `dev` with few devices, terminals of its own and /dev/shm in the current folder; 1, 0 if the terminals
 * are the machine's. */
int make_devices(void);

/* Lay an overlay of the folder `source` over `target`. With `upper`, to be made in the memory as `work` is, it may be
 * written. Gives 0 or -1. */
int overlay(const launch_plan *plan, const char *source, const char *target, const char *upper, const char *work);

/* Show a folder that is open at `target`, as it is; 0 or -1. */
int show_writable(int source, const char *target);

enum { ALL_BELOW = 0x8000, READ_ONLY = 1 }; /* AT_RECURSIVE, MOUNT_ATTR_RDONLY */
int change_mounts(const char *path, unsigned flags, uint64_t set, uint64_t clear);

int is_below(const char *path, const char *folder); /* whether it is the folder or lies in it */

/* Protect files by Landlock; gives the ruleset that `rights_give_up` applies. */
int rights_landlock(const launch_plan *plan, int32_t *protections);

/* Filter the system calls of the calling process. */
void rights_filter(int32_t *protections);

/* In a program, before exec: give up what it shall not have. Gives 0 or errno. */
int rights_give_up(const launch_sandbox *sandbox);

/* In a guard: note what the arbiter wants to know of a program's output. Gives the milliseconds until the next look. */
int vigil_look(launch_vigil *vigil, int output);

int write_file(const char *path, const char *text); /* -1 if it cannot be written */

/* Walk over a directory whose entries are numbers (/proc, /proc/self/fd) without allocation, so that it may be done
 * between fork and exec. */
typedef struct {
    int fd;
    long length, offset;
    _Alignas(8) char buffer[4096];
} number_walk;

int number_walk_open(number_walk *walk, const char *path); /* -1 if it cannot be read */
int number_walk_next(number_walk *walk);                   /* next number, -1 after the last */
void number_walk_close(number_walk *walk);

/* Kill all descendants of the calling process, a subreaper, and reap them until none is left. `on_reaped` learns the
 * wait(2) status of each. */
void kill_descendants(void (*on_reaped)(int pid, int status, void *context), void *context);

/* Stop all descendants of the calling process, so that none forks away, or let them go on. */
void freeze_descendants(int stop);

#endif
