/* dap.c - the front for editors: the Debug Adapter Protocol over the standard input and output.
 *
 * One thread reads requests and answers them. What looks at the kernel, or changes breakpoints, does so with the lists
 * locked and the launch's thread at rest: stopped, or held for a moment between two steps. The program's own
 * output goes through a pipe and becomes events.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/bits.h"
#include "base/json.h"
#include "runtime/debug/debug.h"
#include "runtime/debug/json.h"

enum { MESSAGE_MOST = 16 << 20, CHILDREN_MOST = 4096, NO_THREAD = 1, FIRST_THREAD = 2 };
enum dap_state { DAP_IDLE, DAP_RUNNING, DAP_STOPPED };

/* What a variablesReference stands for; valid while the kernel is stopped. */
enum ref_kind { REF_LOCALS, REF_REGISTERS, REF_BUILTINS, REF_SHARED, REF_VALUE };
struct variables {
	enum ref_kind kind;
	struct focus at;
	struct value value;
};

static struct {
	int in, out,
		pipe; /* out: where messages go; pipe: the reading end of the program's output */
	pthread_mutex_t write_lock;
	pthread_cond_t changed;
	pthread_t reader, copier;
	bool configured, wants, held, go, disconnected, exited;
	enum dap_state state;
	u32 seq;
	struct request last;
	struct arena arena; /* of one stop */
	VEC(struct focus) frame;
	VEC(struct variables) ref;
} dap = {.write_lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* ---- messages ---------------------------------------------------------------------------------- */

static void write_all(const char *at, size_t n) {
	while (n) {
		ssize_t k = write(dap.out, at, n);
		if (k <= 0)
			return;
		at += k;
		n -= (size_t)k;
	}
}

struct message {
	char *text;
	size_t size;
	FILE *out;
	struct arena arena;
};

static FILE *begin_message(struct message *m) {
	*m = (struct message){0};
	m->out = open_memstream(&m->text, &m->size);
	if (!m->out)
		bug("no memory for a message");
	return m->out;
}

static void send_message(struct message *m) {
	char head[64];
	fputc('}', m->out);
	fclose(m->out);
	const char *text = arena_adopt(&m->arena, m->text, m->size);
	int n = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", m->size);
	pthread_mutex_lock(&dap.write_lock);
	write_all(head, (size_t)n);
	write_all(text, m->size);
	pthread_mutex_unlock(&dap.write_lock);
	arena_drop(&m->arena);
}

static u32 next_seq(void) {
	return __atomic_add_fetch(&dap.seq, 1, __ATOMIC_RELAXED);
}

static FILE *begin_event(struct message *m, const char *event) {
	FILE *out = begin_message(m);
	fprintf(out, "{\"seq\":%u,\"type\":\"event\",\"event\":\"%s\"", next_seq(),
	        event);
	return out;
}

static void send_event(const char *event) {
	struct message m;
	begin_event(&m, event);
	send_message(&m);
}

static void send_output(const char *category, const char *text, size_t n) {
	struct message m;
	FILE *out = begin_event(&m, "output");
	fprintf(out, ",\"body\":{\"category\":\"%s\",\"output\":", category);
	json_string_n(out, text, n);
	fputc('}', out);
	send_message(&m);
}

static FILE *begin_response(struct message *m, const struct json *request, bool ok) {
	FILE *out = begin_message(m);
	fprintf(out,
	        "{\"seq\":%u,\"type\":\"response\",\"request_seq\":%u,\"success\":%s,"
	        "\"command\":",
	        next_seq(), (u32)json_number_of(request, "seq", 0),
	        ok ? "true" : "false");
	json_string(out, json_text_of(request, "command", ""));
	return out;
}

static void respond(const struct json *request) {
	struct message m;
	begin_response(&m, request, true);
	send_message(&m);
}

static void refuse(const struct json *request, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void refuse(const struct json *request, const char *fmt, ...) {
	struct message m;
	char text[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	FILE *out = begin_response(&m, request, false);
	fputs(",\"message\":", out);
	json_string(out, text);
	send_message(&m);
}

/* ---- threads: warps ------------------------------------------------------------------------------ */

static u64 thread_id(const struct focus *f) {
	return f->set ? FIRST_THREAD + f->cta * 32 + f->warp : NO_THREAD;
}

/* The lane in focus if the warp is, else the first that lives. */
static bool focus_of(double id, struct focus *f) {
	u64 n = id >= FIRST_THREAD ? (u64)id - FIRST_THREAD : 0;
	if (!dbg.g || id < FIRST_THREAD)
		return false;
	*f = (struct focus){.set = true, .cta = n / 32, .warp = (u32)(n % 32)};
	if (dbg.focus.set && dbg.focus.cta == f->cta && dbg.focus.warp == f->warp) {
		f->lane = dbg.focus.lane;
		return state_warp(f) != NULL;
	}
	struct cta *c = debug_cta(dbg.g, f->cta);
	if (!c || f->warp >= c->nwarp || !c->warp[f->warp].live)
		return false;
	f->lane = mask_first(c->warp[f->warp].live);
	return true;
}

static void put_thread(FILE *out, u32 *n, u64 id, const char *name) {
	fprintf(out, "%s{\"id\":%llu,\"name\":", (*n)++ ? "," : "",
	        (unsigned long long)id);
	json_string(out, name);
	fputc('}', out);
}

static void threads(const struct json *r) {
	struct message m;
	char name[100];
	u32 n = 0;
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"threads\":[", out);
	u64 from = 0;
	while (dbg.g) {
		const struct cta *next = NULL;
		for (struct cluster *cl = dbg.g->wk->resident; cl; cl = cl->next)
			for (u32 i = 0; i < cl->ncta; i++)
				if (cl->cta[i].nlive && cl->cta[i].linear >= from &&
				    (!next || cl->cta[i].linear < next->linear))
					next = &cl->cta[i];
		if (!next)
			break;
		from = next->linear + 1;
		for (u32 i = 0; i < next->nwarp; i++) {
			struct focus f = {.set = true, .cta = next->linear, .warp = i};
			if (!next->warp[i].live)
				continue;
			snprintf(name, sizeof name, "block (%u,%u,%u) warp %u",
			         next->id[0], next->id[1], next->id[2], i);
			put_thread(out, &n, thread_id(&f), name);
		}
	}
	if (!n)
		put_thread(out, &n, NO_THREAD, "program");
	fputs("]}", out);
	send_message(&m);
}

/* ---- frames and variables --------------------------------------------------------------------------- */

static void put_source(FILE *out, const char *file, u32 line) {
	fprintf(out, ",\"line\":%u,\"column\":1", line);
	if (!file)
		return;
	fputs(",\"source\":{\"name\":", out);
	json_string(out, places_base(file));
	fputs(",\"path\":", out);
	json_string(out, file);
	fputc('}', out);
}

static void stack_trace(const struct json *r, const struct json *args) {
	struct message m;
	struct focus f;
	struct dframe fr;
	u32 start = (u32)json_number_of(args, "startFrame", 0);
	u32 levels = (u32)json_number_of(args, "levels", 0), shown = 0;
	bool ok = focus_of(json_number_of(args, "threadId", 0), &f);
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"stackFrames\":[", out);
	u32 total = ok ? state_depth(&f) : 0;
	for (u32 n = start; n < total && (!levels || n < start + levels); n++) {
		if (!state_frame(&f, n, &fr))
			break;
		struct source_line l = places_line(fr.code, fr.inst, fr.level);
		f.frame = n;
		vec_push(&dap.arena, &dap.frame, f);
		fprintf(out, "%s{\"id\":%u,\"name\":", shown++ ? "," : "", dap.frame.n);
		json_string(out, places_function(fr.code, fr.inst, fr.level));
		put_source(out, l.file, l.line);
		fprintf(out, ",\"instructionPointerReference\":\"0x%llx\"}",
		        (unsigned long long)places_pc(fr.code, fr.inst));
	}
	fprintf(out, "],\"totalFrames\":%u}", total);
	send_message(&m);
}

static bool frame_of(const struct json *args, struct focus *f) {
	u32 id = (u32)json_number_of(args, "frameId", 0);
	if (!id || id > dap.frame.n) {
		*f = dbg.focus;
		return f->set;
	}
	*f = dap.frame.at[id - 1];
	return true;
}

static u32 new_ref(enum ref_kind kind, const struct focus *f, const struct value *v) {
	struct variables x = {.kind = kind, .at = *f};
	if (v)
		x.value = *v;
	vec_push(&dap.arena, &dap.ref, x);
	return dap.ref.n;
}

static void scopes(const struct json *r, const struct json *args) {
	static const char *const names[] = {"Locals", "Registers", "Built-ins", "Shared"};
	static const char *const hints[] = {"locals", "registers", "", ""};
	struct message m;
	struct focus f;
	if (!frame_of(args, &f) || dap.state != DAP_STOPPED) {
		refuse(r, "no kernel is stopped");
		return;
	}
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"scopes\":[", out);
	for (u32 i = 0; i < countof(names); i++)
		fprintf(out,
		        "%s{\"name\":\"%s\",\"presentationHint\":\"%s\","
		        "\"variablesReference\":%u,\"expensive\":%s}",
		        i ? "," : "", names[i], hints[i],
		        new_ref((enum ref_kind)i, &f, NULL),
		        i == REF_SHARED ? "true" : "false");
	fputs("]}", out);
	send_message(&m);
}

