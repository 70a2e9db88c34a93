/* command_data.c - commands that show data and code, and change data; settings. "info"
 * is in command_info.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "ir/read/module.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/history.h"
#include "runtime/debug/info.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/text.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

#define LL(x) ((unsigned long long)(x))

static struct eval here(struct arena *a) {
	return (struct eval){.arena = a, .at = dbg.focus};
}

/* ---- print ------------------------------------------------------------------------- */

static void print_value(const char *args, bool number) {
	struct format f = take_format(&args);
	struct arena a = ARENA_INIT;
	struct eval e = here(&a);
	struct value v;
	struct text_stream s;
	FILE *out = text_open(&s);
	if (f.letter == 'i' || f.letter == 's')
		eval_error(&e,
		           "Format letter \"%c\" is meaningless in \"print\" command.",
		           f.letter);
	else if (*args)
		eval_expr(&e, args, &v);
	else
		history_value(&e, "", &v);
	if (!e.error)
		value_print(&e, out, &v, &f);
	const char *shown = text_close(&s, &a);
	if (e.error)
		command_error("%s", e.error);
	else if (number && v.type->kind != DT_VOID)
		say("$%u = %s\n", history_add(&e, &v), shown);
	else
		say(number ? "%s\n" : "%s", shown);
	arena_drop(&a);
}

static void print(const char *args) {
	print_value(args, true);
}
static void output(const char *args) {
	print_value(args, false);
}

/* "call" and "set var": evaluates the expression for its effects. */
static void compute(const char *args) {
	struct arena a = ARENA_INIT;
	struct eval e = here(&a);
	struct value v;
	if (!*args)
		command_error("Argument required (expression to compute).");
	else if (!eval_expr(&e, args, &v))
		command_error("%s", e.error);
	arena_drop(&a);
}

static void lanes(const char *args) {
	if (!*args)
		command_error("Argument required (expression to compute).");
	else
		show_lanes(args);
}

/* ---- types ------------------------------------------------------------------------- */

static void print_members(const struct dtype *t) {
	say("%s%s%s {\n", t->kind == DT_UNION ? "union" : "struct", t->name ? " " : "",
	    t->name ? t->name : "");
	for (u32 i = 0; i < t->nmember; i++) {
		const struct dtype *m = t->member[i].type, *of = m;
		say("    ");
		while (of->kind == DT_ARRAY && !of->name)
			of = of->base;
		type_name(dbg.out, of);
		say(" %s", t->member[i].is_base ? "(base)" : t->member[i].name);
		for (; m->kind == DT_ARRAY && !m->name; m = m->base)
			say("[%llu]", LL(m->count));
		if (t->member[i].bits)
			say(" : %u", t->member[i].bits);
		say(";\n");
	}
	say("}\n");
}

static void print_enumerators(const struct dtype *t) {
	s64 next = 0;
	say("enum %s%s: ", t->name ? t->name : "", t->name ? " " : "");
	type_name(dbg.out, type_basic(DT_INT, t->size, t->is_signed));
	for (u32 i = 0; i < t->nmember; i++) {
		say("%s%s", i ? ", " : " {", t->member[i].name);
		if (t->member[i].value != next)
			say(" = %lld", (long long)t->member[i].value);
		next = t->member[i].value + 1;
	}
	say("}\n");
}

static void type_command(const char *args, bool full) {
	struct arena a = ARENA_INIT;
	struct eval e = here(&a);
	struct value v;
	const struct dtype *t = eval_type(&e, args);
	if (!t && !e.error && eval_expr(&e, args, &v))
		t = v.type;
	if (!t) {
		command_error("%s", e.error);
	} else {
		say("type = ");
		if (full && (t->kind == DT_STRUCT || t->kind == DT_UNION)) {
			print_members(t);
		} else if (full && t->kind == DT_ENUM && t->nmember) {
			print_enumerators(t);
		} else {
			type_name(dbg.out, t);
			say("\n");
		}
	}
	arena_drop(&a);
}

