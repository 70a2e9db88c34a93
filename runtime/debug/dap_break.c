/* dap_break.c - breakpoints of an editor: lists that replace each other, of lines,
 * functions, and memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/dap.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/places.h"

/* ---- breakpoints ------------------------------------------------------------------- */

static const char *keep(const char *s) {
	return s && *s ? arena_strdup(&dbg.arena, s, strlen(s)) : NULL;
}

static void forget_owned(const char *owner) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next)
		if (b->list && strcmp(b->list, owner) == 0)
			breaks_delete(b);
}

/* Sets the members that all kinds have. */
static void settle(struct breakpoint *b, const struct json *j, const char *owner) {
	const char *hits = json_text_of(j, "hitCondition", "");
	b->number = ++dbg.nbreak;
	b->list = owner;
	b->condition = keep(json_text_of(j, "condition", NULL));
	b->log = keep(json_text_of(j, "logMessage", NULL));
	b->ignore = *hits ? (u32)MAX(atoi(hits) - 1, 0) : 0;
}

static void put_breakpoint(FILE *out, u32 i, const char *spec, const struct json *j,
                           const char *owner) {
	const char *error = "a hit condition is a number";
	const char *hits = json_text_of(j, "hitCondition", "");
	struct breakpoint *b = hits[strspn(hits, "0123456789")]
	                               ? NULL
	                               : breaks_add(spec, BREAK_POINT, &error);
	fputs(i ? ",{" : "{", out);
	if (!b) {
		fputs("\"verified\":false,\"message\":", out);
		json_quoted(out, error ? error : "no such place");
		fputc('}', out);
		return;
	}
	settle(b, j, owner);
	fprintf(out, "\"id\":%u,\"verified\":%s", b->number,
	        b->is_pending ? "false" : "true");
	if (b->is_pending) {
		fputs(",\"message\":", out);
		json_quoted(out, error);
	} else {
		struct source_line l = places_location(&b->at[0]);
		dap_put_source(out, "source", l.file, l.line);
	}
	fputc('}', out);
}

/* A request that sets breakpoints of a kind names all of them: those from before go, and
 * the answer lists the new ones. */
static FILE *begin_list(struct message *m, const struct json *r, const char *owner) {
	forget_owned(owner);
	FILE *out = dap_begin_response(m, r, true);
	fputs(",\"body\":{\"breakpoints\":[", out);
	return out;
}

static void end_list(struct message *m, FILE *out) {
	fputs("]}", out);
	dap_send(m);
}

void dap_set_breakpoints(const struct json *r, const struct json *args) {
	const struct json *source = json_member(args, "source"),
			  *list = json_member(args, "breakpoints");
	const char *path = json_text_of(source, "path", json_text_of(source, "name", ""));
	struct message m;
	u32 n = 0;
	const char *owner = arena_strdup(&dbg.arena, path, strlen(path));
	FILE *out = begin_list(&m, r, owner);
	for (const struct json *b = list ? list->first : NULL; b; b = b->next) {
		char line[32];
		snprintf(line, sizeof line, ":%u", json_u32_of(b, "line"));
		/* The editor's path may differ from the compiler's: the last part is
		 * compared. */
		put_breakpoint(out, n++,
		               arena_printf(&dbg.arena, "%s%s", places_base(path), line),
		               b, owner);
	}
	end_list(&m, out);
}

void dap_set_function_breakpoints(const struct json *r, const struct json *args) {
	static const char owner[] = "functions";
	const struct json *list = json_member(args, "breakpoints");
	struct message m;
	u32 n = 0;
	FILE *out = begin_list(&m, r, owner);
	for (const struct json *b = list ? list->first : NULL; b; b = b->next)
		put_breakpoint(out, n++, json_text_of(b, "name", "?"), b, owner);
	end_list(&m, out);
}

/* ---- memory ------------------------------------------------------------------------ */

/* The memory of a dataId. It is kept as long as the debugger runs: the editor sends it
 * again with each list. */
struct watched {
	const char *name;
	struct value value;
};
static VEC(struct watched) watched;

static u32 remember(const char *name, const struct value *v) {
	for (u32 i = 0; i < watched.n; i++) {
		const struct value *w = &watched.at[i].value;
		if (strcmp(watched.at[i].name, name) == 0 && w->space == v->space &&
		    w->addr == v->addr && w->type == v->type && w->at.cta == v->at.cta &&
		    w->at.warp == v->at.warp && w->at.lane == v->at.lane)
			return i;
	}
	struct watched w = {arena_strdup(&dbg.arena, name, strlen(name)), *v};
	vec_push(&dbg.arena, &watched, w);
	return watched.n - 1;
}

/* Returns why it cannot be watched; NULL: it can. */
static const char *objection(const struct value *v) {
	struct breakpoint probe;
	if (v->space == SPACE_NONE || v->space == SPACE_REGISTER || v->bits)
		return "only memory is watched, no registers, bit-fields and computed "
		       "values";
	if (v->type->size == 0 || v->type->size > sizeof probe.was)
		return "1 to 64 bytes are watched";
	return NULL;
}

void dap_data_info(const struct json *r, const struct json *args) {
	const char *name = json_text_of(args, "name", ""), *error = NULL;
	struct message m;
	struct value v;
	if (dap.state != DAP_STOPPED) {
		dap_refuse(r, "no kernel is stopped");
		return;
	}
	bool ok = dap_named_value(args, name, &v, &error);
	const char *why = ok ? objection(&v) : error;
	FILE *out = dap_begin_response(&m, r, true);
	if (why) {
		fputs(",\"body\":{\"dataId\":null,\"description\":", out);
		json_quoted(out, why);
		fputc('}', out);
	} else {
		fprintf(out, ",\"body\":{\"dataId\":\"%u\",\"description\":",
		        remember(name, &v));
		json_quoted(out, name);
		fputs(",\"accessTypes\":[\"read\",\"write\",\"readWrite\"],"
		      "\"canPersist\":false}",
		      out);
	}
	dap_send(&m);
}

static struct breakpoint *watch(const struct json *j, const char **error) {
	static const char *const kinds[] = {[BREAK_WATCH] = "write",
	                                    [BREAK_RWATCH] = "read",
	                                    [BREAK_AWATCH] = "readWrite"};
	const char *id = json_text_of(j, "dataId", ""),
		   *access = json_text_of(j, "accessType", "write");
	char *end;
	u64 i = strtoul(id, &end, 10);
	u32 kind = BREAK_WATCH;
	for (u32 k = BREAK_WATCH; k <= BREAK_AWATCH; k++)
		if (strcmp(access, kinds[k]) == 0)
			kind = k;
	if (!*id || *end || i >= watched.n) {
		*error = "no such data";
		return NULL;
	}
	if (!dbg.g) {
		*error = "no kernel runs";
		return NULL;
	}
	return breaks_watch(watched.at[i].name, kind, &watched.at[i].value, error);
}

void dap_set_data_breakpoints(const struct json *r, const struct json *args) {
	static const char owner[] = "data";
	const struct json *list = json_member(args, "breakpoints");
	struct message m;
	u32 n = 0;
	FILE *out = begin_list(&m, r, owner);
	for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
		const char *error = NULL;
		struct breakpoint *b = watch(j, &error);
		fputs(n++ ? ",{" : "{", out);
		if (b) {
			settle(b, j, owner);
			fprintf(out, "\"id\":%u,\"verified\":true}", b->number);
		} else {
			fputs("\"verified\":false,\"message\":", out);
			json_quoted(out, error);
			fputc('}', out);
		}
	}
	end_list(&m, out);
}
