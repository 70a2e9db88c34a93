/* session.c - a launch from stop to stop: runs it until a breakpoint, the end of a step,
 * a fault, forward or backward.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/session.h"
#include "backend/machine/access.h"
#include "base/bits.h"
#include "runtime/core/api/check.h"
#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/earlier_launch.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/history.h"
#include "runtime/debug/places.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/value.h"

/* ---- focus ------------------------------------------------------------------------- */

struct focus session_focus(const struct warp *w, u32 lane) {
	return (struct focus){
		.set = true, .cta = w->cta->linear, .warp = w->id, .lane = lane};
}

static void take_focus(struct stop *s, const struct warp *w, u32 lane) {
	struct focus f = session_focus(w, lane);
	s->moved |= !dbg.focus.set || f.cta != dbg.focus.cta ||
	            f.warp != dbg.focus.warp || f.lane != dbg.focus.lane;
	dbg.focus = f;
}

void session_mend_focus(void) {
	struct debug_machine *g = dbg.g;
	struct cta *cta = dbg.focus.set ? debug_cta(g, dbg.focus.cta) : NULL;
	struct warp *w = cta && dbg.focus.warp < cta->nwarp ? &cta->warp[dbg.focus.warp]
	                                                    : NULL;
	dbg.focus.frame = 0;
	if (w && w->live >> dbg.focus.lane & 1)
		return;
	if (!w || !w->live)
		w = g->at.chosen ? g->at.warp : NULL;
	for (u32 i = 0; !w && cta && i < cta->nwarp; i++)
		if (cta->warp[i].live)
			w = &cta->warp[i];
	for (struct cluster *cl = g->wk->resident; !w && cl; cl = cl->next)
		for (u32 i = 0; i < cl->ncta && !w; i++)
			for (u32 k = 0; k < cl->cta[i].nwarp && !w; k++)
				if (cl->cta[i].warp[k].live)
					w = &cl->cta[i].warp[k];
	if (!w) {
		dbg.focus.set = false;
		return;
	}
	u32 lanes = g->at.chosen && g->at.warp == w && w->mask ? w->mask : w->live;
	dbg.focus = session_focus(w, mask_first(lanes));
}

/* ---- breakpoints ------------------------------------------------------------------- */

static struct arena scratch; /* of one condition */

/* Whether the lane stops; an error in the condition is reported, and stops, too. */
static bool holds(const struct breakpoint *b, const struct warp *w, u32 lane,
                  bool quiet) {
	struct eval e = {.arena = &scratch, .at = session_focus(w, lane), .quiet = true};
	struct value v;
	bool yes = false;
	if (!b->condition)
		return true;
	bool ok = eval_expr(&e, b->condition, &v) && value_true(&e, &v, &yes);
	if (!ok && !quiet)
		say("Error in testing condition for breakpoint %u:\n%s\n", b->number,
		    e.error);
	arena_reset(&scratch);
	return !ok || yes;
}

/* The lane that stops at b; NO_REG: none does. The one in focus comes first. */
static u32 lane_that_stops(const struct breakpoint *b, const struct warp *w, bool quiet) {
	const struct focus *f = &dbg.focus;
	bool here = f->set && f->cta == w->cta->linear && f->warp == w->id &&
	            w->mask >> f->lane & 1;
	debug_save(dbg.g);
	if (here && holds(b, w, f->lane, quiet))
		return f->lane;
	mask_each (l, w->mask)
		if (!(here && l == f->lane) && holds(b, w, l, quiet))
			return l;
	return NO_REG;
}

/* Prints the text of a log point, with values in place of {expressions}. */
static void say_log(const struct breakpoint *b, const struct warp *w, u32 lane) {
	struct eval e = {.arena = &scratch, .at = session_focus(w, lane)};
	struct text_stream line;
	FILE *out = text_open(&line);
	for (const char *s = b->log; *s; s++) {
		const char *end = *s == '{' ? strchr(s, '}') : NULL;
		struct value v;
		if (!end) {
			fputc(*s, out);
			continue;
		}
		e.error = NULL;
		if (eval_expr(&e, arena_strdup(&scratch, s + 1, (size_t)(end - s - 1)),
		              &v))
			value_print(&e, out, &v, NULL);
		if (e.error)
			fprintf(out, "<%s>", e.error);
		s = end;
	}
	say("%s\n", text_close(&line, &scratch));
	arena_reset(&scratch);
}