static void whatis(const char *args) {
	type_command(args, false);
}
static void ptype(const char *args) {
	type_command(args, true);
}

/* ---- x ----------------------------------------------------------------------------- */

static struct {
	struct format f;
	u32 space;
	u64 addr;
	bool any;
} next_x = {.f = {'x', 4, 1}};

/* Prints the instruction as it is in the text, blanks squeezed. */
static void put_inst(const struct code *c, u32 i) {
	const struct func *f = c->f->func;
	char text[400];
	size_t n = ir_print_inst(c->symbols->m->ir, f, &f->inst[i], text, sizeof text);
	say("%.*s\n", (int)MIN(n, sizeof text - 1), text);
}

static void put_code(struct code *c, u32 from, u32 to, u32 here_inst) {
	for (u32 i = from; i < to && i < c->f->func->ninst; i++) {
		say("%s0x%016llx <%s", i == here_inst ? "=> " : "   ",
		    LL(places_pc(c, i)), c->f->func->name->s);
		say(i ? "+%u>:\t" : ">:\t", i * 16);
		put_inst(c, i);
	}
}

static u32 current_inst(const struct code *c) {
	struct dframe fr;
	if (dbg.g && state_frame(&dbg.focus, dbg.focus.frame, &fr) && fr.code == c)
		return fr.inst;
	return NO_REG;
}

static void examine_code(u64 addr) {
	struct code *c;
	u32 inst;
	if (!places_find_pc(addr, &c, &inst)) {
		command_error("Cannot access memory at address 0x%llx", LL(addr));
		return;
	}
	u32 end = MIN(inst + next_x.f.count, c->f->func->ninst);
	put_code(c, inst, end, current_inst(c));
	next_x.addr = places_pc(c, end);
}

static void examine_string(struct eval *e) {
	for (u32 k = 0; k < next_x.f.count && !e->error; k++) {
		VEC(char) text = {0};
		u64 from = next_x.addr;
		char c = 1;
		while (c && text.n < 200 &&
		       state_read(&e->at, next_x.space, next_x.addr, &c, 1)) {
			next_x.addr++;
			vec_push(e->arena, &text, c);
		}
		if (!text.n) {
			eval_error(e, "Cannot access memory at address 0x%llx", LL(from));
			break;
		}
		struct value v = {
			.type = type_array(type_basic(DT_CHAR, 1, true), text.n),
			.space = SPACE_NONE,
			.data = (const u8 *)text.at};
		say("0x%llx:\t", LL(from));
		value_print(e, dbg.out, &v, NULL);
		say("\n");
	}
}

static void examine_data(struct eval *e) {
	struct format f = next_x.f;
	const struct dtype *t = type_basic(f.size == 1 ? DT_CHAR : DT_INT, f.size,
	                                   f.letter == 'd');
	u32 row = f.letter == 'c' ? 8
	          : f.size == 8   ? 2
	          : f.size == 1   ? 8
	          : f.size == 2   ? 8
	                          : 4;
	if (f.letter == 'f')
		t = type_basic(DT_FLOAT, f.size == 2 || f.size == 8 ? f.size : 4, true);
	u32 shown = 0;
	for (u32 i = 0; i < f.count && !e->error; i++, shown++) {
		struct value v = {.type = t,
		                  .space = next_x.space,
		                  .addr = next_x.addr,
		                  .at = e->at};
		struct format one = {.letter = f.letter == 'x' ? 'z' : f.letter};
		u8 probe[8];
		if (!value_load(e, &v, probe, t->size))
			break;
		if (i % row == 0)
			say("%s0x%llx:", i ? "\n" : "", LL(next_x.addr));
		say("\t");
		value_print(e, dbg.out, &v, &one);
		next_x.addr += t->size;
	}
	if (shown)
		say("\n");
}

