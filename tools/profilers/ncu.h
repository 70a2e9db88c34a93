/* ncu.h - ncu: Nsight Compute's command line over simt's profiles.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "tools/simtrun/simtrun.h"

enum ncu_page { PAGE_DETAILS, PAGE_RAW, PAGE_SESSION };
enum ncu_summary { SUMMARY_NONE, SUMMARY_KERNEL };

struct ncu_launch {
	const char *process, *name, *cc;
	json_int_t pid;
	u32 id;
	u32 grid[3], block[3], cluster[3];
	u32 shared_static, shared_dynamic;
	const json_t *metrics;
};
VEC_TYPE(ncu_launches, struct ncu_launch);

/* ---- ncu_metric.c ---- */

struct ncu_value {
	const char *unit;
	double v;
	bool known; /* false: only a clock, or a GPU's machine code, could tell */
};

/* The value of a metric of a launch. */
struct ncu_value ncu_value(const struct ncu_launch *l, const char *metric);
/* Names of all metrics that have values, in order. */
const char *ncu_metric_name(u32 i); /* NULL after the last one */
/* As the vendor's tool writes numbers: 1,024 and 11.78. */
void ncu_number(char to[64], double v, bool grouped);

/* One row of a section of the details page. */
struct ncu_row {
	const char *section, *title; /* --section's word, and the heading */
	const char *label, *metric;
	u32 set; /* the smallest of the sets that has it: enum ncu_set */
};
enum ncu_set { SET_NONE, SET_BASIC, SET_DETAILED, SET_FULL };
extern const struct ncu_row ncu_rows[];
extern const u32 ncu_nrow;

/* ---- ncu_print.c ---- */

struct ncu_view {
	FILE *out;
	enum ncu_page page;
	enum ncu_summary summary;
	bool csv;
	/* --metrics, expanded; none: sections. */
	struct texts metric;
	struct texts section; /* words of --section */
	enum ncu_set set;
	enum { NAME_DEMANGLED, NAME_FUNCTION } names;
};

void ncu_print(struct arena *a, const struct ncu_view *v, const struct ncu_launches *l);
