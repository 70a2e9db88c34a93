/* block.h - a text in blocks of 64 characters: for each block a set of bits says which
 * characters belong to words, which end lines, and which decide about what follows
 * (quotes, comments, directives, splices). Who reads a text steps from one set bit to the
 * next and passes everything else unseen.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "preprocessor/state.h"

enum { BLOCK = 64 };

struct pp_block {
	const char *base; /* of the block; bit i is base[i] */
	const char *end;  /* of the text */
	u64 word;         /* letters, digits, _ $ and what is not ASCII */
	u64 newline;
	u64 odd; /* " ' / \ # % and zeros */
};

/* Sets the bits of the 64 characters at p. */
typedef void pp_block_masks(struct pp_block *b, const char *p);
/* The way to do it on this processor. */
pp_block_masks *pp_block_best(void);

/* The number of bits. Without the host's instruction for it the compiler calls a
 * function. */
static inline u32 pp_count(u64 x) {
	x -= x >> 1 & 0x5555555555555555;
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	return (u32)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

/* Reads the block that begins at `base`. The last one of a text reaches beyond the zeros
 * after it. */
static inline void pp_block_read(struct pp_block *b, const char *base,
                                 pp_block_masks *masks) {
	b->base = base;
	if (b->end + SOURCE_TAIL - base >= BLOCK) {
		masks(b, base);
		return;
	}
	char copy[BLOCK] = {0};
	if (base < b->end)
		memcpy(copy, base, (size_t)(b->end - base));
	masks(b, copy);
}

/* A walk from one place that decides something to the next: the begins of words, unless
 * they are passed too, and the odd characters. */
struct pp_walk {
	struct pp_block block;
	pp_block_masks *masks;
	u64 todo;      /* what is still to be visited in the block */
	u64 words;     /* all bits: words are visited, none: they are not */
	u64 uncounted; /* ends of lines that are not in `line` */
	u32 line;
	const char *fresh;   /* only white space and comments are before it on its line */
	const char *unfresh; /* no directive begins here, even after an end of line */
};

static inline void pp_walk_read(struct pp_walk *w, const char *base, u64 in_word) {
	pp_block_read(&w->block, base, w->masks);
	u64 starts = w->block.word & ~(w->block.word << 1 | in_word);
	w->todo = (starts & w->words) | w->block.odd;
	w->uncounted = w->block.newline;
}
static inline void pp_walk_begin(const struct pp *pp, struct pp_walk *w,
                                 bool visits_words) {
	const struct pp_buffer *b = pp->buf;
	*w = (struct pp_walk){.block.end = b->end,
	                      .masks = pp->block_masks,
	                      .words = visits_words ? ~(u64)0 : 0,
	                      .line = b->line};
	pp_walk_read(w, b->at, 0);
}
/* The next place; it is visited once. */
static inline const char *pp_walk_next(struct pp_walk *w) {
	while (!w->todo) {
		w->line += pp_count(w->uncounted);
		pp_walk_read(w, w->block.base + BLOCK, w->block.word >> (BLOCK - 1));
	}
	const char *p = w->block.base + __builtin_ctzll(w->todo);
	w->todo &= w->todo - 1;
	return p;
}
/* Goes on at p, up to which another function has read; p is in line `line`. */
static inline void pp_walk_to(struct pp_walk *w, const char *p, u32 line) {
	w->line = line;
	if (p - w->block.base >= BLOCK) {
		pp_walk_read(w, p, 0);
		return;
	}
	u64 from = ~(u64)0 << (p - w->block.base);
	w->todo = (w->todo | (w->block.word & w->words & (from & -from))) & from;
	w->uncounted = w->block.newline & from;
}
/* The line of p, a place in the block at or after the last that was asked for. */
static inline u32 pp_walk_line(struct pp_walk *w, const char *p) {
	u64 before = p > w->block.base ? ((u64)1 << (p - w->block.base)) - 1 : 0;
	w->line += pp_count(w->uncounted & before);
	w->uncounted &= ~before;
	return w->line;
}
/* The begin of the white space before p if that is where a line begins, else NULL. */
static inline const char *pp_walk_line_start(const struct pp_walk *w, const char *p) {
	while (p != w->fresh && pp_class_of(p[-1]) == C_BLANK)
		p--;
	return p == w->fresh || (p[-1] == '\n' && p != w->unfresh) ? p : NULL;
}