static void examine(const char *args) {
	struct format f = take_format(&args);
	struct arena a = ARENA_INIT;
	struct eval e = here(&a);
	struct value v;
	struct location *at;
	const char *error;
	s64 addr;
	next_x.f.letter = f.letter ? f.letter : next_x.f.letter;
	next_x.f.count = f.count ? f.count : 1;
	next_x.f.size = f.size            ? f.size
	                : f.letter == 'c' ? 1
	                : f.letter == 'a' ? 8
	                                  : next_x.f.size;
	if (!strchr("xduotzcafis", next_x.f.letter)) {
		command_error("Undefined output format \"%c\".", next_x.f.letter);
		next_x.f.letter = 'x';
		return;
	}
	if (!needs_running())
		return;
	if (*args && eval_expr(&e, args, &v)) {
		bool in_memory = v.space != SPACE_NONE && v.space != SPACE_REGISTER;
		bool object = in_memory &&
		              (v.type->kind == DT_ARRAY || v.type->kind == DT_STRUCT ||
		               v.type->kind == DT_UNION);
		next_x.any = true;
		next_x.space = v.type->kind == DT_PTR ? v.type->space : SPACE_GENERIC;
		if (object) {
			next_x.space = v.space;
			next_x.addr = v.addr;
		} else if (next_x.f.letter == 'i' && v.type->kind == DT_PTR &&
		           v.type->base->kind == DT_FUNC &&
		           breaks_places(&a, args, &at, &error)) {
			next_x.addr = places_pc(at[0].code,
			                        0); /* not what calls are told */
		} else if (value_int(&e, &v, &addr)) {
			next_x.addr = (u64)addr;
		}
	} else if (!*args && !next_x.any) {
		eval_error(&e, "Argument required (starting display address).");
	}
	if (!e.error && next_x.f.letter == 'i')
		examine_code(next_x.addr);
	else if (!e.error && next_x.f.letter == 's')
		examine_string(&e);
	else if (!e.error)
		examine_data(&e);
	if (e.error)
		command_error("%s", e.error);
	arena_drop(&a);
}

static void disassemble(const char *args) {
	struct code *c = NULL;
	struct dframe fr;
	struct arena a = ARENA_INIT;
	struct location *at;
	const char *error = NULL;
	take_format(&args);
	if (*args) {
		u32 n = breaks_places(&a, args, &at, &error);
		c = n ? at[0].code : NULL;
	} else if (dbg.g && state_frame(&dbg.focus, dbg.focus.frame, &fr)) {
		c = fr.code;
	} else {
		error = "No frame selected.";
	}
	if (c) {
		say("Dump of PTX code for function %s:\n", c->f->func->name->s);
		put_code(c, 0, c->f->func->ninst, current_inst(c));
		say("End of dump.\n");
	} else {
		command_error("%s", error);
	}
	arena_drop(&a);
}

/* ---- list -------------------------------------------------------------------------- */

static struct {
	const char *file;
	u32 first, last; /* shown */
	u64 step;
	struct focus focus;
} listed;
static u32 list_size = 10;

static void list_lines(const char *file, u32 first, u32 last) {
	u32 len, n = 0;
	if (!places_text(file, 1, &len, &n) && !n) {
		command_error("%s: No such file or directory.", file);
		return;
	}
	if (first > n) {
		command_error("Line number %u out of range; \"%s\" has %u lines.", first,
		              file, n);
		return;
	}
	last = MIN(last, n);
	for (u32 i = first; i <= last; i++) {
		const char *text = places_text(file, i, &len, NULL);
		say_source(i, text, len);
	}
	listed.file = file;
	listed.first = first;
	listed.last = last;
}

static void list_around(const char *file, u32 line) {
	u32 first = line > list_size / 2 ? line - list_size / 2 : 1;
	list_lines(file, first, first + list_size - 1);
}

