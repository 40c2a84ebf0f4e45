/* To be loaded before a program (LD_PRELOAD): sends it SIGINT at a certain call of open, read, stat, lseek or close.
 *
 * Counted are those after the first file named INTERRUPT_AFTER* was closed, or all if that is not set; at number
 * INTERRUPT_AT the signal comes, if that is above 0. When the program ends by itself, the file INTERRUPT_COUNT gets the
 * number of calls. Children of the program are left alone. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *after, *count_file;
static long at, calls;
static int counting, awaited = -1;
static pid_t pid;

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("INTERRUPT_AT");
    at = text ? atol(text) : 0;
    after = getenv("INTERRUPT_AFTER");
    count_file = getenv("INTERRUPT_COUNT");
    counting = after == NULL;
    pid = getpid();
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void)
{
    FILE *file;
    if (count_file && getpid() == pid && (file = fopen(count_file, "w"))) {
        fprintf(file, "%ld\n", calls);
        fclose(file);
    }
}

static void tick(void)
{
    if (counting && ++calls == at && getpid() == pid)
        kill(pid, SIGINT); /* not raise: whichever thread waits for it is to have it */
}

static int named(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strncmp(slash ? slash + 1 : path, after, strlen(after)) == 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    int fd = NEXT(open64)(path, flags, va_arg(rest, mode_t));
    va_end(rest);
    if (!counting && awaited < 0 && fd >= 0 && named(path))
        awaited = fd;
    tick();
    return fd;
}

int close(int fd)
{
    tick();
    if (awaited >= 0 && fd == awaited)
        counting = 1, awaited = -1, after = "/";
    return NEXT(close)(fd);
}

ssize_t read(int fd, void *buffer, size_t size)
{
    tick();
    return NEXT(read)(fd, buffer, size);
}

off64_t lseek64(int fd, off64_t offset, int whence)
{
    tick();
    return NEXT(lseek64)(fd, offset, whence);
}

int stat64(const char *path, struct stat64 *found)
{
    tick();
    return NEXT(stat64)(path, found);
}