static const char *value_text(struct eval *e, const struct value *v) {
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		return "";
	value_print(e, out, v, NULL);
	fclose(out);
	const char *s = arena_adopt(e->arena, text, size);
	return e->error ? e->error : s;
}

static bool has_children(const struct dtype *t) {
	return t->kind == DT_STRUCT || t->kind == DT_UNION ||
	       (t->kind == DT_ARRAY && t->count);
}

static void put_type(FILE *out, const struct dtype *t) {
	char *text;
	size_t size;
	struct arena a = ARENA_INIT;
	FILE *to = open_memstream(&text, &size);
	if (!to)
		return;
	type_name(to, t);
	fclose(to);
	fputs(",\"type\":", out);
	json_string(out, arena_adopt(&a, text, size));
	arena_drop(&a);
}

/* The members that a response needs of a value. */
static void put_value(FILE *out, struct eval *e, const char *key, const struct value *v) {
	u32 id = has_children(v->type) ? new_ref(REF_VALUE, &e->at, v) : 0;
	fprintf(out, ",\"%s\":", key);
	json_string(out, value_text(e, v));
	put_type(out, v->type);
	fprintf(out, ",\"variablesReference\":%u", id);
	if (v->space == SPACE_GLOBAL || v->space == SPACE_GENERIC)
		fprintf(out, ",\"memoryReference\":\"0x%llx\"",
		        (unsigned long long)v->addr);
}

