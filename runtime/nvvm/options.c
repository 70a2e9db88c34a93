/* options.c - the options of nvvmCompileProgram and of cicc.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/nvvm/request.h"

enum { OLDEST_SM = 30, NEWEST_SM = 121 };

/* The text after `name=`; NULL: it is another option. */
static const char *value_of(const char *option, const char *name) {
	size_t n = strlen(name);
	return strncmp(option, name, n) == 0 && option[n] == '=' ? option + n + 1 : NULL;
}

static bool read_arch(struct nvptx_options *o, const char *value) {
	char *end;
	if (strncmp(value, "compute_", 8) == 0)
		value += 8;
	else if (strncmp(value, "sm_", 3) == 0)
		value += 3;
	else
		return false;
	if (*value < '0' || *value > '9')
		return false;
	unsigned long sm = strtoul(value, &end, 10);
	o->suffix = *end == 'a' || *end == 'f' ? *end++ : '\0';
	o->sm = (u32)sm;
	return sm >= OLDEST_SM && sm <= NEWEST_SM && !*end && (!o->suffix || sm >= 90);
}

static bool read_bool(bool *out, const char *value) {
	*out = value[0] == '1';
	return (value[0] == '0' || value[0] == '1') && !value[1];
}

/* NULL: it is none of these; "": it is well; or what is wrong. */
static const char *read_value(struct nvptx_options *o, const char *w) {
	static const char number[] = "its value is 0 or 1";
	static const char *const name[] = {"-ftz", "-fma", "-prec-div", "-prec-sqrt"};
	bool *const to[] = {&o->ftz, &o->fma, &o->prec_div, &o->prec_sqrt};
	const char *v;
	for (u32 i = 0; i < countof(name); i++)
		if ((v = value_of(w, name[i])))
			return read_bool(to[i], v) ? "" : number;
	if ((v = value_of(w, "-arch"))) {
		if (strncmp(v, "lto_", 4) == 0)
			return "code for linking later (LTO IR) is not supported";
		return read_arch(o, v) ? ""
		                       : "architectures are compute_30 to compute_121";
	}
	if ((v = value_of(w, "-opt"))) {
		o->opt = (u32)(v[0] - '0');
		return v[0] >= '0' && v[0] <= '3' && !v[1] ? "" : "its value is 0 to 3";
	}
	if ((v = value_of(w, "-jump-table-density"))) /* there are no jump tables */
		return *v >= '0' && *v <= '9' && strtoul(v, NULL, 10) <= 101
		               ? ""
		               : "its value is 0 to 101";
	return NULL;
}

static const char *read_option(struct nvptx_options *o, const char *w) {
	const char *why = read_value(o, w);
	if (why)
		return *why ? why : NULL;
	if (strcmp(w, "-g") == 0)
		o->debug = true;
	else if (strcmp(w, "-generate-line-info") == 0)
		o->lines = true;
	else if (strcmp(w, "-gen-lto") == 0 || strcmp(w, "-lto") == 0)
		return "code for linking later (LTO IR) is not supported";
	else
		return "there is no such option";
	return NULL;
}

const char *nvvm_options(struct nvptx_options *o, int n, const char *const *option,
                         char text[OPTION_TEXT_SIZE]) {
	*o = (struct nvptx_options){
		.sm = 75, .opt = 3, .fma = true, .prec_div = true, .prec_sqrt = true};
	for (int i = 0; i < n; i++) {
		const char *w = option[i] ? option[i] : "";
		/* two dashes are one */
		const char *why = read_option(o, w[0] == '-' && w[1] == '-' ? w + 1 : w);
		if (why) {
			snprintf(text, OPTION_TEXT_SIZE, "error: option '%.80s': %s", w,
			         why);
			return text;
		}
	}
	return NULL;
}