static void list(const char *args) {
	struct source_line l;
	struct arena a = ARENA_INIT;
	struct location *at;
	const char *error, *comma = strchr(args, ',');
	u64 step = dbg.g ? history_now() : 0;
	bool moved = dbg.g && (listed.step != step || memcmp(&listed.focus, &dbg.focus,
	                                                     sizeof listed.focus) != 0);
	listed.step = step;
	listed.focus = dbg.focus;
	if (strcmp(args, "-") == 0 && listed.file) {
		u32 last = listed.first > 1 ? listed.first - 1 : 1;
		list_lines(listed.file, last > list_size ? last - list_size + 1 : 1,
		           last);
	} else if (!*args && listed.file && !moved) {
		list_lines(listed.file, listed.last + 1, listed.last + list_size);
	} else if (!*args) {
		if (breaks_default_line(&l))
			list_around(l.file, l.line);
		else
			command_error(
				"No symbol table is loaded.  Use the \"file\" command.");
	} else if (isdigit((unsigned char)*args) && breaks_default_line(&l)) {
		u32 first = (u32)strtoul(args, NULL, 10);
		if (comma)
			list_lines(l.file, MAX(first, 1u),
			           (u32)MAX(strtoul(comma + 1, NULL, 10), first));
		else
			list_around(l.file, first);
	} else {
		u32 n = breaks_places(&a, args, &at, &error);
		if (n) {
			l = places_location(&at[0]);
			const char *colon = strrchr(args, ':');
			bool exact = colon && isdigit((unsigned char)colon[1]);
			list_around(l.file,
			            exact ? (u32)strtoul(colon + 1, NULL, 10) : l.line);
		} else {
			command_error("%s", error);
		}
	}
	arena_drop(&a);
}

/* ---- displays ---------------------------------------------------------------------- */

struct display {
	struct display *next;
	u32 number;
	char *text;
	struct format f;
};
static struct display *displays;
static u32 ndisplay;

static void show_display(const struct display *d) {
	struct arena a = ARENA_INIT;
	struct eval e = here(&a);
	struct value v;
	if (d->f.letter == 'i' || d->f.letter == 's' || d->f.count || d->f.size) {
		char letter = d->f.letter ? d->f.letter : 'x', size[2] = "";
		if (d->f.size)
			*size = "bhwg"[__builtin_ctz(d->f.size)];
		const char *args = arena_printf(&a, "/%u%c%s %s", MAX(d->f.count, 1u),
		                                letter, size, d->text);
		say("%u: x%s\n", d->number, args);
		examine(args);
	} else if (eval_expr(&e, d->text, &v)) {
		say("%u: %s = ", d->number, d->text);
		value_print(&e, dbg.out, &v, &d->f);
		say("%s\n", e.error ? e.error : "");
	}
	arena_drop(&a);
}

void show_displays(void) {
	for (const struct display *d = displays; d; d = d->next)
		if (dbg.g)
			show_display(d);
}

static void display(const char *args) {
	struct display **end = &displays;
	if (!*args) {
		show_displays();
		return;
	}
	struct format f = take_format(&args);
	while (*end)
		end = &(*end)->next;
	struct display *d = *end = arena_new(&dbg.arena, struct display);
	*d = (struct display){.number = ++ndisplay,
	                      .text = arena_strdup(&dbg.arena, args, strlen(args)),
	                      .f = f};
	if (dbg.g)
		show_display(d);
}

static void undisplay(const char *args) {
	if (!*args) {
		displays = NULL;
		return;
	}
	u32 n = (u32)strtoul(args, NULL, 10);
	for (struct display **d = &displays; *d; d = &(*d)->next)
		if ((*d)->number == n) {
			*d = (*d)->next;
			return;
		}
	command_error("Arguments must be display numbers.");
}

void info_displays(void) {
	for (const struct display *d = displays; d; d = d->next)
		say("%u:   y  %s\n", d->number, d->text);
	if (!displays)
		say("There are no auto-display expressions now.\n");
}

/* ---- settings ---------------------------------------------------------------------- */

