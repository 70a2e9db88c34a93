/* scatter_call.c - stores of one element per lane that the host has no instruction for:
 * AVX-512 has one for 32 and 64 bits, others have none. A store of 32 lanes in line would
 * be a hundred instructions, and dozens of them in one block take LLVM's scheduler
 * seconds. So each module has a function per kind of store. It preserves the registers of
 * its caller.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/llvm/alu/builder.h"
#include "backend/llvm/mem/confine.h"
#include "backend/llvm/mem/mem.h"

bool mem_scatters_by_call(const struct fn *c, const struct mem *m) {
	bool has_instruction = c->host->has_rounding && m->size >= 4;
	return !has_instruction && !jit_accesses_stand_alone(c);
}

struct store {
	struct fn *c;
	const struct mem *m;
	LLVMBuilderRef b;
	val fn, p; /* p: the lanes' addresses */
};

enum { BASE, INDEX, ELEMENT, TAKES_PART, NPARAM };

static void store_lane(struct store *s, u32 lane) {
	val at = jit_int(s->c, 32, lane);
	val p = LLVMBuildExtractElement(s->b, s->p, at, "");
	val v = LLVMBuildExtractElement(s->b, LLVMGetParam(s->fn, ELEMENT), at, "");
	LLVMSetAlignment(LLVMBuildStore(s->b, v, p), s->m->size);
}

static bb block_of(struct store *s) {
	return LLVMAppendBasicBlockInContext(s->c->ctx, s->fn, "");
}

static void store_if(struct store *s, u32 lane) {
	bb takes_part = block_of(s), next = block_of(s);
	val bit = LLVMBuildAnd(s->b, LLVMGetParam(s->fn, TAKES_PART),
	                       jit_int(s->c, 32, 1u << lane), "");
	val is_set = LLVMBuildICmp(s->b, LLVMIntNE, bit, jit_int(s->c, 32, 0), "");
	LLVMBuildCondBr(s->b, is_set, takes_part, next);
	LLVMPositionBuilderAtEnd(s->b, takes_part);
	store_lane(s, lane);
	LLVMBuildBr(s->b, next);
	LLVMPositionBuilderAtEnd(s->b, next);
}

/* In ascending order: of lanes that store to one place the highest wins. */
static void store_lanes(struct store *s, u32 n, bool masked) {
	LLVMPositionBuilderAtEnd(s->b, block_of(s));
	val index = LLVMGetParam(s->fn, INDEX);
	s->p = LLVMBuildGEP2(s->b, mem_step_type(s->c, s->m), LLVMGetParam(s->fn, BASE),
	                     &index, 1, "");
	for (u32 l = 0; l < n; l++)
		if (masked)
			store_if(s, l);
		else
			store_lane(s, l);
	LLVMBuildRetVoid(s->b);
}

static u32 bits_of(val v) {
	return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v)));
}

void mem_scatter_by_call(struct fn *c, const struct mem *m, val v, val base, val index,
                         val lanes) {
	u32 n = LLVMGetVectorSize(LLVMTypeOf(index)), narg = lanes ? NPARAM : TAKES_PART;
	v = jit_cast(c, v, LLVMVectorType(mem_int(c, m), n));
	typ type[NPARAM] = {c->ptr, LLVMTypeOf(index), LLVMTypeOf(v), c->i32};
	typ t = LLVMFunctionType(c->voidt, type, narg, false);
	char name[64];
	snprintf(name, sizeof name, "scatter.%u.%u.%ux%u%s", m->size * 8, n, m->scale,
	         bits_of(index), lanes ? ".some" : "");
	val fn = LLVMGetNamedFunction(c->mod, name), arg[NPARAM] = {base, index, v};
	if (!fn) {
		fn = e_new_function(c->ctx, c->mod, name, t);
		engine_preserve(fn, c->host);
		struct store s = {c, m, LLVMCreateBuilderInContext(c->ctx), fn, NULL};
		store_lanes(&s, n, lanes);
		LLVMDisposeBuilder(s.b);
	}
	if (lanes) {
		val bits = LLVMBuildBitCast(c->b, lanes, LLVMIntTypeInContext(c->ctx, n),
		                            "");
		arg[TAKES_PART] = LLVMBuildZExt(c->b, bits, c->i32, "");
	}
	engine_preserving_call(LLVMBuildCall2(c->b, t, fn, arg, narg, ""));
}
