/* reduce.c - makes a failing program smaller, and keeps it as a launch file.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <sys/stat.h>

#include "tests/random/programs/run.h"

/* ---- making smaller ---- */

static bool still_fails(struct runner *r, struct program *p, enum outcome outcome) {
	struct arena a = ARENA_INIT;
	struct verdict v;
	run_programs(r, &a, &p, 1, &v);
	arena_drop(&a);
	return v.outcome == outcome;
}

/* The line that closes what line i opens; i itself for a line that stands alone. */
static u32 end_of(const struct program *p, u32 i) {
	u32 depth = 0;
	for (u32 k = i; k < p->line.n; k++) {
		depth += p->line.at[k].kind == LINE_OPEN;
		depth -= p->line.at[k].kind == LINE_CLOSE;
		if (depth == 0)
			return k;
	}
	bug("line %u opens a block without end", i);
}

static bool is_name(char c) {
	return c == '_' || c == '.' || c == '%' || (c >= '0' && c <= '9') ||
	       (c >= 'a' && c <= 'z');
}

static bool mentions(const char *text, const char *name) {
	size_t n = strlen(name);
	for (const char *at = text; (at = strstr(at, name)); at += n)
		if ((at == text || !is_name(at[-1])) && !is_name(at[n]))
			return true;
	return false;
}

/* Checks whether lines outside of from..to need what line `from` defines. */
static bool is_needed(const struct program *p, u32 from, u32 to) {
	const char *name = p->line.at[from].defines;
	for (u32 i = 0; name && i < p->line.n; i++)
		if ((i < from || i > to) && !p->line.at[i].gone &&
		    (!p->line.at[i].defines ||
		     strcmp(p->line.at[i].defines, name) != 0) &&
		    mentions(p->line.at[i].text, name))
			return true;
	return false;
}

static bool drop(struct runner *r, struct program *p, u32 i, enum outcome outcome) {
	u32 end = end_of(p, i);
	bool was[4096];
	if (end - i >= countof(was) || is_needed(p, i, end))
		return false;
	for (u32 k = i; k <= end; k++) {
		was[k - i] = p->line.at[k].gone;
		p->line.at[k].gone = true;
	}
	if (still_fails(r, p, outcome))
		return true;
	for (u32 k = i; k <= end; k++)
		p->line.at[k].gone = was[k - i];
	return false;
}

void reduce_program(struct runner *r, struct program *p, enum outcome outcome) {
	u64 limit = r->timeout_ms;
	r->timeout_ms = 1000; /* a hang may be what is looked for */
	for (bool progress = true; progress;) {
		progress = false;
		for (u32 i = 0; i < p->line.n; i++) {
			const struct line *l = &p->line.at[i];
			if (!l->gone && l->kind != LINE_KEEP && l->kind != LINE_CLOSE)
				progress |= drop(r, p, i, outcome);
		}
	}
	r->timeout_ms = limit;
}

/* ---- keeping ---- */

static bool write_file(struct arena *a, const char *folder, const char *name,
                       const char *end, const void *bytes, size_t n) {
	const char *path = arena_printf(a, "%s/%s%s", folder, name, end);
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) {
		perror(path);
		return false;
	}
	return true;
}

static const char *launch_text(struct arena *a, const struct program *p,
                               const char *name) {
	u8 val[GEN_PARAM_BYTES];
	char hex[2 * GEN_PARAM_BYTES + 1];
	gen_fill_param(p, val);
	for (u32 i = 0; i < GEN_PARAM_BYTES; i++)
		snprintf(hex + 2 * i, 3, "%02x", val[i]);
	const char *cluster = p->cluster[0]
	                              ? arena_printf(a, " \"cluster\": [%u, %u, %u],\n",
	                                             p->cluster[0], p->cluster[1],
	                                             p->cluster[2])
	                              : "";
	return arena_printf(
		a,
		"{\"module\": \"%s.ptx\", \"launches\": [{\n \"name\": \"%s\", "
		"\"kernel\": \"k0\",\n"
		" \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u], \"shared\": %u,\n%s"
		" \"args\": [\n  {\"in\": \"%s.in.bin\"},\n"
		"  {\"inout\": \"%s.out.bin\", \"expect\": \"%s.out.expect\"},\n"
		"  {\"inout\": \"%s.acc.bin\", \"expect\": \"%s.acc.expect\"},\n"
		"  {\"u32\": %u},\n  {\"bytes\": \"%s\"}\n ]}\n]}\n",
		name, name, p->grid[0], p->grid[1], p->grid[2], p->block[0], p->block[1],
		p->block[2], p->shared_dynamic, cluster, name, name, name, name, name,
		p->uniform, hex);
}

bool save_program(struct runner *r, struct arena *a, struct program *p,
                  const char *name) {
	size_t len;
	u8 in[GEN_IN_BYTES], acc[GEN_ACC_BYTES], *out = arena_array(a, u8, p->out_bytes);
	const char *dir = r->keep, *text = module_text(a, &p, 1, &len),
		   *json = launch_text(a, p, name);
	if (mkdir(dir, 0777) && errno != EEXIST) {
		perror(dir);
		return false;
	}
	gen_fill_in(p, in);
	gen_fill_out(p, out);
	gen_fill_acc(p, acc);
	u8 *expected = run_expected(r, a, p);
	if (expected &&
	    (!write_file(a, dir, name, ".out.expect", expected, p->out_bytes) ||
	     !write_file(a, dir, name, ".acc.expect", expected + p->out_bytes,
	                 GEN_ACC_BYTES)))
		return false;
	return write_file(a, dir, name, ".ptx", text, len) &&
	       write_file(a, dir, name, ".launch.json", json, strlen(json)) &&
	       write_file(a, dir, name, ".in.bin", in, sizeof(in)) &&
	       write_file(a, dir, name, ".out.bin", out, p->out_bytes) &&
	       write_file(a, dir, name, ".acc.bin", acc, sizeof(acc));
}
