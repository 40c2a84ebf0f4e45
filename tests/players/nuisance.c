/* Programs that trouble a referee in any game, whatever it tells them: they act when the first byte comes, or at once.
 *
 *     nuisance now|asked|greeting WAY
 *
 * `greeting` first answers the `dump` of the Ataxx course, by which a referee finds out that a program is there.
 * What a way leaves behind ends by itself within a minute, in case nobody kills it. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FOREVER_S = 60, MOST_FORKS = 3000, MOST_MIB = 300 };

static void spend(void)
{
    alarm(FOREVER_S);
    for (;;)
        pause();
}

static void flood(int fd, const char *text)
{
    char block[1 << 16];
    size_t length = strlen(text);
    for (size_t i = 0; i < sizeof block; i++)
        block[i] = text[i % length];
    alarm(FOREVER_S);
    for (;;)
        if (write(fd, block, sizeof block - sizeof block % length) < 0)
            spend();
}

static void eat(void)
{
    for (int i = 0; i < MOST_MIB; i++) {
        char *piece = malloc(1 << 20);
        if (piece != NULL)
            memset(piece, 'x', 1 << 20);
    }
    spend();
}

static void say(const char *text)
{
    if (write(1, text, strlen(text)) < 0)
        spend();
}

int main(int argc, char **argv)
{
    const char *way = argc > 2 ? argv[2] : "";
    char first;
    if (strcmp(way, "never_reads") == 0)
        spend();
    if (strcmp(argv[1], "asked") == 0 && strcmp(way, "exits_before_reading") != 0 && read(0, &first, 1) < 1)
        return 255;
    if (strcmp(argv[1], "greeting") == 0 && strcmp(way, "exits_before_reading") != 0) {
        char commands[4096];
        if (read(0, commands, sizeof commands) < 1)
            return 255;
        say("===\n===\n");
        if (read(0, commands, sizeof commands) < 1)
            return 255;
    }
    if (strcmp(way, "exits") == 0 || strcmp(way, "exits_before_reading") == 0)
        return 3;
    if (strcmp(way, "drip") == 0)
        for (int i = 0; i < 5 * FOREVER_S; i++) {
            say("2");
            usleep(200000);
        }
    if (strcmp(way, "endless_line") == 0)
        flood(1, "2");
    if (strcmp(way, "endless_lines") == 0)
        flood(1, "2 3\n");
    if (strcmp(way, "floods_stderr") == 0)
        flood(2, "flood\n");
    if (strcmp(way, "closes_output") == 0)
        close(1);
    if (strcmp(way, "bytes") == 0) {
        const char bytes[] = "\0\xff\xfe\x1b[2J\x1b]0;title\x07</script><b>2 3\n";
        if (write(1, bytes, sizeof bytes - 1) < 0)
            return 1;
    }
    if (strcmp(way, "ignores_signals") == 0)
        for (int i = 1; i < SIGRTMIN; i++)
            signal(i, SIG_IGN);
    if (strcmp(way, "wants_a_terminal") == 0)
        return open("/dev/tty", O_RDONLY) < 0;
    if (strcmp(way, "leaves_grandchild") == 0 || strcmp(way, "grandchild") == 0) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0)
                spend();
            _exit(0);
        }
        if (way[0] == 'l')
            return 5;
    }
    if (strcmp(way, "eats_memory") == 0)
        eat();
    if (strcmp(way, "child_eats_memory") == 0 && fork() == 0) {
        setsid();
        eat();
    }
    if (strcmp(way, "forks") == 0) {
        atomic_int *forks = mmap(NULL, sizeof *forks, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        for (;;) {
            alarm(FOREVER_S);
            if (forks == MAP_FAILED || atomic_fetch_add(forks, 1) >= MOST_FORKS)
                pause();
            if (fork() == 0)
                setsid();
        }
    }
    spend();
}
