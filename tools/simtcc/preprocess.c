/* preprocess.c - both halves through the preprocessor of our own, unless
 * SIMT_PREPROCESSOR=host asks for the host compiler's. What ours says about a source is
 * dropped: the host compiler then reads the source instead, and its messages are the
 * user's.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "preprocessor/command.h"
#include "preprocessor/host.h"
#include "tools/simtcc/driver.h"

static bool is_wanted(void) {
	const char *which = getenv("SIMT_PREPROCESSOR");
	return !which || strcmp(which, "host") != 0;
}

static bool write_text(const struct pp_command *c, const struct pp_result *r) {
	FILE *f = fopen(c->output, "wb");
	bool ok = f && fwrite(r->text, 1, r->len, f) == r->len;
	return f && fclose(f) == 0 && ok;
}

static bool write_rule(const struct pp_command *c, const struct pp_result *r) {
	if (!c->writes_rule)
		return true;
	FILE *f = fopen(c->rule, "w");
	if (!f)
		return false;
	pp_write_rule(f, r, c->targets, c->skips_system, c->has_phony);
	return fclose(f) == 0;
}

/* The host compiler's warnings about a source come with the host half. False: *why says
 * why. */
static bool run(struct arena *a, struct pp_command *c, bool is_host, const char **why) {
	struct sources sources;
	struct diag diag;
	struct pp_result r;
	sources_init(&sources, a);
	diag_init(&diag, a, &sources);
	*why = "the source has an error or a warning";
	if (!preprocess(a, &diag, &c->options, &r) || diag.nwarning)
		return false;
	*why = "it may warn of the source";
	if (r.is_doubtful && !c->options.no_warnings && is_host)
		return false;
	*why = "the result cannot be written";
	return write_text(c, &r) && write_rule(c, &r);
}

/* Reads the command and asks the compiler. */
static bool prepare(struct arena *a, const struct texts *command, bool is_host,
                    struct pp_command *c, struct pp_host *host, const char **why) {
	const char **word = arena_array(a, const char *, command->n + 1);
	const char *cache = pp_cache_dir(a);
	for (u32 i = 0; i < command->n; i++)
		word[i] = command->at[i];
	if (!pp_read_command(a, word, c, why)) {
		*why = arena_printf(a, "option %s", *why);
		return false;
	}
	if (is_host && c->warned) {
		*why = arena_printf(a, "option %s", c->warned);
		return false;
	}
	c->options.marks_macros &= is_host; /* of device code we show whole lines */
	*why = "only a rule for make";
	if (!c->output || c->only_rule || (c->writes_rule && !(c->rule && c->targets)))
		return false;
	*why = "no folder for its macros, SIMT_CACHE_PATH";
	if (!cache || !pp_host_ask(a, &c->host, cache, host, why))
		return false;
	c->options.host = host;
	return true;
}

bool cc_preprocess_here(struct cc *cc, const struct texts *command, bool is_host) {
	struct arena a = ARENA_INIT;
	struct pp_command c;
	struct pp_host host;
	const char *why;
	if (!is_wanted() || cc->set.dryrun)
		return false;
	bool ok = prepare(&a, command, is_host, &c, &host, &why) &&
	          run(&a, &c, is_host, &why);
	if (ok)
		cc_show(cc, "# simtcc does this itself:");
	else
		cc_show(cc, "# for the host compiler: %s", why);
	arena_drop(&a);
	return ok;
}
