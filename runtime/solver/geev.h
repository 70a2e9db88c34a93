/* geev.h - eigenvalues of general matrices: LAPACK's, or by complex numbers of our own.
 * Included by dense.c.
 * SPDX-License-Identifier: Apache-2.0 */

#define RT f32
#define CT float _Complex
#define RE(name) name##_S
#define CX(name) name##_C
#define REAL_EPS 1.1920929e-07f
#include "runtime/solver/geev_typed.h"

#define RT f64
#define CT double _Complex
#define RE(name) name##_D
#define CX(name) name##_Z
#define REAL_EPS 2.220446049250313e-16
#include "runtime/solver/geev_typed.h"
