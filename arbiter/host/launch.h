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

/* What the arbiter tells a guard. START comes with four descriptors: the program's standard ones, and a file with
 * its arguments and its environment, `words` texts in all, each with its zero. */
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
    const char *folder, *scratch, *here;       /* here: the current folder */
    char uid_map[64], gid_map[64], memory[64]; /* memory: mount options of tmpfs */
    char members[64];                          /* the group's list of processes, below its folders */
} launch_plan;

_Noreturn void guard_run(const launch_plan *plan);

/* What a guard knows of its own sandbox. */
typedef struct {
    int32_t protections;
    int ruleset;                       /* Landlock, -1 if there is none */
    uint64_t free_blocks, free_inodes; /* of the memory for files, before any program wrote there */
    int32_t groups;
    int members[LAUNCH_HIERARCHIES]; /* lists of processes in which a program writes itself */
} launch_sandbox;

/* Shut the calling guard in, as far as the system allows; programs lose its own rights in `rights_give_up`. */
void sandbox_enter(const launch_plan *plan, launch_sandbox *sandbox);

/* Whether no program has left anything in the sandbox. */
int sandbox_is_clean(const launch_sandbox *sandbox);

/* Protect files by Landlock; gives the ruleset that `rights_give_up` applies. */
int rights_landlock(const launch_plan *plan, int32_t *protections);

/* Filter the system calls of the calling process. */
void rights_filter(int32_t *protections);

/* In a program, before exec: give up what it shall not have. Gives 0 or errno. */
int rights_give_up(const launch_sandbox *sandbox);

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
