/* command_run.c - commands that let the kernel run, forward and backward, and move the
 * focus.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/history.h"
#include "runtime/debug/info.h"
#include "runtime/debug/places.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/text.h"

/* ---- running ----------------------------------------------------------------------- */

static void run(const char *args) {
	(void)args;
	if (dbg.started)
		command_error("The program runs already; reverse-continue goes back to "
		              "the kernel's beginning.");
	else
		command_start();
}

static void cont(const char *args) {
	char *end;
	unsigned long n = strtoul(args, &end, 0);
	if (*args && *end) {
		command_error("A number of crossings is expected, not \"%s\".", args);
		return;
	}
	if (dbg.at_call) {
		say("Continuing.\n");
		command_start();
		return;
	}
	if (!needs_running())
		return;
	if (n > 1 && dbg.stop.reason == STOP_BREAK && dbg.stop.b &&
	    !dbg.stop.b->is_gone) {
		dbg.stop.b->ignore = (u32)n - 1;
		say("Will ignore next %lu crossings of breakpoint %u.  Continuing.\n",
		    n - 1, dbg.stop.b->number);
	} else {
		say("Continuing.\n");
	}
	command_resume(RESUME_CONTINUE, false, "");
}

/* "step", "step 3", "step warp", "step lane 2", "step cta". */
static void step_by(enum resume kind, bool back, const char *args) {
	char word[32];
	const char *rest = args;
	u32 was = dbg.locking;
	if (!isalpha((unsigned char)*args) || !next_word(&rest, word, sizeof word)) {
		command_resume(kind, back, args);
		return;
	}
	if (strcmp(word, "lane") == 0)
		dbg.locking = LOCKING_LANE;
	else if (strcmp(word, "warp") == 0)
		dbg.locking = LOCKING_WARP;
	else if (strcmp(word, "cta") != 0) {
		command_resume(kind, back, args);
		return;
	}
	if (strcmp(word, "cta") == 0) {
		command_resume(kind, back, rest);
		dbg.request.whole_cta = !back;
		return;
	}
	command_resume(kind, back, rest);
	dbg.request.locking = 1 + dbg.locking;
	dbg.locking = was;
}

static void step(const char *args) {
	step_by(RESUME_STEP, false, args);
}
static void next(const char *args) {
	step_by(RESUME_NEXT, false, args);
}
static void stepi(const char *args) {
	step_by(RESUME_STEPI, false, args);
}
static void nexti(const char *args) {
	step_by(RESUME_NEXTI, false, args);
}
static void reverse_step(const char *args) {
	command_resume(RESUME_STEP, true, args);
}
static void reverse_next(const char *args) {
	command_resume(RESUME_NEXT, true, args);
}
static void reverse_stepi(const char *args) {
	command_resume(RESUME_STEPI, true, args);
}
static void reverse_nexti(const char *args) {
	command_resume(RESUME_NEXTI, true, args);
}

static void reverse_continue(const char *args) {
	(void)args;
	command_resume(RESUME_CONTINUE, true, "");
}

static void finish_to(bool back) {
	struct dframe fr;
	if (!needs_running())
		return;
	u32 n = dbg.focus.frame;
	if (!state_frame(&dbg.focus, n + 1, &fr)) {
		command_error("\"finish\" not meaningful in the outermost frame.");
		return;
	}
	state_frame(&dbg.focus, n, &fr);
	say("Run %s #%-3u", back ? "back to call of" : "till exit from", n);
	show_frame(dbg.out, &dbg.focus, &fr, true);
	command_resume(RESUME_FINISH, back, "");
}

static void finish(const char *args) {
	(void)args;
	finish_to(false);
}

static void reverse_finish(const char *args) {
	(void)args;
	finish_to(true);
}

static void advance(const char *args) {
	const char *error = NULL;
	if (!*args) {
		command_error("Argument required (a location).");
		return;
	}
	if (!needs_running())
		return;
	struct breakpoint *b = breaks_add(args, BREAK_POINT, &error);
	if (!b || b->is_pending) {
		if (b)
			breaks_delete(b);
		command_error("%s", error);
		return;
	}
	b->is_internal = b->is_temporary = true;
	command_resume(RESUME_CONTINUE, false, "");
}

static void until(const char *args) {
	if (*args)
		advance(args);
	else
		command_resume(RESUME_UNTIL, false, "");
}

