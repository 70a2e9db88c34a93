/* dump_stage.h - what simtrun --dump and simtcc --emit can show of a compilation, and in
 * which forms: STAGE or STAGE:FORM, such as ir, ast:json, cfg:svg.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum stage {
	STAGE_TOKENS,
	STAGE_AST,
	STAGE_IR,
	STAGE_CFG,
	STAGE_UNIFORMITY,
	STAGE_OPTIMISED,
	STAGE_OF_LLVM, /* this one and those behind it are made by the JIT, in the order
	                  of enum jit_stage */
	STAGE_OF_LLVM_OPT,
	STAGE_OF_ASM,
	STAGE_COUNT
};

enum stage_form { FORM_TEXT, FORM_JSON, FORM_DOT, FORM_SVG, FORM_COUNT };

struct stage_ask {
	enum stage stage;
	enum stage_form form;
};

/* The n characters of a word. False: there is no such stage, or not in this form. */
bool stage_find(const char *word, size_t n, struct stage_ask *out);
/* "tokens, ast, ...", for messages. */
extern const char stage_words[];