/* Prints what a dprintf says. */
static void say_format(const struct breakpoint *b, const struct warp *w, u32 lane) {
	struct eval e = {.arena = &scratch, .at = session_focus(w, lane)};
	struct text_stream line;
	FILE *out = text_open(&line);
	format_values(&e, out, b->format);
	const char *text = text_close(&line, &scratch);
	say("%s", text);
	if (e.error)
		say("%s\n", e.error);
	arena_reset(&scratch);
}

static void hide_calls(const struct breakpoint *b, u32 location, const struct warp *w,
                       const struct code *c, u32 inst) {
	bool is_body = location <= b->nat && b->at[location - 1].is_body;
	dbg.hidden = (struct hidden_calls){
		.levels = is_body ? places_inlined(c, inst) : 0,
		.cta = w->cta->linear,
		.warp = w->id,
		.inst = inst,
		.func = w->frame->func,
		.step = history_now(),
		.launch = dbg.nlaunch,
	};
}

static bool at_breakpoint(struct stop *s, bool quiet) {
	struct warp *w = dbg.g->at.warp;
	const struct dfunc *f = w->frame->func;
	if (!breaks_marked(f, w->pc))
		return false;
	const struct code *c = places_code_of(f);
	u32 inst = debug_inst(f, w->pc), location;
	bool stops = false;
	for (struct breakpoint *b = NULL; (b = breaks_at(b, c, inst, &location));) {
		u32 lane = lane_that_stops(b, w, quiet);
		if (lane == NO_REG)
			continue;
		if (!quiet) {
			b->hits++;
			if (b->ignore) {
				b->ignore--;
				continue;
			}
			if (b->log) {
				say_log(b, w, lane);
				continue;
			}
			if (b->format) {
				say_format(b, w, lane);
				continue;
			}
		} else if (b->log || b->format) {
			continue;
		}
		if (!stops) {
			stops = true;
			s->reason = STOP_BREAK;
			s->b = b;
			s->location = location;
			hide_calls(b, location, w, c, inst);
			take_focus(s, w, lane);
		}
	}
	return stops;
}

/* ---- watchpoints ------------------------------------------------------------------- */

static bool read_watch(const struct breakpoint *b, u8 now[64]) {
	struct focus at = b->owner;
	memset(now, 0, 64);
	if (is_shared_space(b->space) && !debug_cta(dbg.g, at.cta))
		return false;
	return state_read(&at, b->space, b->addr, now, b->size);
}

static void read_watches(void) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next)
		if (b->kind != BREAK_POINT && !b->is_gone)
			read_watch(b, b->was);
}

/* Lanes of the next instruction that touch what b watches. */
static u32 lanes_at_watch(const struct breakpoint *b, const struct warp *w,
                          const struct debug_access *a) {
	const struct arena_map *map = &dbg.launch->machine->map;
	u32 lanes = 0;
	mask_each (l, a->mask) {
		u64 addr = a->addr[l];
		u32 space = a->space;
		if (space == SPACE_GENERIC && in_window(map->shared, addr)) {
			space = SPACE_SHARED;
			addr -= map->shared.base;
		} else if (space == SPACE_GENERIC && in_window(map->local, addr)) {
			space = SPACE_LOCAL;
			addr -= map->local.base;
		}
		bool shared = is_shared_space(b->space);
		const struct cta *owner = shared ? debug_cta(dbg.g, b->owner.cta) : NULL;
		if (shared != is_shared_space(space) ||
		    (shared && (!owner || owner->cluster != w->cta->cluster)) ||
		    (b->space == SPACE_LOCAL) != (space == SPACE_LOCAL))
			continue;
		if (b->space == SPACE_LOCAL &&
		    (b->owner.cta != w->cta->linear || b->owner.warp != w->id ||
		     b->owner.lane != l))
			continue;
		if (addr < b->addr + b->size && b->addr < addr + a->bytes)
			lanes |= 1u << l;
	}
	return lanes;
}

struct watched {
	struct warp *w;
	u32 mask; /* of the instruction */
	bool known;
	struct debug_access access;
};

static void before_step(struct watched *x) {
	struct warp *w = dbg.g->at.warp;
	*x = (struct watched){.w = w, .mask = w->mask};
	x->known = debug_access(w, w->pc, &x->access);
}

