// It does not end.
// expects: timeout
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	volatile float *v = c;
	while (n > 0)
		v[0] = 1;
}
