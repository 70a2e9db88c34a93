/* submit.h - the products and solutions that both the generic functions and the older
 * ones are: arguments that have been checked become work of the handle's stream.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/sparse/rows.h"

/* y = alpha op(A) x + beta y */
cusparseStatus_t submit_mv(cusparseHandle_t h, const char *function,
                           const struct sp_mat *a, cusparseOperation_t op,
                           const struct dn_vec *x, const struct dn_vec *y,
                           const void *alpha, const void *beta, enum number n);
/* C = alpha op(A) op(B) + beta C */
cusparseStatus_t submit_mm(cusparseHandle_t h, const char *function,
                           const struct sp_mat *a, cusparseOperation_t op_a,
                           const struct dn_mat *b, cusparseOperation_t op_b,
                           const struct dn_mat *c, const void *alpha, const void *beta,
                           enum number n);
/* op(A) C = alpha op(B) with A's triangle of m->fill and diagonal of m->diag. */
cusparseStatus_t submit_solve(cusparseHandle_t h, const char *function,
                              const struct sp_mat *a, cusparseOperation_t op_a,
                              const struct dn_mat *b, cusparseOperation_t op_b,
                              const struct dn_mat *c, const void *alpha, enum number n);