struct list {
	FILE *out;
	u32 n;
	struct arena *a;
};

static void put_variable(struct list *l, const struct focus *f, const char *name,
                         const struct value *v, const char *error) {
	struct eval e = {.arena = l->a, .at = *f};
	fputs(l->n++ ? ",{\"name\":" : "{\"name\":", l->out);
	json_string(l->out, name);
	if (error) {
		fputs(",\"value\":", l->out);
		json_string(l->out, error);
		fputs(",\"variablesReference\":0", l->out);
	} else {
		put_value(l->out, &e, "value", v);
	}
	fputc('}', l->out);
}

static void list_locals(struct list *l, const struct focus *f) {
	struct dvar **list;
	struct dframe fr;
	struct value v;
	const char *name;
	u32 shown = 0;
	if (!state_frame(f, f->frame, &fr))
		return;
	for (u32 params = 2; params--;) {
		u32 n = eval_locals(l->a, f, params, &list);
		for (u32 i = 0; i < n; i++, shown++) {
			struct eval e = {.arena = l->a, .at = *f};
			bool ok = eval_variable(&e, &fr, list[i], &v);
			put_variable(l, f, list[i]->name, &v, ok ? NULL : e.error);
		}
	}
	struct eval e = {.arena = l->a, .at = *f};
	for (u32 i = 0; !shown && eval_param(&e, &fr, i, &v, &name); i++)
		put_variable(l, f, name, &v, NULL);
}

