/* Looks for what is not its own, whatever game is played, tells on standard error each way that succeeds, and ends.
 *
 *     snoop now|asked|greeting FILE
 *
 * FILE has the ways, one a line: what the command line names it may read.
 *
 * terminals     open the terminals of others, and write there
 * ptys          take as many terminals as there are
 * read:PATH     read a file; list:PATH a folder; run:PATH execute a program, which then takes its place in a child
 * lock:PATH     lock a file in every way, and hold it until 1 s later, so that others can try
 * beside:PATH   lock it as the only one, and tell if somebody else has it
 * environment   tell the names of all variables
 * link:PATH     leave a symbolic link and a pipe for whoever reads the current folder
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static void reached(const char *way, const char *path)
{
    fprintf(stderr, "reached: %s%s%s\n", way, *path ? ":" : "", path);
}

static void terminals(void)
{
    char name[32];
    for (int number = 0; number < 4096; number++) {
        snprintf(name, sizeof name, "/dev/pts/%d", number);
        int terminal = open(name, O_RDWR | O_NOCTTY);
        if (terminal >= 0 && write(terminal, "snoop was here\n", 15) > 0)
            reached("terminals", name);
        if (terminal >= 0)
            close(terminal);
    }
}

static void ptys(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int taken = 0;
    while (taken < 200 && posix_openpt(O_RDWR | O_NOCTTY) >= 0)
        taken++;
    if (taken > 16)
        reached("ptys", "");
}

static void lock(const char *path)
{
    int file = open(path, O_RDONLY);
    struct flock shared = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    if (file < 0)
        return;
    fcntl(file, F_SETLK, &shared);
    fcntl(open(path, O_RDONLY), F_OFD_SETLK, &shared);
    flock(open(path, O_RDONLY), LOCK_EX | LOCK_NB);
    fcntl(open(path, O_RDONLY), F_SETLEASE, F_RDLCK);
    fputs("locks\n", stderr);
    usleep(1000000);
}

static void beside(const char *path)
{
    int file = open(path, O_RDONLY);
    if (file < 0)
        return;
    if (flock(file, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        reached("beside", path);
    usleep(1000000);
}

static void attempt(const char *way, const char *path)
{
    char first;
    if (strcmp(way, "terminals") == 0)
        terminals();
    if (strcmp(way, "ptys") == 0)
        ptys();
    if (strcmp(way, "environment") == 0)
        for (char **at = environ; *at; at++)
            fprintf(stderr, "variable: %.*s\n", (int)strcspn(*at, "="), *at);
    if (strcmp(way, "read") == 0) {
        int file = open(path, O_RDONLY);
        if (file >= 0 && read(file, &first, 1) >= 0)
            reached(way, path);
    }
    if (strcmp(way, "list") == 0 && opendir(path) != NULL)
        reached(way, path);
    if (strcmp(way, "run") == 0) {
        pid_t child;
        char *words[] = {(char *)path, NULL};
        if (posix_spawn(&child, path, NULL, NULL, words, environ) == 0)
            reached(way, path);
    }
    if (strcmp(way, "lock") == 0)
        lock(path);
    if (strcmp(way, "beside") == 0)
        beside(path);
    if (strcmp(way, "link") == 0 && (symlink(path, "board_2.txt") == 0 || mkfifo("board_2.txt", 0600) == 0))
        reached(way, path);
}

int main(int argc, char **argv)
{
    char text[4096], line[4096];
    const char *moment = argc > 1 ? argv[1] : "now";
    if (strcmp(moment, "asked") == 0 && read(0, text, 1) < 1)
        return 255;
    if (strcmp(moment, "greeting") == 0) {
        if (read(0, text, sizeof text) < 1 || write(1, "===\n===\n", 8) < 0)
            return 255;
        if (read(0, text, sizeof text) < 1)
            return 255;
    }
    FILE *ways = argc > 2 ? fopen(argv[2], "r") : NULL;
    if (ways == NULL)
        return 254;
    while (fgets(line, sizeof line, ways) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *colon = strchr(line, ':');
        if (colon != NULL)
            *colon = '\0';
        attempt(line, colon != NULL ? colon + 1 : "");
    }
    return 3;
}
