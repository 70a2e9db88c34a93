/* constants.h - constants of floating point in PTX that is loaded.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Does to the function what a PTX assembler does before it fuses: instructions of f32 and
 * f64 whose operands are all constants become their results, and quotients that are not
 * IEEE's products where the divisor is a constant or a reciprocal. */
void fold_constants(struct func *f);
