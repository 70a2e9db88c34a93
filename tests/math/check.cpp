/* check.cpp - measures the math functions of functions.def against MPFR.
 *
 *   check [--count N] [--stride N] [--seed N] [NAME ...]
 *
 * For each function: the greatest number of units in the last place between its result and the
 * correctly rounded one, the bound, and the argument. N random arguments each, and with
 * --stride every N-th float for the functions of one float: 1 tries all of them, some minutes
 * each.
 * SPDX-License-Identifier: Apache-2.0 */
#include "device.h"

#include "check_ref.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

enum rule { ALWAYS, BESSEL, GAMMA };

/* What is different between the two precisions. */
template <class T> struct format;

template <> struct format<float> {
	using bits = uint32_t;
	static constexpr int precision = 80;
	static constexpr double bessel_bound = 2.2e-6;
	static constexpr double gamma_lo = -10.001, gamma_hi = -2.264;
	static constexpr bits sign = 0x80000000u;
	static float round(mpfr_srcptr x) {
		return mpfr_get_flt(x, MPFR_RNDN);
	}
	static constexpr const char *print = "%-15a";
};

template <> struct format<double> {
	using bits = uint64_t;
	static constexpr int precision = 120;
	static constexpr double bessel_bound = 5e-12;
	static constexpr double gamma_lo = -23.0001, gamma_hi = -2.2637;
	static constexpr bits sign = 0x8000000000000000u;
	static double round(mpfr_srcptr x) {
		return mpfr_get_d(x, MPFR_RNDN);
	}
	static constexpr const char *print = "%-24a";
};

template <class T> struct function {
	const char *name;
	int args;
	long bound;
	double lo, hi;
	enum rule rule;
	T (*run)(const T *);
	void (*reference)(mpfr_ptr, mpfr_t *);
};

using fn1 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using fn2 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using fn3 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
using fn4 = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr, mpfr_srcptr,
                    mpfr_rnd_t);

void call(fn1 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], MPFR_RNDN);
}
void call(fn2 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], a[1], MPFR_RNDN);
}
void call(fn3 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], a[1], a[2], MPFR_RNDN);
}
void call(fn4 f, mpfr_ptr r, mpfr_t *a) {
	f(r, a[0], a[1], a[2], a[3], MPFR_RNDN);
}

#define ARGS_1 a[0]
#define ARGS_2 a[0], a[1]
#define ARGS_3 a[0], a[1], a[2]
#define ARGS_4 a[0], a[1], a[2], a[3]

