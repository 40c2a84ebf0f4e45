/* Answers each line with `a`, the milliseconds of its first argument after it was read: sleeps until then, or, with a
 * second argument, computes. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) / 1000 : 0;
    char line[100];
    setbuf(stdout, NULL);
    while (fgets(line, sizeof line, stdin)) {
        struct timespec rest = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
        if (argc > 2)
            for (double begin = now(CLOCK_PROCESS_CPUTIME_ID); now(CLOCK_PROCESS_CPUTIME_ID) < begin + seconds;) {
            }
        else
            nanosleep(&rest, NULL);
        puts("a");
    }
    return 0;
}
