/* check.h - from names and syntax to meaning: the device half's semantic analysis.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/tree/ast.h"
#include "parser/cuda/tree/unit.h"

/* Scans, skims and checks the unit: every device variable and every kernel and device
 * function of the user's files, with all that they need, and the kernel instances of
 * u->opt. What is to be lowered is in u->emit afterwards: functions (is_kernel, or
 * called, or kept because of rdc) with checked bodies, and variables of device spaces.
 * False if an error was reported. */
bool check_unit(struct cunit *u);

/* Where the image of a variable holds an address: of a variable or function, or of a
 * string. */
struct const_reloc {
	u64 offset;
	s64 addend;
	struct cdecl *decl; /* NULL: a string */
	const char *text;
	u32 length; /* bytes, the final zero included */
};
VEC_TYPE(const_relocs, struct const_reloc);

/* The bytes of a variable's constant initialiser, ctype_size(var->type) of them, with its
 * addresses as relocations (zero in the bytes). NULL: it is not constant; reported. */
u8 *const_image(struct cunit *u, struct cdecl *var, struct const_relocs *relocs);

/* The Itanium-mangled name of a function or variable (mangle.c). */
struct str *mangle_decl(struct cunit *u, const struct cdecl *d);
struct str *mangle_type(struct cunit *u, const struct ctype *t);
