/* front.c - see front.h: the processes, and what they say.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/debugger/front.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/debug/lines.h"
#include "tools/debugger/fork.h"

enum { ANSWER_MS = 10000, LOOK_MS = 200 };

/* ---- messages ---------------------------------------------------------------------- */

void front_send(struct front *f, u32 kind, u32 number, const char *text) {
	f->m.kind = kind;
	f->m.number = number;
	f->m.nbreak = f->nbreak;
	f->m.failed = 0;
	snprintf(f->m.text, sizeof f->m.text, "%.*s", REMOTE_MOST - 1, text);
	remote_send(f->fd, &f->m);
}

/* A program begins: another one of a script begins with the commands again. */
static void greet(struct front *f) {
	lines_open(getenv("SIMT_DEBUG_COMMANDS"), getenv("SIMT_DEBUG_BATCH") != NULL);
	gdb_end(&f->gdb);
	kernels_close(&f->kernels);
	memset(f->shared, 0, sizeof f->shared);
	f->program = (pid_t)f->m.number;
	if (f->life >= 0)
		close(f->life);
	f->life = (int)syscall(SYS_pidfd_open, f->program, 0);
	f->asks = false;
	f->nbreak = 0;
	f->thread = 1;
	f->frame = f->helper = 0;
	f->commands = NULL;
	f->step = (struct host_step){NULL};
	f->begun = f->stands = f->failed = f->skips = false;
}

static void give_line(struct front *f) {
	const char *line = lines_next();
	front_send(f, line ? REMOTE_LINE : REMOTE_END, 0, line ? line : "");
}

static void give_file(struct front *f) {
	f->m.failed = !lines_queue_file(f->m.text);
	f->m.kind = REMOTE_DONE;
	f->m.nbreak = f->nbreak;
	remote_send(f->fd, &f->m);
}

/* Takes a message in. False: the program has closed its end. */
static bool take_message(struct front *f) {
	if (!remote_receive(f->fd, &f->m))
		return false;
	f->nbreak = MAX(f->nbreak, f->m.nbreak);
	switch (f->m.kind) {
	case REMOTE_HELLO: greet(f); break;
	case REMOTE_PROMPT:
		f->asks = true;
		f->failed = f->m.failed;
		break;
	case REMOTE_MORE: give_line(f); break;
	case REMOTE_QUEUE: lines_queue(f->m.text); break;
	case REMOTE_FILE: give_file(f); break;
	case REMOTE_ANSWER: f->answers = true; break;
	default: break;
	}
	return true;
}

static bool is_ready(int fd, int ms) {
	struct pollfd p = {.fd = fd, .events = POLLIN};
	int n;
	do
		n = poll(&p, 1, ms);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

/* One that gdb holds is not over, for the system, before gdb has seen that. */
static bool is_zombie(pid_t pid) {
	char name[64], line[256];
	bool yes = false;
	snprintf(name, sizeof name, "/proc/%d/status", (int)pid);
	FILE *status = fopen(name, "re");
	while (status && fgets(line, sizeof line, status))
		yes |= strncmp(line, "State:", 6) == 0 && strchr("ZX", line[7]);
	if (status)
		fclose(status);
	return yes;
}

/* gdb may tell meanwhile of a stop that is to be passed over; not while it is in a call
 * of the program's. */
static bool wait_answer(struct front *f, bool in_call) {
	struct pollfd p[] = {{.fd = f->fd, .events = POLLIN},
	                     {.fd = -1, .events = POLLIN},
	                     {.fd = f->life, .events = POLLIN}};
	u32 waited = 0;
	f->answers = false;
	while (!f->answers) {
		p[1].fd = f->gdb.pid && !in_call ? f->gdb.from : -1;
		int n = poll(p, countof(p), LOOK_MS);
		waited = n == 0 ? waited + LOOK_MS : 0;
		if ((n < 0 && errno == EINTR) ||
		    (n == 0 && waited < ANSWER_MS && !is_zombie(f->program)))
			continue;
		if (n <= 0 || (p[0].revents && !take_message(f)) ||
		    (p[2].revents && !p[0].revents))
			return false;
		if (p[1].revents && gdb_read(&f->gdb) && f->gdb.has_stopped)
			host_pass(f);
	}
	return true;
}

/* gdb lets the helping thread alone run. */
static bool ask_held(struct front *f, u32 kind, u32 number, const char *text) {
	char call[80];
	struct gdb *g = &f->gdb;
	if (!f->helper || !g->pid)
		return false;
	snprintf(call, sizeof call, "thread apply %u call (void)simt_debug_serve()",
	         f->helper);
	gdb_do(g, "set scheduler-locking on");
	front_send(f, kind, number, text);
	gdb_begin(g, call);
	bool ok = wait_answer(f, true);
	struct remote_message end = {.kind = REMOTE_RETURN, .nbreak = f->nbreak};
	remote_send(f->fd, &end);
	if (!ok) /* it waits for something that a thread that stands still has */
		kill(f->program, SIGSTOP);
	gdb_wait(g);
	g->has_stopped = false;
	gdb_do(g, "set scheduler-locking replay");
	return ok;
}

bool front_ask(struct front *f, u32 kind, u32 number, const char *text) {
	if (f->stands || (f->gdb.attached && !f->gdb.running))
		return ask_held(f, kind, number, text);
	front_send(f, kind, number, text);
	return wait_answer(f, false);
}

/* ---- signals ----------------------------------------------------------------------- */

static struct front *the_front;

/* The terminal sends its signals to the program as well; others are passed on. */
static void on_signal(int sig, siginfo_t *info, void *context) {
	const struct front *f = the_front;
	(void)context;
	if (info->si_code == SI_KERNEL || (sig == SIGINT && (f->asks || f->stands)))
		return;
	kill(sig == SIGINT && f->program ? f->program : f->child, sig);
}

static void take_signals(struct front *f) {
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};
	struct sigaction act = {.sa_sigaction = on_signal,
	                        .sa_flags = SA_SIGINFO | SA_RESTART};
	the_front = f;
	for (u32 i = 0; i < countof(signals); i++)
		sigaction(signals[i], &act, NULL);
	signal(SIGPIPE, SIG_IGN);
}

