/* Questions and answers. One call asks, waits, reads and looks at the clocks, as the arbiter's part of a quick move is
 * otherwise half Python's: five system calls, and clocks that need none. The lock of the interpreter is released.
 *
 * An answer is late by the time at which it came, not at which it was read: the arbiter may have been stopped
 * meanwhile. Pipes do not tell (since Linux 6.15 not even by their own times), so the guard looks, when the time of a
 * question is up, at what stands in the pipe: what it counted then came in time. Where it could not look either, as all
 * were stopped or had no core, so did what is there when the arbiter comes back, unless the program has used more CPU
 * time than it may. What a busy machine takes from a program is measured (arbiter/play/expense.py). */
#define _GNU_SOURCE
#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/ioctl.h>
#include <sys/timerfd.h>

enum { SECOND_NS = 1000000000, LOOK_MS = 10, STALL_NS = 20000000 };

/* The first wait of a question is no shorter: a timer that is due before the kernel's next tick must be set in the
 * processor, which takes 5 us on a virtual machine, and most answers come sooner. For the same reason quick moves share
 * a timer, the bell: one of its own for each is a twentieth of their time. */
enum { SOON_NS = 5000000 };

/* What a program uses so soon after its answer counts for its next move: to ask for the CPU time between the two is a
 * fiftieth of the time of quick moves, and there is little to be hidden. */
enum { AT_ONCE_NS = 100000 };

/* Somebody looks at who waits, and may stop it, when the other one has thought for 2 ms (arbiter/play/watch.py): until
 * then a program that was calm for a millisecond after its last answer can be asked as if it still were. */
enum { LINGER_NS = 500000 };

static int64_t clock_ns(clockid_t clock)
{
    struct timespec time;
    return clock_gettime(clock, &time) < 0 ? 0 : (int64_t)time.tv_sec * SECOND_NS + time.tv_nsec;
}

static int64_t to_ns(double seconds)
{
    return (int64_t)(seconds * 1e9 + 0.5);
}

static double to_s(int64_t ns)
{
    return (double)ns / 1e9;
}

/* CPU seconds of a process, see clock_getcpuclockid(3); 0 if it is gone. */
static double cpu_s(int32_t pid)
{
    return to_s(clock_ns((clockid_t)(~(uint32_t)pid << 3 | 2)));
}

/* Whether the calling process, which blocks SIGCONT, was stopped since it was last asked. */
static int was_stopped(void)
{
    sigset_t pending, continued;
    struct timespec now = {0, 0};
    sigemptyset(&continued);
    sigaddset(&continued, SIGCONT);
    return sigpending(&pending) == 0 && sigismember(&pending, SIGCONT) == 1 && sigtimedwait(&continued, NULL, &now) > 0;
}

/* How long a program has waited for a core: the second number of its schedstat. */
static double waited_s(int fd)
{
    char text[96];
    ssize_t length = fd < 0 ? -1 : pread(fd, text, sizeof text - 1, 0);
    if (length <= 0)
        return 0.0;
    text[length] = 0;
    const char *second = strchr(text, ' ');
    return second == NULL ? 0.0 : to_s(strtoll(second, NULL, 10));
}

/* Whether we were stopped in this question, by a signal or frozen, or came too late for our look when its time was up.
 */
static int was_away(const launch_channel *c)
{
    return c->away_ns > STALL_NS || was_stopped();
}

/* Read what stands in the output; 0 if nothing does. */
static int32_t take(launch_channel *c)
{
    ssize_t length = read(c->output, c->text, sizeof c->text);
    c->length = length < 0 ? 0 : (int32_t)length;
    return length < 0 ? 0 : LAUNCH_HEARD;
}

/* Whether what was read is one whole line, which is noted. */
static int is_line(launch_channel *c)
{
    int32_t length = c->length - 1;
    if (length < 0 || length > LAUNCH_LINE_BYTES || memchr(c->text, '\n', (size_t)c->length) != c->text + length)
        return 0;
    c->line[0] = (char)length;
    memcpy(c->line + 1, c->text, (size_t)length);
    return 1;
}

