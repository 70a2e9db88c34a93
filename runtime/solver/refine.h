/* refine.h - solutions by factors of a lower precision, refined in the precision of the
 * operands, with the settings of cuSOLVER's iterative refinement. Included by dense.c.
 * SPDX-License-Identifier: Apache-2.0 */

/* A number of single precision with the bits of a narrower one. */
static f32 narrowed(f32 x, u32 precision) {
	bool is_half = precision == CUSOLVER_R_16F || precision == CUSOLVER_C_16F;
	bool is_bfloat = precision == CUSOLVER_R_16BF || precision == CUSOLVER_C_16BF;
	bool is_tf32 = precision == CUSOLVER_R_TF32 || precision == CUSOLVER_C_TF32;
	if (!(is_half || is_bfloat || is_tf32) || !isfinite(x))
		return x;
	u32 bits, dropped = is_bfloat ? 16 : 13;
	memcpy(&bits, &x, sizeof bits);
	bits += (1u << (dropped - 1)) - 1 + ((bits >> dropped) & 1);
	bits &= ~((1u << dropped) - 1);
	memcpy(&x, &bits, sizeof x);
	return is_half && fabs((f64)x) > 65504 ? (f32)copysign(INFINITY, (f64)x) : x;
}

/* How a refinement ended, where it did not succeed: LAPACK's numbers, and cuSOLVER's -5
 * for numbers that are not finite in the precision of the operands, too. */
enum { REFINE_LOW_SINGULAR = -3, REFINE_OVERFLOW = -5 };

static void tell_iterations(const struct solver_call *w, int iterations) {
	if (w->iterations)
		*w->iterations = iterations;
	if (w->infos) {
		w->infos->iterations = iterations;
		w->infos->outer_iterations = iterations;
	}
}

/* The norm of a residual, for the history. */
static void tell_residual(const struct solver_call *w, int iteration, f64 norm) {
	if (w->infos && w->infos->residuals && iteration <= w->infos->max_iterations) {
		w->infos->residuals[iteration] = norm;
		w->infos->has_residuals = true;
	}
}

#define HT f64
#define LT f32
#define HI(name) name##_D
#define LO(name) name##_S
#define HI_EPS 2.220446049250313e-16
#define IS_SAME(w) ((w)->low == CUSOLVER_R_64F)
#include "runtime/solver/refine_typed.h"

#define HT double _Complex
#define LT float _Complex
#define HI(name) name##_Z
#define LO(name) name##_C
#define HI_EPS 2.220446049250313e-16
#define IS_SAME(w) ((w)->low == CUSOLVER_C_64F)
#include "runtime/solver/refine_typed.h"

#define HT f32
#define LT f32
#define HI(name) name##_S
#define LO(name) name##_S
#define HI_EPS 1.1920929e-07
#define IS_SAME(w) ((w)->low == CUSOLVER_R_32F)
#include "runtime/solver/refine_typed.h"

#define HT float _Complex
#define LT float _Complex
#define HI(name) name##_C
#define LO(name) name##_C
#define HI_EPS 1.1920929e-07
#define IS_SAME(w) ((w)->low == CUSOLVER_C_32F)
#include "runtime/solver/refine_typed.h"
