/* math_f64.h - the CUDA math functions of double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/atrig_f64.h"
#include "simt/math/basic_f64.h"
#include "simt/math/bessel_f64.h"
#include "simt/math/erf_f64.h"
#include "simt/math/exp_f64.h"
#include "simt/math/gamma_f64.h"
#include "simt/math/log_f64.h"
#include "simt/math/norm_f64.h"
#include "simt/math/pow_f64.h"
#include "simt/math/trig_f64.h"
