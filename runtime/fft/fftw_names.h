/* fftw_names.h - FFTW's functions of one precision; fftw.c includes it for each.
 * SPDX-License-Identifier: Apache-2.0 */

void *FFTW_NAME(plan_dft_1d)(int n0, FFTW_NAME(complex) * in, FFTW_NAME(complex) * out,
                             int sign, unsigned flags) {
	int n[] = {n0};
	(void)flags;
	return plan_compact(1, n, in, out, FFTW_C2C, sign);
}

void *FFTW_NAME(plan_dft_2d)(int n0, int n1, FFTW_NAME(complex) * in,
                             FFTW_NAME(complex) * out, int sign, unsigned flags) {
	int n[] = {n0, n1};
	(void)flags;
	return plan_compact(2, n, in, out, FFTW_C2C, sign);
}

void *FFTW_NAME(plan_dft_3d)(int n0, int n1, int n2, FFTW_NAME(complex) * in,
                             FFTW_NAME(complex) * out, int sign, unsigned flags) {
	int n[] = {n0, n1, n2};
	(void)flags;
	return plan_compact(3, n, in, out, FFTW_C2C, sign);
}

void *FFTW_NAME(plan_dft)(int rank, const int *n, FFTW_NAME(complex) * in,
                          FFTW_NAME(complex) * out, int sign, unsigned flags) {
	(void)flags;
	return plan_compact(rank, n, in, out, FFTW_C2C, sign);
}

void *FFTW_NAME(plan_many_dft)(int rank, const int *n, int batch, FFTW_NAME(complex) * in,
                               const int *inembed, int istride, int idist,
                               FFTW_NAME(complex) * out, const int *onembed, int ostride,
                               int odist, int sign, unsigned flags) {
	(void)flags;
	return plan_many(rank, n, batch, in, inembed, istride, idist, out, onembed,
	                 ostride, odist, FFTW_C2C, sign);
}

void *FFTW_NAME(plan_guru_dft)(int rank, const FFTW_NAME(iodim) * dims, int batch_rank,
                               const FFTW_NAME(iodim) * batch_dims,
                               FFTW_NAME(complex) * in, FFTW_NAME(complex) * out,
                               int sign, unsigned flags) {
	(void)flags;
	return plan_guru32(rank, dims, batch_rank, batch_dims, in, out, FFTW_C2C, sign);
}

void *FFTW_NAME(plan_guru64_dft)(int rank, const FFTW_NAME(iodim64) * dims,
                                 int batch_rank, const FFTW_NAME(iodim64) * batch_dims,
                                 FFTW_NAME(complex) * in, FFTW_NAME(complex) * out,
                                 int sign, unsigned flags) {
	(void)flags;
	return plan_guru(rank, dims, batch_rank, batch_dims, in, out, FFTW_C2C, sign);
}

void FFTW_NAME(execute_dft)(const FFTW_NAME(plan) p, FFTW_NAME(complex) * in,
                            FFTW_NAME(complex) * out) {
	plan_run(p, in, out);
}

void *FFTW_NAME(plan_dft_r2c_1d)(int n0, FFTW_REAL *in, FFTW_NAME(complex) * out,
                                 unsigned flags) {
	int n[] = {n0};
	(void)flags;
	return plan_compact(1, n, in, out, FFTW_R2C, FFTW_FORWARD);
}

void *FFTW_NAME(plan_dft_r2c_2d)(int n0, int n1, FFTW_REAL *in, FFTW_NAME(complex) * out,
                                 unsigned flags) {
	int n[] = {n0, n1};
	(void)flags;
	return plan_compact(2, n, in, out, FFTW_R2C, FFTW_FORWARD);
}

void *FFTW_NAME(plan_dft_r2c_3d)(int n0, int n1, int n2, FFTW_REAL *in,
                                 FFTW_NAME(complex) * out, unsigned flags) {
	int n[] = {n0, n1, n2};
	(void)flags;
	return plan_compact(3, n, in, out, FFTW_R2C, FFTW_FORWARD);
}

void *FFTW_NAME(plan_dft_r2c)(int rank, const int *n, FFTW_REAL *in,
                              FFTW_NAME(complex) * out, unsigned flags) {
	(void)flags;
	return plan_compact(rank, n, in, out, FFTW_R2C, FFTW_FORWARD);
}

void *FFTW_NAME(plan_many_dft_r2c)(int rank, const int *n, int batch, FFTW_REAL *in,
                                   const int *inembed, int istride, int idist,
                                   FFTW_NAME(complex) * out, const int *onembed,
                                   int ostride, int odist, unsigned flags) {
	(void)flags;
	return plan_many(rank, n, batch, in, inembed, istride, idist, out, onembed,
	                 ostride, odist, FFTW_R2C, FFTW_FORWARD);
}

void *FFTW_NAME(plan_guru_dft_r2c)(int rank, const FFTW_NAME(iodim) * dims,
                                   int batch_rank, const FFTW_NAME(iodim) * batch_dims,
                                   FFTW_REAL *in, FFTW_NAME(complex) * out,
                                   unsigned flags) {
	(void)flags;
	return plan_guru32(rank, dims, batch_rank, batch_dims, in, out, FFTW_R2C,
	                   FFTW_FORWARD);
}

