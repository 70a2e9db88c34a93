/* dap.h - the front for the Debug Adapter Protocol: its state, messages, requests.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/json.h"
#include "runtime/debug/json.h"
#include "runtime/debug/session.h"
#include "runtime/debug/state.h"
#include "runtime/debug/value.h"

enum { MESSAGE_MOST = 16 << 20, CHILDREN_MOST = 4096, NO_THREAD = 1, FIRST_THREAD = 2 };
enum dap_state { DAP_IDLE, DAP_RUNNING, DAP_STOPPED };

/* The value of a variablesReference; valid while the kernel is stopped. */
enum ref_kind { REF_LOCALS, REF_REGISTERS, REF_BUILTINS, REF_SHARED, REF_VALUE };
struct variables {
	enum ref_kind kind;
	struct focus at;
	struct value value;
};

struct dap {
	int in, out, pipe; /* out: where messages go; pipe: the reading end of the
	                      program's output */
	pthread_mutex_t write_lock;
	pthread_cond_t changed;
	pthread_t reader, copier;
	bool configured, wants, held, go, disconnected, exited;
	enum dap_state state;
	u32 seq;
	bool at_fault; /* is what it stopped for */
	struct request last;
	struct arena arena; /* of one stop */
	VEC(struct focus) frame;
	VEC(struct variables) ref;
};
extern struct dap dap;

/* ---- dap_message.c ---- A message is begun, its members are written to what that gives, and it is sent. */
struct message {
	struct text_stream stream;
	FILE *out;
	struct arena arena;
};
FILE *dap_begin_event(struct message *m, const char *event);
FILE *dap_begin_response(struct message *m, const struct json *request, bool ok);
void dap_send(struct message *m);
void dap_send_event(const char *event);
void dap_send_output(const char *category, const char *text, size_t n);
void dap_respond(const struct json *request);
void dap_refuse(const struct json *request, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* ---- dap_data.c ---- Warps, frames, variables and expressions: answers to requests. */
u64 dap_thread_id(const struct focus *f);
bool dap_focus_of(double id, struct focus *f);
void dap_put_source(FILE *out, const char *key, const char *file, u32 line);
void dap_threads(const struct json *r);
void dap_stack_trace(const struct json *r, const struct json *args);
void dap_scopes(const struct json *r, const struct json *args);
void dap_variables_of(const struct json *r, const struct json *args);
void dap_evaluate(const struct json *r, const struct json *args);
void dap_set_variable(const struct json *r, const struct json *args);
void dap_set_expression(const struct json *r, const struct json *args);
void dap_completions(const struct json *r, const struct json *args);
/* Finds the value of a request's variablesReference and name, or name and frameId; false:
 * *error says why there is none. */
bool dap_named_value(const struct json *args, const char *name, struct value *v,
                     const char **error);

/* ---- dap_break.c ---- */
void dap_set_breakpoints(const struct json *r, const struct json *args);
void dap_set_function_breakpoints(const struct json *r, const struct json *args);
void dap_data_info(const struct json *r, const struct json *args);
void dap_set_data_breakpoints(const struct json *r, const struct json *args);

/* ---- dap_code.c ---- */
void dap_disassemble(const struct json *r, const struct json *args);
void dap_exception_info(const struct json *r, const struct json *args);

/* ---- dap.c ---- The launch's thread goes on as dbg.request says. */
void dap_let_go(void);
