/* dense_typed.h - the parts of dense.c for one type, each built on those before it.
 * SPDX-License-Identifier: Apache-2.0 */

/* clang-format off */
#include "runtime/solver/base_typed.h"
#include "runtime/solver/factor_typed.h"
#include "runtime/solver/reflect_typed.h"
#include "runtime/solver/condense_typed.h"
#include "runtime/solver/eigen_typed.h"
#include "runtime/solver/svd_typed.h"
#include "runtime/solver/indefinite_typed.h"
#include "runtime/solver/general_typed.h"
#include "runtime/solver/host_typed.h"
#include "runtime/solver/routine_typed.h"
/* clang-format on */
