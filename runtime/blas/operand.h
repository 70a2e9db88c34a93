/* operand.h - the operands of a call by the names of cuBLAS's manual, as the runtime
 * wants to know them before they are touched.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/blas/blas.h"

typedef bool operand_access(struct lib_call *c, const char *argument,
                            const struct lib_box *box);

/* n elements of a vector; m by n of a matrix. */
bool operand_vector(const struct blas_call *w, operand_access *access, const char *name,
                    const struct operand *v, s64 n);
bool operand_matrix(const struct blas_call *w, operand_access *access, const char *name,
                    const struct operand *a, s64 m, s64 n);
/* `batch` such matrices, by a stride or by pointers. */
bool operand_matrices(const struct blas_call *w, operand_access *access, const char *name,
                      const struct operand *a, s64 m, s64 n, s64 batch);
bool operand_vectors(const struct blas_call *w, operand_access *access, const char *name,
                     const struct operand *v, s64 n, s64 batch);

/* One triangle of order n, without its diagonal if that is not stored; k diagonals beside
 * it. */
bool operand_triangle(const struct blas_call *w, operand_access *access, const char *name,
                      const struct operand *a, s64 n, bool has_diagonal);
bool operand_triangle_band(const struct blas_call *w, operand_access *access,
                           const char *name, const struct operand *a, s64 n, s64 k);
bool operand_triangle_packed(const struct blas_call *w, operand_access *access,
                             const char *name, const struct operand *a, s64 n);
/* m by n with kl diagonals below and ku above. */
bool operand_band(const struct blas_call *w, operand_access *access, const char *name,
                  const struct operand *a, s64 m, s64 n, s64 kl, s64 ku);

/* An element of a batch: `at` of item i. */
static inline void *operand_item(const struct blas_call *w, const struct operand *a,
                                 u32 bytes, s64 i) {
	return w->by_pointers ? ((void *const *)a->at)[i]
	                      : (u8 *)a->at + i * a->stride * bytes;
}
