/* complete.c - how a command line could go on: commands, names of "info", functions,
 * files, names of values.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "ir/read/module.h"
#include "runtime/debug/command.h"
#include "runtime/debug/complete.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/info.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

enum { WORDS_MOST = 500 };

struct search {
	struct arena *arena;
	const char *begin; /* what the words begin with */
	struct words *out;
};

static void offer(struct search *s, const char *word) {
	if (!word || !*word || s->out->n >= WORDS_MOST ||
	    strncmp(word, s->begin, strlen(s->begin)) != 0)
		return;
	for (u32 i = 0; i < s->out->n; i++)
		if (strcmp(s->out->at[i], word) == 0)
			return;
	vec_push(s->arena, s->out, arena_strdup(s->arena, word, strlen(word)));
}

static void offer_all(struct search *s, const char *const *words, u32 n) {
	for (u32 i = 0; i < n; i++)
		offer(s, words[i]);
}

static void offer_commands(struct search *s) {
	const struct command *const tables[] = {commands_run, commands_break,
	                                        commands_data, commands_text};
	for (u32 i = 0; i < countof(tables); i++)
		for (const struct command *c = tables[i]; c->name; c++)
			offer(s, c->name);
}

static void offer_functions(struct search *s) {
	for (struct symbols *m = dbg.symbols; m; m = m->next)
		for (u32 i = 0; i < m->m->ir->nfunc; i++) {
			const struct func *f = m->m->ir->func[i];
			if (f->has_body)
				offer(s, places_plain_name(s->arena, f->name->s));
			if (f->has_body && *s->begin == '_')
				offer(s, f->name->s);
		}
}

/* Offers the names of an expression: variables of the frame and of the module, built-in
 * ones, registers. */
static void offer_values(struct search *s) {
	static const char *const builtins[] = {"threadIdx", "blockIdx",   "blockDim",
	                                       "gridDim",   "clusterIdx", "warpSize"};
	struct dvar **list;
	struct dframe fr;
	offer_all(s, builtins, countof(builtins));
	if (!dbg.g || !state_frame(&dbg.focus, dbg.focus.frame, &fr))
		return;
	for (u32 params = 0; params < 2; params++) {
		u32 n = eval_locals(s->arena, &dbg.focus, params, &list);
		for (u32 i = 0; i < n; i++)
			offer(s, list[i]->name);
	}
	for (u32 i = 0; i < dbg.module->ir->nvar; i++) {
		const struct var *v = &dbg.module->ir->var[i];
		const struct dvar *d = symbols_var(fr.code->symbols, i);
		if (v->func == NO_REG || d)
			offer(s, d ? d->name : v->name ? v->name->s : NULL);
	}
	const struct func *f = fr.code->f->func;
	struct eval e = {.arena = s->arena, .at = dbg.focus};
	struct value v;
	const char *name;
	for (u32 i = 0; eval_param(&e, &fr, i, &v, &name); i++)
		offer(s, name);
	for (u32 i = 0; *s->begin == '%' && i < f->nreg; i++)
		offer(s, f->reg[i].name->s);
}

static void offer_members(struct search *s, const struct dtype *t, u32 depth) {
	for (u32 i = 0; i < t->nmember && depth < 16; i++) {
		const struct dmember *m = &t->member[i];
		if (m->is_base || !*m->name)
			offer_members(s, m->type, depth + 1);
		else if (m->type)
			offer(s, m->name);
	}
}

/* Offers the members of the value before `.` or `->`, from `first` on. False: there is
 * none. */
static bool offer_members_of(struct search *s, const char *first) {
	const char *end = s->begin, *from;
	struct eval e = {.arena = s->arena, .at = dbg.focus};
	struct value v;
	if (end > first && end[-1] == '.')
		end -= 1;
	else if (end > first + 1 && end[-1] == '>' && end[-2] == '-')
		end -= 2;
	else
		return false;
	for (from = end; from > first; from--) {
		bool arrow = from > first + 1 && from[-1] == '>' && from[-2] == '-';
		if (!arrow && !isalnum((unsigned char)from[-1]) &&
		    !strchr("_.$%[]", from[-1]))
			break;
		from -= arrow;
	}
	if (eval_expr(&e, arena_strdup(s->arena, from, (size_t)(end - from)), &v))
		offer_members(s, v.type->kind == DT_PTR ? v.type->base : v.type, 0);
	return true;
}

static void offer_arguments(struct search *s, const char *command, bool is_first) {
	static const char *const sets[] = {"cuda", "listsize", "print",
	                                   "scheduler-locking", "var"};
	static const char *const focus[] = {"block", "device", "grid",   "kernel",
	                                    "lane",  "sm",     "thread", "warp"};
	static const char *const places[] = {"break", "tbreak", "until",      "advance",
	                                     "list",  "clear",  "disassemble"};
	u32 n;
	const struct command *c = command_find(command, &n);
	const char *name = c && n == 1 ? c->name : "";
	for (u32 i = 0; i < countof(places); i++)
		if (strcmp(name, places[i]) == 0 && is_first) {
			offer_functions(s);
			return;
		}
	if (strcmp(name, "info") == 0 && is_first)
		for (u32 i = 0; info_name(i); i++)
			offer(s, info_name(i));
	else if (strcmp(name, "set") == 0 && is_first)
		offer_all(s, sets, countof(sets));
	else if (strcmp(name, "cuda") == 0)
		offer_all(s, focus, countof(focus));
	else if (strcmp(name, "help") == 0)
		offer_commands(s);
	else
		offer_values(s);
}

static int compare(const void *a, const void *b) {
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void complete_line(struct arena *a, const char *line, size_t *start, struct words *out) {
	struct search s = {a, "", out};
	const char *first = line;
	while (isspace((unsigned char)*first))
		first++;
	const char *end = line + strlen(line), *word = end;
	if (end > first + 1 && end[-1] == '>' && end[-2] == '-')
		word = end; /* before a member's name */
	while (word > first &&
	       (isalnum((unsigned char)word[-1]) || word[-1] == '_' || word[-1] == '-'))
		word--;
	if (word > first && word[-1] == '%')
		word--;
	s.begin = word;
	*start = (size_t)(word - line);
	size_t n = strcspn(first, " \t/");
	if (word == first) {
		offer_commands(&s);
		if (*word) /* in a console expressions stand by themselves */
			offer_values(&s);
	} else if (!offer_members_of(&s, first)) {
		const char *argument = first + n + strspn(first + n, " \t");
		offer_arguments(&s, arena_printf(a, "%.*s", (int)n, first),
		                argument == word);
	}
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, compare);
}
