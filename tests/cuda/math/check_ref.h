/* check_ref.h - functions that MPFR does not have, made of those that it has. Results are
 * good to the precision of r less a few bits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <mpfr.h>

int ref_sinpi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_cospi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_rcp(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_rsqrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_rcbrt(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_hypot(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rnd);
int ref_rhypot(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t rnd);
int ref_norm3d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_rnd_t rnd);
int ref_rnorm3d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_rnd_t rnd);
int ref_norm4d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_srcptr w,
               mpfr_rnd_t rnd);
int ref_rnorm4d(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z, mpfr_srcptr w,
                mpfr_rnd_t rnd);
int ref_erfcx(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_erfinv(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_erfcinv(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_normcdf(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_normcdfinv(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_lgamma(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_i0(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
int ref_i1(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t rnd);
