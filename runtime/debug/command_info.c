/* command_info.c - the command "info": frames, variables, functions, types, what is at an
 * address.
 * SPDX-License-Identifier: Apache-2.0 */
#include <regex.h>
#include <stdlib.h>

#include "ir/read/module.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/earlier_launch.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/history.h"
#include "runtime/debug/info.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

#define LL(x) ((unsigned long long)(x))

/* ---- the thread and its frames ----------------------------------------------------- */

static void show_variables(bool params) {
	struct arena a = ARENA_INIT;
	struct dvar **v;
	struct dframe fr;
	struct value value;
	const char *name;
	u32 shown = 0;
	if (!dbg.g || !state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		command_error("No frame selected.");
		return;
	}
	u32 n = eval_locals(&a, &dbg.focus, params, &v);
	for (u32 i = 0; i < n; i++) {
		struct eval e = {.arena = &a, .at = dbg.focus};
		say("%s = ", v[i]->name);
		if (eval_variable(&e, &fr, v[i], &value))
			value_print(&e, dbg.out, &value, NULL);
		say("%s\n", e.error ? e.error : "");
		shown++;
	}
	bool known = symbols_scope(fr.code, fr.inst) != NULL;
	struct eval e = {.arena = &a, .at = dbg.focus};
	for (u32 i = 0; params && !known && eval_param(&e, &fr, i, &value, &name); i++) {
		say("%s = ", name);
		value_print(&e, dbg.out, &value, NULL);
		say("%s\n", e.error ? e.error : "");
		e.error = NULL;
		shown++;
	}
	if (!shown)
		say(params  ? "No arguments.\n"
		    : known ? "No locals.\n"
		            : "No symbol table info available.\n");
	arena_drop(&a);
}

static void info_frame(void) {
	struct dframe fr;
	if (!dbg.g || !state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		command_error("No stack.");
		return;
	}
	struct source_line l = places_line(fr.code, fr.inst, fr.level);
	say("Stack level %u, frame of %s:\n", dbg.focus.frame, fr.code->f->func->name->s);
	say(" pc = 0x%llx in %s (%s:%u; PTX line %u)\n", LL(places_pc(fr.code, fr.inst)),
	    places_function(fr.code, fr.inst, fr.level), l.file ? l.file : "?", l.line,
	    fr.code->ptx[MIN(fr.inst, fr.code->f->func->ninst)]);
	say(" local memory at 0x%x, %u bytes%s\n", fr.frame->local_base,
	    fr.code->f->local_bytes,
	    fr.level < places_inlined(fr.code, fr.inst) ? "; the call is inlined" : "");
}

static void info_history(void) {
	if (!dbg.g) {
		say("No kernel runs.\n");
		return;
	}
	say("Step %llu of %llu; the history begins at %llu.\n", LL(history_now()),
	    LL(history_last()), LL(history_first()));
	const char *kernel;
	u64 before;
	if (earlier_before(&before, &kernel))
		say("Going back from its beginning leads into kernel %llu, %s; kernels "
		    "that can be reached so: %u.\n",
		    LL(before), kernel, earlier_count());
}

static void info_line(const char *args) {
	struct arena a = ARENA_INIT;
	struct location *at;
	const char *error;
	u32 n = breaks_places(&a, args, &at, &error);
	if (!*args)
		info_cuda("line");
	else if (!n)
		command_error("%s", error);
	for (u32 i = 0; i < n && *args; i++) {
		struct source_line l = places_location(&at[i]);
		say("Line %u of \"%s\" starts at address 0x%llx <%s+%u>, PTX line %u.\n",
		    l.line, l.file ? l.file : "?", LL(places_pc(at[i].code, at[i].inst)),
		    at[i].code->f->func->name->s, at[i].inst * 16,
		    at[i].code->ptx[at[i].inst]);
	}
	arena_drop(&a);
}

static void info_source(void) {
	struct source_line l;
	if (breaks_default_line(&l))
		say("Current source file is %s\n", l.file);
	else
		say("No current source file.\n");
}

/* ---- names: variables, types, functions -------------------------------------------- */

/* The REGEXP of "info functions" and the like; without one all names fit. */
struct pattern {
	regex_t re;
	bool any, bad;
};

