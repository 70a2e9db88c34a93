/* request.h - what libnvvm and the process that compiles for it, cicc, tell each other. A
 * request lies in the file that is cicc's standard input, the reply in its standard
 * output: LLVM may run out of memory or crash without harm to the program that called
 * libnvvm.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/nvptx/nvptx.h"

enum { REQUEST_MAGIC = 0x4d56564e, REPLY_MAGIC = 0x5854504e, OPTION_TEXT_SIZE = 200 };

/* A request: this, then for each module its head, name, data. */
struct request_head {
	u32 magic, nmodule;
	struct nvptx_options options;
};
struct request_module {
	u64 name, size; /* bytes */
	u64 lazy;
};

/* A reply: this, then the log and the PTX. */
struct reply_head {
	u32 magic, status;
	u64 log, ptx; /* bytes */
};

/* Reads options of libNVVM. NULL, or why one is wrong or not supported. */
const char *nvvm_options(struct nvptx_options *o, int n, const char *const *option,
                         char text[OPTION_TEXT_SIZE]);
