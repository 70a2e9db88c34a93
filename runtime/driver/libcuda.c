/* libcuda.c - the library libcuda: every function of the driver interface calls the
 * runtime library. Both must have the same devices, memory and streams, so that is the
 * one of the process, which may be linked into the program; if there is none, libcudart
 * is loaded.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "runtime/driver/driver.h"
#include "runtime/driver/table.h"
#include "runtime/handles/params.h"
#include "runtime/libs/process.h"

extern const struct driver_table *__cudaDriverTable(void) __attribute__((weak));

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct driver_table *table;

typedef const struct driver_table *(*table_function)(void);

static void find_table(void) {
	table_function get = __cudaDriverTable;
	void *symbol = get ? NULL : process_function(PROCESS_DRIVER);
	void *lib = get || symbol ? NULL
	                          : dlopen("libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
	if (lib)
		symbol = dlsym(lib, "__cudaDriverTable");
	if (symbol)
		memcpy(&get, &symbol, sizeof get);
	if (get)
		table = get();
	else
		fprintf(stderr, "simt: libcuda finds no libcudart.so.13 of simt's: %s\n",
		        lib ? "another one is loaded" : dlerror());
}

static inline bool have_table(void) {
	pthread_once(&once, find_table);
	return table != NULL;
}

#define GIVE_ON(symbol, ...)                                                \
	CUresult symbol(PARAMS(__VA_ARGS__)) {                              \
		return have_table() ? table->symbol(ARGS(__VA_ARGS__))      \
		                    : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED; \
	}
#define CU_FN(symbol, name, since, ...) GIVE_ON(symbol, __VA_ARGS__)
#define CU_FN0(symbol, name, since)                                         \
	CUresult symbol(void) {                                             \
		return have_table() ? table->symbol()                       \
		                    : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED; \
	}
#define CU_FN_SZ(symbol, name, since, ...) \
	GIVE_ON(symbol, __VA_ARGS__)       \
	GIVE_ON(symbol##_ptsz, __VA_ARGS__)
#define CU_FN_DS(symbol, name, since, ...) \
	GIVE_ON(symbol, __VA_ARGS__)       \
	GIVE_ON(symbol##_ptds, __VA_ARGS__)
#define CU_FN_OLD CU_FN
#define CU_FN_OLD_SZ CU_FN_SZ
#include <simt/cuda_driver.def>
