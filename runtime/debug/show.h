/* show.h - prints stops, threads, frames, lines and tables for the text front.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/vec.h"
#include "runtime/debug/session.h"

void say(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* A line of a source, with its number. */
void say_source(u32 line, const char *text, u32 len);

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
	const char *head[TABLE_COLUMNS]; /* begins with |: centred */
	u32 width[TABLE_COLUMNS], n;
	VEC(struct table_row) row;
};
struct table *table_new(struct arena *a, const char *const *head, u32 n);
void table_title(struct table *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
void table_row(struct table *t, bool marked);
void table_cell(struct table *t, const char *fmt, ...) PRINTF_LIKE(2, 3);
void table_coords(struct table *t, const u32 v[3]);
void table_print(const struct table *t);