static struct pattern pattern_new(const char *text) {
	struct pattern p = {.any = !*text};
	p.bad = !p.any && regcomp(&p.re, text, REG_NOSUB) != 0;
	if (p.bad)
		command_error("Invalid regexp: %s", text);
	return p;
}

static bool pattern_fits(const struct pattern *p, const char *name) {
	return p->any || regexec(&p->re, name, 0, NULL, 0) == 0;
}

static void pattern_end(struct pattern *p) {
	if (!p->any && !p->bad)
		regfree(&p->re);
}

static void info_functions(const char *text) {
	struct pattern p = pattern_new(text);
	if (p.bad)
		return;
	say("All defined functions:\n");
	for (struct symbols *s = dbg.symbols; s; s = s->next)
		for (u32 i = 0; i < s->m->ir->nfunc; i++) {
			const struct func *f = s->m->ir->func[i];
			if (f->has_body && pattern_fits(&p, f->name->s))
				say("%s %s\n", f->is_entry ? "kernel  " : "function",
				    f->name->s);
		}
	pattern_end(&p);
}

/* Prints the variables of modules in global, constant and shared memory, but for those of
 * the compiler, whose names begin with $. */
static void info_variables(const char *text) {
	struct pattern p = pattern_new(text);
	struct arena a = ARENA_INIT;
	if (p.bad)
		return;
	say("All defined variables:\n");
	for (struct symbols *s = dbg.symbols; s; s = s->next)
		for (u32 i = 0; i < s->m->ir->nvar; i++) {
			const struct var *v = &s->m->ir->var[i];
			const struct dvar *d = symbols_var(s, i);
			const char *name = d ? d->name : v->name ? v->name->s : NULL;
			if (!name || *name == '$' ||
			    (v->space != SPACE_GLOBAL && v->space != SPACE_CONST &&
			     v->space != SPACE_SHARED) ||
			    !pattern_fits(&p, name))
				continue;
			say("%-8s", v->space == SPACE_GLOBAL  ? "global"
			            : v->space == SPACE_CONST ? "constant"
			                                      : "shared");
			say(" %s%s", name, d ? " : " : "\n");
			if (d) {
				type_name(dbg.out, d->type);
				say("\n");
			}
		}
	arena_drop(&a);
	pattern_end(&p);
}

static void info_types(const char *text) {
	struct pattern p = pattern_new(text);
	bool any = false;
	if (p.bad)
		return;
	say("All defined types:\n");
	for (struct symbols *s = dbg.symbols; s; s = s->next) {
		const struct dwarf_unit *u = symbols_read(s);
		for (u32 i = 0; u && i < u->ntype; i++) {
			const struct dtype *t = u->type[i];
			any = true;
			if (!pattern_fits(&p, t->name))
				continue;
			static const char *const kinds[] = {[DT_STRUCT] = "struct ",
			                                    [DT_UNION] = "union ",
			                                    [DT_ENUM] = "enum "};
			const char *kind = t->kind < countof(kinds) ? kinds[t->kind]
			                                            : NULL;
			say("%s%s;\n", kind ? kind : "", t->name);
		}
	}
	if (!any)
		say("There are none: without -G modules do not tell.\n");
	pattern_end(&p);
}

/* ---- what is where ----------------------------------------------------------------- */

/* Prints the symbol that an address of the module's memory belongs to. */
static bool say_variable(struct arena *a, u64 addr, bool is_shared) {
	for (u32 i = 0; dbg.g && i < dbg.module->ir->nvar; i++) {
		struct eval e = {.arena = a, .at = dbg.focus};
		struct value v;
		const char *name;
		u32 space = dbg.module->ir->var[i].space;
		if (is_shared ? space != SPACE_SHARED
		              : space != SPACE_GLOBAL && space != SPACE_CONST)
			continue;
		if (!eval_module_var(&e, i, &v, &name) || addr < v.addr ||
		    addr - v.addr >= MAX(v.type->size, 1u))
			continue;
		say("%s", name);
		if (addr != v.addr)
			say(" + %llu", LL(addr - v.addr));
		say(" in %s memory\n", space == SPACE_SHARED  ? "shared"
		                       : space == SPACE_CONST ? "constant"
		                                              : "global");
		return true;
	}
	return false;
}

