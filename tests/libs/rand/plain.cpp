// plain.cpp - curand_kernel.h in C++ without CUDA: its generators are the host's, as with
// nvcc's headers, whose numbers these are.
// SPDX-License-Identifier: Apache-2.0
#include <curand_kernel.h>

#include <cstdio>
#include <cstdlib>

static int failed;

template <class State>
static void check(const char *name, unsigned number, double uniform, double normal) {
	State state;
	curand_init(1234, 5, 6, &state);
	unsigned n = curand(&state);
	double u = curand_uniform(&state), v = curand_normal(&state);
	if (n == number && std::abs(u - uniform) < 1e-5 && std::abs(v - normal) < 1e-5)
		return;
	std::printf("%s: %u %g %g\n", name, n, u, v);
	failed++;
}

int main() {
	check<curandStatePhilox4_32_10_t>("philox", 846674261u, 0.448279, -1.60175);
	check<curandState>("xorwow", 2956155405u, 0.780277, 0.331306);
	check<curandStateMRG32k3a>("mrg32k3a", 1566863480u, 0.481688, 1.76777);
	curandStateXORWOW_t state;
	curand_init(1234, 5, 6, &state);
	unsigned small = curand_poisson(&state, 3.5), large = curand_poisson(&state, 300);
	if (small != 4 || large != 283) {
		std::printf("poisson: %u %u\n", small, large);
		failed++;
	}
	return failed;
}
