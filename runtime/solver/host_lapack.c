/* host_lapack.c - finds the LAPACK library.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/host_lapack.h"

#include <dlfcn.h>
#include <stdbool.h>

#include "runtime/blas/host_blas.h"

void *host_lapack_symbol(const char *name) {
	static void *other;
	static bool is_searched;
	void *symbol = host_blas_symbol(name);
	/* Without a tuned BLAS LAPACK is slower than loops of our own. */
	if (symbol || !host_blas_symbol("cblas_sgemm"))
		return symbol;
	if (!is_searched) {
		other = dlopen("liblapack.so.3", RTLD_NOW | RTLD_LOCAL);
		is_searched = true;
	}
	return other ? dlsym(other, name) : NULL;
}