static bool is_on(const char *s) {
	return !*s || strcmp(s, "on") == 0 || strcmp(s, "1") == 0 ||
	       strcmp(s, "yes") == 0;
}

static const char *const lockings[] = {"on", "off", "lane"};

static void set_schedule(const char *s) {
	for (u32 i = 0; i < countof(lockings); i++)
		if (strcmp(s, lockings[i]) == 0) {
			dbg.locking = i;
			return;
		}
	if (strcmp(s, "step") == 0 || strcmp(s, "warp") == 0)
		dbg.locking = LOCKING_WARP;
	else
		command_error("\"set scheduler-locking\" takes on, off, step or lane.");
}

static const char *const failures[] = {"ignore", "stop", "hide"};

static bool is_failures_word(const char *s) {
	for (u32 i = 0; i < countof(failures); i++)
		if (strcmp(s, failures[i]) == 0)
			return true;
	return false;
}

static u8 failures_of(const char *s) {
	u8 i = 0;
	while (strcmp(s, failures[i]) != 0)
		i++;
	return i;
}

static void set_cuda(const char *args) {
	char word[64];
	next_word(&args, word, sizeof word);
	if (strcmp(word, "break_on_launch") == 0)
		dbg.break_on_launch = *args && strcmp(args, "none") != 0 &&
		                      strcmp(args, "off") != 0;
	else if (strcmp(word, "break_on_exit") == 0)
		dbg.break_on_exit = is_on(args);
	else if (strcmp(word, "api_failures") == 0 && is_failures_word(args))
		dbg.api_failures = failures_of(args);
	else if (strcmp(word, "step_divergent_lanes") == 0)
		dbg.locking = is_on(args) ? LOCKING_WARP : LOCKING_LANE;
	else
		command_error("\"set cuda\" knows break_on_launch (application, none), "
		              "break_on_exit (on, off), "
		              "api_failures (ignore, stop, hide) and "
		              "step_divergent_lanes (on, off), not \"%s\".",
		              word);
}

