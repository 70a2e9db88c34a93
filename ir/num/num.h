/* num.h - the arithmetic of PTX for one lane: the functions that the `value` column of
 * alu.def calls. Every function is defined for all inputs, depends on nothing but its
 * arguments (no libm, no rounding mode, no flags), and gives the same bits on every host.
 * Those that the interpreter's lane loops need to be fast have no branches, so that a
 * loop over lanes becomes vector code. Compile with -ffp-contract=off and without
 * -ffast-math.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/num/approx.h"
#include "ir/num/bits.h"
#include "ir/num/cmp.h"
#include "ir/num/cvt.h"
#include "ir/num/f16.h"
#include "ir/num/f32.h"
#include "ir/num/f64.h"
#include "ir/num/int.h"
#include "ir/num/video.h"