/* ---- the session ------------------------------------------------------------------- */

bool front_hear_gdb(struct front *f) {
	if (f->gdb.pid && is_ready(f->gdb.from, 0))
		gdb_read(&f->gdb);
	if (!f->gdb.is_lost)
		return true;
	printf("gdb has ended: breakpoints in host code are gone.\n");
	fflush(stdout);
	f->gdb.is_lost = f->stands = false;
	return false;
}

bool front_is_over(const struct front *f) {
	return f->life >= 0 && (f->asks || f->stands) &&
	       (is_ready(f->life, 0) || is_zombie(f->program));
}

/* Another one of a script may follow. */
static void forget_program(struct front *f) {
	printf("\nThe program was killed; it no longer exists.\n");
	fflush(stdout);
	gdb_end(&f->gdb);
	f->asks = f->stands = false;
	close(f->life);
	f->life = -1;
}

static void step(struct front *f, int child) {
	struct pollfd p[] = {{.fd = child, .events = POLLIN},
	                     {.fd = f->fd, .events = POLLIN},
	                     {.fd = f->gdb.pid ? f->gdb.from : -1, .events = POLLIN}};
	front_hear_gdb(f);
	if (front_is_over(f)) {
		forget_program(f);
	} else if (f->gdb.has_stopped) {
		host_stopped(f);
	} else if (f->stands) {
		command_at_host(f);
	} else if (f->asks) {
		command_at_kernel(f);
	} else if (poll(p, countof(p), -1) > 0) {
		if (p[2].revents)
			front_hear_gdb(f);
		if (p[1].revents && !take_message(f))
			close(f->fd), f->fd = -1;
	}
}

static void tell_end(const struct front *f, int status) {
	if (!f->program || f->killed || !WIFSIGNALED(status))
		return;
	const char *name = sigabbrev_np(WTERMSIG(status));
	printf("\nProgram terminated with signal SIG%s, %s.\nThe program no longer "
	       "exists.\n",
	       name ? name : "?", strsignal(WTERMSIG(status)));
}

/* Ends as the program did. */
static int end_as(const struct front *f, int status) {
	struct rlimit none = {0, 0};
	if (f->killed)
		return 0;
	fflush(stdout);
	if (WIFSIGNALED(status)) {
		setrlimit(RLIMIT_CORE, &none);
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int serve(struct front *f) {
	int status, child = (int)syscall(SYS_pidfd_open, f->child, 0);
	take_signals(f);
	while (child >= 0 && !is_ready(child, 0))
		step(f, child);
	gdb_end(&f->gdb);
	while (waitpid(f->child, &status, 0) < 0 && errno == EINTR)
		;
	tell_end(f, status);
	return end_as(f, status);
}

bool front_fork(int *status) {
	static struct front f;
	int pair[2];
	char number[32];
	fflush(NULL);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) != 0)
		return true; /* without this process: host code is not debugged */
	pid_t self = getpid();
	snprintf(number, sizeof number, "%d:%d", pair[1], (int)self);
	f.child = fork();
	if (f.child <= 0) {
		close(pair[0]);
		if (f.child < 0) {
			close(pair[1]);
			return true;
		}
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != self)
			_exit(1);
		setenv(REMOTE_VARIABLE, number, 1);
		return true;
	}
	close(pair[1]);
	f.fd = pair[0];
	f.life = -1;
	fcntl(f.fd, F_SETFD, FD_CLOEXEC);
	*status = serve(&f);
	return false;
}
