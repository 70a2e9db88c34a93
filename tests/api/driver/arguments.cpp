/* arguments.cpp - every function of the driver interface, its arguments replaced one after the other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

std::string arguments::text(int result) {
	const char *name = nullptr;
	cuGetErrorName((CUresult)result, &name);
	return short_name(name, strlen("CUDA_ERROR_"));
}

int main(int argc, char **argv) {
	const char *only = argc > 1 ? argv[1] : nullptr;
	setvbuf(stdout, nullptr, _IONBF, 0);
#define FUNCTION(symbol)                                    \
	if (!only || !strcmp(only, #symbol))                \
		arguments::function(#symbol, symbol);
#define CU_FN(symbol, name, since, ...) FUNCTION(symbol)
#define CU_FN0(symbol, name, since) FUNCTION(symbol)
#define CU_FN_SZ(symbol, name, since, ...) FUNCTION(symbol)
#define CU_FN_DS(symbol, name, since, ...) FUNCTION(symbol)
#include <simt/cuda_driver.def>
	return 0;
}
