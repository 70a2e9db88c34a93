/* dap_data.c - requests about a stopped kernel: its warps, their frames, variables,
 * expressions.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/bits.h"
#include "runtime/debug/command.h"
#include "runtime/debug/complete.h"
#include "runtime/debug/dap.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/type.h"

/* ---- threads: warps ---------------------------------------------------------------- */

u64 dap_thread_id(const struct focus *f) {
	return f->set ? FIRST_THREAD + f->cta * 32 + f->warp : NO_THREAD;
}

/* Chooses the lane in focus if the warp is in focus, else the first live one. */
bool dap_focus_of(double id, struct focus *f) {
	if (!dbg.g || !(id >= FIRST_THREAD && id < 0x1p53))
		return false;
	u64 n = (u64)id - FIRST_THREAD;
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
	json_quoted(out, name);
	fputc('}', out);
}

void dap_threads(const struct json *r) {
	struct message m;
	char name[100];
	u32 n = 0;
	FILE *out = dap_begin_response(&m, r, true);
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
			put_thread(out, &n, dap_thread_id(&f), name);
		}
	}
	if (!n)
		put_thread(out, &n, NO_THREAD, "program");
	fputs("]}", out);
	dap_send(&m);
}

/* ---- frames and variables ---------------------------------------------------------- */

/* Editors have a working folder of their own. Relative paths, as the compiler was given
 * them, are searched in the working folder and in that of the program. */
static const char *absolute(struct arena *a, const char *file) {
	char path[PATH_MAX], self[PATH_MAX];
	if (*file == '/' || realpath(file, path))
		return *file == '/' ? file : arena_strdup(a, path, strlen(path));
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n > 0) {
		self[n] = 0;
		*strrchr(self, '/') = 0;
		if (realpath(arena_printf(a, "%s/%s", self, file), path))
			return arena_strdup(a, path, strlen(path));
	}
	return file;
}

void dap_put_source(FILE *out, const char *key, const char *file, u32 line) {
	fprintf(out, ",\"line\":%u,\"column\":1", line);
	if (!file)
		return;
	fprintf(out, ",\"%s\":{\"name\":", key);
	json_quoted(out, places_base(file));
	fputs(",\"path\":", out);
	json_quoted(out, absolute(&dap.arena, file));
	fputc('}', out);
}

void dap_stack_trace(const struct json *r, const struct json *args) {
	struct message m;
	struct focus f;
	struct dframe fr;
	u32 start = json_u32_of(args, "startFrame");
	u32 levels = json_u32_of(args, "levels"), shown = 0;
	bool ok = dap_focus_of(json_number_of(args, "threadId", 0), &f);
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"stackFrames\":[", out);
	u32 total = ok ? state_depth(&f) : 0;
	for (u32 n = start; n < total && (!levels || n < start + levels); n++) {
		if (!state_frame(&f, n, &fr))
			break;
		struct source_line l = places_line(fr.code, fr.inst, fr.level);
		f.frame = n;
		vec_push(&dap.arena, &dap.frame, f);
		fprintf(out, "%s{\"id\":%u,\"name\":", shown++ ? "," : "", dap.frame.n);
		json_quoted(out, places_function(fr.code, fr.inst, fr.level));
		dap_put_source(out, "source", l.file, l.line);
		fprintf(out, ",\"instructionPointerReference\":\"0x%llx\"}",
		        (unsigned long long)places_pc(fr.code, fr.inst));
	}
	fprintf(out, "],\"totalFrames\":%u}", total);
	dap_send(&m);
}

static bool frame_of(const struct json *args, struct focus *f) {
	u32 id = json_u32_of(args, "frameId");
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

void dap_scopes(const struct json *r, const struct json *args) {
	static const char *const names[] = {"Locals", "Registers", "Built-ins", "Shared"};
	static const char *const hints[] = {"locals", "registers", "", ""};
	struct message m;
	struct focus f;
	if (!frame_of(args, &f) || dap.state != DAP_STOPPED) {
		dap_refuse(r, "no kernel is stopped");
		return;
	}
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"scopes\":[", out);
	for (u32 i = 0; i < countof(names); i++)
		fprintf(out,
		        "%s{\"name\":\"%s\",\"presentationHint\":\"%s\","
		        "\"variablesReference\":%u,\"expensive\":%s}",
		        i ? "," : "", names[i], hints[i],
		        new_ref((enum ref_kind)i, &f, NULL),
		        i == REF_SHARED ? "true" : "false");
	fputs("]}", out);
	dap_send(&m);
}