void *FFTW_NAME(plan_guru64_dft_r2c)(int rank, const FFTW_NAME(iodim64) * dims,
                                     int batch_rank,
                                     const FFTW_NAME(iodim64) * batch_dims, FFTW_REAL *in,
                                     FFTW_NAME(complex) * out, unsigned flags) {
	(void)flags;
	return plan_guru(rank, dims, batch_rank, batch_dims, in, out, FFTW_R2C,
	                 FFTW_FORWARD);
}

void FFTW_NAME(execute_dft_r2c)(const FFTW_NAME(plan) p, FFTW_REAL *in,
                                FFTW_NAME(complex) * out) {
	plan_run(p, in, out);
}

void *FFTW_NAME(plan_dft_c2r_1d)(int n0, FFTW_NAME(complex) * in, FFTW_REAL *out,
                                 unsigned flags) {
	int n[] = {n0};
	(void)flags;
	return plan_compact(1, n, in, out, FFTW_C2R, FFTW_BACKWARD);
}

void *FFTW_NAME(plan_dft_c2r_2d)(int n0, int n1, FFTW_NAME(complex) * in, FFTW_REAL *out,
                                 unsigned flags) {
	int n[] = {n0, n1};
	(void)flags;
	return plan_compact(2, n, in, out, FFTW_C2R, FFTW_BACKWARD);
}

void *FFTW_NAME(plan_dft_c2r_3d)(int n0, int n1, int n2, FFTW_NAME(complex) * in,
                                 FFTW_REAL *out, unsigned flags) {
	int n[] = {n0, n1, n2};
	(void)flags;
	return plan_compact(3, n, in, out, FFTW_C2R, FFTW_BACKWARD);
}

void *FFTW_NAME(plan_dft_c2r)(int rank, const int *n, FFTW_NAME(complex) * in,
                              FFTW_REAL *out, unsigned flags) {
	(void)flags;
	return plan_compact(rank, n, in, out, FFTW_C2R, FFTW_BACKWARD);
}

void *FFTW_NAME(plan_many_dft_c2r)(int rank, const int *n, int batch,
                                   FFTW_NAME(complex) * in, const int *inembed,
                                   int istride, int idist, FFTW_REAL *out,
                                   const int *onembed, int ostride, int odist,
                                   unsigned flags) {
	(void)flags;
	return plan_many(rank, n, batch, in, inembed, istride, idist, out, onembed,
	                 ostride, odist, FFTW_C2R, FFTW_BACKWARD);
}

void *FFTW_NAME(plan_guru_dft_c2r)(int rank, const FFTW_NAME(iodim) * dims,
                                   int batch_rank, const FFTW_NAME(iodim) * batch_dims,
                                   FFTW_NAME(complex) * in, FFTW_REAL *out,
                                   unsigned flags) {
	(void)flags;
	return plan_guru32(rank, dims, batch_rank, batch_dims, in, out, FFTW_C2R,
	                   FFTW_BACKWARD);
}

void *FFTW_NAME(plan_guru64_dft_c2r)(int rank, const FFTW_NAME(iodim64) * dims,
                                     int batch_rank,
                                     const FFTW_NAME(iodim64) * batch_dims,
                                     FFTW_NAME(complex) * in, FFTW_REAL *out,
                                     unsigned flags) {
	(void)flags;
	return plan_guru(rank, dims, batch_rank, batch_dims, in, out, FFTW_C2R,
	                 FFTW_BACKWARD);
}

void FFTW_NAME(execute_dft_c2r)(const FFTW_NAME(plan) p, FFTW_NAME(complex) * in,
                                FFTW_REAL *out) {
	plan_run(p, in, out);
}

void FFTW_NAME(execute)(const FFTW_NAME(plan) p) {
	const struct plan *q = p;
	if (q)
		plan_run(q, q->in, q->out);
}

void *FFTW_NAME(malloc)(size_t bytes) {
	return allocate(bytes);
}

void FFTW_NAME(free)(void *pointer) {
	release(pointer);
}

void FFTW_NAME(destroy_plan)(FFTW_NAME(plan) p) {
	plan_drop(p);
}

void FFTW_NAME(cleanup)(void) {
}

void FFTW_NAME(export_wisdom_to_file)(FILE *file) {
	(void)file;
}

int FFTW_NAME(import_wisdom_from_file)(FILE *file) {
	(void)file;
	return 0;
}

void FFTW_NAME(print_plan)(const FFTW_NAME(plan) p) {
	const struct plan *q = p;
	printf("(cufft of rank %u)\n", q ? q->shape.rank : 0);
}

void FFTW_NAME(set_timelimit)(double seconds) {
	(void)seconds;
}

double FFTW_NAME(cost)(const FFTW_NAME(plan) p) {
	(void)p;
	return 0;
}

void FFTW_NAME(flops)(const FFTW_NAME(plan) p, double *add, double *mul, double *fma) {
	(void)p;
	*add = *mul = *fma = 0;
}
