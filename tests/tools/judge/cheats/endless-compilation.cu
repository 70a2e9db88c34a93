// The compiler is to run for ever.
// expects: compile
// SPDX-License-Identifier: Apache-2.0
template <int N> struct more {
	static constexpr int value = more<N + 1>::value;
};
__global__ void add(const float *a, const float *b, float *c, int n) {
	c[0] = more<0>::value;
}
