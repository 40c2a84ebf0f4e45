/* without_namespaces PROGRAM WORD...: run a program where the system grants no namespaces, as in most containers.
 *
 * A filter refuses unshare, setns and a clone that asks for a namespace. What asks by clone3, whose flags lie in
 * memory, where a filter cannot look, is told that there is no such call, and falls back to clone.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SPACES \
    (CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP)
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ON_CALL(number, skipped) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, (skipped))

#ifdef __s390x__
#define FLAGS 1 /* of the arguments of clone */
#else
#define FLAGS 0
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOW_HALF 0
#else
#define LOW_HALF 4
#endif

int main(int count, char **words)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ON_CALL(SYS_unshare, 1),
        REFUSE(EPERM),
        ON_CALL(SYS_setns, 1),
        REFUSE(EPERM),
        ON_CALL(SYS_clone3, 1),
        REFUSE(ENOSYS),
        ON_CALL(SYS_clone, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[FLAGS]) + LOW_HALF),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, SPACES, 0, 1),
        REFUSE(EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof code / sizeof *code, code};
    if (count < 2)
        return fputs("usage: without_namespaces PROGRAM WORD...\n", stderr), 2;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        return perror("without_namespaces: no filter"), 1;
    if (!unshare(CLONE_NEWUSER) || errno != EPERM)
        return fputs("without_namespaces: namespaces are granted\n", stderr), 1;
    execvp(words[1], words + 1);
    return perror(words[1]), 127;
}
