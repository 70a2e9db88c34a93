/* breaks.h - breakpoints and watchpoints: from their texts to places in the code.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"
#include "runtime/debug/value.h"

struct dinst;

struct location {
	struct code *code;
	u32 inst;
	bool disabled;
	bool is_body; /* the beginning of a function that was named */
};

/* Returns the line of a location; of a function, the function's own. */
struct source_line places_location(const struct location *l);

enum break_kind { BREAK_POINT, BREAK_WATCH, BREAK_RWATCH, BREAK_AWATCH };

struct breakpoint {
	struct breakpoint *next;
	u32 number;
	u8 kind;
	bool is_temporary, is_disabled, is_pending, is_internal, is_gone;
	bool is_share;    /* the device half of a breakpoint in host code: only where the
	                     line itself has code */
	const char *spec; /* as typed */
	const char *condition; /* NULL: none */
	const char *list;      /* DAP: the list that it belongs to: a file, or a kind */
	const char *log; /* DAP: text with {expressions}, printed instead of stopping */
	const char *format; /* dprintf: "FORMAT", VALUE... to print instead of stopping */
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

/* Returns NULL after it has set *error. */
struct breakpoint *breaks_add(const char *spec, enum break_kind kind, const char **error);
/* Adds a watchpoint on memory that was evaluated. */
struct breakpoint *breaks_watch(const char *spec, enum break_kind kind,
                                const struct value *v, const char **error);
void breaks_delete(struct breakpoint *b);
/* Adds the device half of a breakpoint in host code: "LOCATION if CONDITION". */
void breaks_share(u32 number, const char *text);
struct breakpoint *breaks_find(u32 number);
/* Finds all locations anew, after a module was loaded or unloaded. */
void breaks_resolve(void);
/* Drops the locations in a module that is unloaded. */
void breaks_forget(struct symbols *s);
/* Finds the places that a text means; returns their number. *error: NULL, or why there
 * are none. */
u32 breaks_places(struct arena *a, const char *spec, struct location **out,
                  const char **error);
/* Whether a breakpoint is at this instruction: cheap. */
bool breaks_marked(const struct dfunc *f, const struct dinst *d);
/* Marks the instructions again, after the launch's functions or breakpoints changed. */
void breaks_mark(void);
/* The next breakpoint after `b` (NULL: the first) at the place; *location is its number
 * among b's, from 1. */
struct breakpoint *breaks_at(struct breakpoint *b, const struct code *c, u32 inst,
                             u32 *location);
bool breaks_has_watches(void);
/* The file and line to begin with before any command has looked at one. */
bool breaks_default_line(struct source_line *l);
