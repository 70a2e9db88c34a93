/* user_line.c - see user_line.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/user_line.h"

enum { INLINE_DEPTH = 64 };

/* Headers with device code in a toolkit's include folder. A name that ends in '/' is a
 * folder. */
static const char *const toolkit[] = {
	"simt/",
	"crt/",
	"cuda/",
	"nv/",
	"cooperative_groups/",
	"cooperative_groups.h",
	"builtin_types.h",
	"channel_descriptor.h",
	"common_functions.h",
	"cuComplex.h",
	"cuda_awbarrier",
	"cuda_bf16.h",
	"cuda_bf16.hpp",
	"cuda_device_runtime_api.h",
	"cuda_fp4.h",
	"cuda_fp4.hpp",
	"cuda_fp6.h",
	"cuda_fp6.hpp",
	"cuda_fp8.h",
	"cuda_fp8.hpp",
	"cuda_fp16.h",
	"cuda_fp16.hpp",
	"cuda_pipeline",
	"cuda_runtime",
	"curand",
	"device_atomic_functions.h",
	"device_atomic_functions.hpp",
	"device_double_functions.h",
	"device_functions.h",
	"device_launch_parameters.h",
	"math_functions.h",
	"mma.h",
	"sm_20_",
	"sm_30_",
	"sm_32_",
	"sm_35_",
	"sm_60_",
	"sm_61_",
	"surface_",
	"texture_",
	"vector_functions.h",
	"vector_functions.hpp",
	"vector_types.h",
};

static bool begins(const char *s, const char *with) {
	return strncmp(s, with, strlen(with)) == 0;
}

/* Checks whether a name of the table follows a folder "include" in the path, or it is a
 * header of the host's compiler. */
static bool is_toolkit(const char *path) {
	for (const char *at = path; (at = strstr(at, "/include/")); at++)
		for (u32 i = 0; i < countof(toolkit); i++)
			if (begins(at + strlen("/include/"), toolkit[i]))
				return true;
	return begins(path, "/usr/include/") || begins(path, "/usr/lib/gcc/");
}

static const char *name_of(const struct module *m, u32 file) {
	for (u32 i = 0; i < m->nfile; i++)
		if (m->file[i].index == file)
			return m->file[i].name->s;
	return "";
}

u32 user_line(const struct module *m, const struct func *f, u32 line) {
	for (u32 depth = 0; depth < INLINE_DEPTH; depth++) {
		const struct line_info *l = &f->line[line];
		if (!l->inlined_at || !is_toolkit(name_of(m, l->file)))
			break;
		line = l->inlined_at;
	}
	return line;
}
