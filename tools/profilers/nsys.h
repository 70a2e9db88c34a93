/* nsys.h - nsys: Nsight Systems' command line over simt's timelines.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "tools/simtrun/simtrun.h"

enum nsys_format { FORMAT_COLUMN, FORMAT_CSV, FORMAT_TSV, FORMAT_JSON };

/* Puts the timelines of several processes into one document: the rows of each get numbers
 * of their own. */
json_t *nsys_join(const struct texts *files);
/* Drops what is not between cudaProfilerStart and cudaProfilerStop. */
void nsys_cut(json_t *doc);

/* One table of a report; `name` may end in ":base". False: there is no such report. */
bool nsys_report(struct arena *a, const json_t *doc, const char *name,
                 enum nsys_format format, double unit_ns, const char *unit, FILE *out);
/* Name and title of report i; NULL after the last one. */
const char *nsys_report_name(u32 i, const char **title);
/* The name that a report has now; older releases' names are known. NULL: none. */
const char *nsys_report_of(const char *name);
