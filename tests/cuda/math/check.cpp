/* check.cpp - measures the math functions of functions.def against MPFR.
 *
 *   check [--count N] [--seed N] [NAME ...]
 *
 * For each function: the greatest number of units in the last place between its result and the
 * correctly rounded one, the bound, and the argument, of N random ones. sweep.cpp tries all
 * floats.
 * SPDX-License-Identifier: Apache-2.0 */
#include "functions.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

/* Neighbours in order have neighbouring numbers; -0 is 0. */
template <class T> int64_t order(T x) {
	using F = format<T>;
	auto b = bits_to<typename F::bits>(x);
	return b & F::sign ? -(int64_t)(b & ~F::sign) : (int64_t)b;
}

template <class T> struct result {
	long ulp = -1;
	T worst[4] = {};
	long tried = 0;
	bool failed = false;
	T bad[4] = {}, got = 0, wanted = 0;
};

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
	uint64_t seed = 1;
	std::vector<std::string> names;
};

bool wanted(const options &o, const char *name) {
	for (auto &n : o.names)
		if (n == name)
			return true;
	return o.names.empty();
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
		if (a == "--count" && i + 1 < argc)
			o.count = atol(argv[++i]);
		else if (a == "--seed" && i + 1 < argc)
			o.seed = strtoull(argv[++i], nullptr, 0);
		else if (a[0] != '-')
			o.names.push_back(a);
		else
			fprintf(stderr, "check [--count N] [--seed N] [NAME ...]\n"),
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
