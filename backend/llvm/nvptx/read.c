/* read.c - modules of NVVM IR: reading, upgrading, linking.
 * SPDX-License-Identifier: Apache-2.0 */
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>

#include "backend/llvm/nvptx/state.h"
#include "backend/llvm/nvptx/typed_pointers.h"

enum { SHOWN_BYTES = 160 }; /* of a line with an error */

/* ---- messages ------------------------------------------------------------------------ */

/* Where line `line` of the text starts. */
static size_t line_start(const char *text, size_t len, size_t line) {
	size_t at = 0;
	while (line > 1 && at < len) {
		const char *end = memchr(text + at, '\n', len - at);
		if (!end)
			break;
		at = (size_t)(end - text) + 1;
		line--;
	}
	return at;
}

static void show_place(struct nvptx *n, const struct nvptx_module *m, size_t at,
                       const char *what, size_t len) {
	size_t line = 1, start = 0;
	for (size_t i = 0; i < at && i < m->size; i++)
		if (m->data[i] == '\n') {
			line++;
			start = i + 1;
		}
	const char *end = memchr(m->data + start, '\n', m->size - start);
	size_t width = (end ? (size_t)(end - m->data) : m->size) - start;
	size_t column = at - start < width ? at - start : width;
	nvptx_error(n, "%s:%zu:%zu: error: %.*s", m->name, line, column + 1, (int)len,
	            what);
	if (column < SHOWN_BYTES) {
		const char *line_text = m->data + start;
		fprintf(n->in->log, "%.*s\n",
		        (int)(width < SHOWN_BYTES ? width : SHOWN_BYTES), line_text);
		for (size_t i = 0; i < column; i++)
			fputc(line_text[i] == '\t' ? '\t' : ' ', n->in->log);
		fputs("^\n", n->in->log);
	}
}

/* LLVM's "NAME:LINE:COLUMN: error: TEXT", about the upgraded text. */
static void syntax_error(struct nvptx *n, const struct nvptx_module *m,
                         const struct ir_text *t, const char *message) {
	size_t name = strlen(m->name);
	char *next = NULL;
	if (t && strncmp(message, m->name, name) == 0 && message[name] == ':') {
		size_t line = strtoul(message + name + 1, &next, 10);
		size_t column = *next == ':' ? strtoul(next + 1, &next, 10) : 0;
		const char *word = strstr(next, "error: ");
		if (line && column && word) {
			size_t at = line_start(t->text, t->len, line) + column - 1;
			word += strlen("error: ");
			show_place(n, m, ir_old_place(t, at < t->len ? at : t->len), word,
			           strcspn(word, "\n"));
			return;
		}
	}
	nvptx_error(n, "%s: error: %.*s", m->name, (int)strcspn(message, "\n"), message);
}

/* ---- reading ------------------------------------------------------------------------- */

static bool is_bitcode(const struct nvptx_module *m) {
	return m->size >= 4 && (memcmp(m->data, "BC\xc0\xde", 4) == 0 ||
	                        memcmp(m->data, "\xde\xc0\x17\x0b", 4) == 0);
}

LLVMModuleRef nvptx_read(struct nvptx *n, const struct nvptx_module *m) {
	struct ir_text text = {0}, *t = NULL;
	const char *data = m->data;
	size_t size = m->size;
	if (!is_bitcode(m)) {
		if (size >= INT32_MAX) {
			nvptx_error(n, "%s: error: the module is too large", m->name);
			return NULL;
		}
		while (size && data[size - 1] == '\0') /* callers count it, too */
			size--;
		text = ir_upgrade(n->a, data, size);
		t = &text;
		data = text.text;
		size = text.len;
	}
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(data, size,
	                                                                       m->name);
	LLVMModuleRef module = NULL;
	char *message = NULL;
	if (LLVMParseIRInContext(n->ctx, buffer, &module, &message)) {
		syntax_error(n, m, t, message ? message : "the module cannot be read");
		LLVMDisposeMessage(message);
		return NULL;
	}
	return module;
}

/* ---- linking ------------------------------------------------------------------------- */

void nvptx_link(struct nvptx *n, LLVMModuleRef from) {
	if (!n->module) {
		n->module = from;
		return;
	}
	/* One layout for all: the target's. */
	LLVMSetDataLayout(from, LLVMGetDataLayoutStr(n->module));
	LLVMSetTarget(from, LLVMGetTarget(n->module));
	if (LLVMLinkModules2(n->module, from) && !n->failed)
		nvptx_error(n, "error: the modules do not fit together");
}