static const char *value_text(struct eval *e, const struct value *v) {
	struct text_stream s;
	value_print(e, text_open(&s), v, NULL);
	const char *text = text_close(&s, e->arena);
	return e->error ? e->error : text;
}

static bool has_children(const struct dtype *t) {
	return t->kind == DT_STRUCT || t->kind == DT_UNION ||
	       (t->kind == DT_ARRAY && t->count);
}

static void put_type(FILE *out, const struct dtype *t) {
	struct text_stream s;
	struct arena a = ARENA_INIT;
	type_name(text_open(&s), t);
	fputs(",\"type\":", out);
	json_quoted(out, text_close(&s, &a));
	arena_drop(&a);
}

/* Writes the members that a response needs of a value. */
static void put_value(FILE *out, struct eval *e, const char *key, const struct value *v) {
	u32 id = has_children(v->type) ? new_ref(REF_VALUE, &e->at, v) : 0;
	fprintf(out, ",\"%s\":", key);
	json_quoted(out, value_text(e, v));
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
	json_quoted(l->out, name);
	if (error) {
		fputs(",\"value\":", l->out);
		json_quoted(l->out, error);
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

/* Returns member or element i of a value; what is in no memory is copied. */
static struct value child_of(const struct value *of, u64 i) {
	const struct dtype *t = of->type;
	const struct dmember *m = t->kind == DT_ARRAY ? NULL : &t->member[i];
	struct value v = *of;
	v.type = m ? m->type : t->base;
	u64 offset = m ? m->offset : i * v.type->size;
	v.bits = m ? m->bits : 0;
	v.bit_offset = m ? m->bit_offset : 0;
	if (v.space != SPACE_NONE) {
		v.addr += offset;
		return v;
	}
	const u8 *from = (of->data ? of->data : of->bytes) + offset;
	u8 *copy = arena_copy(&dap.arena, from, v.type->size, 16);
	memset(v.bytes, 0, sizeof v.bytes);
	v.data = v.type->size > sizeof v.bytes ? copy : NULL;
	if (!v.data)
		memcpy(v.bytes, copy, v.type->size);
	return v;
}

static const char *child_name(const struct dtype *t, u64 i, char buf[32]) {
	snprintf(buf, 32, "[%llu]", (unsigned long long)i);
	if (t->kind == DT_ARRAY)
		return buf;
	return t->member[i].is_base ? "(base)" : t->member[i].name;
}

static u64 child_count(const struct dtype *t) {
	return t->kind == DT_ARRAY ? MIN(t->count, (u64)CHILDREN_MOST) : t->nmember;
}

static void list_children(struct list *l, const struct variables *x) {
	const struct dtype *t = x->value.type;
	for (u64 i = 0; i < child_count(t); i++) {
		char name[32];
		struct value v = child_of(&x->value, i);
		put_variable(l, &x->at, child_name(t, i, name), &v, NULL);
	}
}

bool dap_named_value(const struct json *args, const char *name, struct value *v,
                     const char **error) {
	u32 id = json_u32_of(args, "variablesReference");
	struct focus f = dbg.focus;
	char buf[32];
	frame_of(args, &f);
	if (id > dap.ref.n) {
		*error = "no such variables";
		return false;
	}
	struct variables *x = id ? &dap.ref.at[id - 1] : NULL;
	struct eval e = {.arena = &dap.arena, .at = x ? x->at : f};
	if (!x || x->kind != REF_VALUE) {
		bool ok = eval_expr(&e, name, v);
		*error = e.error;
		return ok;
	}
	for (u64 i = 0; i < child_count(x->value.type); i++)
		if (strcmp(child_name(x->value.type, i, buf), name) == 0) {
			*v = child_of(&x->value, i);
			return true;
		}
	*error = "no such member";
	return false;
}

void dap_variables_of(const struct json *r, const struct json *args) {
	static const char *const builtins[] = {"threadIdx", "blockIdx", "blockDim",
	                                       "gridDim",   "%laneid",  "%warpid",
	                                       "%smid",     "$pc"};
	u32 id = json_u32_of(args, "variablesReference");
	struct message m;
	if (!id || id > dap.ref.n || dap.state != DAP_STOPPED) {
		dap_refuse(r, "no such variables");
		return;
	}
	struct variables x = dap.ref.at[id - 1];
	struct list l = {.out = dap_begin_response(&m, r, true), .a = &dap.arena};
	fputs(",\"body\":{\"variables\":[", l.out);
	switch (x.kind) {
	case REF_LOCALS: list_locals(&l, &x.at); break;
	case REF_REGISTERS: list_registers(&l, &x.at); break;
	case REF_BUILTINS: list_names(&l, &x.at, builtins, countof(builtins)); break;
	case REF_SHARED: list_shared(&l, &x.at); break;
	default: list_children(&l, &x); break;
	}
	fputs("]}", l.out);
	dap_send(&m);
}

/* ---- expressions ------------------------------------------------------------------- */

/* A line of the console that is no expression is a command. */
static void console(const struct json *r, const char *line) {
	struct message m;
	struct arena a = ARENA_INIT;
	struct text_stream s;
	FILE *was = dbg.out;
	dbg.out = text_open(&s);
	command_line(line);
	bool go = command_resumes();
	dbg.out = was;
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"result\":", out);
	json_quoted(out, text_close(&s, &a));
	fputs(",\"variablesReference\":0}", out);
	dap_send(&m);
	arena_drop(&a);
	if (go && dap.state == DAP_STOPPED)
		dap_let_go();
}

void dap_evaluate(const struct json *r, const struct json *args) {
	const char *text = json_text_of(args, "expression", "");
	bool repl = strcmp(json_text_of(args, "context", ""), "repl") == 0;
	struct focus f = dbg.focus;
	struct message m;
	struct value v;
	frame_of(args, &f);
	struct eval e = {.arena = &dap.arena, .at = f};
	if (dap.state != DAP_STOPPED && !repl) {
		dap_refuse(r, "no kernel is stopped");
		return;
	}
	if (dap.state != DAP_STOPPED || !eval_expr(&e, text, &v)) {
		if (repl)
			console(r, text);
		else
			dap_refuse(r, "%s", e.error);
		return;
	}
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"presentationHint\":{}", out);
	put_value(out, &e, "result", &v);
	fputc('}', out);
	dap_send(&m);
}

