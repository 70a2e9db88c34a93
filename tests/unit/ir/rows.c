/* rows.c - every row of alu.def and op.def, with every tuple of its types and every value
 * of its modifiers, written as PTX: the plainest form must load, as that row, and print
 * and load again. With an argument, prints the instructions of one target instead, for a
 * look by another assembler:
 *
 *     test-ir-rows sm_90a > all.ptx
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/read/module.h"
#include "tests/ptx/grid/form.h"

/* `value`: the value of each slot, 0 for absent. */
static void form_inst(struct form *t, u32 row, const u8 type[4], const u8 *value) {
	const struct row_info *info = row_info((enum row)row);
	u64 mods = 0;
	form_add(t, "%s", info->mnemonic);
	for (u32 i = 0; i <= info->nslot; i++) {
		for (u32 k = 0; i == info->types_at && k < 4 && type[k]; k++)
			form_add(t, ".%s", type_info[type[k]].text);
		if (i == info->nslot || !value[i])
			continue;
		const struct row_slot *s = &info->slot[i];
		form_add(t, ".%s",
		         mod_value_info((enum mod_slot)s->slot, value[i])->text);
		mods |= (u64)value[i] << slot_info[s->slot].shift;
	}
	form_operands(t, row, mods, type);
}

static u8 first_value(const struct row_slot *s) {
	for (u32 v = 1; v < 64; v++)
		if (s->allowed >> v & 1)
			return (u8)v;
	return 0;
}

/* Calls `use` for the plainest form of a row and a tuple and, if `all`, for each value of
 * each slot. */
static void each_form(u32 row, const u8 type[4], bool all,
                      void (*use)(u32 row, const char *text)) {
	const struct row_info *info = row_info((enum row)row);
	u8 base[32] = {0};
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].required)
			base[i] = first_value(&info->slot[i]);
	struct form t = {.n = 0};
	form_inst(&t, row, type, base);
	use(row, t.at);
	for (u32 i = 0; all && i < info->nslot; i++)
		for (u8 v = 1; v < 64; v++) {
			if (!(info->slot[i].allowed >> v & 1) || v == base[i])
				continue;
			u8 value[32];
			memcpy(value, base, sizeof(value));
			value[i] = v;
			t.n = 0;
			form_inst(&t, row, type, value);
			use(row, t.at);
		}
}

static void each_row(bool all, void (*use)(u32 row, const char *text)) {
	for (u32 row = 1; row < ROW_COUNT; row++) {
		const struct row_info *info = row_info((enum row)row);
		for (u32 i = 0; info->id && !info->any_words && i < info->ntuple; i++)
			each_form(row, info->types[i], all, use);
	}
}

/* ---- the test ---------------------------------------------------------------------- */

static const char *target_of(u32 row) {
	const struct row_info *info = row_info((enum row)row);
	if (row == ROW_SHFL || row == ROW_VOTE || row == ROW_BALLOT)
		return ".version 6.3\n.target sm_60\n";
	if (info->props & PROP_REMOVED)
		return ".version 3.1\n.target sm_20\n";
	if (row == ROW_MOV_SYM)
		return ".version 9.0\n.target sm_90a\n";
	return info->sm >= 100 ? ".version 9.0\n.target sm_100a\n"
	                       : ".version 9.0\n.target sm_90a\n";
}

static char *print_of(const char *text, u32 *row, struct arena *keep) {
	struct arena scratch = ARENA_INIT, arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	sources_init(&sources, &scratch);
	diag_init(&diag, &scratch, &sources);
	struct module *m = module_load(
		&arena, &diag, source_add(&sources, "row.ptx", text, strlen(text)), NULL);
	char *buf = NULL, *out = NULL;
	size_t size;
	if (m) {
		const struct func *f = m->func[m->nfunc - 1];
		*row = f->inst[0].row;
		FILE *file = open_memstream(&buf, &size);
		ir_print(m, file);
		fclose(file);
		out = arena_strdup(keep, buf, size);
		free(buf);
	} else {
		diag_flush(&diag, stdout, (struct diag_style){0});
	}
	arena_drop(&arena);
	arena_drop(&scratch);
	return out;
}

static void row_loads(u32 row, const char *inst) {
	struct arena keep = ARENA_INIT;
	bool brx = row == ROW_BRX;
	char *text = arena_printf(&keep,
	                          "%s.address_size 64\n.global .u32 gv;\n"
	                          ".func callee()\n{\n\tret;\n}\n.entry "
	                          "k()\n{\n%s\t%s\n\t%s\n%s\tret;\n}\n",
	                          target_of(row), form_regs,
	                          brx ? "T: .branchtargets L;" : "", inst,
	                          brx || row == ROW_BRA ? "L:\n" : "");
	u32 got = 0;
	char *first = print_of(text, &got, &keep);
	if (!first || got != row)
		fail_msg("row %s: %s", row_info((enum row)row)->id, inst);
	char *second = print_of(first, &got, &keep);
	if (!second || got != row)
		fail_msg("row %s, printed: %s", row_info((enum row)row)->id, first);
	assert_string_equal(first, second);
	arena_drop(&keep);
}

static void plain_forms_load(void **state) {
	(void)state;
	each_row(false, row_loads);
}

/* ---- for other assemblers ---------------------------------------------------------- */

static u32 wanted_sm;

static void print_inst(u32 row, const char *inst) {
	const struct row_info *info = row_info((enum row)row);
	bool gone = row == ROW_SHFL || row == ROW_VOTE || row == ROW_BALLOT;
	if ((info->sm >= 100) != (wanted_sm >= 100) || gone || row == ROW_BRX ||
	    row == ROW_BRA || (info->props & PROP_TERM))
		return;
	printf("\t%s // %s\n", inst, info->id);
}

static void print_all(const char *target) {
	wanted_sm = (u32)atoi(target + 3);
	printf(".version 9.0\n.target %s\n.address_size 64\n.global .u32 gv;\n"
	       ".func callee()\n{\n\tret;\n}\n.entry k()\n{\n%s",
	       target, form_regs);
	each_row(true, print_inst);
	printf("\tret;\n}\n");
}

int main(int argc, char **argv) {
	if (argc > 1) {
		print_all(argv[1]);
		return 0;
	}
	static const struct CMUnitTest tests[] = {cmocka_unit_test(plain_forms_load)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
