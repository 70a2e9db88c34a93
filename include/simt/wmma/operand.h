/* operand.h - texts and operands of inline PTX for lists of registers.
 *
 * __SIMT_LIST(n, s) is the text of n operands from number s on; __SIMT_OUT and __SIMT_IN
 * are n operands of a register class, at an array.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_LIST(n, s) __SIMT_LIST_##n##_##s
#define __SIMT_LIST_1_0 "{%0}"
#define __SIMT_LIST_1_2 "{%2}"
#define __SIMT_LIST_1_4 "{%4}"
#define __SIMT_LIST_1_5 "{%5}"
#define __SIMT_LIST_1_16 "{%16}"
#define __SIMT_LIST_1_20 "{%20}"
#define __SIMT_LIST_2_0 "{%0, %1}"
#define __SIMT_LIST_2_2 "{%2, %3}"
#define __SIMT_LIST_2_3 "{%3, %4}"
#define __SIMT_LIST_2_16 "{%16, %17}"
#define __SIMT_LIST_2_18 "{%18, %19}"
#define __SIMT_LIST_2_24 "{%24, %25}"
#define __SIMT_LIST_4_0 "{%0, %1, %2, %3}"
#define __SIMT_LIST_4_2 "{%2, %3, %4, %5}"
#define __SIMT_LIST_4_4 "{%4, %5, %6, %7}"
#define __SIMT_LIST_4_8 "{%8, %9, %10, %11}"
#define __SIMT_LIST_4_16 "{%16, %17, %18, %19}"
#define __SIMT_LIST_4_17 "{%17, %18, %19, %20}"
#define __SIMT_LIST_4_20 "{%20, %21, %22, %23}"
#define __SIMT_LIST_8_0 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define __SIMT_LIST_8_2 "{%2, %3, %4, %5, %6, %7, %8, %9}"
#define __SIMT_LIST_8_4 "{%4, %5, %6, %7, %8, %9, %10, %11}"
#define __SIMT_LIST_8_8 "{%8, %9, %10, %11, %12, %13, %14, %15}"
#define __SIMT_LIST_8_12 "{%12, %13, %14, %15, %16, %17, %18, %19}"
#define __SIMT_LIST_8_16 "{%16, %17, %18, %19, %20, %21, %22, %23}"
#define __SIMT_LIST_8_18 "{%18, %19, %20, %21, %22, %23, %24, %25}"
#define __SIMT_LIST_8_20 "{%20, %21, %22, %23, %24, %25, %26, %27}"
#define __SIMT_LIST_8_24 "{%24, %25, %26, %27, %28, %29, %30, %31}"

/* The address and the stride after n registers, and before them. */
#define __SIMT_AT(n) __SIMT_AT_##n
#define __SIMT_AT_1 "[%1], %2"
#define __SIMT_AT_2 "[%2], %3"
#define __SIMT_AT_4 "[%4], %5"
#define __SIMT_AT_8 "[%8], %9"

#define __SIMT_OUT_1(t, p) "=" t((p)[0])
#define __SIMT_OUT_2(t, p) "=" t((p)[0]), "=" t((p)[1])
#define __SIMT_OUT_4(t, p) "=" t((p)[0]), "=" t((p)[1]), "=" t((p)[2]), "=" t((p)[3])
#define __SIMT_OUT_8(t, p)                                                         \
	"=" t((p)[0]), "=" t((p)[1]), "=" t((p)[2]), "=" t((p)[3]), "=" t((p)[4]), \
		"=" t((p)[5]), "=" t((p)[6]), "=" t((p)[7])
#define __SIMT_OUT(n, t, p) __SIMT_OUT_##n(t, p)

#define __SIMT_IN_1(t, p) t((p)[0])
#define __SIMT_IN_2(t, p) t((p)[0]), t((p)[1])
#define __SIMT_IN_4(t, p) t((p)[0]), t((p)[1]), t((p)[2]), t((p)[3])
#define __SIMT_IN_8(t, p)                                                            \
	t((p)[0]), t((p)[1]), t((p)[2]), t((p)[3]), t((p)[4]), t((p)[5]), t((p)[6]), \
		t((p)[7])
#define __SIMT_IN(n, t, p) __SIMT_IN_##n(t, p)