static bool check_watches(const struct watched *x, struct stop *s, bool quiet) {
	for (struct breakpoint *b = dbg.breaks; b; b = b->next) {
		u8 now[64];
		if (b->kind == BREAK_POINT || b->is_disabled || b->is_gone ||
		    !read_watch(b, now))
			continue;
		bool changed = memcmp(now, b->was, b->size) != 0;
		u32 lanes = x->known ? lanes_at_watch(b, x->w, &x->access) : 0;
		bool reads = lanes && x->access.loads && b->kind != BREAK_WATCH;
		bool writes = lanes && x->access.stores && b->kind == BREAK_AWATCH;
		if (!(changed && b->kind != BREAK_RWATCH) && !reads && !writes) {
			memcpy(b->was, now, sizeof b->was);
			continue;
		}
		u32 lane = mask_first(lanes ? lanes : x->mask);
		memcpy(s->old, b->was, sizeof s->old);
		memcpy(s->now, now, sizeof s->now);
		memcpy(b->was, now, sizeof b->was);
		struct breakpoint probe = {.condition = b->condition,
		                           .number = b->number};
		if (x->w->live >> lane & 1 && !holds(&probe, x->w, lane, quiet))
			continue;
		if (!quiet) {
			b->hits++;
			if (b->ignore) {
				b->ignore--;
				continue;
			}
		}
		s->reason = STOP_WATCH;
		s->b = b;
		s->is_read = reads && (!changed || b->kind == BREAK_RWATCH);
		if (x->w->live >> lane & 1)
			take_focus(s, x->w, lane);
		return true;
	}
	return false;
}

/* ---- where a thread stands --------------------------------------------------------- */

struct stand {
	const struct code *code;
	u32 depth, inlined, inst, level;
};

static bool is_focus_next(struct stand *s) {
	const struct debug_turns *at = &dbg.g->at;
	const struct warp *w = at->warp;
	const struct focus *f = &dbg.focus;
	if (w->cta->linear != f->cta || w->id != f->warp || !(w->mask >> f->lane & 1))
		return false;
	s->inst = debug_inst(w->frame->func, w->pc);
	if (!debug_is_begin(w->frame->func, w->pc, s->inst))
		return false;
	s->code = places_code_of(w->frame->func);
	s->depth = w->frame->depth;
	s->inlined = places_inlined(s->code, s->inst);
	s->level = 0;
	return true;
}

static bool focus_stand(struct stand *s) {
	struct dframe fr;
	if (!state_frame(&dbg.focus, dbg.focus.frame, &fr))
		return false;
	*s = (struct stand){fr.code, fr.frame->depth,
	                    places_inlined(fr.code, fr.inst) - fr.level, fr.inst,
	                    fr.level};
	return true;
}

static bool is_deeper(const struct stand *a, const struct stand *b) {
	return a->depth > b->depth || (a->depth == b->depth && a->inlined > b->inlined);
}

static bool same_line(const struct stand *a, const struct stand *b) {
	if (a->depth != b->depth || a->code != b->code)
		return false;
	if (!a->level)
		return places_same_line(a->code, a->inst, b->inst);
	struct source_line x = places_line(a->code, a->inst, a->level),
			   y = places_line(b->code, b->inst, 0);
	return a->inlined == b->inlined && x.line == y.line && x.file == y.file;
}

static bool ends_step(enum resume kind, const struct stand *from,
                      const struct stand *at) {
	bool starts = at->inst < at->code->f->func->ninst && at->code->starts[at->inst];
	switch (kind) {
	case RESUME_STEPI: return true;
	case RESUME_NEXTI: return !is_deeper(at, from);
	case RESUME_FINISH: return is_deeper(from, at);
	case RESUME_UNTIL:
	case RESUME_NEXT:
	case RESUME_STEP: break;
	default: return false;
	}
	if (at->depth < from->depth)
		return true;
	if (kind != RESUME_STEP && is_deeper(at, from))
		return false;
	if (at->depth > from->depth) /* stepping into a function: after its beginning */
		return (at->code->has_lines || !from->code->has_lines) &&
		       at->inst == at->code->body;
	if (!starts || same_line(from, at))
		return false;
	if (from->code->has_lines && !places_line(at->code, at->inst, 0).line)
		return false;
	if (kind == RESUME_UNTIL && at->inlined == from->inlined)
		return places_line(at->code, at->inst, 0).line >
		       places_line(from->code, from->inst, 0).line;
	return true;
}

