/* command_break.c - commands about breakpoints and watchpoints.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/info.h"
#include "runtime/debug/places.h"
#include "runtime/debug/show.h"
#include "runtime/debug/text.h"
#include "runtime/debug/value.h"

/* ---- setting ----------------------------------------------------------------------- */

/* Cuts " if COND" off the end of a location and returns COND, or NULL. */
static const char *split_condition(char *spec) {
	char *at = spec;
	while ((at = strstr(at, "if"))) {
		bool word = (at == spec || isspace((unsigned char)at[-1])) &&
		            (isspace((unsigned char)at[2]) || at[2] == '(');
		if (word) {
			const char *cond = at + 2;
			while (at > spec && isspace((unsigned char)at[-1]))
				at--;
			*at = 0;
			while (isspace((unsigned char)*cond))
				cond++;
			return cond;
		}
		at += 2;
	}
	return NULL;
}

static void trim(char *s) {
	size_t n = strlen(s);
	while (n && isspace((unsigned char)s[n - 1]))
		s[--n] = 0;
}

static void tell_places(const struct breakpoint *b) {
	if (b->nat == 1) {
		const struct location *l = &b->at[0];
		struct source_line line = places_location(l);
		say(" at 0x%llx: file %s, line %u.\n",
		    (unsigned long long)places_pc(l->code, l->inst),
		    line.file ? places_base(line.file) : "?", line.line);
	} else {
		say(" at %s: %u locations.\n", b->spec, b->nat);
	}
}

/* format: of a dprintf, or NULL. */
static void set_break(const char *args, bool temporary, const char *format) {
	struct arena a = ARENA_INIT;
	char *spec = arena_strdup(&a, args, strlen(args));
	const char *cond = split_condition(spec), *error = NULL;
	const char *what = temporary ? "Temporary breakpoint"
	                   : format  ? "Dprintf"
	                             : "Breakpoint";
	trim(spec);
	struct breakpoint *b = breaks_add(spec, BREAK_POINT, &error);
	if (!b) {
		command_error("%s", error);
		arena_drop(&a);
		return;
	}
	b->number = ++dbg.nbreak;
	b->is_temporary = temporary;
	b->format = format ? arena_strdup(&dbg.arena, format, strlen(format)) : NULL;
	if (cond && *cond)
		b->condition = arena_strdup(&dbg.arena, cond, strlen(cond));
	if (b->is_pending) {
		say("%s\n", error);
		say("Make %s pending on future kernel load? (y or [n]) [answered Y; "
		    "input not from terminal]\n",
		    temporary ? "tbreak"
		    : format  ? "dprintf"
		              : "breakpoint");
	}
	say("%s %u", what, b->number);
	if (b->is_pending)
		say(" (%s) pending.\n", b->spec);
	else
		tell_places(b);
	arena_drop(&a);
}

void breaks_share(u32 number, const char *text) {
	struct arena a = ARENA_INIT;
	char *spec = arena_strdup(&a, text, strlen(text));
	const char *cond = split_condition(spec), *error = NULL;
	trim(spec);
	struct breakpoint *b = breaks_add(spec, BREAK_POINT, &error);
	if (b) {
		b->number = number;
		b->is_share = true;
		b->nat = 0; /* found again, exactly */
		b->is_pending = true;
		if (cond && *cond)
			b->condition = arena_strdup(&dbg.arena, cond, strlen(cond));
		breaks_resolve();
	}
	arena_drop(&a);
}

static void break_command(const char *args) {
	set_break(args, false, NULL);
}
static void tbreak(const char *args) {
	set_break(args, true, NULL);
}

/* dprintf LOCATION, "FORMAT", VALUE... */
static void dprintf_command(const char *args) {
	struct arena a = ARENA_INIT;
	const char *comma = strchr(args, ',');
	const char *format = comma ? comma + 1 + strspn(comma + 1, " \t") : "";
	if (*format == '"')
		set_break(arena_strdup(&a, args, (size_t)(comma - args)), false, format);
	else
		command_error("Format string required");
	arena_drop(&a);
}

static void watch_kind(const char *args, enum break_kind kind) {
	static const char *const names[] = {"", "Hardware watchpoint",
	                                    "Hardware read watchpoint",
	                                    "Hardware access (read/write) watchpoint"};
	struct arena a = ARENA_INIT;
	struct eval e = {.arena = &a, .at = dbg.focus};
	struct value v;
	const char *error = NULL;
	if (!needs_running())
		return;
	while (*args == '-')
		args += strcspn(args, " \t"), args += strspn(args, " \t");
	char *spec = arena_strdup(&a, args, strlen(args));
	const char *cond = split_condition(spec);
	trim(spec);
	struct breakpoint *b = NULL;
	if (!*spec)
		error = "Argument required (expression to compute).";
	else if (!eval_expr(&e, spec, &v))
		error = e.error;
	else
		b = breaks_watch(spec, kind, &v, &error);
	if (b) {
		b->number = ++dbg.nbreak;
		b->condition = cond && *cond
		                       ? arena_strdup(&dbg.arena, cond, strlen(cond))
		                       : NULL;
		say("%s %u: %s\n", names[kind], b->number, b->spec);
	} else {
		command_error("%s", error);
	}
	arena_drop(&a);
}

