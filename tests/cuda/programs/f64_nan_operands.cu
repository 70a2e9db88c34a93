// f64_nan_operands.cu - which NaN comes out of operations in double precision on two or three NaNs, in a kernel with enough
// values at hand to use all of a host's registers: the second operand's, the third's, the first's; of a quotient the
// dividend's. Each made quiet.
#include <cstdint>
#include <cstdio>
#include <cstring>

enum { OPS = 8 };

__global__ void all(const double *v, int n, double *out) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n * n * n)
		return;
	double a = v[i % n], b = v[i / n % n], c = v[i / n / n], *o = out + i * OPS;
	o[0] = __dadd_rn(a, b);
	o[1] = __dsub_rn(a, b);
	o[2] = __dmul_rn(a, b);
	o[3] = __fma_rn(a, b, c);
	o[4] = __fma_rn(b, c, a);
	o[5] = __ddiv_rn(a, b);
	o[6] = __dsqrt_rn(a);
	o[7] = __dmul_rn(c, a);
}

// Lanes part here, so this runs under masks.
__global__ void some(const double *v, int n, double *out) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n * n * n)
		return;
	double a = v[i % n], b = v[i / n % n], c = v[i / n / n];
	out[i] = i % 3 == 0 ? __fma_rn(a, b, c) : i % 3 == 1 ? __dmul_rn(b, c) : __dadd_rn(c, a);
}

static bool is_nan(uint64_t x) {
	return (x << 1) > 0xffe0000000000000;
}

// The first of them that is a NaN, quiet; 0: none is.
static uint64_t first(uint64_t x, uint64_t y, uint64_t z) {
	uint64_t nan = is_nan(x) ? x : is_nan(y) ? y : is_nan(z) ? z : 0;
	return nan ? nan | 0x0008000000000000 : 0;
}

static int differs(uint64_t expected, double value) {
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return expected ? bits != expected : is_nan(bits) && bits != 0xfff8000000000000;
}

int main() {
	static const uint64_t word[] = {0,
	                                0x8000000000000000,
	                                0x3ff0000000000000,
	                                0xbff8000000000000,
	                                0x7ff0000000000000,
	                                0xfff0000000000000,
	                                0x7ff8000000000000,
	                                0xfff8000000000001,
	                                0x7ff8000000000ab2,
	                                0x7ff0000000000001,
	                                0xfff0000000000c03,
	                                0x7fffffffffffffff,
	                                0x7ff4000000000d00,
	                                0x0000000000000001,
	                                0x7fefffffffffffff};
	const int n = sizeof word / sizeof *word, m = n * n * n;
	double *v, *o, *p;
	int wrong[OPS] = {}, wrong_some = 0;
	cudaMallocManaged(&v, sizeof word);
	cudaMallocManaged(&o, m * OPS * sizeof *o);
	cudaMallocManaged(&p, m * sizeof *p);
	memcpy(v, word, sizeof word);
	all<<<(m + 255) / 256, 256>>>(v, n, o);
	some<<<(m + 127) / 128, 128>>>(v, n, p);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < m; i++) {
		uint64_t a = word[i % n], b = word[i / n % n], c = word[i / n / n];
		double *r = o + i * OPS;
		wrong[0] += differs(first(b, a, 0), r[0]);
		wrong[1] += differs(first(b, a, 0), r[1]);
		wrong[2] += differs(first(b, a, 0), r[2]);
		wrong[3] += differs(first(b, c, a), r[3]);
		wrong[4] += differs(first(c, a, b), r[4]);
		wrong[5] += differs(first(a, b, 0), r[5]);
		wrong[6] += differs(first(a, 0, 0), r[6]);
		wrong[7] += differs(first(a, c, 0), r[7]);
		wrong_some += i % 3 == 0 ? differs(first(b, c, a), p[i]) : i % 3 == 1 ? differs(first(c, b, 0), p[i]) : differs(first(a, c, 0), p[i]);
	}
	for (int k = 0; k < OPS; k++)
		printf("%d%c", wrong[k], k < OPS - 1 ? ' ' : '\n');
	printf("%d\n", wrong_some);
}
