/* coverage.c - which lines and branches of device code ran, and for how many lanes, in
 * lcov's format.
 *
 * A line's count is how many lanes executed that one of its instructions which most did,
 * added up over kernels, instantiations and inlined copies. A branch has two outcomes,
 * taken and not; branches of a line are numbered in the order of the code, so that the
 * copies of a template meet.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/str.h"
#include "ir/analysis/user_line.h"
#include "runtime/core/profile.h"

struct branch {
	u64 executed, taken;
};

struct line {
	u32 number;
	u64 count;
	VEC(struct branch) branch;
	/* of the function that is being added: its number, most lanes, branches so far */
	u32 func, nbranch;
	u64 most;
};

struct covered_function {
	const char *name;
	u32 line;
	u64 count;
};

struct covered_file {
	struct covered_file *next;
	const char *name;
	struct map lines; /* number -> 1 + place in `line` */
	VEC(struct line) line;
	struct map functions; /* interned name -> 1 + place */
	VEC(struct covered_function) function;
};

static struct {
	struct arena arena;
	struct strtab names;
	struct covered_file *file, **last;
	struct map files; /* interned name -> file */
	u32 nfunc;
} cov;

static struct str *intern(const char *s) {
	if (!cov.last) {
		strtab_init(&cov.names, &cov.arena);
		cov.files = MAP_INIT(&cov.arena);
		cov.last = &cov.file;
	}
	return str_intern(&cov.names, s, strlen(s));
}

static struct covered_file *file_of(const char *name) {
	struct str *s = intern(name);
	struct covered_file *f = map_get_ptr(&cov.files, s);
	if (f)
		return f;
	f = arena_new(&cov.arena, struct covered_file);
	f->name = s->s;
	f->lines = MAP_INIT(&cov.arena);
	f->functions = MAP_INIT(&cov.arena);
	map_put_ptr(&cov.files, s, f);
	*cov.last = f;
	cov.last = &f->next;
	return f;
}

static struct line *line_of(struct covered_file *f, u32 number) {
	u64 *at = map_at(&f->lines, number);
	if (!*at) {
		vec_push(&cov.arena, &f->line, (struct line){.number = number});
		*at = f->line.n;
	}
	return &f->line.at[*at - 1];
}

static bool is_choice(const struct inst *in) {
	return in->row == ROW_BRA && in->guard != NO_REG;
}

/* Branches inside the toolkit's functions are not the program's, and do not count. */
static void add_inst(struct line *l, const struct inst *in, bool inlined,
                     const struct profile_count *c) {
	if (l->func != cov.nfunc) {
		l->func = cov.nfunc;
		l->nbranch = 0;
		l->most = 0;
	}
	if (c && c->threads > l->most) {
		l->count += c->threads - l->most;
		l->most = c->threads;
	}
	if (!is_choice(in) || inlined)
		return;
	if (l->nbranch == l->branch.n)
		vec_push(&cov.arena, &l->branch, (struct branch){0});
	struct branch *b = &l->branch.at[l->nbranch++];
	b->executed += c ? c->threads : 0;
	b->taken += c ? c->taken : 0;
}

/* The function begins at its first line in the file where its first instruction is. */
static void add_function(const struct func *f, struct covered_file *file, u32 line,
                         u64 count) {
	struct str *name = intern(f->name->s);
	u64 *at = map_at(&file->functions, (uintptr_t)name);
	if (!*at) {
		vec_push(&cov.arena, &file->function,
		         (struct covered_function){.name = name->s, .line = line});
		*at = file->function.n;
	}
	file->function.at[*at - 1].count += count;
}

static void add_body(struct simt_module *m, const struct func *f,
                     const struct profile_count *c) {
	struct covered_file *file = NULL, *home = NULL;
	const char *name = NULL;
	u32 first = 0;
	cov.nfunc++;
	for (u32 i = 0; i < f->ninst; i++) {
		u32 number;
		const char *in = profile_place(m, f, &f->inst[i], &number);
		if (!in || !number)
			continue;
		if (in != name)
			file = file_of(in);
		name = in;
		if (!home || (file == home && number < first)) {
			home = file;
			first = number;
		}
		u32 at = f->inst[i].line;
		bool inlined = at && user_line(m->ir, f, at) != at;
		add_inst(line_of(file, number), &f->inst[i], inlined, c ? &c[i] : NULL);
	}
	if (home)
		add_function(f, home, first, c ? c[0].threads : 0);
}

void coverage_add(struct simt_module *m, const struct kernel_profile *kernels) {
	const struct module *ir = m->ir;
	for (u32 i = 0; i < ir->nfunc; i++) {
		bool any = false;
		for (const struct kernel_profile *k = kernels; k; k = k->next) {
			if (k->module != m || !k->p.count[i])
				continue;
			add_body(m, ir->func[i], k->p.count[i]);
			any = true;
		}
		if (!any && ir->func[i]->has_body)
			add_body(m, ir->func[i], NULL);
	}
}

/* ---- output ------------------------------------------------------------------------ */

static int by_number(const void *a, const void *b) {
	const struct line *x = a, *y = b;
	return (x->number > y->number) - (x->number < y->number);
}

static int by_line(const void *a, const void *b) {
	const struct covered_function *x = a, *y = b;
	return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
	                          : strcmp(x->name, y->name);
}

#define LL(x) ((unsigned long long)(x))

static void print_functions(FILE *out, struct covered_file *f) {
	u32 hit = 0;
	if (f->function.n)
		qsort(f->function.at, f->function.n, sizeof *f->function.at, by_line);
	vec_each (struct covered_function, fn, &f->function)
		fprintf(out, "FN:%u,%s\n", fn->line, fn->name);
	vec_each (struct covered_function, fn, &f->function) {
		fprintf(out, "FNDA:%llu,%s\n", LL(fn->count), fn->name);
		hit += fn->count != 0;
	}
	fprintf(out, "FNF:%u\nFNH:%u\n", f->function.n, hit);
}

static void print_branches(FILE *out, const struct covered_file *f) {
	u32 found = 0, hit = 0;
	vec_each (const struct line, l, &f->line) {
		for (u32 i = 0; i < l->branch.n; i++) {
			const struct branch *b = &l->branch.at[i];
			u64 way[2] = {b->taken, b->executed - b->taken};
			for (u32 k = 0; k < 2; k++) {
				fprintf(out, "BRDA:%u,%u,%u,", l->number, i, k);
				if (b->executed)
					fprintf(out, "%llu\n", LL(way[k]));
				else
					fputs("-\n", out);
				found++;
				hit += way[k] != 0;
			}
		}
	}
	if (found)
		fprintf(out, "BRF:%u\nBRH:%u\n", found, hit);
}

void coverage_print(FILE *out) {
	fputs("TN:simt\n", out);
	for (struct covered_file *f = cov.file; f; f = f->next) {
		char path[PATH_MAX];
		bool found = realpath(f->name, path) != NULL;
		u32 hit = 0;
		qsort(f->line.at, f->line.n, sizeof *f->line.at, by_number);
		fprintf(out, "SF:%s\n", found ? path : f->name);
		print_functions(out, f);
		print_branches(out, f);
		vec_each (struct line, l, &f->line) {
			fprintf(out, "DA:%u,%llu\n", l->number, LL(l->count));
			hit += l->count != 0;
		}
		fprintf(out, "LF:%u\nLH:%u\nend_of_record\n", f->line.n, hit);
	}
}
