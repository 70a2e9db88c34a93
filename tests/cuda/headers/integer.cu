/* integer.cu - bits, products, averages, dot products.
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

PROBE(bits) {
	unsigned a = arg32(0), b = arg32(1), c = arg32(2);
	u64 x = arg64(0);
	PUT(__clz((int)a)) PUT(__clzll((long long)x)) PUT(__popc(a)) PUT(__popcll(x))
	PUT(__brev(a)) PUT(__brevll(x)) PUT(__ffs((int)a)) PUT(__ffsll((long long)x))
	PUT(__fns(a, b & 31, (int)(c & 7) - 3))
	PUT(__byte_perm(a, b, c)) PUT(__byte_perm(a, b, 0x5410)) PUT(__byte_perm(a, b, 0xfedc))
	PUT(__funnelshift_l(a, b, c)) PUT(__funnelshift_r(a, b, c))
	PUT(__funnelshift_lc(a, b, c)) PUT(__funnelshift_rc(a, b, c))
	PUT(__funnelshift_lc(a, b, 32)) PUT(__funnelshift_rc(a, b, 31))
}

PROBE(products) {
	unsigned a = arg32(0), b = arg32(1);
	u64 x = arg64(0), y = arg64(1);
	PUT(__mulhi((int)a, (int)b)) PUT(__umulhi(a, b))
	PUT(__mul64hi((long long)x, (long long)y)) PUT(__umul64hi(x, y))
	PUT(__mul24((int)a, (int)b)) PUT(__umul24(a, b))
}

PROBE(averages) {
	unsigned a = arg32(0), b = arg32(1), c = arg32(2);
	PUT(__sad((int)a, (int)b, c)) PUT(__usad(a, b, c))
	PUT(__hadd((int)a, (int)b)) PUT(__rhadd((int)a, (int)b))
	PUT(__uhadd(a, b)) PUT(__urhadd(a, b))
}

PROBE(dot_products) {
	unsigned a = arg32(0), b = arg32(1), c = arg32(2);
	PUT(__dp4a((int)a, (int)b, (int)c)) PUT(__dp4a(a, b, c))
	PUT(__dp2a_lo((int)a, (int)b, (int)c)) PUT(__dp2a_lo(a, b, c))
	PUT(__dp2a_hi((int)a, (int)b, (int)c)) PUT(__dp2a_hi(a, b, c))
	char4 c4 = make_char4((signed char)a, (signed char)(a >> 8), (signed char)(a >> 16),
	                      (signed char)(a >> 24));
	uchar4 u4 = make_uchar4((unsigned char)b, (unsigned char)(b >> 8),
	                        (unsigned char)(b >> 16), (unsigned char)(b >> 24));
	short2 s2 = make_short2((short)b, (short)(b >> 16));
	ushort2 us2 = make_ushort2((unsigned short)a, (unsigned short)(a >> 16));
	PUT(__dp4a(c4, c4, (int)c)) PUT(__dp4a(u4, u4, c))
	PUT(__dp2a_lo(s2, c4, (int)c)) PUT(__dp2a_lo(us2, u4, c))
	PUT(__dp2a_hi(s2, c4, (int)c)) PUT(__dp2a_hi(us2, u4, c))
}
