/* A disk in somebody's hands: preloaded. It fails or stalls as a file of numbers says, and writes down
 * all that a folder is asked to keep, in order, so that a power cut can be played at any point. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* How long a sync takes, and what writes into the event's folder answer. */
static volatile int64_t *told;
enum { STALL_NS, ERRNO, NUMBERS };
enum { CREATE = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK };

static const char *folder, *event, *lacks;
static int record = -1, lies;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    static int64_t nothing[NUMBERS];
    const char *name = getenv("FAULTY_DISK"), *into = getenv("FAULTY_DISK_RECORD");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, file, 0);
    told = map == MAP_FAILED ? nothing : map;
    folder = getenv("FAULTY_DISK_FOLDER");
    event = getenv("FAULTY_DISK_EVENT");
    lacks = getenv("FAULTY_DISK_LACKS");
    lies = getenv("FAULTY_DISK_LIES") != NULL;
    if (into) record = open(into, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int within(const char *path, const char *where) {
    size_t size = where ? strlen(where) : 0;
    return size && !strncmp(path, where, size) && (!path[size] || path[size] == '/');
}

/* The absolute path of a file, or of a name in a folder; "" where there is none. */
static void path_of(int file, const char *name, char *path, size_t size) {
    char link[64];
    ssize_t got = 0;
    path[0] = 0;
    if (name && name[0] == '/') {
        snprintf(path, size, "%s", name);
        return;
    }
    if (file == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    got = readlink(link, path, size - 1);
    path[got < 0 ? 0 : got] = 0;
    if (name && got > 0) snprintf(path + got, size - got, "/%s", name);
}

static void stall(void) {
    int64_t ns = told[STALL_NS];
    struct timespec wait = {ns / 1000000000, ns % 1000000000};
    if (ns) nanosleep(&wait, NULL);
}

static void note(uint32_t what, uint64_t inode, int64_t at, const void *first, uint32_t first_size,
                 const void *second, uint32_t second_size) {
    struct __attribute__((packed)) {
        uint32_t what;
        uint64_t inode;
        int64_t at;
        uint32_t first, second;
    } head = {what, inode, at, first_size, second_size};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)first, first_size}, {(void *)second, second_size}};
    syscall(SYS_writev, record, parts, 3);
}

static int refused(const char *path, int grows) {
    int number = (int)told[ERRNO];
    if (!number || !within(path, event) || (number == ENOSPC && !grows)) return 0;
    errno = number;
    return 1;
}

static int opened(int by, const char *name, int how, mode_t mode) {
    char path[4096];
    struct stat found;
    path_of(by, name, path, sizeof path);
    int writes = how & (O_CREAT | O_TRUNC | O_WRONLY | O_RDWR);
    if (!writes || !within(path, folder)) return syscall(SYS_openat, by, name, how, mode);
    int fresh = stat(path, &found) != 0;
    if (refused(path, fresh && how & O_CREAT)) return -1;
    pthread_mutex_lock(&order);
    int file = syscall(SYS_openat, by, name, how, mode), failed = errno;
    if (file >= 0 && record >= 0 && !fstat(file, &found) && S_ISREG(found.st_mode)) {
        if (fresh) note(CREATE, found.st_ino, 0, path, strlen(path), NULL, 0);
        else if (how & O_TRUNC) note(TRUNCATE, found.st_ino, 0, path, strlen(path), NULL, 0);
    }
    pthread_mutex_unlock(&order);
    errno = failed;
    return file;
}

#define MODE_OF(how) \
    mode_t mode = 0; \
    if ((how) & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, how); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *name, int how, ...) { MODE_OF(how) return opened(AT_FDCWD, name, how, mode); }
int open64(const char *name, int how, ...) { MODE_OF(how) return opened(AT_FDCWD, name, how, mode); }
int openat(int by, const char *name, int how, ...) { MODE_OF(how) return opened(by, name, how, mode); }
int openat64(int by, const char *name, int how, ...) { MODE_OF(how) return opened(by, name, how, mode); }

/* Shares, and drives of other systems, that cannot do all that a disk can. */
static int lacking(const char *what, int file) {
    char path[4096];
    if (!lacks || !strstr(lacks, what) || file < 0) return 0;
    path_of(file, NULL, path, sizeof path);
    return within(path, folder) && !strstr(path, "/state/");
}

int flock(int file, int how) {
    if (lacking("locks", file)) { errno = EOPNOTSUPP; return -1; }
    if (lacking("exclusion", file)) return 0;
    return syscall(SYS_flock, file, how);
}

