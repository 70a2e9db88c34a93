/* dap.c - the front for editors: the Debug Adapter Protocol over the standard input and
 * output.
 *
 * One thread reads requests and answers them. What looks at the kernel, or changes
 * breakpoints, does so with the lists locked and the launch's thread at rest: stopped, or
 * held for a moment between two steps. The program's own output goes through a pipe and
 * becomes events.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/dap.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/places.h"
#include "runtime/threads/thread.h"

struct dap dap = {.write_lock = PTHREAD_MUTEX_INITIALIZER,
                  .changed = PTHREAD_COND_INITIALIZER};

/* ---- breakpoints ------------------------------------------------------------------- */

/* A module was loaded: tells the editor which pending breakpoints are found now. */
static void tell_breakpoints(void) {
	for (const struct breakpoint *b = dbg.breaks; b; b = b->next) {
		struct message m;
		if (b->is_gone || b->is_pending || !b->list || !b->nat)
			continue;
		struct source_line l = places_location(&b->at[0]);
		FILE *out = dap_begin_event(&m, "breakpoint");
		fprintf(out,
		        ",\"body\":{\"reason\":\"changed\",\"breakpoint\":{\"id\":%u,"
		        "\"verified\":true",
		        b->number);
		dap_put_source(out, "source", l.file, l.line);
		fputs("}}", out);
		dap_send(&m);
	}
}

/* ---- running ----------------------------------------------------------------------- */

void dap_let_go(void) {
	dap.last = dbg.request;
	dap.state = DAP_RUNNING; /* the next request may come before the thread wakes */
	dap.go = true;
	pthread_cond_broadcast(&dap.changed);
}

static void resume(const struct json *r, const struct json *args, enum resume kind,
                   bool back) {
	struct message m;
	struct focus f;
	if (dap.state != DAP_STOPPED) {
		dap_refuse(r, "no kernel is stopped");
		return;
	}
	if (strcmp(json_text_of(args, "granularity", ""), "instruction") == 0)
		kind = kind == RESUME_STEP   ? RESUME_STEPI
		       : kind == RESUME_NEXT ? RESUME_NEXTI
		                             : kind;
	if (dap_focus_of(json_number_of(args, "threadId", 0), &f))
		dbg.focus = f;
	dbg.focus.frame = 0;
	dbg.request = (struct request){.kind = kind, .back = back, .count = 1};
	FILE *out = dap_begin_response(&m, r, true);
	if (kind == RESUME_CONTINUE)
		fputs(",\"body\":{\"allThreadsContinued\":true}", out);
	dap_send(&m);
	dap_let_go();
}

