/* profile.c - adds up the counters of launches, and writes them when the process ends.
 *
 *     launch  -> what each instruction did -> the launch's totals
 *                                          -> added to the kernel's, by instruction
 *     module unloaded, process ends: by instruction -> by source line
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/profile.h"
#include "runtime/core/names.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/map.h"
#include "base/str.h"
#include "ir/analysis/user_line.h"

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct strtab files;
	struct map by_func; /* of modules that live -> struct kernel_profile */
	struct kernel_profile **last;
	struct profile_results results;
	enum profile_format format;
	bool covers, opened;
	FILE *out, *coverage;
	pid_t pid; /* a child of fork() writes nothing */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- totals ------------------------------------------------------------------------ */

static u32 flop_of(u32 row) {
	switch (row) {
	case ROW_ADD_F32:
	case ROW_SUB_F32: return FLOP_FADD;
	case ROW_MUL_F32: return FLOP_FMUL;
	case ROW_FMA_F32:
	case ROW_MAD_F32: return FLOP_FFMA;
	case ROW_ADD_F64:
	case ROW_SUB_F64: return FLOP_DADD;
	case ROW_MUL_F64: return FLOP_DMUL;
	case ROW_FMA_F64:
	case ROW_MAD_F64: return FLOP_DFMA;
	default: return FLOP_COUNT;
	}
}

static bool is_barrier(u32 row) {
	return (row >= ROW_BAR_SYNC && row <= ROW_BARRIER_PRED) ||
	       row == ROW_CLUSTER_WAIT;
}

void totals_add(struct totals *t, const struct inst *in, const struct profile_count *c) {
	u32 flop = flop_of(in->row), op = profile_op_of(in->row);
	t->inst += c->inst;
	t->threads += c->threads;
	t->on += c->on;
	if (in->row == ROW_BRA || in->row == ROW_BRX) {
		t->branches += c->inst;
		t->split += c->split;
	}
	if (is_barrier(in->row)) {
		t->barriers += c->inst;
		t->waits += c->waits;
	}
	if (flop != FLOP_COUNT)
		t->flop[flop] += c->on;
	if (op != PROFILE_OTHER)
		profile_add(&t->op[op], c);
}

static void totals_join(struct totals *to, const struct totals *from) {
	counters_add((u64 *)to, (const u64 *)from, sizeof *to / sizeof(u64));
}

/* ---- launches ---------------------------------------------------------------------- */

static struct kernel_profile *kernel_of(struct simt_module *m, const struct func *f) {
	struct kernel_profile *k = map_get_ptr(&all.by_func, f);
	if (k)
		return k;
	k = arena_new(&all.arena, struct kernel_profile);
	k->name = name_shown(&all.arena,
	                     arena_strdup(&all.arena, f->name->s, f->name->len));
	k->module = m;
	k->func = f;
	k->p.nfunc = m->ir->nfunc;
	k->p.count = arena_array(&all.arena, struct profile_count *, m->ir->nfunc + 1);
	map_put_ptr(&all.by_func, f, k);
	*all.last = k;
	all.last = &k->next;
	return k;
}

void profile_begin(struct simt_module *m, struct launch *l) {
	struct profile *p = l->profile;
	*p = (struct profile){.nfunc = m->ir->nfunc};
	pthread_mutex_init(&p->lock, NULL);
	p->count = arena_array(&p->arena, struct profile_count *, p->nfunc + 1);
}

static void add_counts(struct kernel_profile *k, const struct profile *p,
                       struct totals *t) {
	const struct module *ir = k->module->ir;
	for (u32 i = 0; i < p->nfunc; i++) {
		const struct func *f = ir->func[i];
		if (!p->count[i])
			continue;
		if (!k->p.count[i])
			k->p.count[i] = arena_array(&all.arena, struct profile_count,
			                            f->ninst + 1);
		for (u32 n = 0; n < f->ninst; n++) {
			if (!p->count[i][n].inst)
				continue;
			totals_add(t, &f->inst[n], &p->count[i][n]);
			profile_add(&k->p.count[i][n], &p->count[i][n]);
		}
	}
}