/* Assigns to a value that lies in memory or a register, and responds with the new
 * value. */
static void set_value(const struct json *r, struct eval *e, const struct value *to,
                      const char *text) {
	struct message m;
	struct value from;
	if (!eval_expr(e, text, &from) || !value_store(e, to, &from)) {
		dap_refuse(r, "%s", e->error);
		return;
	}
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"presentationHint\":{}", out);
	put_value(out, e, "value", to);
	fputc('}', out);
	dap_send(&m);
}

static void set_named(const struct json *r, const struct json *args, const char *name) {
	struct value v;
	const char *error = NULL;
	if (dap.state != DAP_STOPPED) {
		dap_refuse(r, "no kernel is stopped");
	} else if (!dap_named_value(args, name, &v, &error)) {
		dap_refuse(r, "%s", error);
	} else {
		struct eval e = {.arena = &dap.arena, .at = v.at};
		set_value(r, &e, &v, json_text_of(args, "value", ""));
	}
}

void dap_set_variable(const struct json *r, const struct json *args) {
	if (json_number_of(args, "variablesReference", 0) == 0)
		dap_refuse(r, "no such variables");
	else
		set_named(r, args, json_text_of(args, "name", ""));
}

void dap_set_expression(const struct json *r, const struct json *args) {
	set_named(r, args, json_text_of(args, "expression", ""));
}

/* ---- completions ------------------------------------------------------------------- */

void dap_completions(const struct json *r, const struct json *args) {
	const char *text = json_text_of(args, "text", "");
	size_t n = MAX(json_u32_of(args, "column"), 1u) - 1, start;
	struct message m;
	struct arena a = ARENA_INIT;
	struct words w = {0};
	struct focus was = dbg.focus;
	frame_of(args, &dbg.focus);
	complete_line(&a, arena_printf(&a, "%.*s", (int)MIN(n, strlen(text)), text),
	              &start, &w);
	dbg.focus = was;
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"targets\":[", out);
	for (u32 i = 0; i < w.n; i++) {
		fputs(i ? ",{\"label\":" : "{\"label\":", out);
		json_quoted(out, w.at[i]);
		fprintf(out, ",\"start\":%zu,\"length\":%zu}", start,
		        MIN(n, strlen(text)) - start);
	}
	fputs("]}", out);
	dap_send(&m);
	arena_drop(&a);
}
