/* rows.c - every row of alu.def and op.def, with every tuple of its types and every value of its
 * modifiers, written as PTX: the plainest form must load, as that row, and print and load again.
 * With an argument, prints the instructions of one target instead, for a look by another assembler:
 *
 *     test-ir-rows sm_90a > all.ptx
 * SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ir/inst.h"
#include "ir/mma.h"
#include "ir/module.h"
#include "ir/wgmma.h"

static const char regs[] =
	"\t.reg .pred %p<9>;\n\t.reg .b8 %c<9>;\n\t.reg .b16 %h<9>;\n\t.reg .b32 %r<9>;\n"
	"\t.reg .b64 %d<9>;\n\t.reg .f32 %f<9>;\n\t.reg .f64 %g<9>;\n\t.reg .b128 %q<9>;\n";

struct text {
	char at[1024];
	size_t n;
};

static void add(struct text *t, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	t->n += (size_t)vsnprintf(t->at + t->n, sizeof(t->at) - t->n, fmt, ap);
	va_end(ap);
	assert_true(t->n < sizeof(t->at));
}

static char reg_letter(enum type t, bool wide) {
	if (t == TYPE_PRED)
		return 'p';
	if (t == TYPE_F32)
		return 'f';
	if (t == TYPE_F64)
		return 'g';
	switch (type_info[t].bits) {
	case 8: return wide ? 'h' : 'c';
	case 16: return 'h';
	case 64: return 'd';
	case 128: return 'q';
	default: return type_info[t].bits < 8 ? 'h' : 'r';
	}
}

static void add_list(struct text *t, char letter, u32 n, u32 first) {
	for (u32 i = 0; i < n; i++)
		add(t, "%s%%%c%u", i ? "," : "{", letter, (first + i) % 8);
	add(t, "}");
}

static u32 vec_of(const struct row_info *info, u64 mods) {
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].slot == MOD_VEC)
			return MOD_GET(mods, VEC) ? 1u << MOD_GET(mods, VEC) : 1;
	return 1;
}

static void add_sreg(struct text *t, enum type type) {
	add(t, "%s", type == TYPE_PRED ? "%is_explicit_cluster"
	             : type_info[type].bits == 64 ? "%clock64" : "%laneid");
}

static void add_operand(struct text *t, u32 row, u64 mods, const u8 type[4], u32 pos) {
	const struct row_info *info = row_info((enum row)row);
	enum type ot = row_operand_type(info, type, pos);
	char letter = info->opr[pos].letter;
	char reg = reg_letter(ot, info->props & PROP_WIDE_REG);
	u32 vec = vec_of(info, mods), bits;
	if (info->table == 0 && letter != 'i') {
		add(t, "%%%c%u", reg, pos);
		if (info->opr[pos].need_pair)
			add(t, "|%%p3");
		return;
	}
	switch (letter) {
	case 'D':
	case 'R':
	case 'S':
		if (vec > 1)
			add_list(t, reg, vec, pos);
		else
			add(t, "%%%c%u", reg, pos);
		break;
	case 'F':
	case 'G':
	case 'M':
		vec = mma_operand_regs(row, mods, type, pos, &bits);
		add_list(t, bits == 64 ? (type[0] == TYPE_F64 ? 'g' : 'd') : 'r', vec, pos);
		break;
	case '{':
	case '}':
		bits = type_info[ot].bits / 2;
		add_list(t, bits == 8 ? 'c' : bits == 16 ? 'h' : bits == 32 ? 'r' : 'd', 2, pos);
		break;
	case 'm': add(t, "[%%d%u]", pos); break;
	case 'U': add(t, "[%%d%u", pos); break;
	case 'Q':
		add_list(t, 'r', tensor_elements(mods, letter), pos);
		add(t, "]");
		break;
	case 'V': add_list(t, 'h', tensor_elements(mods, letter), pos); break;
	case 'H': add(t, "[%%d%u", pos); break;
	case 'B': add(t, "%%d%u", pos); break;
	case 'K':
		add(t, "{");
		for (u32 i = 0; i < tex_elements(mods, letter); i++)
			add(t, "%s%%%c%u", i ? "," : "",
			    i == 0 && tex_is_layered(mods) ? 'r' : reg, (pos + i) % 8);
		add(t, "}]");
		break;
	case 'J':
	case 'E': add_list(t, reg, tex_elements(mods, letter), pos); break;
	case 'i': add(t, row == ROW_SETMAXNREG ? "40" : row == ROW_CP_ASYNC ? "16" :
	             row == ROW_TMAP_FENCE ? "128" : row == ROW_ST_BULK ? "0" : row == ROW_PMEVENT ? "1" :
	             strncmp(info->mnemonic, "tensormap.r", 11) == 0 ? "1" :
	             info->props & PROP_CONVERGENT ? "0" : "128"); break;
	case 'I':
		for (u32 i = 0; i < wgmma_constants(type, info->opr[1].letter == 'G'); i++)
			add(t, "%s%d", i ? ", " : "", i < 2 ? -1 : 1);
		break;
	case 'v': add_sreg(t, ot); break;
	case 'y': add(t, "gv"); break;
	case 'L': add(t, "L"); break;
	case 'T': add(t, "T"); break;
	case 'C': add(t, "callee"); break;
	case 'w':
		if (pos == 0 && strncmp(info->mnemonic, "bar", 3) == 0) {
			add(t, "1");
			break;
		}
		add(t, "%%r%u", pos);
		break;
	case 'Z': add(t, "%%r%u|%%p1", pos); break;
	default: add(t, "%%%c%u", reg, pos); break;
	}
}

static bool operand_is_given(const struct row_info *info, u64 mods, u32 pos) {
	const struct row_operand *o = &info->opr[pos];
	if (info->table && strchr("BN", o->letter)) /* other assemblers know samplers here and there */
		return strcmp(info->mnemonic, "tex") == 0 && info->types[0][0] != TYPE_F16X2 && !(info->props & PROP_LATER) &&
		       MOD_GET(mods, GEOM) < MOD_GEOM_CUBE;
	if (info->table && o->letter == 'c')
		return MOD_GET(mods, HINT);
	if (info->table && o->letter == 'k') {
		for (u32 i = 0; i < info->nslot; i++)
			if (info->slot[i].slot == MOD_MULTICAST)
				return MOD_GET(mods, MULTICAST);
		return MOD_GET(mods, CP_MASK);
	}
	if (info->table && o->letter == 'V')
		return MOD_GET(mods, TMODE) == MOD_TMODE_IM2COL ||
		       MOD_GET(mods, TMODE) >= MOD_TMODE_IM2COL_W;
	return !o->is_optional;
}

