/* places.h - functions and their lines: instruction -> line of the source, inlined calls
 * included.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct dfunc;
struct dscope;
struct dwarf_unit;
struct module;
struct simt_module;
struct symbols;

enum { NO_LINE = 0 };

/* A line of the source. Without -lineinfo or -G the text of the PTX is the source. */
struct source_line {
	const char *file; /* NULL: unknown */
	u32 line;
};

/* A function, decoded and with lines. */
struct code {
	struct symbols *symbols;
	const struct dfunc *f;
	const char *name; /* as in the source: without parameters and namespaces */
	bool has_lines;   /* .loc says where it comes from */
	u32 body;         /* first instruction after those that store the parameters */
	u32 *ptx;         /* per instruction: line of the PTX */
	u8 *hidden;       /* per instruction: inlined calls of system headers' functions;
	                     NULL: none */
	struct dscope *scope; /* of the function; NULL: none, or not read yet */
	u8 *starts;           /* per instruction: a line begins here */
};

/* A loaded module. */
struct symbols {
	struct symbols *next;
	struct simt_module *m;
	struct arena arena;
	struct code **code;      /* per function; NULL: not decoded yet */
	struct dwarf_unit *unit; /* NULL: the module has none, or it is not read yet */
	bool read;
};

struct symbols *places_of(struct simt_module *m);
struct code *places_code(struct symbols *s, u32 func);
/* The code of a function that is being executed. */
struct code *places_code_of(const struct dfunc *f);
/* Returns the line of an instruction, `level` inlined calls out from the innermost. */
struct source_line places_line(const struct code *c, u32 inst, u32 level);
/* Number of calls that are inlined at an instruction. */
u32 places_inlined(const struct code *c, u32 inst);
/* The number of the call that is inlined at an instruction; 0: none. */
u32 places_around(const struct code *c, u32 inst);
/* Returns the name of the function that the line at this level is in. */
const char *places_function(const struct code *c, u32 inst, u32 level);
bool places_same_line(const struct code *c, u32 a, u32 b);
/* The address of an instruction, as the debugger shows it, and back. */
u64 places_pc(const struct code *c, u32 inst);
bool places_find_pc(u64 pc, struct code **c, u32 *inst);
/* The name of the .file with this number; NULL: the module has none. */
const char *places_file_name(const struct module *m, u32 index);
/* The base name of a file; whether a name that was typed means this file. */
const char *places_base(const char *file);
bool places_is_file(const char *file, const char *typed);
/* The text of a line without its end; NULL: the file cannot be read. n: lines of the
 * file. */
const char *places_text(const char *file, u32 line, u32 *len, u32 *n);
/* The name of a function as the source has it. */
const char *places_plain_name(struct arena *a, const char *mangled);