static void go_to(const char *args) {
	char *end;
	unsigned long long n = strtoull(args, &end, 0);
	char word[16];
	const char *s = args;
	if (!needs_running())
		return;
	if (next_word(&s, word, sizeof word) && strcmp(word, "begin") == 0) {
		n = history_first();
	} else if (strcmp(word, "end") == 0) {
		n = history_last();
	} else if (!*args || *end || *args == '-') {
		command_error("A step is expected: a number, begin or end. \"info "
		              "history\" tells them.");
		return;
	}
	if (*args == '+')
		n += history_now();
	if (n < history_first()) {
		command_error("The history begins at step %llu.",
		              (unsigned long long)history_first());
		return;
	}
	command_resume(RESUME_TO, false, "");
	dbg.request.count = n;
}

static void kill_program(const char *args) {
	(void)args;
	text_quit();
}

/* ---- focus ------------------------------------------------------------------------- */

/* "(1,2,3)", "1,2" or "1". */
static bool take_coords(const char **s, u32 v[3]) {
	bool paren = **s == '(';
	u32 n = 0;
	*s += paren;
	v[0] = v[1] = v[2] = 0;
	for (;;) {
		char *end;
		while (isspace((unsigned char)**s))
			++*s;
		if (n == 3 || !isdigit((unsigned char)**s))
			return false;
		v[n++] = (u32)MIN(strtoul(*s, &end, 0), 0xffffffffu);
		*s = end;
		while (isspace((unsigned char)**s))
			++*s;
		if (**s != ',')
			break;
		++*s;
	}
	if (paren && **s != ')')
		return false;
	*s += paren;
	return true;
}

struct wish {
	bool has[8];
	u32 block[3], thread[3], number[8];
};
enum {
	WISH_KERNEL,
	WISH_GRID,
	WISH_BLOCK,
	WISH_THREAD,
	WISH_DEVICE,
	WISH_SM,
	WISH_WARP,
	WISH_LANE
};

static bool inside(const u32 v[3], const u32 dim[3]) {
	return v[0] < dim[0] && v[1] < dim[1] && v[2] < dim[2];
}

static u64 linear(const u32 v[3], const u32 dim[3]) {
	return ((u64)v[2] * dim[1] + v[1]) * dim[0] + v[0];
}

/* Finds the cta and warp with this number on a multiprocessor. */
static bool find_hw_warp(u32 sm, u32 warp, struct focus *f) {
	for (struct cluster *cl = dbg.g->wk->resident; cl; cl = cl->next)
		for (u32 i = 0; i < cl->ncta; i++)
			for (u32 k = 0; cl->cta[i].nlive && k < cl->cta[i].nwarp; k++)
				if (state_sm(cl->cta[i].linear) == sm &&
				    state_hw_warp(cl->cta[i].linear, k) == warp) {
					f->cta = cl->cta[i].linear;
					f->warp = k;
					return true;
				}
	return false;
}

static const char *apply(const struct wish *w, struct focus *f) {
	const struct launch *l = dbg.launch;
	if (w->has[WISH_KERNEL] && w->number[WISH_KERNEL] != dbg.nlaunch)
		return "Invalid kernel.";
	if (w->has[WISH_GRID] && w->number[WISH_GRID] != l->grid_id)
		return "Invalid grid.";
	if (w->has[WISH_DEVICE] && w->number[WISH_DEVICE] != dbg.module->dev->number)
		return "Invalid device.";
	if (w->has[WISH_BLOCK]) {
		if (!inside(w->block, l->grid))
			return "Invalid coordinates. Request cannot be satisfied: no "
			       "such block.";
		f->cta = linear(w->block, l->grid);
		if (!w->has[WISH_THREAD] && !w->has[WISH_WARP])
			f->warp = f->lane = 0;
	}
	if (w->has[WISH_SM] || w->has[WISH_WARP]) {
		u32 sm = w->has[WISH_SM] ? w->number[WISH_SM] : state_sm(f->cta);
		u32 warp = w->has[WISH_WARP] ? w->number[WISH_WARP]
		                             : state_hw_warp(f->cta, 0);
		if (!find_hw_warp(sm, warp, f))
			return "Invalid coordinates. Request cannot be satisfied: no "
			       "such warp.";
		if (!w->has[WISH_LANE])
			f->lane = 0;
	}
	if (w->has[WISH_THREAD]) {
		if (!inside(w->thread, l->block))
			return "Invalid coordinates. Request cannot be satisfied: no "
			       "such thread.";
		u64 t = linear(w->thread, l->block);
		f->warp = (u32)(t / WARP_LANES);
		f->lane = (u32)(t % WARP_LANES);
	}
	if (w->has[WISH_LANE])
		f->lane = w->number[WISH_LANE];
	struct cta *c = debug_cta(dbg.g, f->cta);
	bool asked_lane = w->has[WISH_THREAD] || w->has[WISH_LANE];
	if (!asked_lane && c && f->warp < c->nwarp && c->warp[f->warp].live &&
	    !(c->warp[f->warp].live >> f->lane & 1))
		f->lane = (u32)__builtin_ctz(c->warp[f->warp].live);
	if (!state_warp(f))
		return "Request cannot be satisfied: this thread has not started, or has "
		       "ended.";
	return NULL;
}

