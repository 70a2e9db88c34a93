/* preprocess.c - the device half through the preprocessor of our own, where
 * SIMT_PREPROCESSOR=own asks for it. What it says about a source is dropped: the host
 * compiler then reads the source instead, and its messages are the user's.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "preprocessor/command.h"
#include "preprocessor/host.h"
#include "tools/simtcc/driver.h"

static bool is_wanted(void) {
	const char *which = getenv("SIMT_PREPROCESSOR");
	return which && strcmp(which, "own") == 0;
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

static bool run(struct arena *a, struct pp_command *c) {
	struct sources sources;
	struct diag diag;
	struct pp_result r;
	sources_init(&sources, a);
	diag_init(&diag, a, &sources);
	return preprocess(a, &diag, &c->options, &r) && !diag.nwarning &&
	       write_text(c, &r) && write_rule(c, &r);
}

bool cc_preprocess_here(struct cc *cc, const struct texts *command) {
	struct arena a = ARENA_INIT;
	struct pp_command c;
	struct pp_host host;
	const char *why;
	if (!is_wanted() || cc->set.dryrun)
		return false;
	const char **word = arena_array(&a, const char *, command->n + 1);
	for (u32 i = 0; i < command->n; i++)
		word[i] = command->at[i];
	bool ok = pp_read_command(&a, word, &c, &why) && c.output && !c.only_rule &&
	          (!c.writes_rule || (c.rule && c.targets)) &&
	          pp_host_ask(&a, &c.host, pp_cache_dir(&a), &host, &why);
	if (ok) {
		c.options.host = &host;
		ok = run(&a, &c);
	}
	arena_drop(&a);
	return ok;
}
