/* modules.c - see modules.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/modules.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

static LLVMModuleRef new_module(struct modules *m) {
	LLVMModuleRef mod = LLVMModuleCreateWithNameInContext("kernel", m->ctx);
	if (m->has_lines)
		LLVMAddModuleFlag(mod, LLVMModuleFlagBehaviorWarning,
		                  "Debug Info Version", strlen("Debug Info Version"),
		                  LLVMValueAsMetadata(LLVMConstInt(
					  LLVMInt32TypeInContext(m->ctx),
					  LLVMDebugMetadataVersion(), false)));
	vec_push(m->a, &m->list, mod);
	return mod;
}

LLVMModuleRef modules_for(struct modules *m, u32 ninst) {
	if (m->list.n == 0 || (ninst && m->enough && m->size >= m->enough)) {
		m->size = 0;
		new_module(m);
	}
	m->size += ninst;
	return m->list.at[m->list.n - 1];
}

void modules_drop(struct modules *m) {
	for (size_t i = 0; i < m->list.n; i++)
		LLVMDisposeModule(m->list.at[i]);
	m->list.n = 0;
}
