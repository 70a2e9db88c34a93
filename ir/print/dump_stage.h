/* dump_stage.h - the stages of a compilation that simtrun --dump and simtcc --emit show,
 * and their forms: STAGE or STAGE:FORM, such as ir, ast:json, cfg:svg.
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
	STAGE_OF_LLVM, /* the JIT makes this one and the next ones, in the order of enum
	                  jit_stage */
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