static void initialize(const struct json *r) {
	static const char *const can[] = {"supportsConfigurationDoneRequest",
	                                  "supportsFunctionBreakpoints",
	                                  "supportsConditionalBreakpoints",
	                                  "supportsHitConditionalBreakpoints",
	                                  "supportsEvaluateForHovers",
	                                  "supportsStepBack",
	                                  "supportsSetVariable",
	                                  "supportsSetExpression",
	                                  "supportsDataBreakpoints",
	                                  "supportsCompletionsRequest",
	                                  "supportsLogPoints",
	                                  "supportsSteppingGranularity",
	                                  "supportsTerminateRequest",
	                                  "supportsDisassembleRequest",
	                                  "supportsExceptionInfoRequest"};
	struct message m;
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{", out);
	for (u32 i = 0; i < countof(can); i++)
		fprintf(out, "%s\"%s\":true", i ? "," : "", can[i]);
	fputc('}', out);
	dap_send(&m);
	dap_send_event("initialized");
}

/* Reads the settings of a launch request that simtrun's command line does not have. */
static void launch_request(const struct json *r, const struct json *args) {
	dbg.break_on_launch = json_number_of(args, "stopOnEntry", 0) != 0;
	dbg.break_on_exit = json_number_of(args, "stopOnExit", 0) != 0;
	dap_respond(r);
}

static void disconnect(const struct json *r) {
	dap_respond(r);
	dap.disconnected = true;
	pthread_cond_broadcast(&dap.changed);
	if (!dap.exited) {
		fflush(NULL);
		_exit(0);
	}
}

static void handle(const struct json *r) {
	const char *c = json_text_of(r, "command", "");
	const struct json *args = json_member(r, "arguments");
	static const struct {
		const char *name;
		enum resume kind;
		bool back;
	} runs[] = {{"continue", RESUME_CONTINUE, false},
	            {"next", RESUME_NEXT, false},
	            {"stepIn", RESUME_STEP, false},
	            {"stepOut", RESUME_FINISH, false},
	            {"stepBack", RESUME_NEXT, true},
	            {"reverseContinue", RESUME_CONTINUE, true}};
	static const struct {
		const char *name;
		void (*run)(const struct json *r, const struct json *args);
	} others[] = {{"launch", launch_request},
	              {"attach", launch_request},
	              {"setBreakpoints", dap_set_breakpoints},
	              {"setFunctionBreakpoints", dap_set_function_breakpoints},
	              {"dataBreakpointInfo", dap_data_info},
	              {"setDataBreakpoints", dap_set_data_breakpoints},
	              {"completions", dap_completions},
	              {"setExpression", dap_set_expression},
	              {"stackTrace", dap_stack_trace},
	              {"scopes", dap_scopes},
	              {"variables", dap_variables_of},
	              {"setVariable", dap_set_variable},
	              {"evaluate", dap_evaluate},
	              {"disassemble", dap_disassemble},
	              {"exceptionInfo", dap_exception_info}};
	for (u32 i = 0; i < countof(runs); i++)
		if (strcmp(c, runs[i].name) == 0) {
			resume(r, args, runs[i].kind, runs[i].back);
			return;
		}
	for (u32 i = 0; i < countof(others); i++)
		if (strcmp(c, others[i].name) == 0) {
			others[i].run(r, args);
			return;
		}
	if (strcmp(c, "initialize") == 0) {
		initialize(r);
	} else if (strcmp(c, "threads") == 0) {
		dap_threads(r);
	} else if (strcmp(c, "configurationDone") == 0) {
		dap.configured = true;
		dap_respond(r);
		pthread_cond_broadcast(&dap.changed);
	} else if (strcmp(c, "pause") == 0) {
		dap_respond(r);
		if (dap.state != DAP_STOPPED)
			atomic_store(&dbg.attention, 1);
	} else if (strcmp(c, "setExceptionBreakpoints") == 0) {
		dap_respond(r); /* faults always stop */
	} else if (strcmp(c, "disconnect") == 0 || strcmp(c, "terminate") == 0) {
		disconnect(r);
	} else {
		dap_refuse(r, "the request %s is not supported", c);
	}
}

/* ---- the reader -------------------------------------------------------------------- */

static bool read_exactly(char *to, size_t n) {
	while (n) {
		ssize_t k = read(dap.in, to, n);
		if (k <= 0)
			return false;
		to += k;
		n -= (size_t)k;
	}
	return true;
}

/* Reads the length of the next message; 0: there is none. */
static size_t read_head(void) {
	char line[256];
	size_t length = 0, n = 0;
	while (read_exactly(line + n, 1)) {
		if (line[n] != '\n') {
			n += n + 2 < sizeof line;
			continue;
		}
		line[n] = 0;
		if (n && line[n - 1] == '\r')
			line[--n] = 0;
		if (!n && length)
			return length;
		if (strncasecmp(line, "Content-Length:", 15) == 0)
			length = strtoul(line + 15, NULL, 10);
		if (length > MESSAGE_MOST)
			return 0;
		n = 0;
	}
	return 0;
}

/* While the kernel runs, it is held between two steps. */
static void handle_at_rest(const struct json *r) {
	bool waits = strcmp(json_text_of(r, "command", ""), "pause") != 0;
	debug_lock(true);
	if (waits && dap.state == DAP_RUNNING) {
		dap.wants = true;
		if (!dap.held) /* after the last request, it may not have gone on yet */
			atomic_store(&dbg.attention, 1);
		while (!dap.held && dap.state == DAP_RUNNING)
			debug_wait(&dap.changed);
	}
	handle(r);
	dap.wants = false;
	pthread_cond_broadcast(&dap.changed);
	debug_lock(false);
}

static void *read_requests(void *ctx) {
	static const char unread[] = "simt: a message that is no object of JSON\n";
	struct arena a = ARENA_INIT;
	size_t n;
	(void)ctx;
	while ((n = read_head())) {
		char *text = arena_alloc(&a, n + 1, 1);
		if (!read_exactly(text, n))
			break;
		text[n] = 0;
		const struct json *r = json_read(&a, text);
		if (r && r->kind == JSON_OBJECT)
			handle_at_rest(r);
		else
			dap_send_output("stderr", unread, sizeof unread - 1);
		arena_reset(&a);
	}
	arena_drop(&a);
	debug_lock(true);
	bool over = dap.exited;
	dap.disconnected = true;
	pthread_cond_broadcast(&dap.changed);
	debug_lock(false);
	if (!over) { /* the editor is gone */
		fflush(NULL);
		_exit(0);
	}
	return NULL;
}

/* ---- the program's output ---------------------------------------------------------- */

static void *copy_output(void *ctx) {
	char text[4096];
	ssize_t n;
	(void)ctx;
	while ((n = read(dap.pipe, text, sizeof text)) > 0)
		dap_send_output("stdout", text, (size_t)n);
	return NULL;
}

static ssize_t write_console(void *ctx, const char *text, size_t n) {
	(void)ctx;
	dap_send_output("console", text, n);
	return (ssize_t)n;
}

static void take_streams(void) {
	int ends[2], nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
	dap.in = fcntl(0, F_DUPFD_CLOEXEC, 3);
	dap.out = fcntl(1, F_DUPFD_CLOEXEC, 3);
	if (nothing >= 0)
		dup2(nothing, 0);
	if (pipe2(ends, O_CLOEXEC) == 0) {
		dap.pipe = ends[0];
		dup2(ends[1], 1);
		dup2(ends[1], 2);
		close(ends[1]);
	}
	setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
	dbg.out = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_console});
	if (!dbg.out)
		bug("no memory for a stream");
	setvbuf(dbg.out, NULL, _IOLBF, BUFSIZ);
}

