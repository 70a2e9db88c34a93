/* image.h - the bytes of a variable that has a constant initialiser.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/tree/ast.h"
#include "parser/cuda/tree/unit.h"

/* A place in the image of a variable that holds an address: of a variable or function, or
 * of a string. */
struct const_reloc {
	u64 offset;
	s64 addend;
	struct cdecl *decl; /* NULL: a string */
	const char *text;
	u32 length; /* bytes, the final zero included */
};
VEC_TYPE(const_relocs, struct const_reloc);

/* Returns the bytes of a variable's constant initialiser, ctype_size(var->type) of them,
 * with its addresses as relocations (zero in the bytes). NULL, with an error, if it is
 * not constant. */
u8 *const_image(struct cunit *u, struct cdecl *var, struct const_relocs *relocs);
