/* dap_code.c - requests about a stopped kernel's code: its PTX, and the fault that
 * stopped it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/print/print.h"
#include "runtime/debug/dap.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/places.h"

enum { MOST_INSTRUCTIONS = 10000 };

static void put_instruction(FILE *out, const struct code *c, u32 i) {
	const struct func *f = c->f->func;
	struct source_line l = places_line(c, i, 0);
	char text[400];
	size_t n = ir_print_inst(c->symbols->m->ir, f, &f->inst[i], text, sizeof text);
	fputs(",\"instruction\":", out);
	json_quoted_n(out, text, MIN(n, sizeof text - 1));
	if (i == 0) {
		fputs(",\"symbol\":", out);
		json_quoted(out, f->name->s);
	}
	dap_put_source(out, "location", l.file, l.line);
}

/* Writes `count` instructions; those before and after the function are marked as
 * invalid. */
static void put_instructions(FILE *out, const struct code *c, s64 first, u32 count) {
	u64 stride = places_pc(c, 1) - places_pc(c, 0);
	for (u32 k = 0; k < count; k++) {
		s64 i = first + k;
		fprintf(out, "%s{\"address\":\"0x%llx\"", k ? "," : "",
		        (unsigned long long)(places_pc(c, 0) + (u64)i * stride));
		if (i >= 0 && i < c->f->func->ninst)
			put_instruction(out, c, (u32)i);
		else
			fputs(",\"instruction\":\"\",\"presentationHint\":\"invalid\"",
			      out);
		fputc('}', out);
	}
}

void dap_disassemble(const struct json *r, const struct json *args) {
	const char *at = json_text_of(args, "memoryReference", "");
	double away = json_number_of(args, "offset", 0);
	u64 pc = strtoull(at, NULL, 0);
	double skip = json_number_of(args, "instructionOffset", 0),
	       count = json_number_of(args, "instructionCount", 0);
	struct message m;
	struct code *c;
	u32 inst;
	if (!(away >= -0x1p53 && away <= 0x1p53) ||
	    !places_find_pc(pc + (u64)(s64)away, &c, &inst)) {
		dap_refuse(r, "there is no code at %s", at);
		return;
	}
	if (!(count >= 0 && count <= MOST_INSTRUCTIONS && skip >= -1e9 && skip <= 1e9)) {
		dap_refuse(r, "disassemble takes 0 to %d instructions at a time",
		           MOST_INSTRUCTIONS);
		return;
	}
	FILE *out = dap_begin_response(&m, r, true);
	fputs(",\"body\":{\"instructions\":[", out);
	put_instructions(out, c, (s64)inst + (s64)skip, (u32)count);
	fputs("]}", out);
	dap_send(&m);
}

void dap_exception_info(const struct json *r, const struct json *args) {
	u32 number = 0;
	const char *name = dap.state == DAP_STOPPED && dap.at_fault
	                           ? session_exception(&number)
	                           : NULL;
	struct message m;
	(void)args;
	if (!name) {
		dap_refuse(r, "no fault has stopped this thread");
		return;
	}
	FILE *out = dap_begin_response(&m, r, true);
	if (number)
		fprintf(out, ",\"body\":{\"exceptionId\":\"CUDA_EXCEPTION_%u\"", number);
	else
		fputs(",\"body\":{\"exceptionId\":\"SIGTRAP\"", out);
	fputs(",\"description\":", out);
	json_quoted(out, name);
	fputs(",\"breakMode\":\"always\",\"details\":{\"message\":", out);
	json_quoted(out, dbg.launch->fault.text);
	fputs("}}", out);
	dap_send(&m);
}
