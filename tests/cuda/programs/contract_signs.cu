// contract_signs.cu - where nvcc leaves an addition that could be fused, or takes another product first, under
// -ftz=true -prec-div=false: doubles, quotients of negative constants, the least of one value, bit by bit.
// build: -w -ftz=true -prec-div=false
#include <cstdint>
#include <cstdio>
#include <cstring>

enum { LANES = 56 };
__device__ float least(float x, float y) { return fminf(x, y); }
__device__ float most(float x, float y) { return fmaxf(x, y); }
__device__ double least(double x, double y) { return fmin(x, y); }
__device__ double most(double x, double y) { return fmax(x, y); }
__device__ double fused(double x, double y, double z) { return fma(x, y, z); }
__device__ float absolute(float x) { return fabsf(x); }
__device__ double absolute(double x) { return fabs(x); }
#define V(x) real(x)
#define X real
#define KERNEL(name, type, ...)                                                       \
	__global__ void name(const double *in, type *o) {                             \
		typedef type real;                                                    \
		const double *i = in + 4 * threadIdx.x;                               \
		real a = i[0], b = i[1], c = i[2], d = i[3];                          \
		o += threadIdx.x;                                                     \
		__VA_ARGS__                                                           \
	}
KERNEL(flush_11, float, o[0] = (most(((b / V(1.5)) - (d * V(2))), ((V(0.75) + d) / (a - V(8)))) / (((V(2) - V(0.25)) - V(0.25)) / ((b + d) - (a * c))));)
KERNEL(flush_5, float, o[0] = absolute(((((d * d) / (a - c)) / d) - ((-b) + ((d / d) - (c * V(2))))));)
KERNEL(flush_4, float, { X q = (((c / b) - (V(0.5) / a)) - ((c + b) + (a + c))), r = q - c, s = a - q; o[0] = s; })
KERNEL(double_8, double, o[0] = ((absolute(most(V(0.5), d)) * fused(least(c, c), (V(2) + c), (b * d))) + (-(-(c * d))));)

template <class T, class Bits>
static void show_bits(const char *name, void (*kernel)(const double *, T *), const double *in) {
	T *out;
	Bits bits[LANES];
	uint64_t h = 0xcbf29ce484222325ull;
	cudaMalloc(&out, sizeof bits);
	kernel<<<1, LANES>>>(in, out);
	cudaMemcpy(bits, out, sizeof bits, cudaMemcpyDeviceToHost);
	for (Bits b : bits)
		h = (h ^ b) * 0x100000001b3ull;
	printf("%s %016llx %llx %llx\n", name, (unsigned long long)h, (unsigned long long)bits[0], (unsigned long long)bits[1]);
	cudaFree(out);
}
static void show(const char *name, void (*kernel)(const double *, float *), const double *in) {
	show_bits<float, uint32_t>(name, kernel, in);
}
static void show(const char *name, void (*kernel)(const double *, double *), const double *in) {
	show_bits<double, uint64_t>(name, kernel, in);
}

int main() {
	double *in;
	uint64_t s = 12345;
	cudaMallocManaged(&in, 4 * LANES * sizeof *in);
	for (int i = 0; i < 4 * LANES; i++) {
		s = s * 6364136223846793005ull + 1442695040888963407ull;
		in[i] = ((int)((unsigned)(s >> 33) % 2000) - 1000) / 64.0 + 0.013;
	}
	show("flush_11", flush_11, in);
	show("flush_5", flush_5, in);
	show("flush_4", flush_4, in);
	show("double_8", double_8, in);
	return 0;
}
