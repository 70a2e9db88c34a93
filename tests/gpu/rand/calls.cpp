/* calls.cpp - what cuRAND's host functions answer to their arguments, alone and in pairs,
 * for each kind of generator, and the numbers of random calls: calls.h. A device with the
 * real library records it; tests/libs/rand compares.
 *     nvcc -std=c++17 -o calls calls.cpp -lcurand
 *     ./calls pairs 0 1; ./calls random 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#define CASES 24
#include "../calls.h"

#include <curand.h>

#include <cmath>

enum { ROOM = 1 << 17 };
static char *device, host[ROOM];
static bool is_host;
static curandRngType_t kind; /* of the function's generator */

static const struct {
	const char *name;
	curandRngType_t type;
} kinds[] = {{"XORWOW", CURAND_RNG_PSEUDO_XORWOW},
             {"MRG32K3A", CURAND_RNG_PSEUDO_MRG32K3A},
             {"MTGP32", CURAND_RNG_PSEUDO_MTGP32},
             {"MT19937", CURAND_RNG_PSEUDO_MT19937},
             {"PHILOX", CURAND_RNG_PSEUDO_PHILOX4_32_10},
             {"SOBOL32", CURAND_RNG_QUASI_SOBOL32},
             {"SCRAMBLED32", CURAND_RNG_QUASI_SCRAMBLED_SOBOL32},
             {"SOBOL64", CURAND_RNG_QUASI_SOBOL64},
             {"SCRAMBLED64", CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}};

/* 0, and the last digits of 100 to 106, 201 to 204 and 999. */
static char letter(int status) {
	return status == 0     ? '0'
	       : status < 200  ? (char)('a' + status - 100)
	       : status == 999 ? '?'
	                       : (char)('p' + status - 200);
}
static void start() {
	cudaMalloc((void **)&device, ROOM);
}
static void begin() {
	is_host = has("/host");
	kind = CURAND_RNG_PSEUDO_DEFAULT;
	for (auto &one : kinds)
		if (function.size() > strlen(one.name) &&
		    function.find(std::string("/") + one.name) != std::string::npos)
			kind = one.type;
}
static void reset() {
	cudaMemset(device, 0, ROOM);
	memset(host, 0, sizeof host);
}

/* ---- functions of a generator: it is made for each call ---- */

enum State { FRESH, USED, NONE };
static curandGenerator_t made() {
	curandGenerator_t g = nullptr;
	is_host ? curandCreateGeneratorHost(&g, kind) : curandCreateGenerator(&g, kind);
	return g;
}
template <auto F> struct Of;
template <class... A, curandStatus_t (*F)(curandGenerator_t, A...)> struct Of<F> {
	static curandStatus_t call(State s, A... a) {
		curandGenerator_t g = s == NONE ? nullptr : made();
		if (s == USED && kind > 200 && (kind == CURAND_RNG_QUASI_SOBOL64 || kind == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64))
			curandGenerateLongLong(g, (unsigned long long *)(is_host ? host : device), 2);
		else if (s == USED)
			curandGenerate(g, (unsigned *)(is_host ? host : device), 2);
		curandStatus_t r = F(g, a...);
		cudaDeviceSynchronize();
		if (g)
			curandDestroyGenerator(g);
		return r;
	}
};
static curandStatus_t create(curandStatus_t (*f)(curandGenerator_t *, curandRngType_t), bool has_place, curandRngType_t type) {
	curandGenerator_t g = nullptr;
	curandStatus_t r = f(has_place ? &g : nullptr, type);
	if (!r)
		curandDestroyGenerator(g);
	return r;
}
static curandStatus_t create_device(bool has_place, curandRngType_t type) {
	return create(curandCreateGenerator, has_place, type);
}
static curandStatus_t create_host(bool has_place, curandRngType_t type) {
	return create(curandCreateGeneratorHost, has_place, type);
}

/* Numbers in two steps, of a distribution: 0 bits, 1 uniform, 2 uniform double, 3 bits of 64. */
static curandStatus_t numbers(curandOrdering_t order, unsigned long long seed, unsigned long long offset, unsigned dims,
                              size_t first, size_t then, int distribution) {
	curandGenerator_t g = made();
	bool is_quasi = kind > 200, is_wide = kind == CURAND_RNG_QUASI_SOBOL64 || kind == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
	curandSetGeneratorOrdering(g, is_quasi ? CURAND_ORDERING_QUASI_DEFAULT : order);
	if (is_quasi)
		curandSetQuasiRandomGeneratorDimensions(g, dims), first = first / dims * dims, then = then / dims * dims;
	else
		curandSetPseudoRandomGeneratorSeed(g, seed);
	if (kind != CURAND_RNG_PSEUDO_MTGP32 && kind != CURAND_RNG_PSEUDO_MT19937)
		curandSetGeneratorOffset(g, offset);
	if (distribution == 0 && is_wide)
		distribution = 3;
	if (distribution == 3 && !is_wide)
		distribution = 0;
	char *at = is_host ? host : device;
	curandStatus_t r = CURAND_STATUS_SUCCESS;
	size_t bytes = 0;
	for (size_t n : {first, then}) {
		char *to = at + bytes;
		curandStatus_t one = distribution == 0   ? curandGenerate(g, (unsigned *)to, n)
		                     : distribution == 1 ? curandGenerateUniform(g, (float *)to, n)
		                     : distribution == 2 ? curandGenerateUniformDouble(g, (double *)to, n)
		                                         : curandGenerateLongLong(g, (unsigned long long *)to, n);
		r = r ? r : one;
		bytes += (n * (distribution > 1 ? 8 : 4) + 15) / 16 * 16;
	}
	cudaDeviceSynchronize();
	curandDestroyGenerator(g);
	return r;
}

