/* stagetext.h - LLVM's text and assembly of one kernel, line by line, each with the line
 * of the PTX that it comes from. They must have been made with jit_viewer.lines.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* A line without its newline; ptx is 0 where nothing is known. */
typedef void stage_line_fn(void *ctx, u32 ptx, const char *text, size_t n);

/* Passes on the functions that are defined; debug locations, alignment and the like are
 * left out. */
void stage_llvm_lines(struct arena *a, const char *text, stage_line_fn *put, void *ctx);
/* Passes on labels and instructions. */
void stage_asm_lines(const char *text, stage_line_fn *put, void *ctx);
/* The next line of a text: its length, without the newline; *s moves past it. */
u32 text_line(const char **s, const char *end);
