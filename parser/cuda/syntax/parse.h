/* parse.h - tokens to syntax, on demand: a namespace is skimmed for the names it
 * declares; a declaration, a class with its members, or a body is parsed when it is
 * asked for. Syntax errors are reported and give SYN_ERROR nodes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/tree/unit.h"

/* Scans u->file into u->token. False if an error was reported. */
bool cuda_scan(struct cunit *u);

/* Reports a brace that is never closed, and where the one that is missing may belong. */
void check_braces(struct cunit *u);

/* Returns the header that declares a well-known name of "std" or "", the global scope;
 * NULL if it is not one. */
const char *cuda_header_of(const char *scope, const char *name);

/* Finds the declarations of tokens [first, end) and adds them to `scope` as
 * CDECL_UNPARSED with their ranges, guesses and flags; namespaces and linkage blocks are
 * entered (a namespace opened twice is one scope), using-directives recorded. A class,
 * enum or function declared in a declarator-less or combined declaration (struct S {...}
 * x;) makes one entry for each name, of the same range. An enum's unscoped enumerators,
 * and names of anonymous unions, are entries too (guess OTHER). */
void cuda_skim(struct cunit *u, struct cscope *scope, u32 first, u32 end);

/* Parses the one declaration of tokens [first, end) in `scope` (a namespace or a class).
 * Bodies of functions, mem-initialisers and bodies of lambdas are SYN_BODY ranges, those
 * of classes and enums are parsed. Never NULL. */
struct syn *cuda_parse_decl(struct cunit *u, struct cscope *scope, u32 first, u32 end);
/* Parses a function's body `{ ... }` as a BLOCK. `scope` is the function's: its
 * parameters are found there. Bodies of lambdas inside are SYN_BODY again. */
struct syn *cuda_parse_body(struct cunit *u, struct cscope *scope, u32 first, u32 end);
/* Parses `: a(1), b{2}` of a constructor: a LIST of MEM_INIT. */
struct syn *cuda_parse_mem_inits(struct cunit *u, struct cscope *scope, u32 first,
                                 u32 end);

/* Set by the checker: returns the scope that a nested-name-specifier in `at` names, or
 * NULL if it is unknown or depends on a template parameter, bound or not. Reports
 * nothing. `qualifier` is a NAME, TEMPLATE_ID, DECLTYPE or QUALIFIED without its last
 * part. */
struct cscope *check_scope_of(struct cunit *u, struct cscope *at, struct syn *qualifier);
/* Given by the checker: the class of an unqualified name found by cscope_find, parsing as
 * little as that takes. */
enum cname_class check_name_class(struct cunit *u, struct cscope *at, struct str *name,
                                  u32 before);