static bool is_function(const struct value *v) {
	const struct dtype *t = v->type;
	return t->kind == DT_FUNC ||
	       (v->space == SPACE_NONE && t->kind == DT_PTR && t->base->kind == DT_FUNC);
}

static void info_symbol(const char *args) {
	struct arena a = ARENA_INIT;
	struct eval e = {.arena = &a, .at = dbg.focus};
	struct value v;
	struct code *c;
	struct location *at;
	const char *error;
	s64 n = 0;
	u32 inst;
	if (!*args) {
		command_error("Argument required (address).");
		return;
	}
	bool ok = eval_expr(&e, args, &v);
	if (ok && is_function(&v) && breaks_places(&a, args, &at, &error)) {
		say("%s in the code\n", at[0].code->f->func->name->s);
		arena_drop(&a);
		return;
	}
	/* An array or a struct stands for its address. */
	bool object = ok && (v.type->kind == DT_ARRAY || v.type->kind == DT_STRUCT ||
	                     v.type->kind == DT_UNION);
	if (object)
		n = (s64)v.addr;
	ok = ok && (object || value_int(&e, &v, &n));
	u32 space = object                         ? v.space
	            : ok && v.type->kind == DT_PTR ? v.type->space
	                                           : SPACE_GENERIC;
	u64 addr = (u64)n;
	const struct arena_map *map = dbg.g ? &dbg.launch->machine->map : NULL;
	if (map && space == SPACE_GENERIC && in_window(map->shared, addr)) {
		addr -= map->shared.base;
		space = SPACE_SHARED;
	}
	if (!ok) {
		command_error("%s", e.error);
	} else if (space != SPACE_SHARED && places_find_pc(addr, &c, &inst)) {
		say("%s", c->f->func->name->s);
		if (inst)
			say(" + %u", inst * 16);
		say(" in the code\n");
	} else if (!say_variable(&a, addr, space == SPACE_SHARED)) {
		say("No symbol matches %s.\n", args);
	}
	arena_drop(&a);
}

static void say_place(struct eval *e, const struct value *v) {
	static const char *const names[] = {[SPACE_GLOBAL] = "global",
	                                    [SPACE_CONST] = "constant",
	                                    [SPACE_SHARED] = "shared",
	                                    [SPACE_LOCAL] = "local"};
	const char *name = v->space < countof(names) ? names[v->space] : NULL;
	struct dframe fr;
	if (v->space == SPACE_REGISTER && state_frame(&e->at, e->at.frame, &fr) &&
	    v->addr < fr.code->f->func->nreg)
		say("in register %s", fr.code->f->func->reg[v->addr].name->s);
	else if (v->space == SPACE_NONE)
		say("computed when it is asked for");
	else
		say("in %s memory at address 0x%llx", name ? name : "generic",
		    LL(v->addr));
}

static void info_address(const char *args) {
	struct arena a = ARENA_INIT;
	struct eval e = {.arena = &a, .at = dbg.focus};
	struct location *at;
	struct value v;
	const char *error;
	if (!*args) {
		command_error("Argument required.");
	} else if (dbg.g && eval_name(&e, args, &v) && !is_function(&v)) {
		say("Symbol \"%s\" is ", args);
		say_place(&e, &v);
		say(".\n");
	} else if (breaks_places(&a, args, &at, &error)) {
		say("Symbol \"%s\" is a function at address 0x%llx.\n", args,
		    LL(places_pc(at[0].code, 0)));
	} else {
		command_error("No symbol \"%s\" in current context.", args);
	}
	arena_drop(&a);
}

/* Prints where a variable will be when the thread is in its scope. */
static void say_variable_of_scope(const struct code *c, const struct dvar *d) {
	const struct func *f = c->f->func;
	const struct module *m = c->symbols->m->ir;
	say("Symbol %s is ", d->name);
	if (d->reg != NO_REG && d->reg < f->nreg)
		say("in register %s", f->reg[d->reg].name->s);
	else if (d->var != NO_REG && d->var < m->nvar)
		say("in %s + %llu",
		    m->var[d->var].name ? m->var[d->var].name->s : "memory",
		    LL(d->offset));
	else if (d->nplace)
		say("in registers, another one from place to place");
	else
		say("optimized out");
	say(", length %llu.\n", LL(d->type->size));
}

