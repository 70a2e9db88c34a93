/* debug.h - what the files of the debugger share. From below: places (lines of
 * functions), symbols (what -G says of variables), state (memory and registers as a
 * thread sees them), values and expressions, breaks, history (saved states), session
 * (running until something happens), and the two fronts: commands and DAP.
 *
 * One launch at a time is stepped through, on the thread that runs it. Whoever looks at
 * it holds that thread.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "backend/machine/hook_debug.h"
#include "base/map.h"
#include "runtime/core/debug.h"

/* ---- places.c: functions and lines ------------------------------------------------- */

enum { NO_LINE = 0 };

/* Where an instruction comes from. Without -lineinfo or -G the text of the PTX is the
 * source. */
struct source_line {
	const char *file; /* NULL: unknown */
	u32 line;
};

struct symbols;

/* A function, decoded and with lines. */
struct code {
	struct symbols *symbols;
	const struct dfunc *f;
	const char *name; /* without parameters and namespaces, as people write it */
	bool has_lines;   /* .loc says where it comes from */
	u32 body;         /* first instruction behind what stores the parameters */
	u32 *ptx;         /* per instruction: line of the PTX */
	u8 *hidden; /* calls of functions of system headers that are inlined; NULL: none
	             */
	struct dscope *scope; /* of the function; NULL: none, or nobody has asked */
	u8 *starts;           /* a line begins here */
};

/* A module that is loaded. */
struct symbols {
	struct symbols *next;
	struct simt_module *m;
	struct arena arena;
	struct code **code;      /* per function; NULL until asked for */
	struct dwarf_unit *unit; /* NULL: the module has none, or nobody has asked */
	bool read;
};

struct symbols *places_of(struct simt_module *m);
struct code *places_code(struct symbols *s, u32 func);
/* The code of what is being executed. */
struct code *places_code_of(const struct dfunc *f);
/* The innermost line of an instruction, and the line around `level` inlined calls. */
struct source_line places_line(const struct code *c, u32 inst, u32 level);
u32 places_inlined(const struct code *c, u32 inst); /* calls that are inlined there */
/* Which call is inlined there, as a number; 0: none. */
u32 places_around(const struct code *c, u32 inst);
/* Name of the function that the line at this level is in. */
const char *places_function(const struct code *c, u32 inst, u32 level);
bool places_same_line(const struct code *c, u32 a, u32 b);
/* Numbers that stand for addresses of instructions. */
u64 places_pc(const struct code *c, u32 inst);
bool places_find_pc(u64 pc, struct code **c, u32 *inst);
/* Base name of a file; whether a name that was typed means this file. */
const char *places_base(const char *file);
bool places_is_file(const char *file, const char *typed);
/* The text of a line without its end; NULL: the file cannot be read. n: lines of the
 * file. */
const char *places_text(const char *file, u32 line, u32 *len, u32 *n);
/* What the name of a function is to people. */
const char *places_plain_name(struct arena *a, const char *mangled);

/* ---- the thread that is looked at -------------------------------------------------- */

struct focus {
	bool set;
	u64 cta;
	u32 warp, lane;
	u32 frame; /* 0: innermost */
};

/* ---- symbols.c: what -G tells ------------------------------------------------------ */

enum type_kind {
	DT_VOID,
	DT_BOOL,
	DT_CHAR,
	DT_INT,
	DT_FLOAT,
	DT_PTR,
	DT_REF,
	DT_ARRAY,
	DT_STRUCT,
	DT_UNION,
	DT_ENUM,
	DT_FUNC,
};

struct dmember {
	const char *name; /* "" of a base class or an anonymous member */
	const struct dtype *type;
	u64 offset;
	u32 bit_offset,
		bits; /* of a bit-field, from the low end of its storage; bits 0: none */
	s64 value;    /* of an enumerator */
	bool is_base;
};

