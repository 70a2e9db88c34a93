// Its macros grow without end.
// expects: compile
// SPDX-License-Identifier: Apache-2.0
#define A0(x) x x x x x x x x x x
#define A1(x) A0(A0(x))
#define A2(x) A1(A1(x))
#define A3(x) A2(A2(x))
#define A4(x) A3(A3(x))
__global__ void add(const float *a, const float *b, float *c, int n) {
	A4(c[0] = 1;)
}
