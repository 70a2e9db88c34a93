/* module.h - a PTX text becomes a checked module: parse, resolve, verify.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

struct ast_module;

/* The files that module_load prints its stages to, for --dump; each may be NULL. */
struct module_dump {
	FILE *ast, *ast_json, *ir, *ir_json;
};

/* Reads a file that `sources` holds. Everything of the module lives in `arena`, which
 * must outlive it and belong to it alone. NULL if an error was reported to `d`. Warnings
 * do not stop it. */
struct module *module_load(struct arena *arena, struct diag *d,
                           const struct source_file *file,
                           const struct module_dump *dump);
/* The same for a device that gives a cta so many bytes of shared memory. */
struct module *module_load_on(struct arena *arena, struct diag *d,
                              const struct source_file *file, u32 shared_max);

/* AST -> IR (resolve.c). Never NULL; what had errors is left out and the errors are in
 * `d`. */
struct module *ir_resolve(struct arena *arena, struct strtab *names, struct diag *d,
                          const struct ast_module *ast);
/* Bytes of static shared memory that an assembler lets a kernel have. The loader of a
 * driver lets it have all that a device has (recorded on an H200). */
enum { SHARED_STATIC_MAX = 48 << 10 };
/* Rules that hold for every module (verify.c); returns whether all do. */
bool ir_verify(const struct module *m, struct diag *d, u32 shared_max);
/* PTX text that parses back to the same module (print.c). */
void ir_print(const struct module *m, FILE *out);
void ir_print_func(const struct module *m, const struct func *f, FILE *out);
/* Prints one instruction to buf: "ld.global.u32 %r1, [%rd2+4];". Returns the length. */
size_t ir_print_inst(const struct module *m, const struct func *f, const struct inst *in,
                     char *buf, size_t size);
/* For --dump=ir: the text with block numbers, register types and row names as
 * comments. */
void ir_dump(const struct module *m, FILE *out);
/* For --dump=ir:json (print/json.c). */
void ir_json(const struct module *m, FILE *out);