struct dtype {
	u8 kind;
	bool is_signed, is_const;
	u8 space; /* enum space of what a pointer points to */
	u64 size;
	const char *name; /* NULL: made of `base` */
	const struct dtype *base;
	u64 count; /* of an array; 0: unknown */
	struct dmember *member;
	u32 nmember;
};

/* The register that has a variable's value at some instructions, as nvcc tells. */
struct dplace {
	u32 low, high, reg;
};

struct dvar {
	const char *name;
	const struct dtype *type;
	u32 var; /* in the module; NO_REG: it has no place in memory */
	u32 reg; /* NO_REG: none, or those of `place` */
	struct dplace *place;
	u32 nplace;
	u64 offset;
	bool is_indirect, is_param;
	u32 line;
};

struct dscope {
	struct dscope *parent, *inner, *next;
	bool is_function, is_inlined;
	const char *name, *file;
	u32 line;
	u32 func, low, high; /* instructions [low, high) of the function */
	struct dvar *var;
	u32 nvar;
};

struct dwarf_unit {
	struct dscope *function; /* linked by next */
	struct dvar *global;
	u32 nglobal;
	struct map types; /* names */
	const struct dtype **type;
	u32 ntype;
};

/* NULL: there is none. */
struct dwarf_unit *symbols_read(struct symbols *s);
/* The innermost scope at an instruction. */
struct dscope *symbols_scope(struct code *c, u32 inst);
/* Calls with scopes that are inlined at an instruction. */
u32 symbols_inlined(struct code *c, u32 inst);
/* What -G says of a variable of the module; NULL: nothing. */
const struct dvar *symbols_var(struct symbols *s, u32 var);
const struct dtype *symbols_type(const char *name);
/* The same, or a type that always exists. */
const struct dtype *type_named(const char *name);
/* Types that always exist. */
const struct dtype *type_basic(enum type_kind kind, u64 size, bool is_signed);
const struct dtype *type_pointer(const struct dtype *to, u32 space);
const struct dtype *type_array(const struct dtype *of, u64 n);
const struct dtype *type_dim3(void);
const struct dtype *type_of_ptx(enum type t);
void type_name(FILE *out, const struct dtype *t);

/* ---- state.c: a thread's memory and registers -------------------------------------- */

/* An activation as people count them: inlined calls are frames, too. */
struct dframe {
	struct frame *frame;
	struct code *code;
	u32 inst, level;
	bool is_call; /* it called the one before */
};

struct warp *state_warp(const struct focus *f);
/* False: there is no such frame. */
bool state_frame(const struct focus *f, u32 n, struct dframe *out);
u32 state_depth(const struct focus *f);
/* Where a thread is; false if it has ended. The instruction may be one it waits at. */
bool state_place(const struct warp *w, u32 lane, struct code **c, u32 *inst);
/* False: there is no memory, or it may not be written. space: enum space. */
bool state_read(const struct focus *f, u32 space, u64 addr, void *to, u64 n);
bool state_write(const struct focus *f, u32 space, u64 addr, const void *from, u64 n);
/* Where a variable of the module lies for the frame; false: it has no memory. *reg: the
 * register, or NO_REG. */
bool state_var(const struct focus *f, const struct dframe *fr, u32 var, u32 *space,
               u64 *addr, u32 *reg);
/* Low 64 bits, and for b128 the others. */
bool state_register(const struct focus *f, const struct dframe *fr, u32 reg, u64 v[2]);
bool state_set_register(const struct focus *f, const struct dframe *fr, u32 reg,
                        const u64 v[2]);
u64 state_sreg(const struct focus *f, enum sreg s);
/* Where a cta would be on a device: its multiprocessor, and its warp there. */
u32 state_sm(u64 cta);
u32 state_hw_warp(u64 cta, u32 warp);
/* A hash of all registers and memory. */
u64 state_hash(void);

/* ---- values.c, expr.c -------------------------------------------------------------- */

