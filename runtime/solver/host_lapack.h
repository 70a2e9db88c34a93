/* host_lapack.h - a LAPACK library of the host: the BLAS library that cuBLAS computes
 * with, if it has LAPACK inside, or liblapack. SIMT_BLAS=none: none.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Routines by their names for real and for complex types: X(name, real, complex). */
/* clang-format off */
#define HOST_ROUTINES(X) \
	X(potrf, "potrf", "potrf") X(getrf, "getrf", "getrf") X(geqrf, "geqrf", "geqrf") \
	X(orgqr, "orgqr", "ungqr") X(ormqr, "ormqr", "unmqr") X(gebrd, "gebrd", "gebrd") \
	X(sytrd, "sytrd", "hetrd") X(syevd, "syevd", "heevd") X(sytrf, "sytrf", "sytrf") \
	X(gesvd, "gesvd", "gesvd") X(geev, "geev", "geev")
/* clang-format on */

/* One of its functions, or null. Called by one thread at a time. */
void *host_lapack_symbol(const char *name);
