/* intrinsic.c - declares intrinsics in the host half. Host code does not call them, but
 * names them where the host compiler looks them up: in initialisers of members and
 * trailing return types of device functions, in requirements and detection idioms, in
 * templates for both halves. Those that the text names are declared, after
 * cuda_runtime.h, from the lines of include/simt/host_names.def:
 *
 *   template <class = void> __attribute__((__error__("...")))
 *   int atomicAdd(int *address, int value);
 *
 * Overload resolution prefers a function of the user's to a template, and a call that is
 * left in host code is an error.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "base/text.h"
#include "tools/simtcc/edit.h"

/* The declarations of one name. */
struct intrinsic {
	struct texts line;
	bool is_used;
	bool has_host; /* a function of that name is declared for the host */
};

static const char *line_end(const char *s) {
	const char *end = strchr(s, '\n');
	return end ? end : s + strlen(s);
}

/* Returns the name of the function that the line declares, the word before the first
 * parenthesis. */
static struct str *declared_name(const struct strtab *names, const char *line,
                                 const char *end) {
	const char *open = memchr(line, '(', (size_t)(end - line));
	if (!open || *line == '/' || *line == ' ')
		return NULL;
	const char *s = open;
	while (s > line && (isalnum((u8)s[-1]) || s[-1] == '_'))
		s--;
	return str_find(names, s, (size_t)(open - s));
}

void find_intrinsics(struct rewrite *rw, const struct strtab *names) {
	const char *end;
	for (const char *s = rw->opt->intrinsics; s && *s; s = end + (*end == '\n')) {
		end = line_end(s);
		struct str *name = declared_name(names, s, end);
		if (!name)
			continue;
		if (!name->memo)
			name->memo = arena_new(rw->arena, struct intrinsic);
		struct intrinsic *known = name->memo;
		vec_push(rw->arena, &known->line,
		         arena_strdup(rw->arena, s, (size_t)(end - s)));
		rw->has_intrinsics = true;
	}
}

void note_function(struct rewrite *rw, const struct decl *d) {
	bool is_global = !rw->scope.n || strcmp(vec_last(&rw->scope).path, "::") == 0;
	if (d->params == NONE || d->name == NONE || !is_global)
		return;
	const struct str *name = rw->t[d->name_end - 1].name;
	bool for_host = !(d->quals & QUAL_DEVICE) || (d->quals & QUAL_HOST);
	if (name && name->memo && for_host)
		((struct intrinsic *)name->memo)->has_host = true;
}

/* Whether the name at token i may be the global one. */
static bool is_global_name(const struct rewrite *rw, u32 i) {
	u32 before = i ? token_kind(rw, i - 1) : CU_END;
	if (before == CU_SCOPE && i > 1) {
		u32 qualifier = token_kind(rw, i - 2);
		return qualifier != CU_IDENT && qualifier != '>';
	}
	return before != '.' && before != CU_ARROW;
}

/* Returns the declaration with the attribute before the result type and, if it is not a
 * template, made one. */
static const char *with_attribute(struct rewrite *rw, const char *line) {
	static const char attribute[] =
		"__attribute__((__visibility__(\"hidden\"), __error__(\"calling a "
		"__device__ function from a __host__ function is not allowed\")))";
	const char *type = strncmp(line, "template", 8) == 0 ? strchr(line, '>') : NULL;
	if (!type)
		return arena_printf(rw->arena, "template <class = void> %s %s\n",
		                    attribute, line);
	return arena_printf(rw->arena, "%.*s %s%s\n", (int)(type + 1 - line), line,
	                    attribute, type + 1);
}

static void declarations(struct rewrite *rw, struct text *text, struct intrinsic *known) {
	if (known->is_used || known->has_host)
		return;
	known->is_used = true;
	for (u32 i = 0; i < known->line.n; i++)
		text_printf(text, "%s", with_attribute(rw, known->line.at[i]));
}

void declare_intrinsics(struct rewrite *rw) {
	u32 marker = NONE, e = 0, dropped = 0; /* dropped: where the replaced text ends */
	struct text text = {.arena = rw->arena};
	if (!rw->has_intrinsics)
		return;
	sort_edits(rw);
	for (u32 i = 0; i < rw->n; i++) {
		const struct str *name = rw->t[i].name;
		u32 at = token_at(rw, i);
		for (; e < rw->edit.n && rw->edit.at[e].start <= at; e++)
			dropped = MAX(dropped, rw->edit.at[e].end);
		if (marker == NONE && token_is(rw, i, "__simt_host_names"))
			marker = i + 1;
		if (name && name->memo && rw->t[i].kind == CU_IDENT && at >= dropped &&
		    is_global_name(rw, i))
			declarations(rw, &text, name->memo);
	}
	if (text.n && token_kind(rw, marker) == ';')
		edit_add(rw, token_end(rw, marker), token_end(rw, marker),
		         arena_printf(rw->arena, "\n# 1 \"simt/host_names.def\" 3\n%s",
		                      text_get(&text)));
}
