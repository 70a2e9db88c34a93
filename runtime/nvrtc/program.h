/* program.h - a program of NVRTC: its text, options and results.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <nvrtc.h>
#include <stdio.h>

#include "base/vec.h"
#include "ir/lower/compile.h"

struct rtc_header {
	const char *name, *text;
};

struct rtc_name {
	const char *expression, *lowered;
};

VEC_TYPE(rtc_words, const char *);

/* The options. */
struct rtc_settings {
	u32 sm;
	char suffix;
	bool rdc, debug, lineinfo, ftz, fmad, prec_div, prec_sqrt, fast_math;
	bool no_warnings, no_source_include, syntax_only, ptx_wanted, default_device;
	bool lto;
	bool move_forward, initializer_list; /* std has them without a header */
	u32 max_registers;
	int level;
	const char *std;
	struct rtc_words preprocessor; /* in order: -D -U -I -include and their values */
};

struct _nvrtcProgram {
	struct arena arena, result; /* what was given / what the last compilation made */
	const char *source, *name;
	struct rtc_header *header;
	u32 nheader;
	VEC(struct rtc_name) names;
	bool tried, compiled;
	const char *ptx, *cubin, *log; /* NULL: there is none */
	const char *lto; /* LTO_MAGIC and the text; NULL: PTX was asked for */
	int (*flow)(void *, void *);
	void *flow_payload;
};

/* options.c: false: one is wrong, and the log says which. */
bool rtc_options(struct arena *a, struct rtc_settings *s, int n,
                 const char *const *option, FILE *log);
extern const u32 rtc_archs[];
extern const u32 rtc_narch;

/* preprocess.c: the text with its macros expanded, two zeros after it; NULL: the log
 * says why. */
char *rtc_preprocess(struct arena *a, const struct _nvrtcProgram *p,
                     const struct rtc_settings *s, size_t *len, FILE *log);