static void list_registers(struct list *l, const struct focus *f) {
	struct dframe fr;
	u64 word[2];
	if (!state_frame(f, f->frame, &fr))
		return;
	const struct func *fn = fr.code->f->func;
	for (u32 i = 0; i < fn->nreg; i++) {
		if (!state_register(f, &fr, i, word))
			continue;
		struct value v = {.type = type_of_ptx((enum type)fn->reg[i].type),
		                  .space = SPACE_REGISTER,
		                  .addr = i,
		                  .at = *f};
		put_variable(l, f, fn->reg[i].name->s, &v, NULL);
	}
}

static void list_names(struct list *l, const struct focus *f, const char *const *names,
                       u32 n) {
	for (u32 i = 0; i < n; i++) {
		struct eval e = {.arena = l->a, .at = *f};
		struct value v;
		if (eval_expr(&e, names[i], &v))
			put_variable(l, f, names[i], &v, NULL);
	}
}

static void list_shared(struct list *l, const struct focus *f) {
	const struct module *m = dbg.module->ir;
	for (u32 i = 0; i < m->nvar; i++) {
		if (m->var[i].space == SPACE_SHARED && dbg.launch->shared_offset[i]) {
			struct eval e = {.arena = l->a, .at = *f};
			struct value v;
			const char *name;
			if (eval_module_var(&e, i, &v, &name))
				put_variable(l, f, name, &v, NULL);
		}
	}
}

/* Members or elements of a value; what lies in memory is read anew. */
static void list_children(struct list *l, const struct variables *x) {
	const struct dtype *t = x->value.type;
	u64 n = t->kind == DT_ARRAY ? MIN(t->count, (u64)CHILDREN_MOST) : t->nmember;
	struct eval e = {.arena = l->a, .at = x->at};
	for (u64 i = 0; i < n; i++) {
		char name[32];
		const struct dmember *m = t->kind == DT_ARRAY ? NULL : &t->member[i];
		const struct dtype *of = m ? m->type : t->base;
		u64 offset = m ? m->offset : i * of->size;
		struct value v = x->value;
		v.type = of;
		v.bits = m ? m->bits : 0;
		v.bit_offset = m ? m->bit_offset : 0;
		if (v.space == SPACE_NONE) {
			const u8 *from = (x->value.data ? x->value.data
			                                : x->value.bytes) +
			                 offset;
			u8 *copy = arena_copy(&dap.arena, from, of->size, 16);
			memset(v.bytes, 0, sizeof v.bytes);
			v.data = of->size > sizeof v.bytes ? copy : NULL;
			if (!v.data)
				memcpy(v.bytes, copy, of->size);
		} else {
			v.addr += offset;
		}
		snprintf(name, sizeof name, "[%llu]", (unsigned long long)i);
		put_variable(l, &e.at, m ? m->is_base ? "(base)" : m->name : name, &v,
		             NULL);
	}
}

static void variables(const struct json *r, const struct json *args) {
	static const char *const builtins[] = {"threadIdx", "blockIdx", "blockDim",
	                                       "gridDim",   "%laneid",  "%warpid",
	                                       "%smid",     "$pc"};
	u32 id = (u32)json_number_of(args, "variablesReference", 0);
	struct message m;
	if (!id || id > dap.ref.n || dap.state != DAP_STOPPED) {
		refuse(r, "no such variables");
		return;
	}
	struct variables x = dap.ref.at[id - 1];
	struct list l = {.out = begin_response(&m, r, true), .a = &dap.arena};
	fputs(",\"body\":{\"variables\":[", l.out);
	switch (x.kind) {
	case REF_LOCALS: list_locals(&l, &x.at); break;
	case REF_REGISTERS: list_registers(&l, &x.at); break;
	case REF_BUILTINS: list_names(&l, &x.at, builtins, countof(builtins)); break;
	case REF_SHARED: list_shared(&l, &x.at); break;
	default: list_children(&l, &x); break;
	}
	fputs("]}", l.out);
	send_message(&m);
}