static void watch(const char *args) {
	watch_kind(args, BREAK_WATCH);
}
static void rwatch(const char *args) {
	watch_kind(args, BREAK_RWATCH);
}
static void awatch(const char *args) {
	watch_kind(args, BREAK_AWATCH);
}

/* ---- changing ---------------------------------------------------------------------- */

static bool is_shown(const struct breakpoint *b) {
	return !b->is_gone && !b->is_internal && b->number;
}

/* Calls fn for the numbers in a list like "1 3-5", or for all. */
static void each_of(const char *args, void (*fn)(struct breakpoint *b)) {
	if (!*args) {
		for (struct breakpoint *b = dbg.breaks; b; b = b->next)
			if (is_shown(b))
				fn(b);
		return;
	}
	while (*args) {
		char *end;
		unsigned long from = strtoul(args, &end, 10), to = from;
		if (end == args) {
			command_error("Bad breakpoint number '%s'", args);
			return;
		}
		if (*end == '-' && isdigit((unsigned char)end[1]))
			to = strtoul(end + 1, &end, 10);
		args = end;
		while (isspace((unsigned char)*args) || *args == ',')
			args++;
		if (*args && !isdigit((unsigned char)*args) && end == args) {
			command_error("Bad breakpoint number '%s'", args);
			return;
		}
		bool any = false;
		for (struct breakpoint *b = dbg.breaks; b; b = b->next)
			if (is_shown(b) && b->number >= from && b->number <= to) {
				fn(b);
				any = true;
			}
		if (!any)
			command_error("No breakpoint number %lu.", from);
	}
}

static void enable_one(struct breakpoint *b) {
	b->is_disabled = false;
}
static void disable_one(struct breakpoint *b) {
	b->is_disabled = true;
}

/* args: "breakpoints", "display", a location "1.2", or numbers. */
static void set_enabled(const char *args, bool on) {
	char *end;
	const char *rest = args;
	char word[32];
	if (isalpha((unsigned char)*args) && next_word(&rest, word, sizeof word)) {
		if (!is_short_for(word, "breakpoints")) {
			command_error("Only breakpoints can be enabled and disabled, not "
			              "\"%s\".",
			              word);
			return;
		}
		args = rest;
	}
	unsigned long number = strtoul(args, &end, 10), location;
	if (*end == '.') {
		struct breakpoint *b = breaks_find((u32)number);
		location = strtoul(end + 1, NULL, 10);
		if (!b || location < 1 || location > b->nat)
			command_error("Bad breakpoint location number '%lu'", location);
		else
			b->at[location - 1].disabled = !on;
	} else {
		each_of(args, on ? enable_one : disable_one);
	}
	breaks_mark();
}

static void enable(const char *args) {
	set_enabled(args, true);
}
static void disable(const char *args) {
	set_enabled(args, false);
}

static void delete(const char *args) {
	const char *rest = args;
	char word[32];
	if (isalpha((unsigned char)*args) && next_word(&rest, word, sizeof word) &&
	    is_short_for(word, "breakpoints"))
		args = rest;
	each_of(args, breaks_delete);
}

static void clear(const char *args) {
	struct arena a = ARENA_INIT;
	struct location *at;
	const char *error;
	u32 n = breaks_places(&a, args, &at, &error), found = 0;
	for (struct breakpoint *b = dbg.breaks; b; b = b->next) {
		bool here = false;
		for (u32 i = 0; i < b->nat && is_shown(b); i++)
			for (u32 k = 0; k < n; k++)
				here |= at[k].code == b->at[i].code &&
				        at[k].inst == b->at[i].inst;
		if (here) {
			say("%s%u", found++ ? " " : "Deleted breakpoint ", b->number);
			breaks_delete(b);
		}
	}
	if (found)
		say("\n");
	else
		command_error("%s", n ? "No breakpoint at this place." : error);
	arena_drop(&a);
}

static struct breakpoint *take_number(const char **args) {
	char *end;
	unsigned long n = strtoul(*args, &end, 10);
	struct breakpoint *b = end > *args ? breaks_find((u32)n) : NULL;
	if (!b) {
		if (end > *args)
			command_error("No breakpoint number %lu.", n);
		else
			command_error("Argument required (a breakpoint number).");
		return NULL;
	}
	while (isspace((unsigned char)*end))
		end++;
	*args = end;
	return b;
}

static void condition(const char *args) {
	struct breakpoint *b = take_number(&args);
	if (!b)
		return;
	if (!*args)
		say("Breakpoint %u now unconditional.\n", b->number);
	b->condition = *args ? arena_strdup(&dbg.arena, args, strlen(args)) : NULL;
}