/* Tell when it is, and when what was read came; `seen` unless nobody has looked. */
static void date(launch_channel *c, int32_t seen, int32_t heard)
{
    int64_t now = clock_ns(CLOCK_MONOTONIC), came = now;
    c->doubtful = 0;
    if (now > c->due_ns && heard) {
        int noted = __atomic_load_n(&c->vigil->noted_ns, __ATOMIC_ACQUIRE) == c->due_ns;
        int64_t more = noted ? __atomic_load_n(&c->vigil->more_ns, __ATOMIC_ACQUIRE) : 0;
        int prompt = noted && c->vigil->at_ns - c->due_ns < (int64_t)LOOK_MS * 1000000;
        int64_t believed = noted ? c->vigil->bytes : LAUNCH_BYTES; /* no more than a pipe holds */
        c->late += c->length > 0 ? c->length : 1;
        if (!c->missed && c->late <= believed && (prompt || c->away || (c->away = was_away(c))))
            came = c->due_ns - 1, c->doubtful = !prompt;
        else if (more > 0 && more < now)
            came = more;
        else if (now - c->away_ns > c->due_ns)
            came = now - c->away_ns; /* nobody has looked since */
    } else if (now >= c->due_ns && seen) {
        c->missed = 1;
    }
    c->awake_ns = now;
    c->now_s = to_s(now);
    c->elapsed_s = to_s(came - c->asked_ns);
}

/* Whether the bell rings within a wait that is not over soon; it is set if need be. */
static int is_bell_set(launch_channel *c, int64_t now, int64_t until)
{
    if (until - now < SOON_NS || c->bell < 0)
        return 0;
    if (c->rings_ns <= now || c->rings_ns > until) {
        int64_t rings = now + SOON_NS;
        struct itimerspec once = {{0, 0}, {rings / SECOND_NS, rings % SECOND_NS}};
        if (timerfd_settime(c->bell, TFD_TIMER_ABSTIME, &once, NULL) < 0)
            return 0;
        c->rings_ns = rings;
    }
    return 1;
}

static int await(struct pollfd *ends, nfds_t count, int64_t wait)
{
    struct timespec left = {wait / SECOND_NS, wait % SECOND_NS};
    return ppoll(ends, count, &left, NULL);
}

static int32_t hear(launch_channel *c, int64_t now, int64_t until, int32_t more)
{
    struct pollfd ends[4] = {{c->output, POLLIN, 0}, {c->error, POLLIN, 0}, {c->control, POLLIN, 0}, {-1, POLLOUT, 0}};
    if (now < c->due_ns && c->due_ns < until)
        until = c->due_ns;
    int64_t wait = until > now ? until - now : 0;
    __atomic_store_n(&c->vigil->due_ns, c->due_ns, __ATOMIC_RELEASE);
    int ready;
    if (more) {
        ends[3].fd = c->input;
        ready = await(ends, 4, wait);
    } else if (is_bell_set(c, now, until)) {
        ends[3].fd = c->bell, ends[3].events = POLLIN;
        ready = ppoll(ends, 4, NULL, NULL);
        if (ready == 1 && ends[3].revents) {
            int64_t left = until - clock_ns(CLOCK_MONOTONIC);
            ready = await(ends, 3, left > 0 ? left : 0);
        }
        ends[3].revents = 0;
    } else {
        ready = await(ends, 3, wait);
    }
    int seen = ready >= 0; /* or a signal came, for which Python has a handler */
    int32_t bits = 0;
    c->length = 0;
    c->away_ns = now - c->awake_ns;
    if (wait > 0 && (now = clock_ns(CLOCK_MONOTONIC)) > until)
        c->away_ns += now - until;
    if (seen && ends[0].revents) {
        __atomic_store_n(&c->vigil->due_ns, 0, __ATOMIC_SEQ_CST); /* the guard must not miss what we take */
        bits = take(c);
    }
    date(c, seen, bits);
    double used_s = bits ? cpu_s(c->pid) : 0.0;
    if (used_s > 0.0)
        c->cpu_s = used_s, c->cpu_ns = c->awake_ns, c->used_s = used_s - c->cpu_asked_s; /* it may be gone */
    if (!seen)
        return 0;
    bits |= (ends[1].revents ? LAUNCH_SAID : 0) | (ends[2].revents ? LAUNCH_GONE : 0);
    return bits | (ends[3].revents ? LAUNCH_TAKES : 0);
}

int32_t launch_hear(launch_channel *c, double look_s, int32_t more)
{
    return hear(c, clock_ns(CLOCK_MONOTONIC), to_ns(look_s), more);
}

