/* state.h - a compilation for NVIDIA's GPUs.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

#include "backend/llvm/nvptx/nvptx.h"

struct nvptx {
	struct arena *a;
	const struct nvptx_input *in;
	LLVMContextRef ctx;
	LLVMTargetMachineRef target;
	LLVMModuleRef module;
	bool failed;
};

/* A line of the log; the compilation has failed. */
void nvptx_error(struct nvptx *n, const char *format, ...) PRINTF_LIKE(2, 3);

/* The module of one text or of one bitcode file; NULL: it is wrong, which the log says.
 */
LLVMModuleRef nvptx_read(struct nvptx *n, const struct nvptx_module *m);
/* Links `from`, whose memory goes to the module, into n->module. */
void nvptx_link(struct nvptx *n, LLVMModuleRef from);

/* Functions of NVVM IR that LLVM has under another name or not at all get definitions.
 * Intrinsics that are unknown are errors. Calls become convergent. */
void nvptx_define_intrinsics(struct nvptx *n);
/* Calls of __nvvm_reflect become the numbers that the options stand for. */
void nvptx_reflect(struct nvptx *n);
/* -ftz, -fma, -prec-div and -prec-sqrt become flags and instructions. */
void nvptx_float_options(struct nvptx *n);