static void tell_focus(const bool has[8]) {
	u32 cta[3], thread[3];
	bool all = true;
	for (u32 i = 0; i < 8; i++)
		all &= !has[i];
	if (!dbg.focus.set) {
		say("Focus is not set.\n");
		return;
	}
	thread_coords(&dbg.focus, cta, thread);
	const char *sep = "";
	if (has[WISH_KERNEL] || all)
		say("%skernel %llu", sep, (unsigned long long)dbg.nlaunch), sep = ", ";
	if (has[WISH_GRID])
		say("%sgrid %llu", sep, (unsigned long long)dbg.launch->grid_id),
			sep = ", ";
	if (has[WISH_BLOCK] || all)
		say("%sblock (%u,%u,%u)", sep, cta[0], cta[1], cta[2]), sep = ", ";
	if (has[WISH_THREAD] || all)
		say("%sthread (%u,%u,%u)", sep, thread[0], thread[1], thread[2]),
			sep = ", ";
	if (has[WISH_DEVICE] || all)
		say("%sdevice %u", sep, dbg.module->dev->number), sep = ", ";
	if (has[WISH_SM] || all)
		say("%ssm %u", sep, state_sm(dbg.focus.cta)), sep = ", ";
	if (has[WISH_WARP] || all)
		say("%swarp %u", sep, state_hw_warp(dbg.focus.cta, dbg.focus.warp)),
			sep = ", ";
	if (has[WISH_LANE] || all)
		say("%slane %u", sep, dbg.focus.lane);
	say("\n");
}

/* "cuda kernel block thread" prints the focus, "cuda block 1 thread (3,0,0)" moves it. */
static void cuda(const char *args) {
	static const char *const names[] = {"kernel", "grid", "block", "thread",
	                                    "device", "sm",   "warp",  "lane"};
	struct wish w = {0};
	bool asked[8] = {false}, moves = false;
	char word[64];
	if (!dbg.g) {
		command_error("Focus not set on any active CUDA kernel.");
		return;
	}
	while (*args) {
		u32 n = 0, i = 0;
		while (isalpha((unsigned char)*args) && n + 1 < sizeof word)
			word[n++] = *args++;
		word[n] = 0;
		while (isspace((unsigned char)*args))
			args++;
		while (i < countof(names) && !is_short_for(word, names[i]))
			i++;
		if (!n || i == countof(names)) {
			command_error("Unrecognized argument `%.40s': kernel, grid, "
			              "block, thread, device, sm, warp "
			              "and lane are known.",
			              n ? word : args);
			return;
		}
		asked[i] = true;
		if (*args != '(' && !isdigit((unsigned char)*args))
			continue;
		u32 v[3];
		if (!take_coords(&args, v)) {
			command_error("Incorrect coordinates near `%.40s'.", args);
			return;
		}
		w.has[i] = moves = true;
		w.number[i] = v[0];
		if (i == WISH_BLOCK)
			memcpy(w.block, v, sizeof v);
		if (i == WISH_THREAD)
			memcpy(w.thread, v, sizeof v);
		while (isspace((unsigned char)*args) || *args == ',')
			args++;
	}
	if (!moves) {
		tell_focus(asked);
		return;
	}
	struct focus f = dbg.focus;
	f.set = true;
	f.frame = 0;
	const char *wrong = apply(&w, &f);
	if (wrong) {
		command_error("%s", wrong);
		return;
	}
	dbg.focus = f;
	show_focus(&dbg.focus);
	show_place(false, false);
}