static bool is_one_of(const char *word, const char *const *words, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

static void set(const char *args) {
	/* Accepted, and without effect here. */
	static const char *const no_print_meaning[] = {"demangle",
	                                               "asm-demangle",
	                                               "object",
	                                               "static-members",
	                                               "vtbl",
	                                               "thread-events",
	                                               "inferior-events",
	                                               "frame-arguments",
	                                               "sevenbit-strings"};
	static const char *const no_meaning[] = {
		"confirm",      "pagination", "width",
		"height",       "logging",    "verbose",
		"style",        "breakpoint", "disassemble-next-line",
		"print-pretty", "non-stop",   "env",
		"environment",  "args"};
	const char *whole = args;
	char word[64];
	if (!next_word(&args, word, sizeof word)) {
		command_error("Argument required (expression to compute).");
		return;
	}
	if (strcmp(word, "var") == 0 || strcmp(word, "variable") == 0) {
		compute(args);
	} else if (strcmp(word, "cuda") == 0) {
		set_cuda(args);
	} else if (strcmp(word, "scheduler-locking") == 0) {
		set_schedule(args);
	} else if (strcmp(word, "listsize") == 0) {
		list_size = (u32)MIN(MAX(strtoul(args, NULL, 10), 1), 10000);
	} else if (strcmp(word, "print") == 0 || strcmp(word, "p") == 0) {
		next_word(&args, word, sizeof word);
		if (strcmp(word, "elements") == 0)
			dbg.print_elements = *args && strcmp(args, "0") != 0 &&
			                                     strcmp(args, "unlimited") !=
			                                             0
			                             ? (u32)strtoul(args, NULL, 10)
			                             : 0xffffffffu;
		else if (strcmp(word, "repeats") == 0)
			dbg.print_repeats = (u32)strtoul(args, NULL, 10) > 1
			                            ? (u32)strtoul(args, NULL, 10)
			                            : 0xffffffffu;
		else if (strcmp(word, "pretty") == 0)
			dbg.print_pretty = is_on(args);
		else if (!is_one_of(word, no_print_meaning, countof(no_print_meaning)))
			command_error(
				"\"set print\" knows elements, repeats and pretty, not "
				"\"%s\".",
				word);
	} else {
		if (!is_one_of(word, no_meaning, countof(no_meaning)))
			compute(whole);
	}
}

static void show(const char *args) {
	char word[64];
	next_word(&args, word, sizeof word);
	if (strcmp(word, "scheduler-locking") == 0)
		say("Stepping runs %s.\n",
		    dbg.locking == LOCKING_OFF ? "all warps"
		    : dbg.locking == LOCKING_LANE
		            ? "the lanes that are where the focus is"
		            : "the warp in focus");
	else if (strcmp(word, "listsize") == 0)
		say("Number of source lines gdb will list by default is %u.\n",
		    list_size);
	else if (strcmp(word, "cuda") == 0)
		say("break_on_launch is %s, break_on_exit is %s, api_failures is %s.\n",
		    dbg.break_on_launch ? "application" : "none",
		    dbg.break_on_exit ? "on" : "off", failures[dbg.api_failures]);
	else if (strcmp(word, "print") == 0)
		say("Elements that are shown: %u; equal ones become one from %u on; "
		    "pretty is "
		    "%s.\n",
		    dbg.print_elements, dbg.print_repeats,
		    dbg.print_pretty ? "on" : "off");
	else if (strcmp(word, "version") == 0)
		say("simt's debugger, with the commands of cuda-gdb.\n");
	else
		command_error(
			"\"show\" knows scheduler-locking, listsize, cuda, print and "
			"version, not \"%s\".",
			word);
}

static void source(const char *args) {
	if (!*args)
		command_error("source command requires file name of file to source.");
	else if (!text_queue_file(args))
		command_error("%s: No such file or directory.", args);
}

static void pwd(const char *args) {
	char path[4096];
	(void)args;
	if (getcwd(path, sizeof path))
		say("Working directory %s.\n", path);
}

static void quit(const char *args) {
	(void)args;
	text_quit();
}

const struct command commands_data[] = {
	{"print", "p", print,
         "Show the value of an expression: print/x EXPR, print array[2]@4, print %r1."},
	{"inspect", NULL, print, ""},
	{"output", NULL, output, "The same without number and end of line."},
	{"call", NULL, compute, "Evaluate an expression without showing it."},
	{"lanes", NULL, lanes,
         "Show the value of an expression in each lane of the warp in focus."},
	{"x", NULL, examine, "Show memory: x/4xw ADDRESS, x/3i $pc, x/s ADDRESS."},
	{"info", "i", info,
         "Tell about breakpoints, registers, locals, args, shared, barriers, cuda, "
         "frame, stack, hash, history, "
         "functions, variables, types, symbol, address, scope, line, source, "
         "display.\ninfo cuda: devices, sms, warps, lanes, "
         "kernels, blocks, threads, contexts, launch, managed, "
         "line, barriers."},
	{"list", "l", list,
         "Show lines of the source: around a location, a range, or on from the last "
         "ones; - goes back."},
	{"disassemble", NULL, disassemble,
         "Show the PTX of the function in focus, or of a location."},
	{"whatis", NULL, whatis, "Tell the type of an expression."},
	{"ptype", NULL, ptype, "The same, with members."},
	{"display", NULL, display, "Show an expression at every stop."},
	{"undisplay", NULL, undisplay, "Do so no more: numbers, or all."},
	{"set", NULL, set,
         "set var EXPR = VALUE changes the kernel's data; settings: cuda, "
         "scheduler-locking, listsize, print."},
	{"show", NULL, show, "Show a setting."},
	{"source", NULL, source, "Read commands from a file."},
	{"pwd", NULL, pwd, ""},
	{"help", "h", command_help, "This list, or what one command does."},
	{"quit", "q", quit, "End the debugger and the program."},
	{NULL, NULL, NULL, NULL},
};
