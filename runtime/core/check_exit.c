/* check_exit.c - the end of a checked process: work that is pending is finished and
 * looked at, and the records are closed. A process with a GPU throws pending work away,
 * and with it what is wrong with it.
 *
 *     return from main, exit()   what ends with the main thread finishes work, before the program's own
 *                                handlers and destructors run; a handler of atexit does so again, for
 *                                these, and for exit() on another thread; then comes a destructor
 *     quick_exit()               a handler of at_quick_exit
 *     signals, abort()           the handler wakes a thread, which does what a handler must not do
 *
 * Work that is never done gets some time, then it is stopped and reported. _exit() and
 * exec() end a process at once.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/check.h"
#include "runtime/core/stream.h"
#include "runtime/threads/thread.h"

enum {
	SECOND_NS = 1000000000,
	POLL_NS = 10000000,
	/* After so long without a beat the thread that closes the records is stuck: it
	 * waits for a lock that the calling thread holds. */
	LOST_NS = 2000000000,
	SIGNAL_NAPS = 1000, /* that a thread waits at most for the end by a signal */
};

static struct {
	pthread_once_t once;
	_Atomic pid_t pid; /* whose threads and records these are */
	sem_t wake;
	_Atomic int signal; /* that ends the process, or 0 */
	_Atomic bool
		goes_on; /* no thread stays in the handler until the records are closed */
	_Atomic u64 beat;
	_Atomic bool is_closed; /* the records */
	_Atomic bool gave_up;   /* something is never done */
	_Atomic u32 how;        /* enum check_ending */
} end = {.once = PTHREAD_ONCE_INIT};

enum check_ending check_ending(void) {
	return atomic_load(&end.how);
}

/* ---- finishing ---- */

static bool is_failing(int sig);
static void nap(void);
static _Thread_local bool is_watcher;

/* A signal from outside ends the process: the thread that waits for it reports what runs,
 * and raises it again. The program may go on meanwhile, since its kernels are stopped,
 * and must not end first, with a status of its own. */
static void wait_for_signal(void) {
	if (!atomic_load(&end.goes_on) || is_watcher || atomic_load(&end.pid) != getpid())
		return;
	for (u32 i = 0; i < SIGNAL_NAPS; i++)
		nap();
}

bool check_drain(void) {
	const struct check_settings *s = check_settings(NULL);
	if (!s)
		return false;
	wait_for_signal();
	if (!atomic_load(&end.gave_up) &&
	    !queue_drain(s->wait_s * SECOND_NS, UINT64_MAX, &end.beat))
		atomic_store(&end.gave_up, true);
	return true;
}

bool check_finish(void) {
	if (!check_drain())
		return false;
	u32 running = CHECK_RUNS;
	atomic_compare_exchange_strong(&end.how, &running, CHECK_GAVE_UP);
	check_note_dropped(queue_stop());
	return true;
}

static void at_quick_end(void) {
	check_finish();
	check_close_records(0);
}

/* ---- signals ---- */

/* Signals that end a process by default. */
static const int ending[] = {SIGHUP,  SIGINT,  SIGQUIT,   SIGPIPE, SIGALRM,
                             SIGTERM, SIGUSR1, SIGUSR2,   SIGXCPU, SIGXFSZ,
                             SIGPROF, SIGIO,   SIGVTALRM, SIGPWR};
static bool is_failing(int sig) {
	for (u32 i = 0; i < THREAD_SIGNALS; i++)
		if (thread_signal[i] == sig)
			return true;
	return false;
}

static void nap(void) {
	nanosleep(&(struct timespec){.tv_nsec = POLL_NS}, NULL);
}

/* The calling thread may hold any lock. */
static void wait_for_records(void) {
	u64 seen = 0, still_ns = 0;
	while (!atomic_load(&end.is_closed) && still_ns < LOST_NS) {
		u64 beat = atomic_load(&end.beat);
		still_ns = beat == seen ? still_ns + POLL_NS : 0;
		seen = beat;
		nap();
	}
}

static void die_by(int sig) {
	sigset_t only;
	signal(sig, SIG_DFL);
	sigemptyset(&only);
	sigaddset(&only, sig);
	pthread_sigmask(SIG_UNBLOCK, &only, NULL);
	raise(sig);
}

/* The calling thread raised the signal, and cannot go on. A failing signal may also be
 * sent to the process, and then the system lets any thread take it: ours have work to
 * finish, and go on. */
static bool has_failed(int sig, const siginfo_t *info) {
	bool sent = info->si_code == SI_USER || info->si_code == SI_QUEUE;
	return is_failing(sig) && !(sent && thread_is_own());
}

/* A second signal ends the process at once; so does one in a child, which has no thread
 * of ours. */
static void on_signal(int sig, siginfo_t *info, void *context) {
	(void)context;
	int e = errno, none = 0;
	if (atomic_load(&end.pid) != getpid() ||
	    !atomic_compare_exchange_strong(&end.signal, &none, sig)) {
		die_by(sig);
		return;
	}
	bool fails = has_failed(sig, info);
	if (fails)
		queue_note_dying();
	else
		atomic_store(&end.goes_on, true);
	sem_post(&end.wake);
	if (fails) {
		wait_for_records();
		die_by(sig);
	}
	errno = e;
}

/* After a signal from outside the work gets a short time only; a process that fails gets
 * as much as one that exits. */
static void finish_for(int sig) {
	const struct check_settings *s = check_settings(NULL);
	bool fails = is_failing(sig);
	bool all = queue_drain(fails ? s->wait_s * SECOND_NS : SECOND_NS,
	                       fails ? UINT64_MAX : SECOND_NS, &end.beat);
	atomic_store(&end.how, fails && !all ? CHECK_GAVE_UP : CHECK_INTERRUPTED);
	check_note_dropped(queue_stop());
	check_close_records(sig);
}

static void *thread_main(void *unused) {
	(void)unused;
	is_watcher = true;
	while (sem_wait(&end.wake) != 0)
		;
	int sig = atomic_load(&end.signal);
	finish_for(sig);
	atomic_store(&end.is_closed, true);
	if (atomic_load(&end.goes_on))
		die_by(sig);
	return NULL;
}

static void catch (int sig) {
	struct sigaction old, act = {.sa_sigaction = on_signal,
	                             .sa_flags = (int)(SA_SIGINFO | SA_RESTART |
	                                               SA_RESETHAND | SA_ONSTACK)};
	if (sigaction(sig, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
	    old.sa_handler == SIG_DFL)
		sigaction(sig, &act, NULL);
}

static void begin(void) {
	pthread_t thread;
	check_guard_fork();
	at_quick_exit(at_quick_end);
	sem_init(&end.wake, 0, 0);
	if (!thread_start(&thread, thread_main, NULL))
		return;
	pthread_detach(thread);
	atomic_store(&end.pid, getpid());
	for (u32 i = 0; i < countof(ending); i++)
		catch (ending[i]);
	for (u32 i = 0; i < THREAD_SIGNALS; i++)
		catch (thread_signal[i]);
}

void check_watch_end(void) {
	pthread_once(&end.once, begin);
}
