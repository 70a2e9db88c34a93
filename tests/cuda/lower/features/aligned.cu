/* aligned.cu - local arrays of small elements that are read as wide vectors.
 * SPDX-License-Identifier: Apache-2.0 */
struct alignas(16) Vec {
	int x[4];
};
template <int N> __device__ int wide(int t) {
	short odd[N];
	unsigned char many[48];
	for (int i = 0; i < N; i++)
		odd[i] = (short)(t + i);
	for (int i = 0; i < 48; i++)
		many[i] = (unsigned char)(i * 3 + odd[(t + i) & 1]);
	const Vec *v = (const Vec *)many;
	Vec a = v[t & 1], b = v[(t & 1) + 1];
	return a.x[0] + a.x[3] * 3 + b.x[2];
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	o[2] = wide<3>(t) + n;
	o[3] = wide<5>(t) + wide<6>(n);
}
