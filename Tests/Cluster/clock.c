// Shows a process another time than the machine's, by LD_PRELOAD: its wall clock, the time since some moment, or both.
//
// CARILLON_CLOCK names a file with two numbers of 64 bits: the nanoseconds that are added to the wall clock, and to the time since
// some moment. Who writes there changes the process's clocks at once. A wait until some time is one until that time as the process
// sees it, as it is on a machine with such a clock; one for a length of time is as long as it was. Timers that are set stay so.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

// The two numbers.
static const volatile int64_t *added;

__attribute__((constructor)) static void map(void) {
    const char *path = getenv("CARILLON_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, 2 * sizeof *added, PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) added = found;
    close(file);
}

static int64_t difference(clockid_t clock) {
    if (!added) return 0;
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_TAI: return added[0];
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_RAW: case CLOCK_MONOTONIC_COARSE: case CLOCK_BOOTTIME: return added[1];
    default: return 0;
    }
}

static struct timespec moved(struct timespec time, int64_t by) {
    int64_t all = time.tv_sec * SECOND + time.tv_nsec + by;
    // Zero would mean never.
    if (all < 1) all = 1;
    return (struct timespec){ all / SECOND, all % SECOND };
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (syscall(SYS_clock_gettime, clock, time) != 0) return -1;
    *time = moved(*time, difference(clock));
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
    return 0;
}

time_t time(time_t *time) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (time) *time = now.tv_sec;
    return now.tv_sec;
}

// What waits until a time of the wall clock.

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec real = moved(*until, -difference(CLOCK_REALTIME));
    return sem_clockwait(semaphore, CLOCK_REALTIME, &real);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict until) {
    // A condition may go by another clock, in which no machine has come so far.
    clockid_t clock = until->tv_sec > SECOND ? CLOCK_REALTIME : CLOCK_MONOTONIC;
    struct timespec real = moved(*until, -difference(clock));
    return pthread_cond_clockwait(condition, mutex, clock, &real);
}

// The clocks of timers, by their descriptors.
static clockid_t clocks[1 << 16];

int timerfd_create(clockid_t clock, int flags) {
    int timer = (int)syscall(SYS_timerfd_create, clock, flags);
    if (timer >= 0 && timer < 1 << 16) clocks[timer] = clock;
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *set, struct itimerspec *before) {
    struct itimerspec real = *set;
    int is_set = set->it_value.tv_sec != 0 || set->it_value.tv_nsec != 0;
    if (is_set && flags & TFD_TIMER_ABSTIME && timer >= 0 && timer < 1 << 16)
        real.it_value = moved(set->it_value, -difference(clocks[timer]));
    return (int)syscall(SYS_timerfd_settime, timer, flags, &real, before);
}
