/* dump_stage.c - see dump_stage.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/print/dump_stage.h"

#define BIT(form) (1u << FORM_##form)

static const struct {
	const char *name;
	u32 forms;
} stage_row[STAGE_COUNT] = {
	[STAGE_TOKENS] = {"tokens", BIT(TEXT) | BIT(JSON)},
	[STAGE_AST] = {"ast", BIT(TEXT) | BIT(JSON)},
	[STAGE_IR] = {"ir", BIT(TEXT) | BIT(JSON)},
	[STAGE_CFG] = {"cfg", BIT(TEXT) | BIT(JSON) | BIT(DOT) | BIT(SVG)},
	[STAGE_UNIFORMITY] = {"uniformity", BIT(TEXT) | BIT(JSON)},
	[STAGE_OPTIMISED] = {"opt", BIT(TEXT) | BIT(JSON)},
	[STAGE_OF_LLVM] = {"llvm", BIT(TEXT) | BIT(JSON)},
	[STAGE_OF_LLVM_OPT] = {"llvm-opt", BIT(TEXT) | BIT(JSON)},
	[STAGE_OF_ASM] = {"asm", BIT(TEXT) | BIT(JSON)},
};

static const char *const form_name[FORM_COUNT] = {[FORM_TEXT] = "text",
                                                  [FORM_JSON] = "json",
                                                  [FORM_DOT] = "dot",
                                                  [FORM_SVG] = "svg"};

const char stage_words[] =
	"tokens, ast, ir, cfg, uniformity, opt, llvm, llvm-opt and asm, each with or "
	"without :json after it, cfg also with :dot or :svg";

static bool is_word(const char *s, size_t n, const char *word) {
	return strlen(word) == n && memcmp(s, word, n) == 0;
}

bool stage_find(const char *word, size_t n, struct stage_ask *out) {
	const char *colon = memchr(word, ':', n);
	size_t len = colon ? (size_t)(colon - word) : n;
	u32 stage = 0, form = 0;
	if (is_word(word, n, "dot")) { /* older spelling of cfg:dot */
		*out = (struct stage_ask){STAGE_CFG, FORM_DOT};
		return true;
	}
	while (stage < STAGE_COUNT && !is_word(word, len, stage_row[stage].name))
		stage++;
	while (colon && form < FORM_COUNT &&
	       !is_word(colon + 1, n - len - 1, form_name[form]))
		form++;
	if (stage == STAGE_COUNT || form == FORM_COUNT ||
	    !(stage_row[stage].forms >> form & 1))
		return false;
	*out = (struct stage_ask){(enum stage)stage, (enum stage_form)form};
	return true;
}
