/* fast.h - the .approx functions of single precision by shorter formulas.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/alu/builder.h"

val fast_rcp(const struct alu_emit *e, val a);
val fast_sqrt(const struct alu_emit *e, val a);
val fast_rsqrt(const struct alu_emit *e, val a);
val fast_ex2(const struct alu_emit *e, val a);
val fast_lg2(const struct alu_emit *e, val a);
val fast_sin(const struct alu_emit *e, val a);
val fast_cos(const struct alu_emit *e, val a);
val fast_tanh(const struct alu_emit *e, val a);
val fast_div(const struct alu_emit *e, val a, val b);
val fast_div_full(const struct alu_emit *e, val a, val b);
