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

#ifdef __SSE2__
static inline u64 pp_block_mask(__m128i a, __m128i b, __m128i c, __m128i d) {
	return (u64)(u32)_mm_movemask_epi8(a) | (u64)(u32)_mm_movemask_epi8(b) << 16 |
	       (u64)(u32)_mm_movemask_epi8(c) << 32 |
	       (u64)(u32)_mm_movemask_epi8(d) << 48;
}
static inline __m128i pp_block_is(__m128i v, char c) {
	return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}
/* Characters from `first` on, `n` of them: one comparison after a shift of the range to
 * the lowest values. */
static inline __m128i pp_block_range(__m128i v, char first, char n) {
	__m128i low = _mm_add_epi8(v, _mm_set1_epi8((char)(-128 - first)));
	return _mm_cmpgt_epi8(_mm_set1_epi8((char)(-128 + n)), low);
}
static inline __m128i pp_block_words(__m128i v) {
	__m128i letter = pp_block_range(_mm_or_si128(v, _mm_set1_epi8(0x20)), 'a', 26);
	__m128i digit = pp_block_range(v, '0', 10);
	__m128i other = _mm_or_si128(pp_block_is(v, '_'), pp_block_is(v, '$'));
	/* the highest bit of v: what is not ASCII */
	return _mm_or_si128(_mm_or_si128(letter, digit), _mm_or_si128(other, v));
}
static inline __m128i pp_block_odds(__m128i v) {
	/* " and # differ in their lowest bit, % and ' in the next */
	__m128i a = pp_block_is(_mm_or_si128(v, _mm_set1_epi8(1)), '#');
	__m128i b = pp_block_is(_mm_or_si128(v, _mm_set1_epi8(2)), '\'');
	__m128i c = _mm_or_si128(pp_block_is(v, '/'), pp_block_is(v, '\\'));
	return _mm_or_si128(_mm_or_si128(a, b),
	                    _mm_or_si128(c, _mm_cmpeq_epi8(v, _mm_setzero_si128())));
}
static inline void pp_block_masks(struct pp_block *b, const char *p) {
	__m128i v[4], w[4], o[4], n[4];
	for (u32 i = 0; i < 4; i++) {
		v[i] = _mm_loadu_si128((const __m128i *)(const void *)(p + 16 * i));
		w[i] = pp_block_words(v[i]);
		o[i] = pp_block_odds(v[i]);
		n[i] = pp_block_is(v[i], '\n');
	}
	b->word = pp_block_mask(w[0], w[1], w[2], w[3]);
	b->odd = pp_block_mask(o[0], o[1], o[2], o[3]);
	b->newline = pp_block_mask(n[0], n[1], n[2], n[3]);
}
#else
static inline void pp_block_masks(struct pp_block *b, const char *p) {
	b->word = b->odd = b->newline = 0;
	for (u32 i = 0; i < BLOCK; i++) {
		u32 class = pp_class_of(p[i]);
		b->word |= (u64)(class == C_NAME || class == C_DIGIT) << i;
		b->newline |= (u64)(class == C_NEWLINE) << i;
		b->odd |= (u64)(class == C_ZERO ||
		                (class >= C_STRING && class <= C_PERCENT))
		          << i;
	}
}
#endif

/* The number of bits. Without the host's instruction for it the compiler calls a
 * function. */
static inline u32 pp_count(u64 x) {
	x -= x >> 1 & 0x5555555555555555;
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	return (u32)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

/* Reads the block that begins at `base`. The last one of a text reaches beyond the zeros
 * after it. */
static inline void pp_block_read(struct pp_block *b, const char *base) {
	b->base = base;
	if (b->end + SOURCE_TAIL - base >= BLOCK) {
		pp_block_masks(b, base);
		return;
	}
	char copy[BLOCK] = {0};
	if (base < b->end)
		memcpy(copy, base, (size_t)(b->end - base));
	pp_block_masks(b, copy);
}

/* A walk from one place that decides something to the next: the begins of words, unless
 * they are passed too, and the odd characters. */
struct pp_walk {
	struct pp_block block;
	u64 todo;      /* what is still to be visited in the block */
	u64 words;     /* all bits: words are visited, none: they are not */
	u64 uncounted; /* ends of lines that are not in `line` */
	u32 line;
	const char *fresh;   /* only white space and comments are before it on its line */
	const char *unfresh; /* no directive begins here, even after an end of line */
};

static inline void pp_walk_read(struct pp_walk *w, const char *base, u64 in_word) {
	pp_block_read(&w->block, base);
	u64 starts = w->block.word & ~(w->block.word << 1 | in_word);
	w->todo = (starts & w->words) | w->block.odd;
	w->uncounted = w->block.newline;
}
static inline void pp_walk_begin(struct pp_walk *w, const struct pp_buffer *b,
                                 bool visits_words) {
	*w = (struct pp_walk){.block.end = b->end,
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
/* Goes on at p, after what somebody else has read; it is in line `line`. */
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