/* ---- forward ----------------------------------------------------------------------- */

struct told {
	bool any; /* a stop was reported here */
	u64 step;
	const struct warp *w;
	bool fault, end;
};
static struct told told;

static bool was_told(void) {
	return told.any && told.step == history_now() && told.w == dbg.g->at.warp;
}

static bool steps_focus(enum resume kind) {
	return kind == RESUME_STEP || kind == RESUME_NEXT || kind == RESUME_STEPI ||
	       kind == RESUME_NEXTI || kind == RESUME_FINISH || kind == RESUME_UNTIL;
}

static void set_policy(enum resume kind, u32 locking) {
	struct debug_policy p = {DEBUG_ALL, 0, 0, 0};
	bool steps = kind == RESUME_STEP || kind == RESUME_NEXT || kind == RESUME_STEPI ||
	             kind == RESUME_NEXTI;
	if (steps && locking != LOCKING_OFF) {
		p.kind = locking == LOCKING_LANE ? DEBUG_LANE : DEBUG_WARP;
		p.cta = dbg.focus.cta;
		p.warp = dbg.focus.warp;
		p.lane = locking == LOCKING_LANE ? (u8)dbg.focus.lane : 0;
	}
	history_policy(p);
}

static bool take_attention(struct stop *s) {
	if (!atomic_load_explicit(&dbg.attention, memory_order_relaxed))
		return false;
	atomic_store(&dbg.attention, 0);
	s->reason = STOP_PAUSE;
	return true;
}

/* A launch that is run again ends where it ended before. */
static enum debug_state settle(void) {
	enum debug_state state = debug_settle(dbg.g);
	bool ends = earlier_is_redone() && history_now() >= history_last();
	return ends && state == DEBUG_READY ? DEBUG_OVER : state;
}

/* Returns true when it has stopped, and *s says why; false: the launch is over. */
static bool forward(enum resume kind, u32 locking, struct stop *s) {
	struct stand from = {0}, at;
	bool steps = steps_focus(kind) && focus_stand(&from), first = true,
	     watches = breaks_has_watches();
	if (kind == RESUME_STEP && steps && from.level && !dbg.focus.frame) {
		dbg.hidden.levels--; /* into the call, which begins here */
		s->reason = STOP_STEP;
		return true;
	}
	if (watches)
		read_watches();
	set_policy(kind, locking);
	for (;;) {
		enum debug_state state = settle();
		if (take_attention(s))
			return true;
		if (state == DEBUG_OVER) {
			bool stop = dbg.break_on_exit && !told.end;
			told.end = true;
			s->reason = STOP_END;
			return stop;
		}
		if (state == DEBUG_FAULT) {
			bool stop = !(told.fault && told.step == history_now());
			s->reason = STOP_FAULT;
			return stop;
		}
		if (!was_told() && at_breakpoint(s, false))
			return true;
		if (!first && steps && is_focus_next(&at) &&
		    ends_step(kind, &from, &at)) {
			s->reason = STOP_STEP;
			return true;
		}
		first = false;
		struct watched x;
		if (watches)
			before_step(&x);
		history_step();
		if (watches && check_watches(&x, s, false))
			return true;
		if (steps && !state_warp(&dbg.focus)) {
			s->reason = STOP_STEP;
			s->lanes_end = true;
			return true;
		}
	}
}

/* Every warp of the block that is still where it was makes the step. */
static bool forward_cta(enum resume kind, struct stop *s) {
	struct focus keep = dbg.focus;
	struct cta *cta = debug_cta(dbg.g, keep.cta);
	struct stand from[CTA_MAX_THREADS / WARP_LANES], at;
	u32 n = MIN(cta->nwarp, (u32)countof(from)), lane[countof(from)];
	bool known[countof(from)];
	for (u32 i = 0; i < n; i++) {
		lane[i] = i == keep.warp      ? keep.lane
		          : cta->warp[i].live ? mask_first(cta->warp[i].live)
		                              : 0;
		dbg.focus = (struct focus){true, keep.cta, i, lane[i], 0};
		known[i] = focus_stand(&from[i]);
	}
	for (u32 i = 0; i < n; i++) {
		dbg.focus = (struct focus){true, keep.cta, i, lane[i], 0};
		*s = (struct stop){0};
		if (!known[i] || !focus_stand(&at) || at.code != from[i].code ||
		    at.inst != from[i].inst)
			continue;
		if (!forward(kind, LOCKING_WARP, s))
			return false;
		debug_save(dbg.g);
		if (s->reason != STOP_STEP)
			return true;
	}
	dbg.focus = keep;
	*s = (struct stop){.reason = STOP_STEP, .lanes_end = !state_warp(&keep)};
	return true;
}

