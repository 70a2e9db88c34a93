// build: -arch=sm_90
// tex_snorm8.cu - linear filters of signed bytes: pairs of texels, with all the fractions of one half, to the last bit.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>

enum { FRACTIONS = 129 };

__global__ void fetch(cudaTextureObject_t t, float *out) {
	int i = threadIdx.x;
	if (i < FRACTIONS)
		out[i] = tex1D<float>(t, 1.0f + i / 256.0f);
}

static void pair(int left, int right) {
	signed char texel[2] = {(signed char)left, (signed char)right};
	cudaChannelFormatDesc d = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned);
	cudaResourceDesc r = {};
	cudaTextureDesc t = {};
	cudaTextureObject_t tex;
	float *out;
	r.resType = cudaResourceTypeArray;
	cudaMallocArray(&r.res.array.array, &d, 2, 0);
	cudaMemcpy2DToArray(r.res.array.array, 0, 0, texel, 2, 2, 1, cudaMemcpyHostToDevice);
	t.readMode = cudaReadModeNormalizedFloat;
	t.filterMode = cudaFilterModeLinear;
	t.addressMode[0] = cudaAddressModeClamp;
	cudaCreateTextureObject(&tex, &r, &t, nullptr);
	cudaMallocManaged(&out, FRACTIONS * sizeof *out);
	fetch<<<1, 160>>>(tex, out);
	cudaDeviceSynchronize();
	printf("P %d %d:", left, right);
	for (int i = 0; i < FRACTIONS; i++) {
		unsigned bits;
		memcpy(&bits, &out[i], sizeof bits);
		printf(" %08x", bits);
	}
	printf("\n");
}

int main() {
	static const int pairs[][2] = {{0, 127}, {-127, 127}, {-128, 127}, {1, 2}, {0, 1}, {3, 100}, {-5, 77}, {-100, -3},
	                               {64, -64}, {126, 127}, {-127, -126}, {13, 57}, {31, -90}, {-1, 0}, {-1, 1}, {90, 45}};
	for (auto &p : pairs)
		pair(p[0], p[1]);
}