void *mmap(void *at, size_t size, int use, int how, int file, off_t from) {
    if (how & MAP_SHARED && lacking("memory", file)) { errno = ENODEV; return MAP_FAILED; }
    return (void *)syscall(SYS_mmap, at, size, use, how, file, from);
}

void *mmap64(void *at, size_t size, int use, int how, int file, off64_t from) {
    return mmap(at, size, use, how, file, from);
}

static ssize_t written(int file, const void *bytes, size_t size, off64_t at, int here) {
    char path[4096];
    struct stat found;
    path_of(file, NULL, path, sizeof path);
    if (!within(path, folder) || fstat(file, &found) || !S_ISREG(found.st_mode))
        return here ? syscall(SYS_write, file, bytes, size) : syscall(SYS_pwrite64, file, bytes, size, at);
    if (here) at = fcntl(file, F_GETFL) & O_APPEND ? found.st_size : lseek64(file, 0, SEEK_CUR);
    if (refused(path, at + (off64_t)size > found.st_size)) return -1;
    pthread_mutex_lock(&order);
    ssize_t done = here ? syscall(SYS_write, file, bytes, size) : syscall(SYS_pwrite64, file, bytes, size, at);
    int failed = errno;
    if (done > 0 && record >= 0) note(WRITE, found.st_ino, at, path, strlen(path), bytes, done);
    pthread_mutex_unlock(&order);
    errno = failed;
    return done;
}

ssize_t write(int file, const void *bytes, size_t size) { return written(file, bytes, size, 0, 1); }
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) { return written(file, bytes, size, at, 0); }
ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at) { return written(file, bytes, size, at, 0); }

static int cut(int file, off64_t size) {
    char path[4096];
    struct stat found;
    path_of(file, NULL, path, sizeof path);
    if (!within(path, folder) || fstat(file, &found)) return syscall(SYS_ftruncate, file, size);
    if (refused(path, size > found.st_size)) return -1;
    pthread_mutex_lock(&order);
    int failed = syscall(SYS_ftruncate, file, size);
    if (!failed && record >= 0) note(TRUNCATE, found.st_ino, size, path, strlen(path), NULL, 0);
    pthread_mutex_unlock(&order);
    return failed;
}

int ftruncate(int file, off_t size) { return cut(file, size); }
int ftruncate64(int file, off64_t size) { return cut(file, size); }

static int synced(int file, int call) {
    char path[4096];
    struct stat found;
    path_of(file, NULL, path, sizeof path);
    if (!within(path, folder) || fstat(file, &found)) return syscall(call, file);
    stall();
    if (refused(path, 0)) return -1;
    pthread_mutex_lock(&order);
    int failed = syscall(call, file);
    if (!failed && !lies && record >= 0) note(SYNC, found.st_ino, S_ISDIR(found.st_mode), path, strlen(path), NULL, 0);
    pthread_mutex_unlock(&order);
    return failed;
}

int fsync(int file) { return synced(file, SYS_fsync); }
int fdatasync(int file) { return synced(file, SYS_fdatasync); }

static int renamed(int by, const char *name, int to_by, const char *to) {
    char path[4096], other[4096];
    path_of(by, name, path, sizeof path);
    path_of(to_by, to, other, sizeof other);
    if (!within(path, folder) && !within(other, folder)) return syscall(SYS_renameat, by, name, to_by, to);
    if (refused(other, 0)) return -1;
    pthread_mutex_lock(&order);
    int failed = syscall(SYS_renameat, by, name, to_by, to);
    if (!failed && record >= 0) note(RENAME, 0, 0, path, strlen(path), other, strlen(other));
    pthread_mutex_unlock(&order);
    return failed;
}

int rename(const char *name, const char *to) { return renamed(AT_FDCWD, name, AT_FDCWD, to); }
int renameat(int by, const char *name, int to_by, const char *to) { return renamed(by, name, to_by, to); }

static int unlinked(int by, const char *name, int how) {
    char path[4096];
    path_of(by, name, path, sizeof path);
    if (!within(path, folder)) return syscall(SYS_unlinkat, by, name, how);
    if (refused(path, 0)) return -1;
    pthread_mutex_lock(&order);
    int failed = syscall(SYS_unlinkat, by, name, how);
    if (!failed && record >= 0) note(UNLINK, 0, 0, path, strlen(path), NULL, 0);
    pthread_mutex_unlock(&order);
    return failed;
}

int unlink(const char *name) { return unlinked(AT_FDCWD, name, 0); }
int unlinkat(int by, const char *name, int how) { return unlinked(by, name, how); }
