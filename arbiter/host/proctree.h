/* Process trees, read from /proc: for who kills, freezes or weighs them. */
#ifndef ARBITER_PROCTREE_H
#define ARBITER_PROCTREE_H

#include <stddef.h>
#include <sys/types.h>

#include "launch.h"

enum { VISITED = 1024 }; /* processes; whoever has more is over any limit, and the pass over /proc will tell */

/* Read a decimal number and go behind it; -1 if the text does not begin with one. */
int64_t read_number(const char **text);

/* Write "NUMBER/TAIL" into `path` from its end; gives where it begins. */
char *path_of(char *path, size_t size, int number, const char *tail);

/* Read a small file; its length, or -1. */
ssize_t read_at(int folder, const char *path, char *text, size_t size);

/* Read one process; 0 if it is gone. `proc` is /proc, open. */
int read_process(int proc, int pid, launch_process *process);

/* Read all processes of the system, which /proc lists in the order of their numbers; keep those of the trees. */
int32_t read_trees(const int32_t roots[], int32_t count, launch_process *table, int32_t capacity);

/* List a process and its descendants, by way of the lists of children that each thread has. Gives how many they are,
 * -1 if the kernel has no such lists. */
int32_t list_tree(int proc, int32_t root, int32_t pids[VISITED]);

#endif