static void info_scope(const char *args) {
	struct arena a = ARENA_INIT;
	struct location *at;
	const char *error;
	u32 shown = 0;
	if (!*args) {
		command_error(
			"requires an argument (an expression or variable): a location");
		return;
	}
	if (!breaks_places(&a, args, &at, &error)) {
		command_error("%s", error);
		arena_drop(&a);
		return;
	}
	for (const struct dscope *s = symbols_scope(at[0].code, at[0].inst); s;
	     s = s->parent) {
		for (u32 i = 0; i < s->nvar; i++, shown++)
			say_variable_of_scope(at[0].code, &s->var[i]);
		if (s->is_function)
			break;
	}
	if (!shown)
		say("Scope for %s contains no locals or arguments.\n", args);
	arena_drop(&a);
}

/* ---- the command ------------------------------------------------------------------- */

static void info_locals(void) {
	show_variables(false);
}

static void info_args(void) {
	show_variables(true);
}

static void info_all_breakpoints(void) {
	info_breakpoints(false);
}

static void info_watchpoints(void) {
	info_breakpoints(true);
}

static void info_stack(void) {
	command_line("backtrace");
}

static void info_tables(const char *args) {
	char table[32], second[24];
	bool any = next_word(&args, table, sizeof table);
	if (strcmp(table, "launch") == 0 && next_word(&args, second, sizeof second))
		snprintf(table, sizeof table, "launch %s", second);
	if (!any || !info_cuda(table))
		command_error("\"info cuda\" must be followed by devices, sms, "
		              "warps, lanes, kernels, blocks, clusters, threads, "
		              "contexts, launch trace, launch children, managed, "
		              "line or barriers.");
}

static void info_hash(void) {
	if (needs_running())
		say("hash of all registers and memory at step %llu: 0x%016llx\n",
		    LL(history_now()), LL(state_hash()));
}

static void info_program(void) {
	say(dbg.g ? "A kernel is stopped.\n" : "The program is not being run.\n");
}

static void info_threads(void) {
	info_cuda("threads");
}

static void info_all_registers(void) {
	info_registers("");
}

/* A single letter means the first name that begins with it. */
static const struct {
	const char *name;
	void (*show)(void); /* NULL: */
	command_fn *run;    /* it takes arguments */
} rows[] = {
	{"breakpoints", info_all_breakpoints, NULL},
	{"watchpoints", info_watchpoints, NULL},
	{"registers", NULL, info_registers},
	{"locals", info_locals, NULL},
	{"args", info_args, NULL},
	{"stack", info_stack, NULL},
	{"barriers", info_barriers, NULL},
	{"cuda", NULL, info_tables},
	{"frame", info_frame, NULL},
	{"hash", info_hash, NULL},
	{"history", info_history, NULL},
	{"functions", NULL, info_functions},
	{"line", NULL, info_line},
	{"source", info_source, NULL},
	{"display", info_displays, NULL},
	{"program", info_program, NULL},
	{"threads", info_threads, NULL},
	{"shared", info_shared, NULL},
	{"record", info_history, NULL},
	{"variables", NULL, info_variables},
	{"types", NULL, info_types},
	{"symbol", NULL, info_symbol},
	{"address", NULL, info_address},
	{"scope", NULL, info_scope},
	{"all-registers", info_all_registers, NULL},
};

const char *info_name(u32 i) {
	return i < countof(rows) ? rows[i].name : NULL;
}

void info(const char *args) {
	char word[64];
	u32 found = countof(rows), n = 0;
	if (!next_word(&args, word, sizeof word)) {
		command_error("\"info\" must be followed by one of: breakpoints, "
		              "watchpoints, registers, locals, args, "
		              "shared, barriers, cuda, frame, stack, hash, history, "
		              "functions, variables, types, symbol, address, scope, "
		              "line, source, display.");
		return;
	}
	for (u32 i = 0; i < countof(rows); i++)
		if (is_short_for(word, rows[i].name)) {
			n++;
			found = found == countof(rows) ? i : found;
			if (strcmp(word, rows[i].name) == 0 || (word[0] && !word[1])) {
				found = i;
				n = 1;
				break;
			}
		}
	if (n != 1)
		command_error("%s info command: \"%s\".  Try \"help info\".",
		              n ? "Ambiguous" : "Undefined", word);
	else if (rows[found].show)
		rows[found].show();
	else
		rows[found].run(args);
}
