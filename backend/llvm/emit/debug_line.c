/* debug_line.c - lines of the PTX as debug information of LLVM.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/debug_line.h"

#include "backend/llvm/fn.h"

void debug_unit(struct fn *c, LLVMDIBuilderRef di) {
	c->lines.di = di;
	c->lines.file = LLVMDIBuilderCreateFile(di, "ptx", 3, "", 0);
	LLVMDIBuilderCreateCompileUnit(
		di, LLVMDWARFSourceLanguageC, c->lines.file, "simt", 4, true, "", 0, 0,
		"", 0, LLVMDWARFEmissionLineTablesOnly, 0, false, false, "", 0, "", 0);
}

void debug_lines(struct fn *c) {
	const char *name = c->f->name->s;
	struct source_pos pos = source_pos(c->m->sources, c->f->loc.start);
	LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(
		c->lines.di, c->lines.file, NULL, 0, LLVMDIFlagZero);
	c->lines.scope = LLVMDIBuilderCreateFunction(
		c->lines.di, c->lines.file, name, strlen(name), name, strlen(name),
		c->lines.file, pos.line, type, false, true, pos.line, LLVMDIFlagZero,
		true);
	LLVMSetSubprogram(c->fn, c->lines.scope);
	LLVMSetCurrentDebugLocation2(c->b, LLVMDIBuilderCreateDebugLocation(
						   c->ctx, 0, 0, c->lines.scope, NULL));
}

void debug_line(struct fn *c, const struct inst *in) {
	if (!c->lines.scope)
		return;
	u32 line = source_pos(c->m->sources, in->loc.start).line;
	LLVMSetCurrentDebugLocation2(
		c->b,
		LLVMDIBuilderCreateDebugLocation(c->ctx, line, 0, c->lines.scope, NULL));
}
