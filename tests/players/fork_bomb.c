/* Forks without end, in sessions of its own; so that a mistake of ours cannot hurt the machine, at most MOST times in
 * all, and every process ends by itself after a minute. */
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 3000 };

int main(void)
{
    int colour;
    atomic_int *forks = mmap(NULL, sizeof *forks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (forks == MAP_FAILED || scanf("%d", &colour) != 1)
        return 1;
    for (;;) {
        alarm(60);
        if (atomic_fetch_add(forks, 1) >= MOST)
            pause();
        if (fork() == 0)
            setsid();
    }
}