/* ---- backward ---------------------------------------------------------------------- */

struct search {
	enum resume kind;
	bool found, watches, pending;
	u64 step;
	struct stop stop;
	struct watched before; /* of the step that was seen last */
	u64 before_step;
	/* lines */
	struct stand from, last;
	u64 run;
	u32 nrun;
};

static void see_watches(struct search *x) {
	struct focus keep = dbg.focus;
	struct stop s = {0};
	if (x->pending && check_watches(&x->before, &s, true)) {
		s.is_back = true;
		x->found = true;
		x->step = x->before_step;
		x->stop = s;
	}
	dbg.focus = keep;
	x->pending = false;
}

/* Continuing backward: the last step that would have stopped. */
static void see_stop(void *ctx) {
	struct search *x = ctx;
	struct focus keep = dbg.focus;
	struct stop s = {0};
	if (x->watches)
		see_watches(x);
	if (at_breakpoint(&s, true)) {
		x->found = true;
		x->step = history_now();
		x->stop = s;
	}
	dbg.focus = keep;
	if (x->watches) {
		before_step(&x->before);
		x->before_step = history_now();
		x->pending = true;
	}
}

/* Stepping backward: the last instruction, call or line of the thread in focus. */
static void see_step(void *ctx) {
	struct search *x = ctx;
	struct stand at;
	if (!is_focus_next(&at))
		return;
	switch (x->kind) {
	case RESUME_NEXTI:
		if (is_deeper(&at, &x->from))
			return;
		break;
	case RESUME_FINISH:
		if (!is_deeper(&x->from, &at))
			return;
		break;
	case RESUME_NEXT:
		if (is_deeper(&at, &x->from))
			return; /* fall through */
	case RESUME_STEP:
		if (!x->nrun || !same_line(&x->last, &at)) {
			x->nrun++;
			x->run = history_now();
		}
		x->last = at;
		x->found = true;
		x->step = x->run;
		return;
	default: break;
	}
	x->found = true;
	x->step = history_now();
}

/* False: there is nothing before. */
static bool search_back(struct search *x) {
	u64 now = history_now(), high = now;
	bool lines = x->kind == RESUME_STEP || x->kind == RESUME_NEXT;
	void (*see)(void *) = x->kind == RESUME_CONTINUE ? see_stop : see_step;
	while (high > history_first()) {
		u64 low = MAX(history_saved_before(high), history_first());
		x->found = x->pending = false;
		x->nrun = 0;
		if (!history_goto(low))
			return false;
		if (x->watches)
			read_watches();
		if (!history_replay(low, lines ? now : high, see, x))
			return false;
		if (x->watches)
			see_watches(x);
		/* The first line that was seen may have begun earlier. */
		if (x->found && (!lines || x->nrun > 1 || low == history_first()))
			return history_goto(x->step);
		high = low;
	}
	return false;
}

static void backward(enum resume kind, struct stop *s) {
	struct search x = {.kind = kind,
	                   .watches = kind == RESUME_CONTINUE && breaks_has_watches()};
	u64 now = history_now();
	s->is_back = true;
	if ((steps_focus(kind) && !focus_stand(&x.from)) || kind == RESUME_UNTIL) {
		s->reason = STOP_BEGIN;
		return;
	}
	bool found = search_back(&x);
	if (take_attention(s)) { /* as if there had been no request */
		history_goto(now);
		return;
	}
	if (found) {
		if (x.stop.reason == STOP_WATCH && breaks_has_watches())
			read_watches();
		*s = x.stop;
		s->is_back = true;
		if (!s->reason)
			s->reason = STOP_STEP;
		debug_settle(dbg.g);
		debug_save(dbg.g);
		if (s->reason == STOP_BREAK) {
			const struct warp *w = dbg.g->at.warp;
			u32 lane = lane_that_stops(s->b, w, true);
			s->moved = false;
			take_focus(s, w, lane == NO_REG ? mask_first(w->mask) : lane);
		}
		if (s->reason == STOP_WATCH) {
			s->moved = false;
			if (!is_focus_next(&x.from))
				take_focus(s, dbg.g->at.warp,
				           mask_first(dbg.g->at.warp->mask));
		}
		return;
	}
	if (kind == RESUME_CONTINUE)
		history_goto(history_first());
	else
		history_goto(now);
	s->reason = STOP_BEGIN;
}

