/* scope.h - thread scopes and memory orders of namespace cuda, and cuda::std: the host's
 * standard library under another name.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <type_traits>
#include <utility>

#include "cuda_runtime.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "the atomics and barriers of namespace cuda need compute capability 7.0"
#endif

/* Execution spaces of functions. */
#define __SIMT_CXX __host__ __device__ __forceinline__
#define __SIMT_CXX_DEVICE __device__ __forceinline__

namespace cuda {

namespace std {
using namespace ::std;
}

enum thread_scope {
	thread_scope_system,
	thread_scope_device,
	thread_scope_block,
	thread_scope_thread = 10,
};

/* Numbered as in the compilers' own atomic operations. */
enum class memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst };
constexpr memory_order memory_order_relaxed = memory_order::relaxed;
constexpr memory_order memory_order_consume = memory_order::consume;
constexpr memory_order memory_order_acquire = memory_order::acquire;
constexpr memory_order memory_order_release = memory_order::release;
constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;

namespace std {
using cuda::memory_order;
using cuda::memory_order_acq_rel;
using cuda::memory_order_acquire;
using cuda::memory_order_consume;
using cuda::memory_order_relaxed;
using cuda::memory_order_release;
using cuda::memory_order_seq_cst;
} // namespace std

namespace __simt {

/* The number that the __nv_atomic_ functions have for a scope. */
__SIMT_CXX constexpr int __scope_number(thread_scope __scope) {
	return __scope == thread_scope_system   ? 4
	       : __scope == thread_scope_device ? 3
	       : __scope == thread_scope_block  ? 1
	                                        : 0;
}

/* The order of an operation's failure, if only that of its success is given. */
__SIMT_CXX constexpr memory_order __failure_order(memory_order __success) {
	return __success == memory_order::acq_rel   ? memory_order::acquire
	       : __success == memory_order::release ? memory_order::relaxed
	                                            : __success;
}

} // namespace __simt
} // namespace cuda
