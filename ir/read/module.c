/* module.c - the pipeline of a load, and look-ups in the result.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/module.h"

#include "parser/ptx/ast.h"

struct func *module_find_func(const struct module *m, const char *name) {
	for (u32 i = 0; i < m->nfunc; i++)
		if (strcmp(m->func[i]->name->s, name) == 0)
			return m->func[i];
	for (u32 i = 0; i < m->nalias; i++)
		if (strcmp(m->alias[i].alias->s, name) == 0)
			return m->func[m->alias[i].func];
	return NULL;
}

struct var *module_find_var(const struct module *m, const char *name) {
	for (u32 i = 0; i < m->nvar; i++)
		if (m->var[i].func == NO_REG && m->var[i].name &&
		    !strcmp(m->var[i].name->s, name))
			return &m->var[i];
	return NULL;
}

static struct module *load(struct arena *arena, struct diag *d,
                           const struct source_file *file, const struct module_dump *dump,
                           u32 shared_max) {
	struct strtab *names = arena_new(arena, struct strtab);
	strtab_init(names, arena);
	struct arena unit = ARENA_INIT;
	u32 before = d->nerror;
	struct ast_module *ast = ptx_parse(&unit, names, d, file);
	if (dump && dump->ast)
		ast_dump(ast, dump->ast);
	if (dump && dump->ast_json)
		ast_json(ast, d->sources, dump->ast_json);
	struct module *m = ir_resolve(arena, names, d, ast);
	arena_drop(&unit);
	ir_verify(m, d, shared_max);
	if (d->nerror != before)
		return NULL;
	if (dump && dump->ir)
		ir_dump(m, dump->ir);
	if (dump && dump->ir_json)
		ir_json(m, dump->ir_json);
	return m;
}

struct module *module_load(struct arena *arena, struct diag *d,
                           const struct source_file *file,
                           const struct module_dump *dump) {
	return load(arena, d, file, dump, SHARED_STATIC_MAX);
}

struct module *module_load_on(struct arena *arena, struct diag *d,
                              const struct source_file *file, u32 shared_max) {
	return load(arena, d, file, NULL, shared_max);
}