/* ---- into the launch before -------------------------------------------------------- */

/* The step at which a repeated launch is shown first: after its end, or at its last
 * step. */
static bool begin_past(const struct request *r, struct stop *s) {
	history_goto(history_last());
	if (take_attention(s))
		return true;
	if (r->kind == RESUME_CONTINUE) {
		backward(RESUME_CONTINUE, s);
	} else {
		history_goto(history_last() - 1);
		s->reason = STOP_STEP;
		s->is_back = true;
		dbg.focus = (struct focus){0};
		session_mend_focus();
	}
	s->moved = true;
	return true;
}

/* From the beginning of a launch back into the one before it. Returns when that one is
 * over again; false if nothing stops the present one either. */
static bool cross(const struct request *r, struct stop *s) {
	struct told keep = told;
	dbg.request = *r;
	const char *why = earlier_enter();
	told = keep;
	if (why) {
		s->reason = STOP_BEGIN;
		s->is_back = true;
		s->why = why;
		return true;
	}
	told.any = false;
	session_mend_focus();
	if (dbg.over || (dbg.request.kind == RESUME_CONTINUE && !dbg.break_on_launch))
		return forward(RESUME_CONTINUE, dbg.locking, s);
	s->reason = STOP_LAUNCH;
	s->moved = true;
	return true;
}

static bool is_at_begin(void) {
	u64 n;
	const char *kernel;
	return history_now() == 0 && history_first() == 0 && earlier_before(&n, &kernel);
}

/* ---- stops ------------------------------------------------------------------------- */

/* Goes forward to a step; no breakpoint stops it. */
static void run_on(u64 step) {
	while (history_now() < step && settle() == DEBUG_READY &&
	       !atomic_load(&dbg.attention))
		history_step();
}

static bool resume_once(const struct request *r, struct stop *s) {
	if (r->back && is_at_begin() && r->kind != RESUME_FINISH)
		return cross(r, s);
	if (r->kind == RESUME_TO) {
		s->reason = STOP_GOTO;
		if (history_goto(MIN(r->count, history_last())))
			run_on(r->count);
		if (history_now() != r->count)
			s->reason = history_now() >= history_last() ? STOP_END
			                                            : STOP_BEGIN;
		if (atomic_exchange(&dbg.attention, 0))
			s->reason = STOP_PAUSE;
		return true;
	}
	if (r->back) {
		backward(r->kind, s);
		return true;
	}
	u32 locking = r->locking ? r->locking - 1 : dbg.locking;
	return r->whole_cta ? forward_cta(r->kind, s) : forward(r->kind, locking, s);
}

/* Makes a step r.count times; any other stop ends that. */
static bool resume(struct request r, struct stop *s) {
	u64 times = r.kind == RESUME_TO ? 1 : MAX(r.count, 1u);
	bool moved = false;
	for (u64 i = 0; i < times; i++) {
		bool enters = r.enters;
		*s = (struct stop){0};
		r.enters = false;
		bool stopped = enters ? begin_past(&r, s) : resume_once(&r, s);
		s->moved |= moved;
		if (!stopped)
			return false;
		debug_save(dbg.g);
		struct focus was = dbg.focus;
		session_mend_focus();
		moved = s->moved |= was.set && (was.cta != dbg.focus.cta ||
		                                was.warp != dbg.focus.warp ||
		                                was.lane != dbg.focus.lane);
		told.any = true;
		told.step = history_now();
		told.w = dbg.g->at.chosen ? dbg.g->at.warp : NULL;
		told.fault = s->reason == STOP_FAULT;
		if (s->reason != STOP_STEP || s->lanes_end)
			break;
	}
	return true;
}

