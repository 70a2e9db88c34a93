/* cfg_svg.h - the control-flow graph as a picture (SVG), for --dump=cfg:svg and the page
 * that explains kernels.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "ir/analysis/uniform.h"

struct cfg_lines {
	u32 first, last; /* lines of the source; first 0: none are known */
};

struct cfg_svg {
	const struct module *m;
	const struct func *f; /* with cfg and reconv */
	const struct uniform *uni;
	const char *id; /* blocks link to #IDb and their number; NULL: to nothing */
	const struct cfg_lines *lines; /* per block; NULL: none are known */
	bool has_code;                 /* instructions stand in the blocks */
};

/* One svg element, without the style that it needs: page.css has it, and so does a file
 * of its own. */
void cfg_svg_write(struct arena *a, const struct cfg_svg *s, FILE *out);

enum { CFG_SVG_BLOCKS = 2000 }; /* a larger picture cannot be read */

/* A file with the graphs of the functions, one below the other; `shape` as in
 * uniform_dump. */
void cfg_svg_file(const struct module *m, struct func *const *f, u32 n,
                  const struct uniform_shape *shape, FILE *out);
