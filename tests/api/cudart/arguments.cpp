/* arguments.cpp - every function of the runtime interface, its arguments replaced one after the other.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include "../driver/arguments.h"

namespace arguments {

HANDLE(cudaArray_t, h = (cudaArray_t)Handle<CUarray>::alive(), MUST(cuArrayDestroy((CUarray)h)))
HANDLE(cudaMipmappedArray_t, h = (cudaMipmappedArray_t)Handle<CUmipmappedArray>::alive(),
       MUST(cuMipmappedArrayDestroy((CUmipmappedArray)h)))
HANDLE(cudaArray_const_t, h = Handle<cudaArray_t>::alive(), MUST(cuArrayDestroy((CUarray)h)))
HANDLE(cudaMipmappedArray_const_t, h = Handle<cudaMipmappedArray_t>::alive(),
       MUST(cuMipmappedArrayDestroy((CUmipmappedArray)h)))

std::string text(int result) {
	return short_name(cudaGetErrorName((cudaError_t)result), strlen("cudaError"));
}

} // namespace arguments

int main(int argc, char **argv) {
	const char *only = argc > 1 ? argv[1] : nullptr;
	setvbuf(stdout, nullptr, _IONBF, 0);
#define FUNCTION(symbol)                                    \
	if (!only || !strcmp(only, #symbol))                \
		arguments::function(#symbol, symbol);
#define STATE_WORKS(symbol) FUNCTION(symbol)
#define STATE_REFUSED(symbol) FUNCTION(symbol)
#define STATE_LATER(symbol)
#define CUDART(name, state, note) STATE_##state(name)
#define CUDART_SZ(name, state, note) STATE_##state(name)
#define CUDART_DS(name, state, note) STATE_##state(name)
#define CUDART_DECLARED_ONLY
#include "runtime/cudart/functions.def"
	return 0;
}
