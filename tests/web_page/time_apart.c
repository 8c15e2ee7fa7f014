/* Moves a program's clocks apart, lets its disk stall and its folder vanish: preloaded, and told
 * what to do by a file of numbers that the test writes while the program runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Nanoseconds to add to each clock; how long a write to the disk waits; what stat answers. */
static volatile int64_t *told;
enum { REAL, STEADY, BOOT, STALL_NS, ERRNO, NUMBERS };
static const char *lost;

/* Once more when a program that was forked has variables of its own. */
__attribute__((constructor)) void begin(void) {
    const char *name = getenv("TIME_APART");
    static int64_t nothing[NUMBERS];
    int file = name ? open(name, O_RDONLY) : -1;
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof nothing, PROT_READ, MAP_SHARED, file, 0);
    told = map == MAP_FAILED ? nothing : map;
    lost = getenv("TIME_APART_FILE");
}

static int64_t added(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return told[REAL];
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE: return told[STEADY];
    case CLOCK_BOOTTIME: return told[BOOT];
    default: return 0;
    }
}

static void add(struct timespec *at, int64_t ns) {
    int64_t sum = at->tv_nsec + ns % 1000000000;
    at->tv_sec += ns / 1000000000 + sum / 1000000000;
    at->tv_nsec = sum % 1000000000;
    if (at->tv_nsec < 0) {
        at->tv_nsec += 1000000000;
        at->tv_sec -= 1;
    }
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, at);
    if (!failed) add(at, added(clock));
    return failed;
}

/* Whoever waits for an instant waits by the kernel's clock. */
int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *until) {
    static int (*real)(sem_t *, clockid_t, const struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "sem_clockwait");
    struct timespec kernels = *until;
    add(&kernels, -added(clock));
    return real(sem, clock, &kernels);
}

static void stall(void) {
    int64_t ns = told[STALL_NS];
    struct timespec wait = {ns / 1000000000, ns % 1000000000};
    if (ns) nanosleep(&wait, NULL);
}

int fdatasync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    stall();
    return real(file);
}

int fsync(int file) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    stall();
    return real(file);
}

static int gone(const char *path) {
    if (!told[ERRNO] || !lost || !path || !strstr(path, lost)) return 0;
    errno = (int)told[ERRNO];
    return 1;
}

int stat64(const char *path, struct stat64 *found) {
    static int (*real)(const char *, struct stat64 *);
    if (!real) real = dlsym(RTLD_NEXT, "stat64");
    return gone(path) ? -1 : real(path, found);
}

int lstat64(const char *path, struct stat64 *found) {
    static int (*real)(const char *, struct stat64 *);
    if (!real) real = dlsym(RTLD_NEXT, "lstat64");
    return gone(path) ? -1 : real(path, found);
}

int fstatat64(int folder, const char *path, struct stat64 *found, int flags) {
    static int (*real)(int, const char *, struct stat64 *, int);
    if (!real) real = dlsym(RTLD_NEXT, "fstatat64");
    return gone(path) ? -1 : real(folder, path, found, flags);
}

/* Another boot id: the one that the kernel made is in a file that nobody can write. */
int open64(const char *path, int flags, ...) {
    static int (*real)(const char *, int, ...);
    if (!real) real = dlsym(RTLD_NEXT, "open64");
    const char *boot = getenv("TIME_APART_BOOT_ID");
    va_list rest;
    va_start(rest, flags);
    int makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    int mode = makes ? va_arg(rest, int) : 0;
    va_end(rest);
    if (boot && !strcmp(path, "/proc/sys/kernel/random/boot_id")) path = boot;
    return real(path, flags, mode);
}
