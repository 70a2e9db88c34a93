/* link.c - see link.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/link.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/core/api/check.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/lines.h"
#include "runtime/debug/remote.h"
#include "runtime/debug/show.h"

static int fd = -1;
static pid_t front;
/* While a thread serves, the others stand still, perhaps within a message. */
static bool serving;
static struct remote_message asked, served;

static struct remote_message *buffer(void) {
	return serving ? &served : &asked;
}

static bool put(u32 kind, u32 number, bool failed, const char *text) {
	struct remote_message *m = buffer();
	m->kind = kind;
	m->number = number;
	m->nbreak = dbg.nbreak;
	m->failed = failed;
	snprintf(m->text, sizeof m->text, "%.*s", REMOTE_MOST - 1, text);
	return remote_send(fd, m);
}

static struct remote_message *get(void) {
	struct remote_message *m = buffer();
	if (!remote_receive(fd, m))
		return NULL;
	dbg.nbreak = MAX(dbg.nbreak, m->nbreak);
	return m;
}

/* ---- what the front asks for ------------------------------------------------------- */

/* Does a command; what it prints is the answer. */
static void answer(const char *line) {
	struct arena a = ARENA_INIT;
	struct text_stream s;
	FILE *keep = dbg.out;
	line = arena_strdup(&a, line, strlen(line));
	dbg.out = text_open(&s);
	bool ok = command_line(line);
	if (command_resumes()) {
		say("The program is stopped in host code: nothing runs on the device.\n");
		ok = false;
	}
	dbg.out = keep;
	put(REMOTE_ANSWER, 0, !ok, text_close(&s, &a));
	arena_drop(&a);
}

static pid_t helper;
static pthread_mutex_t started = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_started = PTHREAD_COND_INITIALIZER;

/* Waits for gdb, which makes it call simt_debug_serve(). */
static void *help(void *ctx) {
	prctl(PR_SET_NAME, "simt-debug");
	pthread_mutex_lock(&started);
	helper = gettid();
	pthread_cond_signal(&has_started);
	pthread_mutex_unlock(&started);
	for (;;)
		pause();
	return ctx;
}

/* gdb is a child of the front's process. */
static pid_t start_helper(void) {
	pthread_t thread;
	sigset_t all, before;
	prctl(PR_SET_PTRACER, front, 0, 0, 0);
	sigfillset(&all);
	pthread_mutex_lock(&started);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	if (!helper && pthread_create(&thread, NULL, help, NULL) == 0) {
		pthread_detach(thread);
		while (!helper)
			pthread_cond_wait(&has_started, &started);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_mutex_unlock(&started);
	return helper;
}

/* Does what the front wants; false: the message is for the caller. */
static bool serve(const struct remote_message *m) {
	switch (m->kind) {
	case REMOTE_ASK: answer(m->text); return true;
	case REMOTE_SHARE:
		breaks_share(m->number, m->text);
		put(REMOTE_ANSWER, 0, false, "");
		return true;
	case REMOTE_THREAD:
		put(REMOTE_ANSWER, (u32)start_helper(), false, "");
		return true;
	default: return false;
	}
}

void simt_debug_serve(void) {
	struct remote_message *m;
	serving = true;
	while ((m = get()) && serve(m))
		;
	serving = false;
}

/* ---- lines ------------------------------------------------------------------------- */

static const char *take_line(void) {
	static char text[LINE_MOST];
	struct remote_message *m;
	while ((m = get()) && serve(m))
		;
	if (!m || m->kind != REMOTE_LINE)
		return NULL;
	snprintf(text, sizeof text, "%.*s", LINE_MOST - 1, m->text);
	return text;
}

const char *link_command(bool failed) {
	return put(REMOTE_PROMPT, 0, failed, "") ? take_line() : NULL;
}

const char *link_next(void) {
	return put(REMOTE_MORE, 0, false, "") ? take_line() : NULL;
}

void link_queue(const char *line) {
	put(REMOTE_QUEUE, 0, false, line);
}

bool link_queue_file(const char *path) {
	struct remote_message *m;
	return put(REMOTE_FILE, 0, false, path) && (m = get()) && !m->failed;
}

/* One process at a time: others of a script run without the debugger meanwhile. */
static bool is_free(void) {
	struct flock lock = {.l_type = F_WRLCK};
	return fcntl(fd, F_SETLK, &lock) == 0;
}

enum link_state link_open(void) {
	const char *variable = getenv(REMOTE_VARIABLE);
	int type = 0;
	socklen_t size = sizeof type;
	int number, process;
	if (!variable || sscanf(variable, "%d:%d", &number, &process) != 2)
		return LINK_NONE;
	unsetenv(REMOTE_VARIABLE);
	if (getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
	    type != SOCK_SEQPACKET)
		return LINK_NONE; /* the program's parent has closed it */
	fd = number;
	front = process;
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	if (!is_free())
		return LINK_TAKEN;
	return put(REMOTE_HELLO, (u32)getpid(), false, "") ? LINK_OPEN : LINK_NONE;
}