static void keep_launch(const struct launch *l, const struct launch_profile *lp) {
	if (all.results.launch.n >= LAUNCHES_KEPT) {
		all.results.launches_left_out++;
		return;
	}
	vec_push(&all.arena, &all.results.launch, *lp);
	struct launch_profile *kept = &vec_last(&all.results.launch);
	memcpy(kept->grid, l->grid, sizeof kept->grid);
	memcpy(kept->block, l->block, sizeof kept->block);
	memcpy(kept->cluster, l->cluster, sizeof kept->cluster);
}

void profile_finish(struct simt_module *m, struct launch *l, struct occupancy o) {
	struct launch_profile lp = {.shared_static = l->shared_static,
	                            .shared_dynamic = l->shared_dynamic,
	                            .occupancy = o};
	pthread_mutex_lock(&all.lock);
	if (all.pid) { /* else it was for a recording only */
		struct kernel_profile *k = kernel_of(m, l->kernel);
		add_counts(k, l->profile, &lp.t);
		totals_join(&k->t, &lp.t);
		k->nlaunch++;
		k->occupancy = o;
		lp.kernel = k;
		keep_launch(l, &lp);
	}
	pthread_mutex_unlock(&all.lock);
	pthread_mutex_destroy(&l->profile->lock);
	arena_drop(&l->profile->arena);
	l->profile = NULL;
}

/* ---- lines ------------------------------------------------------------------------- */

const char *profile_place(struct simt_module *m, const struct func *f,
                          const struct inst *in, u32 *line) {
	const struct line_info *li = in->line ? &f->line[user_line(m->ir, f, in->line)]
	                                      : NULL;
	for (u32 i = 0; li && i < m->ir->nfile; i++) {
		if (m->ir->file[i].index != li->file)
			continue;
		*line = li->line;
		return m->ir->file[i].name->s;
	}
	struct source_pos pos = source_pos(&m->sources, in->loc.start);
	*line = pos.line;
	return pos.file ? pos.file->name : NULL;
}

static int by_place(const void *a, const void *b) {
	const struct line_totals *x = a, *y = b;
	int c = strcmp(x->file, y->file);
	return c ? c : (x->line > y->line) - (x->line < y->line);
}

/* Instructions of one line follow each other more often than not. */
static void find_lines(struct kernel_profile *k) {
	struct arena scratch = ARENA_INIT;
	struct map index = MAP_INIT(&scratch); /* file and line -> 1 + place in `line` */
	VEC(struct line_totals) line = {0};
	const struct module *ir = k->module->ir;
	for (u32 i = 0; i < k->p.nfunc; i++) {
		for (u32 n = 0; k->p.count[i] && n < ir->func[i]->ninst; n++) {
			const struct profile_count *c = &k->p.count[i][n];
			u32 number;
			const char *file = c->inst ? profile_place(k->module, ir->func[i],
			                                           &ir->func[i]->inst[n],
			                                           &number)
			                           : NULL;
			if (!file)
				continue;
			struct str *s = str_intern(&all.files, file, strlen(file));
			u64 *at = map_at(&index, (u64)(uintptr_t)s << 16 ^ number);
			if (!*at || line.at[*at - 1].line != number ||
			    line.at[*at - 1].file != s->s) {
				vec_push(&scratch, &line,
				         (struct line_totals){.file = s->s,
				                              .line = number});
				*at = line.n;
			}
			totals_add(&line.at[*at - 1].t, &ir->func[i]->inst[n], c);
		}
	}
	if (line.n)
		qsort(line.at, line.n, sizeof *line.at, by_place);
	k->line = arena_array(&all.arena, struct line_totals, line.n + 1);
	/* Joins the parts of a line that had other lines between them. */
	for (u32 i = 0; i < line.n; i++) {
		struct line_totals *last = k->nline ? &k->line[k->nline - 1] : NULL;
		if (last && last->file == line.at[i].file &&
		    last->line == line.at[i].line)
			totals_join(&last->t, &line.at[i].t);
		else
			k->line[k->nline++] = line.at[i];
	}
	arena_drop(&scratch);
}

