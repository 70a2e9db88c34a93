// n bodies with float4, rsqrtf, dynamic shared memory; compared with the host.
#include <cmath>
#include <cstdio>
#include <vector>

__host__ __device__ inline float3 operator-(float4 a, float4 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ inline float3 &operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; return a; }
__host__ __device__ inline float3 operator*(float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__host__ __device__ inline float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__host__ __device__ float3 pull(float4 a, float4 b)
{
	float3 d = b - a;
	float r2 = dot(d, d) + 0.01f;
#ifdef __CUDA_ARCH__
	float inv = rsqrtf(r2);
#else
	float inv = 1 / std::sqrt(r2);
#endif
	return d * (b.w * inv * inv * inv);
}

__global__ void forces(const float4 *__restrict__ body, float3 *force, int n)
{
	extern __shared__ float4 tile[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 me = i < n ? body[i] : float4{};
	float3 f = {};
	for (int base = 0; base < n; base += blockDim.x) {
		int j = base + threadIdx.x;
		tile[threadIdx.x] = j < n ? body[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int k = 0; k < blockDim.x; k++)
			f += pull(me, tile[k]);
		__syncthreads();
	}
	if (i < n)
		force[i] = f;
}

int main()
{
	const int n = 200, threads = 64;
	float4 *body;
	float3 *force;
	cudaMallocManaged(&body, n * sizeof *body);
	cudaMallocManaged(&force, n * sizeof *force);
	for (int i = 0; i < n; i++)
		body[i] = make_float4(std::sin(i * 1.0f), std::cos(i * 2.0f), std::sin(i * 3.0f), 1 + i % 3);
	forces<<<(n + threads - 1) / threads, threads, threads * sizeof(float4)>>>(body, force, n);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	float worst = 0;
	for (int i = 0; i < n; i++) {
		float3 f = {};
		for (int j = 0; j < n; j++)
			f += pull(body[i], body[j]);
		worst = std::fmax(worst, std::fabs(f.x - force[i].x) / (1 + std::fabs(f.x)));
	}
	printf("%s\n", worst < 1e-3f ? "close" : "far");
}