/* ---- expressions --------------------------------------------------------------------------------------- */

static void let_go(void) {
	dap.last = dbg.request;
	dap.go = true;
	pthread_cond_broadcast(&dap.changed);
}

/* A line of the console that is no expression is a command. */
static void console(const struct json *r, const char *line) {
	struct message m;
	struct arena a = ARENA_INIT;
	char *text;
	size_t size;
	FILE *was = dbg.out, *to = open_memstream(&text, &size);
	if (!to)
		return;
	dbg.out = to;
	command_line(line);
	bool go = command_resumes();
	dbg.out = was;
	fclose(to);
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"result\":", out);
	json_string(out, arena_adopt(&a, text, size));
	fputs(",\"variablesReference\":0}", out);
	send_message(&m);
	arena_drop(&a);
	if (go && dap.state == DAP_STOPPED)
		let_go();
}

static void evaluate(const struct json *r, const struct json *args) {
	const char *text = json_text_of(args, "expression", "");
	bool repl = strcmp(json_text_of(args, "context", ""), "repl") == 0;
	struct focus f = dbg.focus;
	struct message m;
	struct value v;
	frame_of(args, &f);
	struct eval e = {.arena = &dap.arena, .at = f};
	if (dap.state != DAP_STOPPED && !repl) {
		refuse(r, "no kernel is stopped");
		return;
	}
	if (dap.state != DAP_STOPPED || !eval_expr(&e, text, &v)) {
		if (repl)
			console(r, text);
		else
			refuse(r, "%s", e.error);
		return;
	}
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"presentationHint\":{}", out);
	put_value(out, &e, "result", &v);
	fputc('}', out);
	send_message(&m);
}

static void set_variable(const struct json *r, const struct json *args) {
	u32 id = (u32)json_number_of(args, "variablesReference", 0);
	const char *name = json_text_of(args, "name", ""),
		   *value = json_text_of(args, "value", "");
	struct message m;
	struct value v;
	if (!id || id > dap.ref.n || dap.state != DAP_STOPPED) {
		refuse(r, "no such variables");
		return;
	}
	struct variables x = dap.ref.at[id - 1];
	struct eval e = {.arena = &dap.arena, .at = x.at};
	if (x.kind == REF_VALUE) {
		refuse(r, "set members and elements in the console");
		return;
	}
	if (!eval_expr(&e, arena_printf(&dap.arena, "%s = %s", name, value), &v)) {
		refuse(r, "%s", e.error);
		return;
	}
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"variablesReference\":0", out);
	put_value(out, &e, "value", &v);
	fputc('}', out);
	send_message(&m);
}

/* ---- breakpoints ------------------------------------------------------------------------------------------ */

static const char *keep(const char *s) {
	return s && *s ? arena_strdup(&dbg.arena, s, strlen(s)) : NULL;
}

static void forget_owned(const char *owner) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next)
		if (b->list && strcmp(b->list, owner) == 0)
			breaks_delete(b);
}

static void put_breakpoint(FILE *out, u32 i, const char *spec, const struct json *j,
                           const char *owner) {
	const char *error = NULL;
	struct breakpoint *b = breaks_add(spec, BREAK_POINT, &error);
	fputs(i ? ",{" : "{", out);
	if (!b) {
		fputs("\"verified\":false,\"message\":", out);
		json_string(out, error ? error : "no such place");
		fputc('}', out);
		return;
	}
	const char *hits = json_text_of(j, "hitCondition", "");
	b->number = ++dbg.nbreak;
	b->list = owner;
	b->condition = keep(json_text_of(j, "condition", NULL));
	b->log = keep(json_text_of(j, "logMessage", NULL));
	b->ignore = *hits ? (u32)MAX(atoi(hits) - 1, 0) : 0;
	fprintf(out, "\"id\":%u,\"verified\":%s", b->number,
	        b->is_pending ? "false" : "true");
	if (b->is_pending) {
		fputs(",\"message\":", out);
		json_string(out, error);
	} else {
		struct source_line l = places_line(b->at[0].code, b->at[0].inst, 0);
		put_source(out, l.file, l.line);
	}
	fputc('}', out);
}