const function<float> f32_functions[] = {
#define FN(name, args, b32, b64, lo, hi, ref, rule)                   \
	{#name "f",                                                   \
	 args,                                                        \
	 b32,                                                         \
	 lo,                                                          \
	 hi,                                                          \
	 rule,                                                        \
	 [](const float *a) { return device::name##f(ARGS_##args); }, \
	 [](mpfr_ptr r, mpfr_t *a) { call(ref, r, a); }},
#include "functions.def"
#undef FN
};

const function<double> f64_functions[] = {
#define FN(name, args, b32, b64, lo, hi, ref, rule)                 \
	{#name,                                                     \
	 args,                                                      \
	 b64,                                                       \
	 lo,                                                        \
	 hi,                                                        \
	 rule,                                                      \
	 [](const double *a) { return device::name(ARGS_##args); }, \
	 [](mpfr_ptr r, mpfr_t *a) { call(ref, r, a); }},
#include "functions.def"
#undef FN
};

/* Neighbours in order have neighbouring numbers; -0 is 0. */
template <class T> int64_t order(T x) {
	using F = format<T>;
	auto b = bits_to<typename F::bits>(x);
	return b & F::sign ? -(int64_t)(b & ~F::sign) : (int64_t)b;
}

struct random_bits {
	uint64_t s;
	uint64_t next() {
		s += 0x9e3779b97f4a7c15u;
		uint64_t z = (s ^ s >> 30) * 0xbf58476d1ce4e5b9u;
		z = (z ^ z >> 27) * 0x94d049bb133111ebu;
		return z ^ z >> 31;
	}
	double unit() {
		return (double)(next() >> 11) * 0x1p-53;
	}
};

/* Arguments at which functions change their ways. */
const double edges[] = {0,
                        0.25,
                        0.5,
                        0.75,
                        1,
                        1.25,
                        1.5,
                        2,
                        2.5,
                        3,
                        4,
                        5,
                        7,
                        8,
                        10,
                        16,
                        20,
                        33,
                        0x1p-126,
                        0x1p-149,
                        0x1p-1022,
                        0x1p-1074,
                        0x1p16,
                        0x1p23,
                        0x1p24,
                        0x1p31,
                        0x1p52,
                        0x1p53,
                        0x1p100,
                        0x1p127,
                        0x1p1023,
                        M_PI,
                        M_PI_2,
                        M_PI_4,
                        M_LN2,
                        M_SQRT2,
                        M_SQRT1_2,
                        88.72,
                        -103.97,
                        709.78,
                        -745.13,
                        89.41,
                        710.47,
                        35.04,
                        171.62,
                        0.8935769662791675,
                        2.404825557695773,
                        3.831705970207512,
                        2.197141326031017,
                        INFINITY,
                        NAN};

template <class T> T argument(const function<T> &f, random_bits &random, long i) {
	using F = format<T>;
	if (i < (long)(sizeof edges / sizeof *edges) * 6) {
		auto b = bits_to<typename F::bits>((T)edges[i / 6]);
		b += (typename F::bits)(i / 2 % 3) - 1; /* and its neighbours */
		return bits_to<T>(i & 1 ? (typename F::bits)(b ^ F::sign) : b);
	}
	switch (random.next() % 4) {
	case 0: return bits_to<T>((typename F::bits)random.next());
	case 1: {
		double r = ldexp(1 + random.unit(), (int)(random.next() % 60) - 40);
		return (T)(random.next() & 1 ? r : -r);
	}
	default: return (T)(f.lo + (f.hi - f.lo) * random.unit());
	}
}

template <class T> struct result {
	long ulp = -1;
	T worst[4] = {};
	long tried = 0;
	bool failed = false;
	T bad[4] = {}, got = 0, wanted = 0;
};

template <class T> bool skip(const function<T> &f, const T *a) {
	using F = format<T>;
	if (f.rule == BESSEL)
		return fabs(a[0]) >
		       0x1p20; /* MPFR takes long, and the result is an angle's */
	return f.rule == GAMMA && a[0] > F::gamma_lo && a[0] < F::gamma_hi;
}

/* The correctly rounded result. */
template <class T> T rounded(const function<T> &f, const T *a, mpfr_t *m, mpfr_ptr r) {
	for (int i = 0; i < f.args; i++)
		mpfr_set_d(m[i], a[i], MPFR_RNDN);
	f.reference(r, m);
	return format<T>::round(r);
}

/* How far apart two results are; NaN is far from all numbers. */
template <class T> long distance(T got, T wanted) {
	if (got != got || wanted != wanted)
		return (wanted != wanted) == (got != got) ? 0 : 1L << 62;
	return labs(order(got) - order(wanted));
}

template <class T>
void note(const function<T> &f, const T *a, T got, T wanted, result<T> *res) {
	long ulp = distance(got, wanted);
	bool absolute = f.rule == BESSEL && fabs(a[0]) >= 8;
	double error = fabs((double)got - (double)wanted);
	if (absolute && (ulp == 0 || error <= format<T>::bessel_bound))
		ulp = 0;
	res->tried++;
	if (ulp <= res->ulp)
		return;
	res->ulp = ulp;
	res->failed = ulp > f.bound;
	res->got = got;
	res->wanted = wanted;
	for (int i = 0; i < f.args; i++)
		res->worst[i] = a[i];
}

struct scratch {
	mpfr_t m[4], r;
	explicit scratch(int precision) {
		for (auto &x : m)
			mpfr_init2(x, 53);
		mpfr_init2(r, precision);
	}
	scratch(const scratch &) = delete;
	scratch &operator=(const scratch &) = delete;
	~scratch() {
		for (auto &x : m)
			mpfr_clear(x);
		mpfr_clear(r);
		mpfr_free_cache();
	}
};

template <class T>
void measure(const function<T> &f, long count, uint64_t seed, result<T> *res) {
	scratch s(format<T>::precision);
	random_bits random = {seed};
	for (long i = 0; i < count; i++) {
		T a[4];
		for (int k = 0; k < f.args; k++)
			a[k] = argument(f, random, k == 0 ? i : i / 7 % (count / 2 + 1));
		if (!skip(f, a))
			note(f, a, f.run(a), rounded(f, a, s.m, s.r), res);
	}
}

/* Every stride-th float. The f64 function, which is measured itself, says what is right, but for
 * results so near the middle between two floats that its own error matters. */
void sweep(const function<float> &f, const function<double> &f64, uint64_t stride,
           result<float> *res) {
	scratch s(format<float>::precision);
	for (uint64_t b = 0; b <= UINT32_MAX; b += stride) {
		float x = bits_to<float>((uint32_t)b);
		double wide = x, w = f64.run(&wide);
		if (skip(f, &x))
			continue;
		float low = (float)(w * (1 - 0x1p-48)), high = (float)(w * (1 + 0x1p-48));
		bool sure = low == high && fabs(w) > 0x1p-120;
		note(f, &x, f.run(&x), sure ? low : rounded(f, &x, s.m, s.r), res);
	}
}

template <class T> bool print(const function<T> &f, const result<T> &r) {
	char ulp[32];
	snprintf(ulp, sizeof ulp, r.ulp > 999999999 ? "wrong" : "%ld", r.ulp);
	printf("%-16s %9s %5ld %9ld  ", f.name, ulp, f.bound, r.tried);
	for (int i = 0; i < f.args; i++)
		printf(format<T>::print, (double)r.worst[i]);
	if (r.failed)
		printf(" is %a, should be %a   FAILED", (double)r.got, (double)r.wanted);
	printf("\n");
	return !r.failed;
}

struct options {
	long count = 4000;
	uint64_t seed = 1, stride = 0;
	std::vector<std::string> names;
};

bool wanted(const options &o, const char *name) {
	for (auto &n : o.names)
		if (n == name)
			return true;
	return o.names.empty();
}

void also_sweep(const options &o, size_t i, result<float> *res) {
	if (o.stride != 0 && f32_functions[i].args == 1)
		sweep(f32_functions[i], f64_functions[i], o.stride, res);
}

void also_sweep(const options &, size_t, result<double> *) {
}

template <class T, size_t N>
void check(const options &o, const function<T> (&functions)[N], long *passed,
           long *failed) {
	std::vector<result<T>> results(N);
	std::atomic<size_t> next{0};
	auto work = [&] {
		for (size_t i; (i = next++) < N;) {
			if (!wanted(o, functions[i].name))
				continue;
			measure(functions[i], o.count, o.seed, &results[i]);
			also_sweep(o, i, &results[i]);
		}
	};
	std::vector<std::thread> threads;
	for (unsigned i = 0; i < std::thread::hardware_concurrency(); i++)
		threads.emplace_back(work);
	for (auto &t : threads)
		t.join();
	for (size_t i = 0; i < N; i++)
		if (results[i].tried > 0)
			(print(functions[i], results[i]) ? *passed : *failed)++;
}

options parse(int argc, char **argv) {
	options o;
	for (int i = 1; i < argc; i++) {
		std::string a = argv[i];
		if (a == "--stride" && i + 1 < argc)
			o.stride = strtoull(argv[++i], nullptr, 0);
		else if (a == "--count" && i + 1 < argc)
			o.count = atol(argv[++i]);
		else if (a == "--seed" && i + 1 < argc)
			o.seed = strtoull(argv[++i], nullptr, 0);
		else if (a[0] != '-')
			o.names.push_back(a);
		else
			fprintf(stderr,
			        "check [--count N] [--all] [--seed N] [NAME ...]\n"),
				exit(2);
	}
	return o;
}

} // namespace

int main(int argc, char **argv) {
	options o = parse(argc, argv);
	printf("%-16s %9s %5s %9s  %s\n", "function", "max ulp", "bound", "tried", "at");
	long passed = 0, failed = 0;
	check(o, f32_functions, &passed, &failed);
	check(o, f64_functions, &passed, &failed);
	printf("%ld passed, %ld failed\n", passed, failed);
	return failed != 0 || passed == 0;
}