enum { SPACE_REGISTER = 200, SPACE_NONE = 201 }; /* beyond enum space */

struct value {
	const struct dtype *type;
	u32 space; /* where it lies; SPACE_NONE: nowhere */
	u64 addr;  /* or the register */
	u32 bit_offset, bits;
	struct focus at; /* whose memory */
	u8 bytes[16];    /* SPACE_NONE, small ones */
	const u8 *data;  /* SPACE_NONE, larger ones */
};

struct eval {
	struct arena *arena;
	struct focus at;
	const char *error; /* NULL: none so far */
	bool quiet;        /* conditions: nothing is kept */
};

bool eval_expr(struct eval *e, const char *text, struct value *v);
/* NULL: the text is no type. */
const struct dtype *eval_type(struct eval *e, const char *text);
/* A name that is no C expression of the frame: a variable, parameter, built-in value or
 * register. */
bool eval_name(struct eval *e, const char *name, struct value *v);
bool eval_register(struct eval *e, const char *name, struct value *v);
/* Evaluates up to where an expression ends; *rest is what follows. */
bool eval_part(struct eval *e, const char *text, const char **rest, struct value *v);
bool value_load(struct eval *e, const struct value *v, void *to, u64 size);
bool value_int(struct eval *e, const struct value *v, s64 *out);
bool value_double(struct eval *e, const struct value *v, double *out);
bool value_true(struct eval *e, const struct value *v, bool *out);
bool value_store(struct eval *e, const struct value *to, const struct value *from);
bool value_cast(struct eval *e, const struct dtype *t, const struct value *from,
                struct value *to);
void value_of_int(struct value *v, const struct dtype *t, s64 n);
struct format {
	char letter; /* of x/FMT; 0: natural */
	u32 size, count;
};
void value_print(struct eval *e, FILE *out, const struct value *v,
                 const struct format *f);