static void set_breakpoints(const struct json *r, const struct json *args) {
	const struct json *source = json_member(args, "source"),
			  *list = json_member(args, "breakpoints");
	const char *path = json_text_of(source, "path", json_text_of(source, "name", ""));
	struct message m;
	u32 n = 0;
	forget_owned(path);
	const char *owner = arena_strdup(&dbg.arena, path, strlen(path));
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"breakpoints\":[", out);
	for (const struct json *b = list ? list->first : NULL; b; b = b->next) {
		char line[32];
		snprintf(line, sizeof line, ":%u",
		         (u32)MAX(json_number_of(b, "line", 0), 0));
		/* The path may be another than where it was compiled: its last part tells. */
		put_breakpoint(out, n++,
		               arena_printf(&dbg.arena, "%s%s", places_base(path), line),
		               b, owner);
	}
	fputs("]}", out);
	send_message(&m);
}

static void set_function_breakpoints(const struct json *r, const struct json *args) {
	static const char owner[] = "functions";
	const struct json *list = json_member(args, "breakpoints");
	struct message m;
	u32 n = 0;
	forget_owned(owner);
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{\"breakpoints\":[", out);
	for (const struct json *b = list ? list->first : NULL; b; b = b->next)
		put_breakpoint(out, n++, json_text_of(b, "name", "?"), b, owner);
	fputs("]}", out);
	send_message(&m);
}

/* A module came: what waited for it is known now. */
static void tell_breakpoints(void) {
	for (const struct breakpoint *b = dbg.breaks; b; b = b->next) {
		struct message m;
		if (b->is_gone || b->is_pending || !b->list || !b->nat)
			continue;
		struct source_line l = places_line(b->at[0].code, b->at[0].inst, 0);
		FILE *out = begin_event(&m, "breakpoint");
		fprintf(out,
		        ",\"body\":{\"reason\":\"changed\",\"breakpoint\":{\"id\":%u,"
		        "\"verified\":true",
		        b->number);
		put_source(out, l.file, l.line);
		fputs("}}", out);
		send_message(&m);
	}
}

/* ---- running ------------------------------------------------------------------------------------------------- */

static void resume(const struct json *r, const struct json *args, enum resume kind,
                   bool back) {
	struct message m;
	struct focus f;
	if (dap.state != DAP_STOPPED) {
		refuse(r, "no kernel is stopped");
		return;
	}
	if (strcmp(json_text_of(args, "granularity", ""), "instruction") == 0)
		kind = kind == RESUME_STEP   ? RESUME_STEPI
		       : kind == RESUME_NEXT ? RESUME_NEXTI
		                             : kind;
	if (focus_of(json_number_of(args, "threadId", 0), &f))
		dbg.focus = f;
	dbg.focus.frame = 0;
	dbg.request = (struct request){.kind = kind, .back = back, .count = 1};
	FILE *out = begin_response(&m, r, true);
	if (kind == RESUME_CONTINUE)
		fputs(",\"body\":{\"allThreadsContinued\":true}", out);
	send_message(&m);
	let_go();
}

static void initialize(const struct json *r) {
	static const char *const can[] = {"supportsConfigurationDoneRequest",
	                                  "supportsFunctionBreakpoints",
	                                  "supportsConditionalBreakpoints",
	                                  "supportsHitConditionalBreakpoints",
	                                  "supportsEvaluateForHovers",
	                                  "supportsStepBack",
	                                  "supportsSetVariable",
	                                  "supportsLogPoints",
	                                  "supportsSteppingGranularity",
	                                  "supportsTerminateRequest"};
	struct message m;
	FILE *out = begin_response(&m, r, true);
	fputs(",\"body\":{", out);
	for (u32 i = 0; i < countof(can); i++)
		fprintf(out, "%s\"%s\":true", i ? "," : "", can[i]);
	fputc('}', out);
	send_message(&m);
	send_event("initialized");
}

/* What the client may say of the launch beside what simtrun's command line has. */
static void launch_request(const struct json *r, const struct json *args) {
	dbg.break_on_launch = json_number_of(args, "stopOnEntry", 0) != 0;
	dbg.break_on_exit = json_number_of(args, "stopOnExit", 0) != 0;
	respond(r);
}