/* Ask now; there are `time` ns for the answer. */
static int32_t ask(launch_channel *c, const char *question, int32_t bytes, int64_t time, int64_t look)
{
    c->sent = c->missed = 0, c->late = 0, c->elapsed_s = c->used_s = 0.0;
    c->cpu_asked_s = c->asked_ns - c->cpu_ns < AT_ONCE_NS ? c->cpu_s : cpu_s(c->pid);
    c->due_ns = c->asked_ns + time;
    if (c->asked_ns - c->fresh_ns > STALL_NS)
        was_stopped(), c->fresh_ns = c->asked_ns; /* forget what was before */
    ssize_t sent = bytes > 0 ? write(c->input, question, (size_t)bytes) : 0;
    if (sent < 0 && errno != EAGAIN) {
        date(c, 0, 0);
        return LAUNCH_CLOSED;
    }
    c->sent = sent < 0 ? 0 : (int32_t)sent;
    int64_t now = clock_ns(CLOCK_MONOTONIC);
    if (now - c->asked_ns > STALL_NS && was_stopped()) /* perhaps before it was written: then the time begins now */
        c->due_ns += now - c->asked_ns, c->asked_ns = now;
    c->asked_s = to_s(c->asked_ns);
    c->awake_ns = now, c->away = 0;
    int64_t soon = now + SOON_NS;
    return hear(c, now, look > 0 && look < soon ? soon : look, c->sent < bytes);
}

int32_t launch_ask(launch_channel *c, const char *question, int32_t bytes, double time_s, double look_s, int32_t anyway)
{
    if (!anyway && take(c))
        return LAUNCH_HEARD | LAUNCH_EARLY;
    c->asked_ns = clock_ns(CLOCK_MONOTONIC);
    c->waited_asked_s = waited_s(c->schedule);
    return ask(c, question, bytes, to_ns(time_s), to_ns(look_s));
}

int32_t launch_quick(launch_channel *c, const char *question, int32_t bytes)
{
    if (c->calm_ns == 0)
        return LAUNCH_STIRRED;
    if (take(c))
        return LAUNCH_HEARD | LAUNCH_EARLY;
    c->asked_ns = clock_ns(CLOCK_MONOTONIC);
    if (c->asked_ns >= c->calm_ns + LINGER_NS)
        return LAUNCH_STIRRED;
    int32_t bits = ask(c, question, bytes, c->quick_ns, c->calm_ns);
    if (bits != LAUNCH_HEARD || c->sent < bytes || c->awake_ns > c->due_ns || c->doubtful || !is_line(c))
        return bits;
    return c->awake_ns < c->calm_ns ? LAUNCH_LINE : LAUNCH_LINE | LAUNCH_DUE;
}

void launch_calm(launch_channel *c, double until_s, double time_s)
{
    c->calm_ns = to_ns(until_s), c->quick_ns = to_ns(time_s);
    c->waited_asked_s = waited_s(c->schedule);
}

int32_t launch_bell(void)
{
    return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

int vigil_look(launch_vigil *vigil, int output)
{
    int64_t due = __atomic_load_n(&vigil->due_ns, __ATOMIC_ACQUIRE), now = clock_ns(CLOCK_MONOTONIC);
    if (due == 0 || now - due < -(int64_t)LOOK_MS * 1000000)
        return LOOK_MS;
    if (now < due)
        return (int)((due - now + 999999) / 1000000);
    struct pollfd end = {output, POLLIN, 0};
    int bytes = 0;
    if (ioctl(output, FIONREAD, &bytes) < 0 || poll(&end, 1, 0) < 0)
        return LOOK_MS;
    bytes += (end.revents & POLLHUP) != 0; /* the end counts as a byte */
    if (__atomic_load_n(&vigil->due_ns, __ATOMIC_SEQ_CST) != due)
        return LOOK_MS; /* the arbiter reads */
    if (vigil->noted_ns != due) {
        vigil->at_ns = now, vigil->bytes = bytes, vigil->more_ns = 0;
        __atomic_store_n(&vigil->noted_ns, due, __ATOMIC_RELEASE);
    } else if (bytes > vigil->bytes && vigil->more_ns == 0) {
        __atomic_store_n(&vigil->more_ns, now, __ATOMIC_RELEASE);
    }
    return LOOK_MS;
}

#else

int32_t launch_ask(launch_channel *channel, const char *question, int32_t bytes, double time_s, double look_s,
                   int32_t anyway)
{
    (void)channel, (void)question, (void)bytes, (void)time_s, (void)look_s, (void)anyway;
    return LAUNCH_CLOSED;
}

int32_t launch_quick(launch_channel *channel, const char *question, int32_t bytes)
{
    (void)channel, (void)question, (void)bytes;
    return LAUNCH_CLOSED;
}

void launch_calm(launch_channel *channel, double until_s, double time_s)
{
    (void)channel, (void)until_s, (void)time_s;
}

int32_t launch_hear(launch_channel *channel, double look_s, int32_t more)
{
    (void)channel, (void)look_s, (void)more;
    return LAUNCH_CLOSED;
}

int32_t launch_bell(void)
{
    return -1;
}

#endif
