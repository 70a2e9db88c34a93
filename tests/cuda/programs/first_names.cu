// Names of the first versions of CUDA: arithmetic with the rounding as an argument, barriers without underscores;
// channels of formats that are no C type.
#include <cstdio>

__global__ void kernel(double *out) {
	double third = 1 / 3.0, x = 1e16;
	int n = 0;
	for (int m = 0; m < 4; m++) {
		cudaRoundMode mode = (cudaRoundMode)m;
		out[n++] = dadd(x, third, mode) - x;
		out[n++] = dsub(x, third, mode) - x;
		out[n++] = dmul(x + 2, x + 2, mode) / x - x;
		out[n++] = fma(x, third, 1.0, mode) - x / 3;
		out[n++] = double2int(-2.5, mode);
		out[n++] = double2uint(2.5, mode);
		out[n++] = double2ll(-3.5e9, mode) + double2ull(7.5, mode);
		out[n++] = ll2double((1ll << 60) + 1, mode) - (double)(1ll << 60);
		out[n++] = ull2double((1ull << 63) + 1025, mode) - (double)(1ull << 63);
	}
	out[n++] = dadd(1, 2) + dsub(5, 3) + dmul(2, 4) + double2int(3.9) + fdivide(1, 4);
	out[n++] = int2double(-3) + uint2double(4u) + float2double(0.5f);
	out[n++] = syncthreads_count(true) * 4 + syncthreads_and(true) * 2 +
	           syncthreads_or(false);
}

static void show(cudaChannelFormatDesc d) {
	printf("%d %d %d %d %d\n", d.x, d.y, d.z, d.w, d.f);
}

int main() {
	double *out;
	cudaMallocManaged(&out, 64 * sizeof(double));
	kernel<<<1, 1>>>(out);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 39; i++)
		printf("%g%s", out[i], i % 9 == 8 ? "\n" : " ");
	puts("");
	show(cudaCreateChannelDescHalf());
	show(cudaCreateChannelDescHalf1());
	show(cudaCreateChannelDescHalf2());
	show(cudaCreateChannelDescHalf4());
	show(cudaCreateChannelDesc<cudaChannelFormatKindSignedNormalized16X2>());
	show(cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized8X4>());
	show(cudaCreateChannelDesc<cudaChannelFormatKindUnsignedNormalized1010102>());
	show(cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed1SRGB>());
	show(cudaCreateChannelDesc<cudaChannelFormatKindSignedBlockCompressed5>());
	show(cudaCreateChannelDesc<cudaChannelFormatKindUnsignedBlockCompressed6H>());
	show(cudaCreateChannelDesc<cudaChannelFormatKindNV12>());
}
