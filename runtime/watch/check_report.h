/* check_report.h - a record as it is written, in one of three forms.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/check.h"
#include "runtime/core/names.h"

enum { RECORD_LINES = 40, RECORD_FRAMES = 12, RECORD_FUNCTIONS = 16 };

struct record_place {
	const char *func, *mangled; /* plain, and as the linker has it */
	const char *file;           /* of the source; "" if the PTX does not say */
	u32 line, pc;
	const char *ptx_file, *inst;
	u32 ptx_line;
	u32 cta[3], thread[3];
	const char *access;                     /* "Read", "Write", "Atomic" */
	const char *function[RECORD_FUNCTIONS]; /* as linkers write them: inlined ones
	                                           first */
	u32 nfunction;
};

struct record_line {
	const char *text;
	bool extra; /* the vendor's tools do not say so */
};

struct record {
	const char *level, *kind, *what, *error, *space, *direction;
	const char *text; /* what XML says in place of `what`; NULL: the same */
	/* The function of the interface that the host has called, or "". */
	const char *entry;
	const char *tool; /* if the kind does not say it: "race" */
	u32 size;
	u64 address, near_base;
	bool has_place, is_race, is_waw, is_leak;
	struct record_place at, other;
	u64 old_value, new_value;
	u64 hazards; /* of a pair of places; 0: this one alone */
	struct record_line line[RECORD_LINES];
	u32 nline;
	const char *saved_at; /* when the frames were saved */
	struct check_frame frame[RECORD_FRAMES];
	u32 nframe;
};

/* Adds a line; extra: the vendor's tools do not write it. */
void record_say(struct arena *a, struct record *r, bool extra, const char *fmt, ...)
	PRINTF_LIKE(4, 5);
/* check_suppress.c. Returns why the file of suppressions cannot be used, or NULL; it is
 * read once. */
const char *record_suppressions(void);
bool record_is_suppressed(const struct record *r);
/* Return the name without parameters, and also without namespaces, template arguments and
 * return type. */
const char *record_plain_name(struct arena *a, const char *demangled);
const char *record_base_name(struct arena *a, const char *demangled);
/* Returns the name of the record in XML. */
const char *record_text(const struct record *r, char *buf, size_t size);
/* Adds the frames of a host stack. */
void record_stack(struct arena *a, struct record *r, const char *when, u32 id,
                  bool extra);
struct record_place record_place(struct arena *a, struct image *image,
                                 const struct finding_place *p);
/* Adds the allocation at the address, or near it, and the stack that made it. */
void record_near(struct arena *a, struct record *r, struct simt_device *dev, u64 addr);
/* If it lies in memory that was freed: which, and who allocated and freed it. */
void record_freed(struct arena *a, struct record *r, struct simt_device *dev, u64 addr);
/* Keeps other threads from writing records until record_put; returns the arena for what
 * the record holds. */
struct arena *check_record_begin(void);
/* Writes it, if nothing suppresses it, and frees its memory. */
void record_put(struct record *r);
/* check_order.c: whether the race with the access p is new in this launch; the name of
 * that access; lines about it. */
bool order_first(const struct race_past *p);
const char *order_what(struct arena *a, const struct race_past *p);
void order_describe(struct arena *a, struct record *r, const struct race_past *p);
/* Adds the allocation at the address, unless p is the free of it. */
void order_near(struct arena *a, struct record *r, struct simt_device *dev,
                const struct race_past *p, u64 addr);
/* check_write.c */
void record_write(FILE *out, const struct record *r, const struct check_settings *s,
                  u32 format);