/* ---- values ---- */

static void give(const std::string &, Values<State> &v) {
	also(v, FRESH, "fresh");
	also(v, USED, "used");
	also(v, NONE, "null");
}
static void give(const std::string &, Values<cudaStream_t> &v) {
	also(v, (cudaStream_t) nullptr, "0");
}
static void give(const std::string &, Values<curandOrdering_t> &v) {
	if (is_random)
		number(v, (curandOrdering_t)(below(5) ? 100 + (int)below(3) : 104), {});
	else
		number(v, kind > 200 ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT,
		       {100, 101, 102, 103, 104, 105, 201, 0, -1});
}
static void give(const std::string &, Values<curandRngType_t> &v) {
	number(v, (curandRngType_t)100, {101, 0, 121, 141, 142, 161, 200, 201, 202, 203, 204, 99, 162, 205, -1});
}
static void give(const std::string &, Values<curandDirectionVectorSet_t> &v) {
	number(v, (curandDirectionVectorSet_t)101, {102, 103, 104, 100, 0, -1});
}
static void give(const std::string &, Values<libraryPropertyType> &v) {
	number(v, MAJOR_VERSION, {1, 3, -1});
}
static void give(const std::string &, Values<bool> &v) {
	also(v, true, "given");
	also(v, false, "null");
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	static char places[16][64];
	static int turn;
	if constexpr (std::is_pointer<A>::value) {
		void *at = is(name, "outputPtr") ? (is_host ? host : device) : places[turn++ % 16];
		also(v, (A)at, name);
		if (name != "outputPtr" || is_host || has("XORWOW"))
			also(v, (A) nullptr, "null", true);
		if (name == "outputPtr")
			also(v, (A)((char *)at + 4), "odd");
	} else if constexpr (std::is_floating_point<A>::value) {
		number(v, A(1), {0, -1, 3});
		also(v, (A)NAN, "nan");
		also(v, (A)1e9, "1e9");
	} else if (is_random) {
		unsigned long long n = name == "seed"     ? below(2) ? below(1000) : (unsigned long long)below(1u << 31) << 30
		                       : name == "offset" ? below(3) ? below(100) : (unsigned long long)below(1u << 31) << below(8)
		                       : name == "dims"   ? 1 + below(5)
		                       : name == "distribution" ? below(4)
		                                                : 2 * (1 + below(below(2) ? 8 : 3000));
		number(v, (A)n, {});
	} else
		number(v, (A)(is(name, "num n") ? 4 : 1), {0, 3, -1, 20001});
}

static std::string looked() {
	if (!is_host && cudaMemcpy(host, device, ROOM, cudaMemcpyDeviceToHost))
		return "fault";
	char text[16];
	snprintf(text, sizeof text, "%05x", (unsigned)(fnv(host, ROOM) & 0xfffff));
	return text;
}

static void rows() {
	for (int side = 0; side < 2; side++)
		for (auto &one : kinds) {
			std::string after = std::string("/") + one.name + (side ? "/host" : "");
			if (is_random) {
				row(("numbers" + after).c_str(), numbers, "order seed offset dims first then distribution");
				continue;
			}
#define GENERATOR(f, parameters) row((#f + after).c_str(), Of<f>::call, parameters);
			GENERATOR(curandSetStream, "generator stream")
			GENERATOR(curandSetPseudoRandomGeneratorSeed, "generator seed")
			GENERATOR(curandSetGeneratorOffset, "generator offset")
			GENERATOR(curandSetGeneratorOrdering, "generator order")
			GENERATOR(curandSetQuasiRandomGeneratorDimensions, "generator num_dimensions")
			GENERATOR(curandGenerateSeeds, "generator")
			GENERATOR(curandGenerate, "generator outputPtr num")
			GENERATOR(curandGenerateLongLong, "generator outputPtr num")
			GENERATOR(curandGenerateUniform, "generator outputPtr num")
			GENERATOR(curandGenerateUniformDouble, "generator outputPtr num")
			GENERATOR(curandGenerateNormal, "generator outputPtr n mean stddev")
			GENERATOR(curandGenerateNormalDouble, "generator outputPtr n mean stddev")
			GENERATOR(curandGenerateLogNormal, "generator outputPtr n mean stddev")
			GENERATOR(curandGenerateLogNormalDouble, "generator outputPtr n mean stddev")
			GENERATOR(curandGeneratePoisson, "generator outputPtr n lambda")
		}
	if (is_random)
		return;
	row("curandCreateGenerator", create_device, "generator rng_type");
	row("curandCreateGeneratorHost", create_host, "generator rng_type");
	ROW(curandGetVersion, "version")
	ROW(curandGetProperty, "type value")
	ROW(curandCreatePoissonDistribution, "lambda discrete_distribution")
	ROW(curandGetDirectionVectors32, "vectors set")
	ROW(curandGetDirectionVectors64, "vectors set")
	ROW(curandGetScrambleConstants32, "constants")
	ROW(curandGetScrambleConstants64, "constants")
}
