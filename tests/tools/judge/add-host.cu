// A function of the host.
// SPDX-License-Identifier: Apache-2.0
void add(const float *a, const float *b, float *c, int n) {
	for (int i = 0; i < n; i++)
		c[i] = a[i] + b[i];
}