static void forget(struct simt_module *m) {
	if (all.covers)
		coverage_add(m, all.results.kernel);
	for (struct kernel_profile *k = all.results.kernel; k; k = k->next) {
		if (k->module != m)
			continue;
		find_lines(k);
		map_put_ptr(&all.by_func, k->func, NULL);
		k->module = NULL;
		k->func = NULL;
	}
}

void profile_forget(struct simt_module *m) {
	if (!m->dev->machine.profiled)
		return;
	pthread_mutex_lock(&all.lock);
	if (all.pid)
		forget(m);
	pthread_mutex_unlock(&all.lock);
}

/* ---- the end ----------------------------------------------------------------------- */

static void write_all(void) {
	if (getpid() != all.pid)
		return;
	pthread_mutex_lock(&all.lock);
	for (struct kernel_profile *k = all.results.kernel; k; k = k->next)
		if (k->module)
			forget(k->module);
	if (all.format == PROFILE_TEXT)
		profile_print(all.out, &all.results);
	if (all.format == PROFILE_JSON)
		profile_print_json(all.out, &all.results);
	if (all.format != PROFILE_OFF)
		fflush(all.out);
	if (all.covers) {
		coverage_print(all.coverage);
		fflush(all.coverage);
	}
	all.format = PROFILE_OFF;
	all.covers = false;
	pthread_mutex_unlock(&all.lock);
}

/* ---- options ----------------------------------------------------------------------- */

static const char *option(const char *given, const char *name) {
	const char *s = given && *given ? given : getenv(name);
	return s && *s && strcmp(s, "0") != 0 ? s : NULL;
}

static bool parse_format(const char *s, enum profile_format *format, const char **path) {
	static const struct {
		const char *word;
		enum profile_format format;
	} words[] = {{"1", PROFILE_TEXT}, {"text", PROFILE_TEXT}, {"json", PROFILE_JSON}};
	size_t n = strcspn(s, ":");
	*path = s[n] ? s + n + 1 : NULL;
	for (u32 i = 0; i < countof(words); i++) {
		if (strlen(words[i].word) == n && memcmp(words[i].word, s, n) == 0) {
			*format = words[i].format;
			return !*path || **path;
		}
	}
	return false;
}

static enum simt_status open_file(const char *path, FILE **out) {
	char name[PATH_MAX];
	*out = file_of_process(name, sizeof name, path) ? fopen(name, "we") : NULL;
	return *out ? SIMT_OK
	            : fail(SIMT_INVALID_VALUE, "cannot write %s: %s", path,
	                   strerror(errno));
}

/* The first device decides. */
static enum simt_status open_outputs(const char *profile, const char *coverage,
                                     const char *device) {
	const char *path = NULL;
	enum simt_status s = SIMT_OK;
	if (profile && !parse_format(profile, &all.format, &path))
		return fail(SIMT_INVALID_VALUE,
		            "SIMT_PROFILE=%s: text or json, and :FILE after it", profile);
	all.out = stderr;
	if (path)
		s = open_file(path, &all.out);
	if (s == SIMT_OK && coverage)
		s = open_file(strcmp(coverage, "1") == 0 ? "coverage.info" : coverage,
		              &all.coverage);
	if (s != SIMT_OK) {
		all.format = PROFILE_OFF;
		return s;
	}
	all.covers = coverage != NULL;
	all.pid = getpid();
	all.by_func = MAP_INIT(&all.arena);
	all.last = &all.results.kernel;
	all.results.device = arena_strdup(&all.arena, device, strlen(device));
	strtab_init(&all.files, &all.arena);
	atexit(write_all);
	return SIMT_OK;
}

enum simt_status profile_options(const char *profile, const char *coverage,
                                 const char *device, bool *on) {
	enum simt_status s = SIMT_OK;
	profile = option(profile, "SIMT_PROFILE");
	coverage = option(coverage, "SIMT_COVERAGE");
	*on = profile || coverage;
	if (!*on)
		return SIMT_OK;
	pthread_mutex_lock(&all.lock);
	if (!all.opened)
		s = open_outputs(profile, coverage, device);
	all.opened = s == SIMT_OK;
	pthread_mutex_unlock(&all.lock);
	return s;
}
