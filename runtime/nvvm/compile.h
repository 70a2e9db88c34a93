/* compile.h - a compilation in a process of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"
#include "runtime/nvvm/request.h"

struct nvvm_reply {
	u32 status; /* an nvvmResult */
	const char *log, *ptx;
	size_t log_len, ptx_len;
};

/* Waits for the compilation. The reply lies in the arena. Thread-safe. */
struct nvvm_reply nvvm_run(struct arena *a, const struct nvptx_options *o,
                           const struct nvptx_module *m, u32 n);
