/* dump.h - analyses as text, JSON and pictures for --dump=cfg and uniformity.
 * Each computes what it shows. `f` must have a body.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/json.h"
#include "ir/analysis/uniform.h"

/* A line per block, in layout order: loops, edges, dominators, reconvergence points. */
void cfg_dump(const struct module *m, struct func *f, FILE *out);
/* The same as a graph for `dot -Tsvg`, with the instructions in the blocks. */
void cfg_dump_dot(const struct module *m, struct func *f, FILE *out);
/* Each instruction with the uniformity of its result. `shape` NULL: that of .reqntid. */
void uniform_dump(const struct module *m, struct func *f,
                  const struct uniform_shape *shape, FILE *out);

/* json.c: the same as objects, elements of an array. */
void cfg_json(const struct module *m, struct func *f, struct json_out *j);
void uniform_json(const struct module *m, struct func *f,
                  const struct uniform_shape *shape, struct json_out *j);
