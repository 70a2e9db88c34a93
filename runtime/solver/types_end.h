/* types_end.h - takes back what types.h defines for a type.
 * SPDX-License-Identifier: Apache-2.0 */

#undef T
#undef R
#undef CU_T
#undef CU_R
#undef CU_COMPLEX
#undef TYPE
#undef REAL_TYPE
#undef IS_COMPLEX
#undef OF
#undef DN
#undef SP
#undef SP_TYPE
#undef SY
#undef OR
#undef LAPACK
#undef EPS
