/* calls.c - the exported functions of calls.def, around the inner ones: timelines,
 * injected failures.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/own_stack.h"
#include "runtime/handles/error.h"
#include "runtime/handles/host_function.h"
#include "runtime/handles/params.h"

/* Records the call in the timeline. The last error stays that of the call. */
static cudaError_t show(const char *name, uint64_t start, cudaError_t e) {
	simt_trace_call(name, start, e, cudaGetErrorName(e));
	return e;
}

/* A function of its own, so that a call that is not watched saves no registers. On a
 * thread with a small stack the whole call runs on a stack of base/own_stack.h. */
#define CALL(name, params, types, args, fields, kept)                                    \
	cudaError_t outer_##name types __asm__(#name);                                   \
	struct name##_call {                                                             \
		cudaError_t result;                                                      \
		fields                                                                   \
	};                                                                               \
	static void stacked_##name(void *ctx) {                                          \
		struct name##_call *s = ctx;                                             \
		s->result = outer_##name kept;                                           \
	}                                                                                \
	__attribute__((noinline, cold)) static cudaError_t watched_##name params {       \
		if (own_stack_is_short()) {                                              \
			struct name##_call s = {BRACED args};                            \
			return own_stack_call(stacked_##name, &s) ? s.result             \
			                                          : NO_STACK(#name);     \
		}                                                                        \
		if (host_function_refuses(#name))                                        \
			return cudart_report_from(#name, cudaErrorNotPermitted);         \
		int e = simt_inject_call(#name);                                         \
		if (e)                                                                   \
			return cudart_report_from(#name, (cudaError_t)e);                \
		if (!simt_tracing())                                                     \
			return name args;                                                \
		uint64_t start = simt_trace_now();                                       \
		return show(#name, start, name args);                                    \
	}                                                                                \
	cudaError_t outer_##name params {                                                \
		return simt_watched() || own_stack_is_short() || simt_in_host_function() \
		               ? watched_##name args                                     \
		               : name args;                                              \
	}
#define BRACED(...) cudaErrorMemoryAllocation, ##__VA_ARGS__
#define NO_STACK(name) cudart_report_from(name, cudaErrorMemoryAllocation)
#define CUDART_FN(name, ...)                                                  \
	CALL(name, (PARAMS(__VA_ARGS__)), (__VA_ARGS__), (ARGS(__VA_ARGS__)), \
	     FIELDS(__VA_ARGS__), (KEPT(__VA_ARGS__)))
#define CUDART_FN0(name) CALL(name, (void), (void), (), , ())
#include "runtime/handles/calls.def"