/* `value`: the value of each slot, 0 for absent. */
static void add_inst(struct text *t, u32 row, const u8 type[4], const u8 *value) {
	const struct row_info *info = row_info((enum row)row);
	u64 mods = 0;
	add(t, "%s", info->mnemonic);
	for (u32 i = 0; i <= info->nslot; i++) {
		for (u32 k = 0; i == info->types_at && k < 4 && type[k]; k++)
			add(t, ".%s", type_info[type[k]].text);
		if (i == info->nslot || !value[i])
			continue;
		const struct row_slot *s = &info->slot[i];
		add(t, ".%s", mod_value_info((enum mod_slot)s->slot, value[i])->text);
		mods |= (u64)value[i] << slot_info[s->slot].shift;
	}
	bool more = false;
	for (u32 i = 0; i < info->nopr; i++) {
		if (!operand_is_given(info, mods, i))
			continue;
		add(t, more ? ", " : " ");
		more = true;
		add_operand(t, row, mods, type, i);
	}
	add(t, ";");
}

static u8 first_value(const struct row_slot *s) {
	for (u32 v = 1; v < 64; v++)
		if (s->allowed >> v & 1)
			return (u8)v;
	return 0;
}

/* Calls `use` for the plainest form of a row and a tuple and, if `all`, for each value of each slot. */
static void each_form(u32 row, const u8 type[4], bool all,
                      void (*use)(u32 row, const char *text)) {
	const struct row_info *info = row_info((enum row)row);
	u8 base[32] = {0};
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].required)
			base[i] = first_value(&info->slot[i]);
	struct text t = {.n = 0};
	add_inst(&t, row, type, base);
	use(row, t.at);
	for (u32 i = 0; all && i < info->nslot; i++)
		for (u8 v = 1; v < 64; v++) {
			if (!(info->slot[i].allowed >> v & 1) || v == base[i])
				continue;
			u8 value[32];
			memcpy(value, base, sizeof(value));
			value[i] = v;
			t.n = 0;
			add_inst(&t, row, type, value);
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

/* ---- the test ------------------------------------------------------------------------------- */

static const char *target_of(u32 row) {
	const struct row_info *info = row_info((enum row)row);
	if (row == ROW_SHFL || row == ROW_VOTE || row == ROW_BALLOT)
		return ".version 6.3\n.target sm_60\n";
	if (info->props & PROP_PAST)
		return ".version 3.1\n.target sm_20\n";
	if (row == ROW_MOV_SYM)
		return ".version 9.0\n.target sm_90a\n";
	return info->sm >= 100 ? ".version 9.0\n.target sm_100a\n" : ".version 9.0\n.target sm_90a\n";
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
	                          ".func callee()\n{\n\tret;\n}\n.entry k()\n{\n%s\t%s\n\t%s\n%s\tret;\n}\n",
	                          target_of(row), regs, brx ? "T: .branchtargets L;" : "", inst,
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

/* ---- for other assemblers ------------------------------------------------------------------- */

static u32 wanted_sm;

static void print_inst(u32 row, const char *inst) {
	const struct row_info *info = row_info((enum row)row);
	bool gone = row == ROW_SHFL || row == ROW_VOTE || row == ROW_BALLOT;
	if ((info->sm >= 100) != (wanted_sm >= 100) || gone || row == ROW_BRX || row == ROW_BRA ||
	    (info->props & PROP_TERM))
		return;
	printf("\t%s // %s\n", inst, info->id);
}

static void print_all(const char *target) {
	wanted_sm = (u32)atoi(target + 3);
	printf(".version 9.0\n.target %s\n.address_size 64\n.global .u32 gv;\n"
	       ".func callee()\n{\n\tret;\n}\n.entry k()\n{\n%s",
	       target, regs);
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
