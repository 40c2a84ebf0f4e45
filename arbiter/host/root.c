/* A root of its own for a guard and its programs: what their view names, and nothing else. view.py makes views.
 *
 * All of it lies in one tmpfs of limited size, the memory for files: the new root, what is written, what hides. A
 * folder of the machine is shown by an overlay. So what is hidden in it is not there (a whiteout in the layer above),
 * what is written goes to memory, if it may be written at all, and the locks that programs take are locks of an overlay
 * that no other guard has. Where the kernel refuses an overlay the folder itself is shown, read-only, with nothing in
 * the place of what is hidden; so are single files. */
#define _GNU_SOURCE
#include "launch.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MASKS MEMORY_FOLDER "/masks" /* what is hidden, by its whole path */
#define NOTHING MEMORY_FOLDER "/nothing"
#define FOLDER_OF_FILE MEMORY_FOLDER "/folder"

/* Append a number. */
static void append_number(char *text, int number)
{
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    strcat(text, digits + at);
}

/* Append a layer: a word, and a folder that is open, whose name might be one that options cannot hold. */
static void append_layer(char *text, const char *word, int folder)
{
    append_number(strcat(strcat(text, word), "/proc/self/fd/"), folder);
}

static int open_path(const char *path)
{
    return open(path, O_PATH | O_CLOEXEC);
}

int show_writable(int source, const char *target)
{
    char name[64] = "";
    append_layer(name, "", source);
    return mount(name, target, NULL, MS_BIND | MS_REC, NULL);
}

int overlay(const launch_plan *plan, const char *source, const char *target, const char *upper, const char *work)
{
    char text[256] = "", mask_path[PATH_MAX] = MASKS;
    int mask = -1, folder = open_path(source), done = -1;
    struct stat seen;
    if (folder < 0 || fstat(folder, &seen) < 0 || !S_ISDIR(seen.st_mode))
        goto end;
    if (strlen(source) < sizeof mask_path - sizeof MASKS)
        mask = open_path(strcat(mask_path, source));
    if (plan->uid_map[0])
        strcat(text, "userxattr,");
    append_layer(text, "lowerdir=", mask < 0 ? folder : mask);
    if (mask >= 0)
        append_layer(text, ":", folder);
    else if (upper == NULL)
        strcat(text, ":" NOTHING); /* two layers at least */
    if (upper != NULL) {
        if (mkdir(upper, 0700) < 0 || chmod(upper, seen.st_mode & 07777) < 0 || mkdir(work, 0700) < 0)
            goto end;
        if (geteuid() == 0 && chown(upper, seen.st_uid, seen.st_gid) < 0 && !plan->uid_map[0])
            goto end;
        strcat(strcat(strcat(strcat(text, ",upperdir="), upper), ",workdir="), work);
    }
    done = mount("overlay", target, "overlay", MS_NOSUID | MS_NODEV | MS_NOATIME, text);
end:
    if (mask >= 0)
        close(mask);
    if (folder >= 0)
        close(folder);
    return done;
}

/* Make the folders above a path, as far as they are not there. */
static void make_way(const char *path)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof part)
        return;
    memcpy(part, path, length + 1);
    for (char *slash = part + 1; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
        *slash = '\0';
        mkdir(part, 0755);
    }
}

static void make_folder(const char *path)
{
    make_way(path);
    mkdir(path, 0755);
}

static void make_file(const char *path)
{
    make_way(path);
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file >= 0)
        close(file);
}

/* Let a path not be there, in the overlays that are made afterwards. */
static void hide(const char *path)
{
    char mask[PATH_MAX] = MASKS;
    if (strlen(path) >= sizeof mask - sizeof MASKS)
        return;
    make_way(strcat(mask, path));
    mknod(mask, S_IFCHR | 0, 0);
}

/* Show one thing of the machine that nobody may change: of a device, which is written to all the same, neither mode nor
 * times, which whoever owns it could. */
static int show_to_read(const char *source, const char *target)
{
    if (mount(source, target, NULL, MS_BIND, NULL) < 0)
        return -1;
    if (change_mounts(target, 0, READ_ONLY, 0) == 0)
        return 0;
    umount2(target, MNT_DETACH);
    return -1;
}

/* Show something as it is, read-only, with nothing over what is hidden below it. */
static int show_itself(const launch_plan *plan, const char *path)
{
    if (mount(path, path + 1, NULL, MS_BIND | MS_REC, NULL) < 0 || change_mounts(path + 1, ALL_BELOW, READ_ONLY, 0) < 0)
        return -1;
    for (const char *step = plan->view; *step; step += strlen(step) + 1)
        if (*step == VIEW_HIDDEN && is_below(step + 1, path)) {
            struct stat seen;
            if (stat(step + 2, &seen) == 0 && show_to_read(S_ISDIR(seen.st_mode) ? NOTHING : "/dev/null", step + 2) < 0)
                return -1;
        }
    return 0;
}

