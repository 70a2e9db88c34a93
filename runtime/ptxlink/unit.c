/* unit.c - reads a PTX text with the front end of the runtime, notes the names that it
 * shares with others, and links texts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/ptxlink/unit.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/host_float.h"
#include "base/map.h"
#include "base/own_stack.h"
#include "base/str.h"
#include "ir/analysis/refs.h"
#include "ir/analysis/usage.h"
#include "ir/read/module.h"
#include "runtime/core/link.h"

/* ---- reading ----------------------------------------------------------------------- */

/* Whether the runtime brings the function. */
static bool is_provided(const char *name) {
	static const char *const known[] = {"vprintf", "malloc", "free", "__assertfail"};
	for (u32 i = 0; i < countof(known); i++)
		if (strcmp(name, known[i]) == 0)
			return true;
	return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cudaCDP2", 10) == 0;
}

static void note(struct arena *a, struct ptx_unit *u, const struct str *name, u8 linkage,
                 bool defined) {
	struct ptx_symbol s = {arena_strdup(a, name->s, strlen(name->s)), defined,
	                       linkage == LINKAGE_WEAK || linkage == LINKAGE_COMMON};
	if (linkage != LINKAGE_NONE)
		vec_push(a, &u->symbol, s);
}

static void note_symbols(struct arena *a, struct ptx_unit *u, const struct module *m) {
	struct arena scratch = ARENA_INIT;
	struct module_refs r = module_refs(&scratch, m);
	for (u32 i = 0; i < m->nfunc; i++) {
		const struct func *f = m->func[i];
		if (f->has_body || (r.func[i] && !is_provided(f->name->s)))
			note(a, u, f->name, f->linkage, f->has_body);
	}
	for (u32 i = 0; i < m->nvar; i++) {
		const struct var *v = &m->var[i];
		bool is_global = v->space == SPACE_GLOBAL || v->space == SPACE_CONST;
		bool defined = v->linkage != LINKAGE_EXTERN;
		if (is_global && v->func == NO_REG && (defined || r.var[i]))
			note(a, u, v->name, v->linkage, defined);
	}
	arena_drop(&scratch);
}

struct job {
	struct arena *arena;
	const struct ptx_reading *how;
	struct ptx_unit *unit;
	enum ptx_problem problem;
};

static bool has_code(const struct diag *d, enum diag_code code) {
	for (u32 i = 0; i < d->nrecord; i++)
		if (d->record[i].code == code && d->record[i].severity == DIAG_ERROR)
			return true;
	return false;
}

/* A text for sm_90a is for that target alone, one for sm_100f for those of its family. */
static bool is_for(const struct ptx_reading *how, const struct module *m) {
	char suffix = how->arch[strlen(how->arch) - 1];
	if (m->sm_suffix == 'a')
		return m->sm == how->sm && suffix == 'a';
	if (m->sm_suffix == 'f')
		return m->sm <= how->sm && m->sm / 10 == how->sm / 10 &&
		       isalpha((u8)suffix);
	return m->sm <= how->sm;
}

static void check_target(const struct ptx_reading *how, const struct module *m,
                         struct diag *d) {
	if (!is_for(how, m))
		diag_error(d, (struct loc){0, 0}, E0205,
		           "the module is for sm_%u%.1s, and the target is %s", m->sm,
		           &m->sm_suffix, how->arch);
}

static void list(const struct ptx_reading *how, struct arena *a, const struct module *m) {
	if (how->list)
		usage_list(how->info, m, usage_of_module(a, m), how->arch);
}

static void read_here(void *ctx) {
	struct job *j = ctx;
	const struct ptx_reading *how = j->how;
	struct arena ir = ARENA_INIT, scratch = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct host_float before = host_float_enter();
	sources_init(&sources, &scratch);
	diag_init(&diag, &scratch, &sources);
	diag.refused = E0108;
	struct source_file *file = source_add(&sources, j->unit->name, j->unit->text,
	                                      j->unit->len);
	struct module *m = file ? module_load(&ir, &diag, file, NULL) : NULL;
	if (m)
		check_target(how, m, &diag);
	bool bad = !m || diag.nerror || (how->warnings_are_errors && diag.nwarning);
	j->problem = !bad ? PTX_GOOD : has_code(&diag, E0204) ? PTX_VERSION : PTX_WRONG;
	if (m && !bad) {
		j->unit->sm = m->sm;
		note_symbols(j->arena, j->unit, m);
		list(how, &scratch, m);
	}
	diag_flush(&diag, bad ? how->log : how->info,
	           (struct diag_style){.quiet_warnings = !how->warnings});
	host_float_leave(before);
	arena_drop(&ir);
	arena_drop(&scratch);
}

enum ptx_problem ptx_unit_read(struct arena *a, const struct ptx_reading *how,
                               struct ptx_unit *u) {
	struct job j = {a, how, u, PTX_NO_MEMORY};
	while (u->len && u->text[u->len - 1] == 0)
		u->len--;
	if (how->max_registers) {
		struct simt_text text = {u->text, u->len};
		u->text = link_limit_registers(a, &text, how->max_registers, &u->len);
	}
	own_stack_call(read_here, &j);
	return j.problem;
}

/* ---- linking ----------------------------------------------------------------------- */

struct definition {
	const char *in; /* the unit; NULL: nowhere */
	bool weak;
};

static struct definition *definition_of(struct strtab *names, struct arena *a,
                                        const char *name) {
	struct str *s = str_intern(names, name, strlen(name));
	if (!s->memo)
		s->memo = arena_new(a, struct definition);
	return s->memo;
}

static bool define(struct definition *d, const struct ptx_symbol *s, const char *unit,
                   FILE *log) {
	bool again = d->in && !d->weak && !s->weak;
	if (again)
		fprintf(log,
		        "error   : Multiple definition of '%s' in '%s', first defined in "
		        "'%s'\n",
		        s->name, unit, d->in);
	if (!d->in || (d->weak && !s->weak))
		*d = (struct definition){unit, s->weak};
	return !again;
}

bool ptx_units_agree(const struct ptx_units *units, FILE *log) {
	struct arena scratch = ARENA_INIT;
	struct strtab names;
	bool ok = true;
	strtab_init(&names, &scratch);
	vec_each (struct ptx_unit, u, units)
		vec_each (struct ptx_symbol, s, &u->symbol)
			if (s->defined)
				ok = define(definition_of(&names, &scratch, s->name), s,
				            u->name, log) &&
				     ok;
	vec_each (struct ptx_unit, u, units)
		vec_each (struct ptx_symbol, s, &u->symbol) {
			if (s->defined || definition_of(&names, &scratch, s->name)->in)
				continue;
			fprintf(log, "error   : Undefined reference to '%s' in '%s'\n",
			        s->name, u->name);
			ok = false;
		}
	arena_drop(&scratch);
	return ok;
}

const char *ptx_units_link(struct arena *a, const struct ptx_units *units, u32 sm,
                           size_t *len) {
	if (!units->n) {
		const char *none = arena_printf(
			a, ".version 9.0\n.target sm_%u\n.address_size 64\n", sm);
		*len = strlen(none);
		return none;
	}
	if (units->n == 1) {
		*len = units->at[0].len;
		return units->at[0].text;
	}
	struct simt_text *part = arena_array(a, struct simt_text, units->n);
	for (u32 i = 0; i < units->n; i++)
		part[i] = (struct simt_text){units->at[i].text, units->at[i].len};
	return link_texts(a, part, units->n, len);
}