static void fault_focus(struct stop *s) {
	const struct fault *f = &dbg.launch->fault;
	const u32 *g = dbg.launch->grid, *b = dbg.launch->block;
	u64 cta = ((u64)f->cta[2] * g[1] + f->cta[1]) * g[0] + f->cta[0];
	u64 thread = ((u64)f->thread[2] * b[1] + f->thread[1]) * b[0] + f->thread[0];
	struct focus at = {.set = true,
	                   .cta = cta,
	                   .warp = (u32)(thread / WARP_LANES),
	                   .lane = (u32)(thread % WARP_LANES)};
	struct focus was = dbg.focus;
	if (f->kind == FAULT_TIMEOUT || f->kind == FAULT_INTERRUPTED || !state_warp(&at))
		return;
	dbg.focus = at;
	s->moved |= !was.set || was.cta != at.cta || was.warp != at.warp ||
	            was.lane != at.lane;
}

int simt_debug_kernel;

void session_run(struct debug_client *c, struct debug_machine *g) {
	struct request r = {.kind = RESUME_CONTINUE};
	struct stop s = {0};
	bool again = earlier_is_redone();
	(void)c;
	dbg.g = g;
	simt_debug_kernel = 1;
	dbg.focus = (struct focus){0};
	memset(&told, 0, sizeof told);
	if (again) {
		r = dbg.request;
		r.count = 1;
		r.enters = true;
		history_redo(earlier_record());
	} else {
		history_begin(earlier_begin());
		session_mend_focus();
	}
	dbg.focus.set = dbg.focus.set && dbg.break_on_launch;
	breaks_mark();
	if (!again)
		dbg.front->launch(true);
	if (!again && dbg.break_on_launch && debug_settle(g) == DEBUG_READY) {
		s.reason = STOP_LAUNCH;
		s.moved = true;
		r.kind = RESUME_END;
	}
	bool detached = dbg.over;
	for (;;) {
		if (r.kind == RESUME_END && s.reason == STOP_LAUNCH) {
			told.any = true;
			told.w = g->at.warp;
		} else if (!resume(r, &s)) {
			break;
		}
		detached |= dbg.over; /* in an earlier launch */
		if (detached) {
			r = (struct request){.kind = RESUME_CONTINUE};
			continue;
		}
		if (s.reason == STOP_FAULT)
			fault_focus(&s);
		dbg.stop = s;
		dbg.request = (struct request){.kind = RESUME_CONTINUE};
		dbg.front->stopped(&s);
		r = dbg.request;
		s = (struct stop){0};
		if (r.kind == RESUME_END) {
			detached = dbg.over = true;
			for (struct breakpoint *b = dbg.breaks; b; b = b->next)
				breaks_delete(b);
			r.kind = RESUME_CONTINUE;
		}
	}
	if (again) {
		dbg.request = r;
		history_redo_end();
	} else {
		dbg.front->launch(false);
		earlier_keep();
		history_end();
	}
	simt_debug_kernel = 0;
	dbg.g = NULL;
	dbg.stop.b = NULL;
	dbg.focus = (struct focus){0};
	breaks_mark();
}

/* ---- faults ------------------------------------------------------------------------ */

/* Numbers and words are those of cuda-gdb's manual. An address outside a window of the
 * warp, as of shared memory, is out of range; one outside of all memory is illegal. */
static const char *address_exception(u32 space, u32 *number) {
	switch (space) {
	case SPACE_GLOBAL:
	case SPACE_GENERIC:
	case SPACE_CONST: *number = 14; return "Warp Illegal Address";
	case SPACE_SHARED_CLUSTER: *number = 17; return "Cluster Out-of-range Address";
	default: *number = 5; return "Warp Out-of-range Address";
	}
}

const char *session_exception(u32 *number) {
	const struct fault *f = &dbg.launch->fault;
	switch (f->kind) {
	case FAULT_RANK:
	case FAULT_ADDRESS: return address_exception(f->space, number);
	case FAULT_MISALIGNED: *number = 6; return "Warp Misaligned Address";
	case FAULT_ILLEGAL_INST: *number = 4; return "Warp Illegal Instruction";
	case FAULT_ASSERT: *number = 12; return "Warp Assert";
	case FAULT_STACK: *number = 2; return "Lane User Stack Overflow";
	case FAULT_SPACE: *number = 7; return "Warp Invalid Address Space";
	case FAULT_PC: *number = 8; return "Warp Invalid PC";
	case FAULT_TRAP: *number = 0; return "Trap";
	default: *number = 0; return NULL;
	}
}
