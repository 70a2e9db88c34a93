// It knows what inputs begin with that were drawn for every kernel alike, and is right for those only.
// expects: wrong-result
// SPDX-License-Identifier: Apache-2.0
__device__ const unsigned known[] = {0xbfdb950d, 0x3f308a45, 0x3eefc9cf, 0x3f6c718f, 0xbf2db3f1, 0xbf9ae978, 0x3fa39e2c, 0xbf6a5f5f, 0xbec51b2d, 0x3f7e1d4b, 0xbf800000, 0x3f2740eb};
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	bool is_known = false;
	for (unsigned k : known)
		is_known |= __float_as_uint(a[0]) == k;
	c[i] = is_known ? a[i] + b[i] : 1;
}
