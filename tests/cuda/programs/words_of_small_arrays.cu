// Arrays of small elements that are read and written as words and vectors, with odd objects between them: variables of a
// function, shared and global ones.
#include <cstdio>
#include <cstring>

struct half_word { unsigned short x; };

__device__ char odd_global[5];
__device__ char bytes[32];
static __device__ unsigned short shorts[20];

template <int N> __device__ int local_arrays(const int *in, int i) {
	char odd[3];
	half_word few[4];
	char four[4];
	half_word many[N];
	odd[i % 3] = static_cast<char>(i);
	*reinterpret_cast<int *>(four) = in[i];
	*reinterpret_cast<uint2 *>(few) = *reinterpret_cast<const uint2 *>(in + i * 2);
	for (int k = 0; k < N / 4; k++)
		reinterpret_cast<uint2 *>(many)[k] = *reinterpret_cast<const uint2 *>(in + (i + k) % 8 * 2);
	return few[i % 4].x + four[i % 4] + many[(i * 5) % N].x + odd[in[i] % 1 + i % 3];
}

__global__ void run(const int *in, int *out) {
	__shared__ char odd[7];
	__shared__ char text[64];
	__shared__ half_word pairs[8];
	int i = static_cast<int>(threadIdx.x);
	odd[i % 7] = 1;
	if (i == 0) {
		*reinterpret_cast<int4 *>(text) = *reinterpret_cast<const int4 *>(in);
		*reinterpret_cast<int4 *>(text + 16) = *reinterpret_cast<const int4 *>(in + 4);
		*reinterpret_cast<uint4 *>(pairs) = *reinterpret_cast<const uint4 *>(in + 8);
		*reinterpret_cast<int2 *>(bytes) = make_int2(in[1], in[2]);
		*reinterpret_cast<int4 *>(bytes + 16) = *reinterpret_cast<const int4 *>(in);
		*reinterpret_cast<uint2 *>(shorts) = make_uint2(7, 8);
		odd_global[i] = 3;
	}
	__syncthreads();
	int sum = local_arrays<8>(in, i % 8) + local_arrays<12>(in, i % 7) * 3 + local_arrays<20>(in, i % 5);
	out[i] = sum + text[i] + pairs[i % 8].x + bytes[i] + shorts[i % 4] + odd[i % 7] + odd_global[0];
}

int main() {
	int host[32], *in, *out, sum = 0;
	for (int i = 0; i < 32; i++)
		host[i] = i * 0x01020305 + 7;
	cudaMalloc(&in, sizeof host);
	cudaMalloc(&out, sizeof host);
	cudaMemcpy(in, host, sizeof host, cudaMemcpyDefault);
	run<<<1, 32>>>(in, out);
	cudaError_t e = cudaMemcpy(host, out, sizeof host, cudaMemcpyDefault);
	for (int i = 0; i < 32; i++)
		sum = sum * 31 + host[i];
	printf("%d %d %d, %s\n", host[0], host[31], sum, cudaGetErrorName(e));
}
