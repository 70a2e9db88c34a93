/* operand.c - operands as boxes of memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/operand.h"

#include "runtime/blas/element.h"

static struct lib_box vector_box(const struct operand *v, s64 n) {
	u32 bytes = element_bytes(v->type);
	s64 step = v->ld < 0 ? -v->ld : v->ld;
	if (n <= 0)
		return lib_bytes(v->at, 0);
	if (step == 1)
		return lib_bytes(v->at, (u64)n * bytes);
	return lib_matrix(v->at, 1, step ? (u64)n : 1, step, bytes);
}

static bool names(const struct blas_call *w, operand_access *access, const char *name,
                  const struct operand *a, const struct lib_box *box) {
	return a->is_elsewhere || access(w->lib, name, box);
}

bool operand_vector(const struct blas_call *w, operand_access *access, const char *name,
                    const struct operand *v, s64 n) {
	struct lib_box box = vector_box(v, n);
	return names(w, access, name, v, &box);
}

bool operand_matrix(const struct blas_call *w, operand_access *access, const char *name,
                    const struct operand *a, s64 m, s64 n) {
	struct lib_box box = lib_matrix(a->at, (u64)m, (u64)n, a->ld,
	                                element_bytes(a->type));
	return names(w, access, name, a, &box);
}

/* Items of a batch, each of which is a box at another place. */
static bool each_item(const struct blas_call *w, operand_access *access, const char *name,
                      const struct operand *a, struct lib_box box, s64 batch) {
	struct lib_box pointers = lib_bytes(a->at, (u64)batch * sizeof(void *));
	if (!w->by_pointers) {
		box.at = a->at;
		box.slices = (u64)batch;
		box.slice_pitch = a->stride * element_bytes(a->type);
		return names(w, access, name, a, &box);
	}
	if (!lib_reads(w->lib, name, &pointers))
		return false;
	for (s64 i = 0; i < batch; i++) {
		box.at = ((void *const *)a->at)[i];
		if (!access(w->lib, name, &box))
			return false;
	}
	return true;
}

bool operand_matrices(const struct blas_call *w, operand_access *access, const char *name,
                      const struct operand *a, s64 m, s64 n, s64 batch) {
	return each_item(w, access, name, a,
	                 lib_matrix(NULL, (u64)m, (u64)n, a->ld, element_bytes(a->type)),
	                 batch);
}

bool operand_vectors(const struct blas_call *w, operand_access *access, const char *name,
                     const struct operand *v, s64 n, s64 batch) {
	return each_item(w, access, name, v, vector_box(v, n), batch);
}

/* Elements first .. end - 1 of a column that begins `offset` elements into the matrix. */
static bool column(const struct blas_call *w, operand_access *access, const char *name,
                   const struct operand *a, s64 offset, s64 first, s64 end) {
	u32 bytes = element_bytes(a->type);
	if (end <= first)
		return true;
	struct lib_box box = lib_bytes((u8 *)a->at + (offset + first) * bytes,
	                               (u64)(end - first) * bytes);
	return names(w, access, name, a, &box);
}

bool operand_triangle(const struct blas_call *w, operand_access *access, const char *name,
                      const struct operand *a, s64 n, bool has_diagonal) {
	bool is_upper = w->uplo == CUBLAS_FILL_MODE_UPPER;
	for (s64 j = 0; j < n; j++) {
		s64 first = is_upper ? 0 : j + !has_diagonal;
		s64 end = is_upper ? j + has_diagonal : n;
		if (!column(w, access, name, a, j * a->ld, first, end))
			return false;
	}
	return true;
}

bool operand_triangle_band(const struct blas_call *w, operand_access *access,
                           const char *name, const struct operand *a, s64 n, s64 k) {
	return w->uplo == CUBLAS_FILL_MODE_UPPER
	               ? operand_band(w, access, name, a, n, n, 0, k)
	               : operand_band(w, access, name, a, n, n, k, 0);
}

bool operand_triangle_packed(const struct blas_call *w, operand_access *access,
                             const char *name, const struct operand *a, s64 n) {
	return column(w, access, name, a, 0, 0, n * (n + 1) / 2);
}

bool operand_band(const struct blas_call *w, operand_access *access, const char *name,
                  const struct operand *a, s64 m, s64 n, s64 kl, s64 ku) {
	for (s64 j = 0; j < n; j++)
		if (!column(w, access, name, a, j * a->ld + ku - j, MAX(0, j - ku),
		            MIN(m, j + kl + 1)))
			return false;
	return true;
}
