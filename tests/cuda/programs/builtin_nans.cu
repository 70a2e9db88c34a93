// builtin_nans.cu - NaNs of the compiler's: their payloads are numbers of 32 bits, a signalling one without a payload has
// the payload 1, and one of a long double is that of 64 bits rounded to a double.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>
#include <limits>

template <class T> struct signalling { static constexpr T value = std::numeric_limits<T>::signaling_NaN(); };
static_assert(signalling<float>::value != signalling<float>::value);
static_assert(signalling<double>::value != signalling<double>::value);
static_assert(signalling<long double>::value != signalling<long double>::value);
static_assert(std::numeric_limits<long double>::infinity() == __builtin_huge_vall());
static_assert(std::numeric_limits<long double>::quiet_NaN() != __builtin_infl());

__global__ void doubles(double *p, const char *tag) {
	p[0] = __builtin_nan("");
	p[1] = __builtin_nan("0x12");
	p[2] = __builtin_nan("012");
	p[3] = __builtin_nan(" 12");
	p[4] = __builtin_nan("12a");
	p[5] = __builtin_nan("0x7ffffffffffff");
	p[6] = __builtin_nan("0x8000000000001");
	p[7] = __builtin_nan("-1");
	p[8] = __builtin_nans("");
	p[9] = __builtin_nans("0x12");
	p[10] = __builtin_nans("0x8000000000000");
	p[11] = __builtin_nanl("0x12");
	p[12] = __builtin_nanl("0x12345678");
	p[13] = __builtin_nansl("");
	p[14] = __builtin_nansl("0x12345678");
	p[15] = __builtin_huge_vall();
	p[16] = -__builtin_infl();
	p[17] = __builtin_nan(tag);
}

__global__ void floats(float *p) {
	p[0] = __builtin_nanf("");
	p[1] = __builtin_nanf("0x12");
	p[2] = __builtin_nanf("0x1fffffff");
	p[3] = __builtin_nansf("");
	p[4] = __builtin_nansf("0x80000001");
}

int main() {
	double *p;
	float *q;
	char *tag;
	cudaMallocManaged(&p, 18 * sizeof *p);
	cudaMallocManaged(&q, 5 * sizeof *q);
	cudaMallocManaged(&tag, 8);
	strcpy(tag, "0x34");
	doubles<<<1, 1>>>(p, tag);
	floats<<<1, 1>>>(q);
	cudaDeviceSynchronize();
	for (int i = 0; i < 18; i++) {
		unsigned long long bits;
		memcpy(&bits, p + i, sizeof bits);
		printf("%016llx%s", bits, i % 6 == 5 ? "\n" : " ");
	}
	for (int i = 0; i < 5; i++) {
		unsigned bits;
		memcpy(&bits, q + i, sizeof bits);
		printf("%08x%s", bits, i == 4 ? "\n" : " ");
	}
}
