/* form.h - an instruction of a row as text: mnemonic, modifiers, types, and operands that
 * the row takes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ir/isa/inst.h"
#include "ir/num/mma.h"
#include "ir/num/wgmma.h"

/* The names in operands; a variable gv, a function callee and a label L are expected,
 * too. */
static const char form_regs[] =
	"\t.reg .pred %p<9>;\n\t.reg .b8 %c<9>;\n\t.reg .b16 %h<9>;\n\t.reg .b32 %r<9>;\n"
	"\t.reg .b64 %d<9>;\n\t.reg .f32 %f<9>;\n\t.reg .f64 %g<9>;\n\t.reg .b128 "
	"%q<9>;\n";

struct form {
	char at[1024];
	size_t n;
};

static __attribute__((format(printf, 2, 3))) void form_add(struct form *t,
                                                           const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	t->n += (size_t)vsnprintf(t->at + t->n, sizeof(t->at) - t->n, fmt, ap);
	va_end(ap);
	if (t->n >= sizeof(t->at))
		bug("a form is too long");
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

static void add_list(struct form *t, char letter, u32 n, u32 first) {
	for (u32 i = 0; i < MAX(n, 1u); i++)
		form_add(t, "%s%%%c%u", i ? "," : "{", letter, (first + i) % 8);
	form_add(t, "}");
}

static u32 vec_of(const struct row_info *info, u64 mods) {
	for (u32 i = 0; i < info->nslot; i++)
		if (info->slot[i].slot == MOD_VEC)
			return MOD_GET(mods, VEC) ? 1u << MOD_GET(mods, VEC) : 1;
	return 1;
}

static void add_sreg(struct form *t, enum type type) {
	form_add(t, "%s",
	         type == TYPE_PRED            ? "%is_explicit_cluster"
	         : type_info[type].bits == 64 ? "%clock64"
	         : type_info[type].bits == 16 ? "%tid.x"
	                                      : "%laneid");
}

static void add_operand(struct form *t, u32 row, u64 mods, const u8 type[4], u32 pos) {
	const struct row_info *info = row_info((enum row)row);
	enum type ot = row_operand_type(info, type, pos);
	char letter = info->opr[pos].letter;
	/* no wide registers */
	bool exact = row == ROW_CVT_BF16_I || row == ROW_CVT_I_BF16;
	char reg = reg_letter(ot, info->props & PROP_WIDE_REG && !exact);
	u32 vec = vec_of(info, mods), bits;
	if (info->table == 0 && letter != 'i') {
		form_add(t, "%%%c%u", reg, pos);
		if (info->opr[pos].need_pair)
			form_add(t, "|%%p3");
		return;
	}
	switch (letter) {
	case 'D':
	case 'R':
	case 'S':
		if (vec > 1)
			add_list(t, reg, vec, pos);
		else
			form_add(t, "%%%c%u", reg, pos);
		break;
	case 'F':
	case 'G':
	case 'M':
		vec = mma_operand_regs(row, mods, type, pos, &bits);
		add_list(t, bits == 64 ? (type[0] == TYPE_F64 ? 'g' : 'd') : 'r', vec,
		         pos);
		break;
	case '{':
	case '}':
		bits = type_info[ot].bits / 2;
		add_list(t,
		         bits == 8    ? 'c'
		         : bits == 16 ? 'h'
		         : bits == 32 ? 'r'
		                      : 'd',
		         2, pos);
		break;
	case 'm': form_add(t, "[%%d%u]", pos); break;
	case 'U': form_add(t, "[%%d%u", pos); break;
	case 'Q':
		add_list(t, 'r', tensor_elements(mods, letter), pos);
		form_add(t, "]");
		break;
	case 'V': add_list(t, 'h', tensor_elements(mods, letter), pos); break;
	case 'H': form_add(t, "[%%d%u", pos); break;
	case 'B': form_add(t, "%%d%u", pos); break;
	case 'K':
		form_add(t, "{");
		for (u32 i = 0; i < tex_elements(mods, letter); i++)
			form_add(t, "%s%%%c%u", i ? "," : "",
			         i == 0 && tex_is_layered(mods) ? 'r' : reg,
			         (pos + i) % 8);
		form_add(t, "}]");
		break;
	case 'J':
	case 'E': add_list(t, reg, tex_elements(mods, letter), pos); break;
	case 'i':
		form_add(t, row == ROW_SETMAXNREG                             ? "40"
		            : row == ROW_CP_ASYNC                             ? "16"
		            : row == ROW_TMAP_FENCE                           ? "128"
		            : row == ROW_ST_BULK                              ? "0"
		            : row == ROW_PMEVENT                              ? "1"
		            : strncmp(info->mnemonic, "tensormap.r", 11) == 0 ? "1"
		            : info->props & PROP_CONVERGENT                   ? "0"
		                                                              : "128");
		break;
	case 'I':
		for (u32 i = 0; i < wgmma_constants(type, info->opr[1].letter == 'G');
		     i++)
			form_add(t, "%s%d", i ? ", " : "", i < 2 ? -1 : 1);
		break;
	case 'v': add_sreg(t, ot); break;
	case 'y': form_add(t, "gv"); break;
	case 'L': form_add(t, "L"); break;
	case 'T': form_add(t, "T"); break;
	case 'C': form_add(t, "callee"); break;
	case 'w':
		if (pos == 0 && strncmp(info->mnemonic, "bar", 3) == 0) {
			form_add(t, "1");
			break;
		}
		form_add(t, "%%r%u", pos);
		break;
	case 'Z': form_add(t, "%%r%u|%%p1", pos); break;
	default: form_add(t, "%%%c%u", reg, pos); break;
	}
}

static bool operand_is_given(const struct row_info *info, u64 mods, u32 pos) {
	const struct row_operand *o = &info->opr[pos];
	/* other assemblers know samplers here and there */
	if (info->table && strchr("BN", o->letter))
		return strcmp(info->mnemonic, "tex") == 0 &&
		       info->types[0][0] != TYPE_F16X2 &&
		       !(info->props & PROP_UNSUPPORTED) &&
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

static void form_operands(struct form *t, u32 row, u64 mods, const u8 type[4]) {
	const struct row_info *info = row_info((enum row)row);
	bool more = false;
	for (u32 i = 0; i < info->nopr; i++) {
		if (!operand_is_given(info, mods, i))
			continue;
		form_add(t, more ? ", " : " ");
		more = true;
		add_operand(t, row, mods, type, i);
	}
	form_add(t, ";");
}
