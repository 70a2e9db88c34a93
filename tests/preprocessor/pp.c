/* pp.c - the preprocessor as a command: takes the words of a g++ command line, the
 * compiler first. `--bare` before them: no compiler is asked. `--table`: the table of
 * macros for machines without one. `--repeat=N`: N times, for measurements.
 * `--most=N`: bytes of the result.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "preprocessor/command.h"
#include "preprocessor/host.h"

enum host { ASK, BARE, TABLE };

static int run(const char *const *word, enum host how, const char *cache, u64 most) {
	struct arena a = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct pp_command c;
	struct pp_host host = {0};
	struct pp_result r = {0};
	const char *why;
	sources_init(&sources, &a);
	diag_init(&diag, &a, &sources);
	if (!pp_read_command(&a, word, &c, &why)) {
		fprintf(stderr, "pp: %s is not for this preprocessor\n", why);
		return 2;
	}
	if (how == ASK && !pp_host_ask(&a, &c.host, cache, &host, &why)) {
		fprintf(stderr, "pp: %s: %s\n", word[0], why);
		return 2;
	}
	if (how == TABLE)
		pp_host_table(&a, 17, &host);
	c.options.host = &host;
	c.options.most = most;
	bool ok = preprocess(&a, &diag, &c.options, &r);
	FILE *out = c.output ? fopen(c.output, "w") : stdout;
	if (out && !c.only_rule)
		fwrite(r.text, 1, r.len, out);
	if (out && c.writes_rule)
		pp_write_rule(out, &r, c.targets ? c.targets : "out.o", c.skips_system,
		              c.has_phony);
	if (out && c.output)
		fclose(out);
	diag_flush(&diag, stderr, (struct diag_style){.format = DIAG_TEXT});
	arena_drop(&a);
	return ok ? 0 : 1;
}

int main(int argc, char **argv) {
	const char *cache = getenv("SIMT_CACHE_PATH");
	enum host how = ASK;
	int i = 1, status = 0;
	long times = 1;
	u64 most = 0;
	for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
		how = strcmp(argv[i], "--bare") == 0    ? BARE
		      : strcmp(argv[i], "--table") == 0 ? TABLE
		                                        : how;
		if (strncmp(argv[i], "--repeat=", 9) == 0)
			times = strtol(argv[i] + 9, NULL, 10);
		if (strncmp(argv[i], "--most=", 7) == 0)
			most = strtoull(argv[i] + 7, NULL, 10);
	}
	if (i == argc)
		return 2;
	while (times-- > 0)
		status = run((const char *const *)&argv[i], how, cache, most);
	return status;
}