/* ---- frames ------------------------------------------------------------------------ */

static void backtrace(const char *args) {
	struct dframe fr;
	u64 most = strtoull(args, NULL, 10);
	if (!needs_running())
		return;
	for (u32 n = 0; state_frame(&dbg.focus, n, &fr); n++) {
		struct focus f = dbg.focus;
		bool middle = fr.inst >= fr.code->f->func->ninst || fr.is_call ||
		              (fr.code->has_lines && !fr.code->starts[fr.inst]);
		if (most && n == most) {
			say("(More stack frames follow...)\n");
			return;
		}
		f.frame = n;
		say("#%-3u", n);
		if (middle && !(fr.level < places_inlined(fr.code, fr.inst) && n))
			say("0x%016llx in ",
			    (unsigned long long)places_pc(fr.code, fr.inst));
		show_frame(dbg.out, &f, &fr, true);
	}
}

static void select_frame(s64 n) {
	struct dframe fr;
	if (!needs_running())
		return;
	if (n < 0 || !state_frame(&dbg.focus, (u32)MIN(n, 1 << 20), &fr)) {
		command_error(
			n < 0 ? "Bottom (innermost) frame selected; you can't go down."
			      : "Initial frame selected; you can't go up.");
		return;
	}
	dbg.focus.frame = (u32)n;
	show_place(true, true);
}

/* Selects the frame that is n, or `missing` if there is no number, times `way` from
 * `from` on. */
static void select_from(const char *args, s64 from, s64 way, s64 missing) {
	char *end = NULL;
	s64 n = *args ? strtoll(args, &end, 0) % 100000 : missing;
	if (end && *end)
		command_error("A number is expected, not \"%s\".", args);
	else
		select_frame(from + way * n);
}

static void frame(const char *args) {
	select_from(args, 0, 1, dbg.focus.frame);
}
static void up(const char *args) {
	select_from(args, dbg.focus.frame, 1, 1);
}
static void down(const char *args) {
	select_from(args, dbg.focus.frame, -1, 1);
}

const struct command commands_run[] = {
	{"run", "r", run, "Start the program."},
	{"start", NULL, run, ""},
	{"continue", "c", cont,
         "Go on until something stops a thread.\ncontinue N ignores this breakpoint N-1 "
         "times."},
	{"fg", NULL, cont, ""},
	{"step", "s", step,
         "Run the warp in focus to another source line, into functions.\nstep N repeats "
         "it; step lane runs only the "
         "lanes that are where the focus is, step cta every warp of the block."},
	{"next", "n", next, "The same, but functions that are called run to their ends."},
	{"stepi", "si", stepi, "Run one instruction of the warp in focus."},
	{"nexti", "ni", nexti,
         "The same, but functions that are called run to their ends."},
	{"finish", "fin", finish, "Run until the function in focus returns."},
	{"until", "u", until,
         "Like next, but only to lines after this one; until LOCATION runs to a place."},
	{"advance", NULL, advance, "Run to a location."},
	{"reverse-step", "rs", reverse_step, "Go back to the line before."},
	{"reverse-next", "rn", reverse_next, "Go back to the line before, over calls."},
	{"reverse-stepi", "rsi", reverse_stepi, "Go back one instruction."},
	{"reverse-nexti", "rni", reverse_nexti, "Go back one instruction, over calls."},
	{"reverse-continue", "rc", reverse_continue,
         "Go back until a breakpoint or watchpoint, or to the kernel's beginning; from "
         "there, into the kernel before."},
	{"reverse-finish", NULL, reverse_finish,
         "Go back to where this function was called."},
	{"goto", NULL, go_to,
         "Go to a step of the kernel's history: a number, +N, begin or end.\nAfter the "
         "end, the kernel runs up to it."},
	{"kill", "k", kill_program, "End the program."},
	{"cuda", NULL, cuda,
         "Tell or move the focus.\ncuda kernel block thread asks; cuda block (1,0,0) "
         "thread (3,0,0), cuda sm 0 warp 1 "
         "lane 2 move it."},
	{"backtrace", "bt", backtrace,
         "Calls that led here, those that were inlined among them."},
	{"where", NULL, backtrace, ""},
	{"frame", "f", frame, "Select a frame by its number."},
	{"up", NULL, up, "Select the frame that called this one."},
	{"down", "do", down, "Select the frame that this one called."},
	{NULL, NULL, NULL, NULL},
};