/* Show a file of the overlay of its folder, so that locks on it are nobody else's. */
static int show_file(const launch_plan *plan, const char *path)
{
    char folder[PATH_MAX], shown[PATH_MAX] = FOLDER_OF_FILE;
    const char *name = strrchr(path, '/');
    if (strlen(path) >= sizeof folder - sizeof FOLDER_OF_FILE || name == path)
        return -1;
    *(char *)mempcpy(folder, path, (size_t)(name - path)) = '\0';
    if (overlay(plan, folder, FOLDER_OF_FILE, NULL, NULL) < 0)
        return -1;
    int done = mount(strcat(shown, name), path + 1, NULL, MS_BIND, NULL);
    umount2(FOLDER_OF_FILE, MNT_DETACH);
    return done;
}

/* Do what one step says, with the new root as the current folder; 0 if its folder cannot be written. */
static int take_step(const launch_plan *plan, const char *step, launch_sandbox *sandbox)
{
    const char *path = step + 1, *below = step + 2;
    switch (*step) {
    case VIEW_HIDDEN: hide(path); break;
    case VIEW_LINK:
        make_way(below);
        symlink(step + strlen(step) + 1, below);
        break;
    case VIEW_MEMORY:
        make_folder(below);
        chmod(below, 01777);
        return mount(below, below, NULL, MS_BIND, NULL) == 0;
    case VIEW_WORKING_FOLDER:
        make_folder(below);
        if (overlay(plan, path, below, MEMORY_FOLDER "/here", MEMORY_FOLDER "/here.work") == 0)
            return 1;
        sandbox->protections &= ~LAUNCH_OWN_LOCKS;
        show_itself(plan, path);
        return 0;
    case VIEW_FOLDER:
        make_folder(below);
        if (overlay(plan, path, below, NULL, NULL) == 0)
            break;
        sandbox->protections &= ~LAUNCH_OWN_LOCKS;
        show_itself(plan, path);
        break;
    case VIEW_FILE:
        make_file(below);
        if (show_file(plan, path) == 0)
            break;
        sandbox->protections &= ~LAUNCH_OWN_LOCKS;
        show_itself(plan, path);
        break;
    default: break;
    }
    return 1;
}

int make_devices(void)
{
    static const char *const devices[] = {"null", "zero", "full", "random", "urandom", "tty"};
    static const char *const links[][2] = {{"pts/ptmx", "dev/ptmx"},
                                           {"/proc/self/fd", "dev/fd"},
                                           {"/proc/self/fd/0", "dev/stdin"},
                                           {"/proc/self/fd/1", "dev/stdout"},
                                           {"/proc/self/fd/2", "dev/stderr"}};
    char from[32], to[32];
    mkdir("dev", 0755);
    mkdir("dev/pts", 0755);
    mkdir("dev/shm", 0755);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        strcat(strcpy(from, "/dev/"), devices[i]);
        strcat(strcpy(to, "dev/"), devices[i]);
        make_file(to);
        show_to_read(from, to);
    }
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        symlink(links[i][0], links[i][1]);
    int own =
        mount("devpts", "dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=0600,max=16") == 0;
    return mount(MEMORY_FOLDER "/shm", "dev/shm", NULL, MS_BIND, NULL) == 0 && own;
}

int make_memory(const launch_plan *plan)
{
    /* Who read a folder is nothing that the next program need know. */
    if (mount("tmpfs", MEMORY_FOLDER, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, plan->memory) < 0)
        return -1;
    if (mkdir(MEMORY_FOLDER "/shm", 01777) == 0 && mkdir(NOTHING, 0755) == 0 && mkdir(MASKS, 0755) == 0
        && mkdir(FOLDER_OF_FILE, 0755) == 0)
        return 0;
    umount2(MEMORY_FOLDER, MNT_DETACH);
    return -1;
}

int root_enter(const launch_plan *plan, launch_sandbox *sandbox)
{
    static const char root[] = MEMORY_FOLDER "/root";
    int32_t before = sandbox->protections;
    int folder = plan->folder ? open_path(plan->folder) : -1;
    mode_t mask = umask(0);
    if (make_memory(plan) < 0)
        goto refused;
    if (mkdir(root, 0755) < 0 || mount(root, root, NULL, MS_BIND, NULL) < 0 || chdir(root) < 0)
        goto undo;
    sandbox->protections |= LAUNCH_READ_ONLY_MOUNTS | LAUNCH_OWN_ROOT | LAUNCH_OWN_LOCKS | LAUNCH_OWN_SOCKETS;
    int own = 1;
    for (const char *step = plan->view; *step; step += strlen(step) + 1) {
        own &= take_step(plan, step, sandbox);
        if (*step == VIEW_LINK)
            step += strlen(step) + 1;
    }
    if (own)
        sandbox->protections |= LAUNCH_OWN_FOLDERS;
    if (make_devices())
        sandbox->protections |= LAUNCH_OWN_DEVICES;
    mkdir("proc", 0555);
    if (folder >= 0) {
        make_folder(plan->folder + 1);
        if (show_writable(folder, plan->folder + 1) < 0)
            goto undo;
        close(folder);
    }
    if (change_mounts(".", 0, READ_ONLY, 0) < 0 || syscall(SYS_pivot_root, ".", ".") < 0)
        goto undo;
    umask(mask);
    return 1;
undo:
    chdir("/");
    umount2(MEMORY_FOLDER, MNT_DETACH);
refused:
    if (folder >= 0)
        close(folder);
    umask(mask);
    sandbox->protections = before;
    return 0;
}

#endif
