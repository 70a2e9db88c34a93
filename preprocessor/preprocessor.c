/* preprocessor.c - one source: the host's macros, the options, the file.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/block.h"

enum {
	MOST = 1 << 30,
	RULE_WIDTH = 72, /* of a line of a rule, as GCC writes it */
};

/* A text of directives before the first line, of which only the macros stay. */
static void read_macros(struct pp *pp, const char *name, const char *text) {
	struct pp_file *f = pp_memory_file(pp, name, text, strlen(text));
	if (!f)
		return;
	f->system = PP_BUILT_IN;
	pp->macros_only = true;
	pp->out_room = 0;
	pp_read(pp, f, 0);
	pp->macros_only = false;
	pp->out_room = 0;
}

static void read_option_file(struct pp *pp, const struct pp_step *s) {
	struct pp_file *f = pp_find_option(pp, s->text);
	if (!f) {
		pp_error(pp, 0, 0, E0805, "header '%s' of the command line is not found",
		         s->text);
		pp_die(pp);
		return;
	}
	pp->macros_only = s->kind == PP_IMACROS;
	pp->out_room = 0;
	pp_read(pp, f, 0);
	pp->macros_only = false;
	pp->out_room = 0;
	arena_reset(&pp->temp);
}

static void options(struct pp *pp) {
	const struct pp_options *o = pp->o;
	for (u32 i = 0; i < o->nstep; i++)
		if (o->step[i].kind == PP_DEFINE)
			pp_define_option(pp, o->step[i].text);
		else if (o->step[i].kind == PP_UNDEFINE)
			pp_intern(pp, o->step[i].text, (u32)strlen(o->step[i].text))
				->macro = NULL;
	for (u32 i = 0; i < o->nstep && !pp->is_dead; i++)
		if (o->step[i].kind == PP_IMACROS)
			read_option_file(pp, &o->step[i]);
	for (u32 i = 0; i < o->nstep && !pp->is_dead; i++)
		if (o->step[i].kind == PP_INCLUDE)
			read_option_file(pp, &o->step[i]);
}

static void read_all(struct pp *pp, struct pp_file *f) {
	struct pp_buffer b = {.name = f->path, .text = "", .at = "", .end = ""};
	const struct pp_host *h = pp->o->host;
	vec_push(pp->arena, &pp->result->file, f->path);
	f->is_listed = true;
	pp->buf = &b;
	pp_marker(pp, 0, ""); /* compilers call the whole after the first marker's file */
	b.name = "<command-line>";
	pp_marker(pp, 0, "");
	if (h && h->macros)
		read_macros(pp, "<built-in>", h->macros);
	pp->depth = 1;
	options(pp);
	pp->depth = 0;
	pp->buf = NULL;
	if (!pp->is_dead)
		pp_read(pp, f, 0);
}

bool preprocess(struct arena *a, struct diag *d, const struct pp_options *o,
                struct pp_result *r) {
	struct pp *pp = arena_new(a, struct pp);
	u32 before = d->nerror;
	pp->arena = a;
	pp->diag = d;
	pp->o = o;
	pp->result = r;
	pp->most = o->most ? o->most : MOST;
	*r = (struct pp_result){0};
	pp->block_masks = pp_block_best();
	pp_names_init(pp);
	pp_builtins_init(pp);
	pp_include_init(pp);
	struct pp_file *f = o->text ? pp_memory_file(pp, o->source, o->text,
	                                             strlen(o->text))
	                            : pp_source_file(pp, o->source);
	if (f)
		read_all(pp, f);
	else
		diag_error(d, (struct loc){0, 0}, E0401, "cannot read '%s'", o->source);
	if (pp->nout && pp->out[pp->nout - 1] != '\n')
		pp_putc(pp, '\n');
	arena_drop(&pp->temp);
	pp_include_end(pp);
	r->text = pp->out ? pp->out : arena_array(a, char, 2);
	r->len = pp->nout;
	memset(r->text + r->len, 0, 2);
	return d->nerror == before;
}

/* ---- make ------------------------------------------------------------------------- */

/* Returns how wide it is. */
static u32 write_name(FILE *out, const char *s) {
	u32 n = 0;
	for (; *s; s++, n++) {
		if (*s == ' ' || *s == '#')
			fputc('\\', out), n++;
		if (*s == '$')
			fputc('$', out), n++;
		fputc(*s, out);
	}
	return n;
}

static bool is_system(const struct pp_result *r, const char *name, u32 *from) {
	for (u32 i = *from; i < r->system.n; i++)
		if (r->system.at[i] == name) {
			*from = i + 1;
			return true;
		}
	return false;
}

void pp_write_rule(FILE *out, const struct pp_result *r, const char *targets,
                   bool skip_system, bool phony) {
	u32 from = 0, column = (u32)strlen(targets) + 1;
	fprintf(out, "%s:", targets);
	for (u32 i = 0; i < r->file.n; i++) {
		if (skip_system && is_system(r, r->file.at[i], &from))
			continue;
		if (column + strlen(r->file.at[i]) > RULE_WIDTH) {
			fputs(" \\\n", out);
			column = 0;
		}
		fputc(' ', out);
		column += 1 + write_name(out, r->file.at[i]);
	}
	fputc('\n', out);
	from = 0;
	for (u32 i = 1; phony && i < r->file.n; i++) {
		if (skip_system && is_system(r, r->file.at[i], &from))
			continue;
		write_name(out, r->file.at[i]);
		fputs(":\n", out);
	}
}