static void ignore(const char *args) {
	struct breakpoint *b = take_number(&args);
	if (!b)
		return;
	if (!isdigit((unsigned char)*args)) {
		command_error("Second argument (specified ignore-count) is missing.");
		return;
	}
	b->ignore = (u32)MIN(strtoul(args, NULL, 10), 0xffffffffu);
	if (b->ignore)
		say("Will ignore next %u crossings of breakpoint %u.\n", b->ignore,
		    b->number);
	else
		say("Will stop next time breakpoint %u is reached.\n", b->number);
}

static void commands(const char *args) {
	struct breakpoint *b = NULL;
	const char *line;
	if (*args) {
		b = take_number(&args);
	} else {
		for (struct breakpoint *k = dbg.breaks; k; k = k->next)
			if (is_shown(k))
				b = k;
		if (!b)
			command_error("No breakpoints specified.");
	}
	if (!b)
		return;
	b->commands.n = 0;
	while ((line = text_next_line()) && strcmp(line, "end") != 0)
		vec_push(&dbg.arena, &b->commands,
		         arena_strdup(&dbg.arena, line, strlen(line)));
}

/* ---- showing ----------------------------------------------------------------------- */

static void show_location(const struct location *l) {
	struct source_line line = places_location(l);
	say("0x%016llx in %s at %s:%u\n", (unsigned long long)places_pc(l->code, l->inst),
	    l->code->name, line.file ? places_base(line.file) : "?", line.line);
}

void info_breakpoints(bool watchpoints) {
	static const char *const names[] = {"breakpoint", "hw watchpoint",
	                                    "read watchpoint", "acc watchpoint"};
	bool any = false;
	for (const struct breakpoint *b = dbg.breaks; b; b = b->next) {
		if (!is_shown(b) || (watchpoints && b->kind == BREAK_POINT) ||
		    (b->is_share && b->is_pending))
			continue;
		if (!any)
			say("Num     Type           Disp Enb Address            What\n");
		any = true;
		say("%-7u %-14s %-4s %-3c ", b->number,
		    b->format ? "dprintf" : names[b->kind],
		    b->is_temporary ? "del" : "keep", b->is_disabled ? 'n' : 'y');
		if (b->kind != BREAK_POINT)
			say("                   %s\n", b->spec);
		else if (b->is_pending || !b->nat)
			say("%-18s %s\n", "<PENDING>", b->spec);
		else if (b->nat > 1)
			say("<MULTIPLE>         \n");
		else
			show_location(&b->at[0]);
		if (b->condition)
			say("\tstop only if %s\n", b->condition);
		if (b->hits)
			say("\tbreakpoint already hit %u time%s\n", b->hits,
			    b->hits == 1 ? "" : "s");
		if (b->format)
			say("        printf %s\n", b->format);
		if (b->ignore)
			say("\tignore next %u hits\n", b->ignore);
		for (u32 i = 0; i < b->commands.n; i++)
			say("        %s\n", b->commands.at[i]);
		for (u32 i = 0; b->nat > 1 && i < b->nat; i++) {
			say("%u.%-5u                     %-3c ", b->number, i + 1,
			    b->at[i].disabled ? 'n' : 'y');
			show_location(&b->at[i]);
		}
	}
	if (!any)
		say(watchpoints ? "No watchpoints.\n"
		                : "No breakpoints or watchpoints.\n");
}

const struct command commands_break[] = {
	{"break", "b", break_command,
         "Stop at FILE:LINE, LINE, FUNCTION or *ADDRESS, with `if CONDITION' after "
         "it.\nLines are those of the "
         "source or of the PTX text."},
	{"breakpoint", "br", break_command, ""},
	{"tbreak", "tb", tbreak, "The same, once."},
	{"dprintf", NULL, dprintf_command,
         "dprintf LOCATION,\"FORMAT\",VALUE...: print there, as printf does, and go on."},
	{"watch", NULL, watch,
         "Stop when the value of an expression that lies in memory changes."},
	{"rwatch", NULL, rwatch, "Stop when it is read."},
	{"awatch", NULL, awatch, "Stop when it is read or written."},
	{"delete", "d", delete, "Delete breakpoints: numbers, or all."},
	{"clear", "cl", clear, "Delete the breakpoints at a location."},
	{"enable", "en", enable, "Enable breakpoints, or a location of one (2.1)."},
	{"disable", "dis", disable, "Disable breakpoints, or a location of one (2.1)."},
	{"ignore", NULL, ignore, "ignore N COUNT: pass breakpoint N that many times."},
	{"condition", NULL, condition,
         "condition N EXPR: stop at breakpoint N only if it holds."},
	{"commands", NULL, commands,
         "Commands to be done at a breakpoint: lines up to \"end\"."},
	{NULL, NULL, NULL, NULL},
};