static void disconnect(const struct json *r) {
	respond(r);
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
	              {"setBreakpoints", set_breakpoints},
	              {"setFunctionBreakpoints", set_function_breakpoints},
	              {"stackTrace", stack_trace},
	              {"scopes", scopes},
	              {"variables", variables},
	              {"setVariable", set_variable},
	              {"evaluate", evaluate}};
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
		threads(r);
	} else if (strcmp(c, "configurationDone") == 0) {
		dap.configured = true;
		respond(r);
		pthread_cond_broadcast(&dap.changed);
	} else if (strcmp(c, "pause") == 0) {
		respond(r);
		atomic_store(&dbg.attention, 1);
	} else if (strcmp(c, "setExceptionBreakpoints") == 0) {
		respond(r); /* faults always stop */
	} else if (strcmp(c, "disconnect") == 0 || strcmp(c, "terminate") == 0) {
		disconnect(r);
	} else {
		refuse(r, "the request %s is not supported", c);
	}
}

/* ---- the reader ------------------------------------------------------------------------------------------------ */

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

/* The length of the next message; 0: there is none. */
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

/* ---- the program's output ---------------------------------------------------------------------------------------- */

static void *copy_output(void *ctx) {
	char text[4096];
	ssize_t n;
	(void)ctx;
	while ((n = read(dap.pipe, text, sizeof text)) > 0)
		send_output("stdout", text, (size_t)n);
	return NULL;
}

static ssize_t write_console(void *ctx, const char *text, size_t n) {
	(void)ctx;
	send_output("console", text, n);
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

/* ---- the front -------------------------------------------------------------------------------------------------- */

static void start(void) {
	take_streams();
	if (pthread_create(&dap.copier, NULL, copy_output, NULL) != 0 ||
	    pthread_create(&dap.reader, NULL, read_requests, NULL) != 0)
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
	FILE *out = begin_event(&m, "stopped");
	fprintf(out,
	        ",\"body\":{\"reason\":\"%s\",\"threadId\":%llu,\"allThreadsStopped\":"
	        "true",
	        reasons[s->reason], (unsigned long long)thread_id(&dbg.focus));
	if (s->reason == STOP_FAULT) {
		const char *name = session_exception(&number);
		fputs(",\"description\":", out);
		json_string(out, name ? name : "the launch stops");
		fputs(",\"text\":", out);
		json_string(out, dbg.launch->fault.text);
	} else if (s->reason == STOP_BEGIN) {
		fputs(",\"description\":\"No more reverse-execution history.\"", out);
	} else if (s->reason == STOP_END) {
		fputs(",\"description\":\"The kernel has ended.\"", out);
	} else if (s->b) {
		fprintf(out, ",\"hitBreakpointIds\":[%u]", s->b->number);
	}
	fputc('}', out);
	send_message(&m);
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
	dap.go = false;
	tell_stop(s);
	pthread_cond_broadcast(&dap.changed);
	while (!dap.go)
		debug_wait(&dap.changed);
	dap.go = false;
	dap.state = DAP_RUNNING;
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
	send_output(is_error ? "stderr" : "stdout", text, n);
}

static void exited(int status) {
	struct message m;
	struct timespec until;
	fflush(dbg.out);
	fflush(NULL);
	int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nothing >= 0) { /* the pipe ends, and what is in it comes first */
		dup2(nothing, 1);
		dup2(nothing, 2);
		pthread_join(dap.copier, NULL);
	}
	FILE *out = begin_event(&m, "exited");
	fprintf(out, ",\"body\":{\"exitCode\":%d}", status);
	send_message(&m);
	debug_lock(true);
	dap.exited = true;
	dap.state = DAP_IDLE;
	send_event("terminated");
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 2; /* a client that says no good-bye is not waited for */
	while (!dap.disconnected && debug_wait_until(&dap.changed, &until))
		;
	debug_lock(false);
}

const struct front front_dap = {"dap", start, stopped, exited, print, launch};
