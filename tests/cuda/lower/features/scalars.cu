/* scalars.cu - arithmetic, conversions, bit-fields, calls, tables, control flow. The same source
 * runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
typedef long long ll;
typedef unsigned long long ull;
struct Rec {
	double w;
	ll id;
	int tag[3];
	short s;
	char c;
};
struct BF {
	unsigned a : 3;
	int b : 7;
	unsigned c : 22;
	short d : 5;
	bool e : 1;
	ull big : 40;
};
union U {
	float f;
	unsigned u;
	unsigned char b[4];
};
__device__ __noinline__ Rec rec_step(Rec r, const Rec &o, char c, short s, float f,
                                     bool flag) {
	r.w = r.w + o.w * f;
	r.id ^= o.id << 1;
	r.tag[(int)(r.id & 1)] += o.tag[2];
	r.s = (short)(r.s + s);
	r.c = (char)(r.c ^ c);
	if (flag)
		r.tag[1]++;
	return r;
}
__device__ __noinline__ int fact(int n) {
	return n <= 1 ? 1 : n * fact(n - 1);
}
__device__ __noinline__ void outp(int *p, int &r, int v) {
	*p = v + 1;
	r = v + 2;
}
__device__ int isodd(int n);
__device__ int iseven(int n) {
	return n == 0 ? 1 : isodd(n - 1);
}
__device__ int isodd(int n) {
	return n == 0 ? 0 : iseven(n - 1);
}
__device__ int add1(int a) {
	return a + 1;
}
__device__ int sub3(int a) {
	return a - 3;
}
__device__ int (*tab[2])(int) = {add1, sub3};
__constant__ int ctab[5] = {3, 1, 4, 1, 5};
__device__ const char *names[3] = {"abc", "de", "abc"};
__device__ int counter = 5;
__device__ float fl[2][2] = {{1.5f, 2}, {3}};
__device__ struct {
	int a;
	const int *p;
	double d;
} gs = {7, &ctab[2], 2.5};
__device__ int sw(int v) {
	switch (v) {
	case 0:
	case 1: return 10;
	case 2: v += 5;
	case 3: v *= 2; break;
	case 7 ... 9: return 7;
	case -5: return 1;
	case 100000: return 2;
	default: return -1;
	}
	return v;
}
__device__ int dense(int v) {
	switch (v) {
	case 1: return 5;
	case 2: return 3;
	case 3: return 9;
	case 4: return 1;
	case 5: return 8;
	case 6: return 4;
	case 8: return 11;
	}
	return 0;
}
__device__ int duff(int n) {
	int s = 0, k = (n + 3) / 4;
	switch (n % 4) {
	case 0: do { s += 1;
		case 3: s += 10;
		case 2: s += 100;
		case 1: s += 1000;
		} while (--k > 0);
	}
	return s;
}
__device__ int stat() {
	static int z = 3;
	return z * 2;
}
extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x, *o = out + t * 64;
	Rec r = {1.5, t, {1, 2, t}, 7, 'x'}, q = {2.0, 5, {9, 8, 7}, 3, 'y'};
	Rec z = rec_step(r, q, 'a', 300, 0.5f, t & 1);
	o[0] = (int)(z.w * 100);
	o[1] = (int)z.id;
	o[2] = z.tag[0] + z.tag[1] * 10 + z.tag[2] * 100;
	o[3] = z.s;
	o[4] = z.c;
	BF b = {5, -20, 123456, -3, true, 0xabcdef0123ull};
	b.a += t;
	b.b--;
	b.big += t;
	o[5] = b.a;
	o[6] = b.b;
	o[7] = b.c;
	o[8] = b.d + b.e;
	o[9] = (int)(b.big >> 8);
	U u;
	u.f = t * 1.25f;
	o[10] = u.u;
	o[11] = u.b[3];
	u.b[2] ^= 0x80;
	o[12] = (int)(u.f * 16);
	o[13] = fact(t % 10);
	int a1, a2;
	outp(&a1, a2, t);
	o[14] = a1 * 100 + a2;
	o[15] = iseven(t);
	o[16] = tab[t & 1](t);
	o[17] = ctab[t % 5] + counter;
	o[18] = names[t % 3][1];
	o[19] = (int)(fl[t & 1][(t >> 1) & 1] * 4);
	o[20] = gs.a + *gs.p + (int)(gs.d * 2);
	for (int i = 0; i < 5; i++)
		o[21] += sw(i * 3 - 5 + t % 4);
	o[21] += sw(100000) + sw(-5) + sw(8);
	o[22] = dense(t % 10);
	o[23] = duff(t + 1);
	o[24] = stat();
	unsigned __int128 w = (unsigned __int128)(ull)t * 0x123456789abcdefull;
	w = w * w + 77;
	w <<= t;
	o[25] = (int)(w >> 64);
	o[26] = (int)w;
	o[27] = (int)((w >> 70) ^ (w >> 3));
	__int128 sw1 = -(__int128)t * 1000000000000ll;
	o[28] = (int)(sw1 >> 20);
	o[29] = sw1 < 5;
	o[30] = sw1 == -(__int128)t * 1000000000000ll;
	char c = (char)(t * 5);
	unsigned char uc = (unsigned char)(t * 5);
	short sh = (short)(t * 3000);
	c += 100;
	uc -= 200;
	sh *= 3;
	o[31] = c;
	o[32] = uc;
	o[33] = sh;
	c++;
	uc--;
	o[34] = c + uc;
	o[35] = (c << 3) >> 1;
	o[36] = -c;
	o[37] = ~uc;
	float f = t - 20.75f;
	double d = f * 3;
	o[38] = (int)f;
	o[39] = (unsigned char)(int)d;
	o[40] = (ll)(d * 1e6) % 1000;
	o[41] = (unsigned)(f > 0 ? f : -f);
	bool bl = f;
	o[42] = bl + (f < d) * 2 + !(f >= d) * 4 + (t && f) * 8 + (t || f) * 16;
	bl |= t & 1;
	o[43] = bl;
	int arr[10];
	for (int i = 0; i < 10; i++)
		arr[i] = i * t;
	int *p = arr + 3;
	p[2] += 5;
	*p++ = 9;
	p[-1]++;
	o[44] = arr[3] + arr[5] * 10 + (int)(p - arr);
	int m[3][4] = {{1, 2}, {3}};
	m[t % 3][t % 4] += t;
	o[45] = m[0][0] + m[1][0] * 2 + m[2][3] * 4 + m[t % 3][t % 4];
	int i = 0, s = 0;
	while (true) {
		if (++i > 20)
			break;
		if (i % 3)
			continue;
		s += i;
		do {
			s--;
		} while (s > 50);
	}
	o[46] = s;
	for (int x = 0, y = 10; x < y; x++, y--)
		s += x * y;
	o[47] = s;
	o[48] = (t > 5 ? t > 10 ? 1 : 2 : 3);
	o[49] = ({
		int q1 = t;
		q1 *= q1;
		q1 + 1;
	});
	int *nul = 0;
	o[50] = nul ? 1 : 2;
	o[51] = (t, t + 1);
	ull ul = (ull)t << 40 | 0x8000000000000001ull;
	o[52] = (int)(ul >> 33);
	o[53] = (int)((ll)ul >> 33);
	o[54] = (int)(ul % 1000003);
	o[55] = (int)((ll)ul / 12345678912345ll);
	volatile int vv = t;
	vv += 2;
	o[56] = vv;
	o[57] = sizeof(Rec) + alignof(BF);
	int k2 = t;
	k2 = k2++ + 2;
	o[58] = k2;
	o[59] = t / -3 + t % -3 + (-t) / 4 + (unsigned)(-t) / 7u % 100;
	o[60] = 1 << (t & 31);
	o[61] = (int)(0x80000000u >> (t & 31));
}