const char *eval_error(struct eval *e, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* $1, $foo. */
u32 history_add(struct eval *e, const struct value *v);
/* $, $$, $1, $foo; sets $foo. */
bool history_value(struct eval *e, const char *name, struct value *v);
void history_set(struct eval *e, const char *name, const struct value *v);
/* Variables that the frame sees, the innermost scope first; arguments or locals. */
u32 eval_locals(struct arena *a, const struct focus *f, bool params, struct dvar ***out);
bool eval_variable(struct eval *e, const struct dframe *fr, const struct dvar *d,
                   struct value *v);
/* A variable of the module as -G, or else the PTX, declares it; *name is what it is
 * called there. */
bool eval_module_var(struct eval *e, u32 var, struct value *v, const char **name);
bool eval_param(struct eval *e, const struct dframe *fr, u32 i, struct value *v,
                const char **name);

/* ---- breaks.c ---------------------------------------------------------------------- */

struct location {
	struct code *code;
	u32 inst;
	bool disabled;
	bool is_body; /* where a function that was named begins */
};

/* The line of it; of a function, the function's own. */
struct source_line places_location(const struct location *l);

enum break_kind { BREAK_POINT, BREAK_WATCH, BREAK_RWATCH, BREAK_AWATCH };

struct breakpoint {
	struct breakpoint *next;
	u32 number;
	u8 kind;
	bool is_temporary, is_disabled, is_pending, is_internal, is_gone;
	const char *spec;      /* as typed */
	const char *condition; /* NULL: none */
	const char *list;      /* DAP: the file whose list it is of */
	const char *log; /* DAP: text with {expressions}, printed instead of stopping */
	u32 ignore, hits;
	struct location *at;
	u32 nat, cap;
	VEC(const char *) commands;
	/* watch */
	const struct dtype *type;
	u32 space;
	u64 addr, size;
	struct focus owner; /* whose shared or local memory */
	u8 was[64];
};

/* NULL after the error was put into *error. */
struct breakpoint *breaks_add(const char *spec, enum break_kind kind, const char **error);
void breaks_delete(struct breakpoint *b);
struct breakpoint *breaks_find(u32 number);
/* All locations anew: a module came or went. */
void breaks_resolve(void);
void breaks_forget(struct symbols *s);
/* Places that a text means; their number. error: NULL or why there are none. */
u32 breaks_places(struct arena *a, const char *spec, struct location **out,
                  const char **error);
/* A breakpoint is at this instruction: cheap. */
bool breaks_marked(const struct dfunc *f, const struct dinst *d);
/* The launch's functions may have changed, or breakpoints. */
void breaks_mark(void);
/* The next breakpoint behind `b` (NULL: the first) at the place; *location is its number
 * among b's, from 1. */
struct breakpoint *breaks_at(struct breakpoint *b, const struct code *c, u32 inst,
                             u32 *location);
bool breaks_has_watches(void);
/* A file and line to begin with, where nothing was looked at yet. */
bool breaks_default_line(struct source_line *l);
/* Adds a watchpoint on memory that was evaluated. */
struct breakpoint *breaks_watch(const char *spec, enum break_kind kind,
                                const struct value *v, const char **error);

/* ---- history.c --------------------------------------------------------------------- */

struct history_record;
struct history;
/* before: of the launch before, with which the first state may share pages; NULL: none.
 */
void history_begin(const struct history_record *before);
void history_end(void);
/* Before history_end: what is needed to do the launch again; *bytes: what it takes that
 * none before it does. NULL: it cannot be done again. */
struct history_record *history_keep(u64 *bytes);
void history_drop(struct history_record *r);
/* The memory that the launch had is there. */
bool history_has_memory(const struct history_record *r);
/* Puts the present launch's history aside (NULL: no memory), and takes it up again at its
 * beginning. */
struct history *history_leave(void);
void history_return(struct history *outer);
/* In place of history_begin and history_end, for a launch that was kept: all of it is
 * past. */
void history_redo(const struct history_record *r);
void history_redo_end(void);
u64 history_now(void);
/* Number of steps that were made; later ones are new. */
u64 history_last(void);
u64 history_first(void);
/* One step forward: as it was, or a new one. */
void history_step(void);
/* Goes to a step that was made before. False: it cannot be reached. */
bool history_goto(u64 step);
/* Calls see(ctx) before each step of [from, to), the state being that before it; from the
 * last saved state at or before `from`. Ends at `to`. */
bool history_replay(u64 from, u64 to, void (*see)(void *ctx), void *ctx);
/* The last saved state in front of a step. */
u64 history_saved_before(u64 step);
/* What happens from here on differs from what did. False: it cannot, *why says what is in
 * the way. */
bool history_branch(const char **why);
/* From now on this policy; not while something is done again. */
void history_policy(struct debug_policy p);
bool history_is_past(void);
/* Memory of the device that kernels can change. */
void history_each_range(void (*fn)(void *ctx, u64 base, u64 size), void *ctx);
/* Something outside was changed by hand, at this step. */
void history_edit(const struct focus *f, u32 space, u64 addr, const void *bytes, u64 n);

/* ---- earlier_launch.c: launches that are over ------------------------------------------------ */

/* When a launch begins, before its history; the record of the one before it, or NULL. */
const struct history_record *earlier_begin(void);
/* When it ends, before its history does. */
void earlier_keep(void);
/* A module goes: its launches cannot be done again, nor those before them. */
void earlier_forget(const struct simt_module *m);
/* A launch that is over is being done again. */
bool earlier_is_redone(void);
const struct history_record *earlier_record(void);
/* The launch before the present one, or before the one that is being done again: false if
 * there is none. */
bool earlier_before(u64 *nlaunch, const char **kernel);
/* How many of them can be reached. */
u32 earlier_count(void);
/* Steps through it, and comes back when it is over again and the present one stands at
 * its beginning; session_run gets it. NULL, or why it cannot be done. */
const char *earlier_enter(void);

/* ---- session.c --------------------------------------------------------------------- */

enum { LOCKING_WARP, LOCKING_OFF, LOCKING_LANE };

enum resume {
	RESUME_CONTINUE,
	RESUME_STEP,
	RESUME_NEXT,
	RESUME_STEPI,
	RESUME_NEXTI,
	RESUME_FINISH,
	RESUME_UNTIL, /* a line behind the current one, in this frame */
	RESUME_TO,    /* a step of the history */
	RESUME_END,   /* the debugger lets go */
};

enum stop_reason {
	STOP_NONE,
	STOP_STEP,
	STOP_BREAK,
	STOP_WATCH,
	STOP_FAULT,
	STOP_PAUSE,
	STOP_LAUNCH, /* a kernel begins, and that is to be seen */
	STOP_BEGIN,  /* going back: there is nothing before */
	STOP_END, /* the kernel's last instruction was executed, and that is to be seen */
	STOP_GOTO,
};

struct stop {
	enum stop_reason reason;
	struct breakpoint *b;
	u32 location; /* which of b's */
	u8 old[64], now[64];
	bool is_read; /* a watched value was read and not written */
	bool is_back;
	bool moved;      /* the focus did */
	bool lanes_end;  /* the thread that was stepped has ended */
	const char *why; /* STOP_BEGIN: the launch before cannot be gone back into; NULL:
	                    it can, or there is none */
};

/* A function whose first statement is a call that is inlined: the calls that begin at the
 * instruction where a breakpoint of the function stopped are not entered yet, so that the
 * function's own line is shown. True of one step of one launch. */
struct hidden_calls {
	u32 levels, warp, inst;
	u64 cta;
	const struct dfunc *func;
	u64 step, launch;
};

struct request {
	enum resume kind;
	bool back;
	u64 count;      /* times; RESUME_TO: the step */
	u32 locking;    /* 1 + LOCKING_; 0: as set */
	bool whole_cta; /* every warp of the block in focus */
	bool enters;    /* the launch is over and done again; it begins at its end */
};

struct front {
	const char *name;
	/* Before anything is launched: comes back when the program is to run. */
	void (*start)(void);
	/* The launch stopped: comes back with dbg.request set. */
	void (*stopped)(const struct stop *s);
	void (*exited)(int status);
	/* Text of a kernel's printf. */
	void (*print)(const char *text, size_t n, bool is_error);
	/* A launch has begun, or is over. */
	void (*launch)(bool begins);
};

struct debugger {
	bool on, started, over;
	const struct front *front;
	struct arena arena;
	struct strtab names;
	FILE *out;
	struct debug_client client;
	struct symbols *symbols, *gone; /* gone: of modules that were unloaded */
	struct breakpoint *breaks;
	u32 nbreak;
	/* the launch */
	struct simt_module *module;
	struct launch *launch;
	struct debug_machine *g; /* NULL: no kernel runs */
	u64 nlaunch;
	struct focus focus;
	struct hidden_calls hidden;
	struct request request;
	struct stop stop;
	_Atomic u32 attention;      /* Ctrl-C, or a front's wish */
	struct machine_hooks hooks; /* the runtime's own */
	/* settings */
	bool break_on_launch, break_on_exit;
	u32 locking;
	u32 print_elements,
		print_repeats; /* repeats: from how many equal elements on they are one */
	bool print_pretty;
};
extern struct debugger dbg;

/* launch_tree.c: which kernel launched which. The launch is one more; the debugger's
 * number of what launched it, false: the host did; tables. */
void launch_tree_add(void);
bool launch_tree_parent(u64 *kernel);
void launch_tree_trace(struct arena *a, const char *invocation);
void launch_tree_children(struct arena *a);

/* What the launch's thread and others share: symbols, breakpoints. */
void debug_lock(bool take);
/* Waits with the lock; the second, until a time: false when it is over. */
void debug_wait(pthread_cond_t *c);
bool debug_wait_until(pthread_cond_t *c, const struct timespec *t);

void session_run(struct debug_client *c, struct debug_machine *g);
/* The focus on the lane of a warp. */
struct focus session_focus(const struct warp *w, u32 lane);
/* The focus is on a thread that lives, if there is one. */
void session_mend_focus(void);
const char *session_exception(u32 *number);

/* ---- text.c, commands, fronts ------------------------------------------------------ */

extern const struct front front_text, front_dap;
void say(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* A line of a source, with its number. */
void say_source(u32 line, const char *text, u32 len);
/* Reads and does one command line; false: it failed, and the error was printed. */
bool command_line(const char *line);
/* A command wants the launch, or the program, to go on: no more commands until it stops.
 */
bool command_resumes(void);
void command_error(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* Parts of a stop's report, which both fronts use. */
void show_stop(const struct stop *s);
void show_focus(const struct focus *f);
void show_frame(FILE *out, const struct focus *f, const struct dframe *fr,
                bool with_launch);
void show_line(const char *file, u32 line);
void show_coords(FILE *out, const u32 v[3]);
void thread_coords(const struct focus *f, u32 cta[3], u32 thread[3]);

/* The frame in focus and its line. */
void show_place(bool with_number, bool with_frame);

enum { TABLE_COLUMNS = 12 };
struct table_row {
	const char *title; /* NULL: it has cells */
	const char *cell[TABLE_COLUMNS];
	u32 n;
	bool marked;
};
struct table {
	struct arena *arena;
	const char *head[TABLE_COLUMNS]; /* with | in front: in the middle */
	u32 width[TABLE_COLUMNS], n;
	VEC(struct table_row) row;
};
struct table *table_new(struct arena *a, const char *const *head, u32 n);
void table_title(struct table *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
void table_row(struct table *t, bool marked);
void table_cell(struct table *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
void table_coords(struct table *t, const u32 v[3]);
void table_print(const struct table *t);
/* info.c: `info cuda ...`; false: there is no such table. */
bool info_cuda(const char *what);
void info_registers(const char *names);
void info_shared(void);
void info_barriers(void);
void show_lanes(const char *expr);

/* ---- command.c --------------------------------------------------------------------- */

typedef void command_fn(const char *args);
struct command {
	const char *name;  /* in full */
	const char *least; /* the shortest form that means it although others begin like
	                      it; NULL: none */
	command_fn *run;
	const char *help;
};
extern const struct command commands_run[], commands_break[], commands_data[],
	commands_text[];
/* The command that a word means; n: how many it could be. */
const struct command *command_find(const char *word, u32 *n);
/* Whether `word` is a beginning of `name`, at least one letter. */
bool is_short_for(const char *word, const char *name);
/* The first word of *s, in `word`; *s goes behind it and the blanks after it. */
bool next_word(const char **s, char *word, size_t size);
/* "/x 4"-like: letters behind a slash; *s goes behind it. */
struct format take_format(const char **s);
/* Asks a front to let the program go on. */
void command_resume(enum resume kind, bool back, const char *count);
bool needs_running(void);
/* The program is to begin. */
void command_start(void);
void command_help(const char *args);
/* Only watchpoints, or all. */
void info_breakpoints(bool watchpoints);
void info_displays(void);
void show_displays(void);
/* command_info.c */
void info(const char *args);
/* complete.c: words that could stand at the end of a line instead of its last one; *start
 * is where that begins. */
struct words {
	const char **at;
	u32 n, cap;
};
void complete_line(struct arena *a, const char *line, size_t *start, struct words *out);
/* text.c: lines that follow a command up to "end". NULL: no more lines. */
const char *text_next_line(void);
/* Queues a command line, or the lines of a file, in front of those that wait. */
void text_queue(const char *line);
bool text_queue_file(const char *path);
void text_quit(void);