/* ---- the front --------------------------------------------------------------------- */

static void start(void) {
	take_streams();
	if (!thread_start(&dap.copier, copy_output, NULL) ||
	    !thread_start(&dap.reader, read_requests, NULL))
		bug("no thread for the protocol");
	debug_lock(true);
	while (!dap.configured)
		debug_wait(&dap.changed);
	debug_lock(false);
}

static void tell_stop(const struct stop *s) {
	static const char *const reasons[] = {
		"pause",     "step",  "breakpoint", "data breakpoint",
		"exception", "pause", "entry",      "step",
		"step",      "goto"};
	struct message m;
	u32 number = 0;
	FILE *out = dap_begin_event(&m, "stopped");
	fprintf(out,
	        ",\"body\":{\"reason\":\"%s\",\"threadId\":%llu,\"allThreadsStopped\":"
	        "true",
	        reasons[s->reason], (unsigned long long)dap_thread_id(&dbg.focus));
	if (s->reason == STOP_FAULT) {
		const char *name = session_exception(&number);
		fputs(",\"description\":", out);
		json_quoted(out, name ? name : "the launch stops");
		fputs(",\"text\":", out);
		json_quoted(out, dbg.launch->fault.text);
	} else if (s->reason == STOP_BEGIN) {
		fputs(",\"description\":\"No more reverse-execution history.\"", out);
	} else if (s->reason == STOP_END) {
		fputs(",\"description\":\"The kernel has ended.\"", out);
	} else if (s->b) {
		fprintf(out, ",\"hitBreakpointIds\":[%u]", s->b->number);
	}
	fputc('}', out);
	dap_send(&m);
}

static void stopped(const struct stop *s) {
	fflush(dbg.out);
	fflush(stdout);
	debug_lock(true);
	if (s->reason == STOP_PAUSE &&
	    dap.wants) { /* only a request that is to be answered */
		dap.held = true;
		pthread_cond_broadcast(&dap.changed);
		while (dap.wants)
			debug_wait(&dap.changed);
		dap.held = false;
		dbg.request = dap.last;
		debug_lock(false);
		return;
	}
	dap.state = DAP_STOPPED;
	atomic_store(&dbg.attention, 0); /* it has stopped */
	dap.at_fault = s->reason == STOP_FAULT;
	dap.go = false;
	tell_stop(s);
	pthread_cond_broadcast(&dap.changed);
	while (!dap.go)
		debug_wait(&dap.changed);
	dap.go = false;
	dap.frame.n = dap.frame.cap = dap.ref.n = dap.ref.cap = 0;
	dap.frame.at = NULL;
	dap.ref.at = NULL;
	arena_reset(&dap.arena);
	debug_lock(false);
}

static void launch(bool begins) {
	debug_lock(true);
	dap.state = begins ? DAP_RUNNING : DAP_IDLE;
	dap.last = (struct request){.kind = RESUME_CONTINUE};
	if (begins)
		tell_breakpoints();
	pthread_cond_broadcast(&dap.changed);
	debug_lock(false);
}

static void print(const char *text, size_t n, bool is_error) {
	dap_send_output(is_error ? "stderr" : "stdout", text, n);
}

static void exited(int status) {
	struct message m;
	struct timespec until;
	fflush(dbg.out);
	fflush(NULL);
	int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nothing >= 0) { /* closes the pipe; what is in it is sent first */
		dup2(nothing, 1);
		dup2(nothing, 2);
		pthread_join(dap.copier, NULL);
	}
	FILE *out = dap_begin_event(&m, "exited");
	fprintf(out, ",\"body\":{\"exitCode\":%d}", status);
	dap_send(&m);
	debug_lock(true);
	dap.exited = true;
	dap.state = DAP_IDLE;
	dap_send_event("terminated");
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 2; /* no longer for a client that does not disconnect */
	while (!dap.disconnected && debug_wait_until(&dap.changed, &until))
		;
	debug_lock(false);
}

const struct front front_dap = {"dap", start, stopped, exited, print, launch, NULL};
