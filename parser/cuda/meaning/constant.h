/* constant.h - constant expressions: declared here for the rules of C++, which ask for
 * values, and implemented by the later room eval/.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Returns the constant object for a template argument of class type; NULL after an
 * error. */
struct cdecl *template_object(struct sema *c, const struct ctype *t, struct cexpr *init,
                              struct loc loc);
/* Returns the bytes of such an object. */
const u8 *template_object_bytes(struct sema *c, const struct cdecl *d);
/* Returns which member of a union at an offset in it is active. */
u32 template_object_active(struct sema *c, const struct cdecl *d, u64 offset,
                           const struct cclass *cls);
/* Returns the value of a constant expression, of numbers or of parts that are; NULL if it
 * is none, or has addresses in it. */
struct cexpr *const_made(struct sema *c, struct cexpr *e);
/* Returns the bit-field that an lvalue is, or NULL. */
struct cfield *eval_bit_field(struct cexpr *e);
/* Whether an initialiser of class or array type is constant; reports what is not, `what`
 * names it. */
#define CONSTEXPR_INIT "the initialiser of a constexpr variable"
bool const_check_object(struct sema *c, const struct ctype *type, struct cexpr *init,
                        const char *what);
/* Finds the value of a constant expression. False, with an error, if it is not one;
 * `what` names the use. */
bool const_int(struct sema *c, struct cexpr *e, u64 *value, const char *what);
/* Finds what a constant pointer points to: a variable or function, the first element of
 * an array, or from C++20 on any part of a variable (template/part.h); NULL for a null
 * pointer. False, with an error, if it is anything else. */
bool const_address(struct sema *c, struct cexpr *e, struct cdecl **to, const char *what);
/* The same of an array that became a pointer: it may be a part before C++20, too. */
bool const_array(struct sema *c, struct cexpr *e, struct cdecl **to, const char *what);
/* The same of what an lvalue, which is none of a whole variable, refers to. */
bool const_object(struct sema *c, struct cexpr *e, struct cdecl **to, const char *what);
/* As const_int, silently. */
bool const_try(struct sema *c, struct cexpr *e, u64 *value);
/* Finds the value of a scalar variable's initialiser and keeps it in the variable, if it
 * is no address. False if it is not constant; reports it with `what`, unless that is
 * NULL. */
bool const_var(struct sema *c, struct cdecl *d, const char *what);
/* Returns a number of the type t as an expression; one of 128 bits may need two constants
 * of 64. */
struct cexpr *const_number(struct sema *c, const struct ctype *t, u128 value,
                           struct loc loc);
/* Returns the value that const_var found, as an expression. */
struct cexpr *const_known(struct sema *c, const struct cdecl *d, struct loc loc);
bool const_bool(struct sema *c, struct cscope *at, struct syn *s, bool *value,
                const char *what);
