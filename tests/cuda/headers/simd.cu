/* simd.cu - two halfwords or four bytes of a word; minima and maxima of sums (DPX).
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#define ONE(name) PUT(__##name##2(a)) PUT(__##name##4(a))
#define TWO(name) PUT(__##name##2(a, b)) PUT(__##name##4(a, b))

PROBE(arithmetic) {
	unsigned a = arg32(0), b = arg32(1);
	ONE(vneg)
	ONE(vnegss)
	ONE(vabs)
	ONE(vabsss)
	TWO(vadd)
	TWO(vsub)
	TWO(vaddss)
	TWO(vsubss)
	TWO(vaddus)
	TWO(vsubus)
	TWO(vhaddu)
	TWO(vavgu)
	TWO(vavgs)
	TWO(vabsdiffu)
	TWO(vabsdiffs)
	TWO(vsadu)
	TWO(vsads)
	TWO(vminu)
	TWO(vmins)
	TWO(vmaxu)
	TWO(vmaxs)
}

PROBE(comparisons) {
	unsigned a = arg32(0), b = arg32(1);
	TWO(vcmpeq) TWO(vseteq)
	TWO(vcmpne) TWO(vsetne)
	TWO(vcmpltu) TWO(vsetltu)
	TWO(vcmplts) TWO(vsetlts)
	TWO(vcmpgtu) TWO(vsetgtu)
	TWO(vcmpgts) TWO(vsetgts)
	TWO(vcmpleu) TWO(vsetleu)
	TWO(vcmples) TWO(vsetles)
	TWO(vcmpgeu) TWO(vsetgeu)
	TWO(vcmpges) TWO(vsetges)
}

#define ADD_COMPARE(type)                                                                \
	PUT(__viaddmin_##type(a, b, c)) PUT(__viaddmax_##type(a, b, c))                  \
	PUT(__vimin3_##type(a, b, c)) PUT(__vimax3_##type(a, b, c))
#define ADD_COMPARE_RELU(type)                                                           \
	PUT(__viaddmin_##type##_relu(a, b, c)) PUT(__viaddmax_##type##_relu(a, b, c))    \
	PUT(__vimin3_##type##_relu(a, b, c)) PUT(__vimax3_##type##_relu(a, b, c))        \
	PUT(__vimin_##type##_relu(a, b)) PUT(__vimax_##type##_relu(a, b))
#define BOTH(name) PUT(name(a, b, &high)) PUT(high)
#define BOTH2(name) PUT(name(a, b, &high, &low)) PUT(high) PUT(low)

PROBE(dpx) {
	unsigned a = arg32(0), b = arg32(1), c = arg32(2);
	bool high, low;
	ADD_COMPARE(s32) ADD_COMPARE(u32) ADD_COMPARE(s16x2) ADD_COMPARE(u16x2)
	ADD_COMPARE_RELU(s32) ADD_COMPARE_RELU(s16x2)
	BOTH(__vibmin_s32) BOTH(__vibmax_s32) BOTH(__vibmin_u32) BOTH(__vibmax_u32)
	BOTH2(__vibmin_s16x2) BOTH2(__vibmax_s16x2)
	BOTH2(__vibmin_u16x2) BOTH2(__vibmax_u16x2)
}
