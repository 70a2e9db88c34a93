/* ask.h - for programs that record what cuSOLVER answers: calls in turn, each with one
 * bad argument. A call that stops the process or faults the device is told, and the rest
 * goes on in a new process. The program defines reset(), looked() and run().
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cuda_runtime.h>
#include <cusolver_common.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

/* Memory as it is before each call; what else is told after it; the calls of a group. */
static void reset();
static cudaError_t looked(std::string &more);
static void run(int group);

static struct {
	int next; /* the first call that has not been made */
	char text[160];
} *shared;
static int turn;

static std::string name(cusolverStatus_t s) {
	switch (s) {
	case CUSOLVER_STATUS_SUCCESS: return "ok";
	case CUSOLVER_STATUS_NOT_INITIALIZED: return "not-initialized";
	case CUSOLVER_STATUS_INVALID_VALUE: return "invalid-value";
	case CUSOLVER_STATUS_NOT_SUPPORTED: return "not-supported";
	case CUSOLVER_STATUS_INTERNAL_ERROR: return "internal-error";
	case CUSOLVER_STATUS_EXECUTION_FAILED: return "execution-failed";
	default: return "status-" + std::to_string((int)s);
	}
}

static void told(const std::string &text) {
	printf("%s: %s", shared->text, text.c_str());
	cudaError_t e = cudaDeviceSynchronize();
	std::string more;
	if (!e)
		e = looked(more);
	if (e) {
		printf(" then %s\n", cudaGetErrorName(e));
		fflush(stdout);
		_exit(3);
	}
	printf("%s\n", more.c_str());
	fflush(stdout);
}

/* Whether the call is still to be made. */
static bool begins(const std::string &text) {
	if (turn++ < shared->next)
		return false;
	shared->next = turn;
	snprintf(shared->text, sizeof shared->text, "%s", text.c_str());
	reset();
	return true;
}

#define ASK(call)                         \
	do {                              \
		if (begins(#call))        \
			told(name(call)); \
	} while (0)

/* ---- each argument in turn with bad values ---- */

template <class F, class Args, size_t... I>
static cusolverStatus_t call(F f, Args &args, std::index_sequence<I...>) {
	return f(std::get<I>(args)...);
}
template <size_t I, class F, class Args>
static void vary(const char *what, F f, Args args) {
	constexpr size_t count = std::tuple_size<Args>::value;
	if constexpr (I < count) {
		typedef std::tuple_element_t<I, Args> A;
		auto with = [&](A value, const char *text) {
			Args changed = args;
			std::get<I>(changed) = value;
			if (begins(std::string(what) + "[" + std::to_string(I) +
			           "]=" + text))
				told(name(call(f, changed,
				               std::make_index_sequence<count>())));
		};
		if constexpr (std::is_pointer<A>::value)
			with(nullptr, "null");
		else if constexpr (std::is_enum<A>::value)
			with((A)9, "9");
		else if constexpr (std::is_same<A, signed char>::value)
			with('x', "x");
		else if constexpr (std::is_same<A, size_t>::value)
			with(0, "0"), with(1, "1");
		else if constexpr (std::is_integral<A>::value)
			with(-1, "-1"), with(0, "0"), with(1, "1");
		vary<I + 1>(what, f, args);
	}
}
template <class... A, class... B>
static void asked(const char *what, cusolverStatus_t (*f)(A...), B... b) {
	std::tuple<A...> args((A)b...);
	if (begins(what))
		told(name(call(f, args, std::index_sequence_for<A...>())));
	vary<0>(what, f, args);
}

/* ---- results ---- */

static std::string list(const float *at, int n) {
	std::vector<float> x(n);
	cudaMemcpy(x.data(), at, n * sizeof(float), cudaMemcpyDefault);
	std::string text;
	for (float f : x) {
		char one[32];
		snprintf(one, sizeof one, " %.3g", std::fabs(f) < 1e-5f ? 0.0 : f + 1e-9);
		text += one;
	}
	return text;
}
static std::string list(const double *at, int n) {
	std::vector<double> x(n);
	std::vector<float> y;
	cudaMemcpy(x.data(), at, n * sizeof(double), cudaMemcpyDefault);
	for (double one : x)
		y.push_back((float)one);
	return list(y.data(), n);
}
template <class I> static std::string list(const I *at, int n) {
	std::vector<I> x(n);
	cudaMemcpy(x.data(), at, n * sizeof(I), cudaMemcpyDefault);
	std::string text;
	for (I i : x)
		text += " " + std::to_string(i);
	return text;
}
#define SHOW(what, prepare, call, ...)                             \
	do {                                                       \
		if (begins(what)) {                                \
			prepare;                                   \
			cusolverStatus_t s_ = (call);              \
			cudaDeviceSynchronize();                   \
			told(name(s_) + std::string(__VA_ARGS__)); \
		}                                                  \
	} while (0)

int main(int argc, char **argv) {
	shared = (__typeof__(shared))mmap(nullptr, sizeof *shared, PROT_READ | PROT_WRITE,
	                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (;;) {
		fflush(stdout);
		pid_t child = fork();
		if (!child) {
			alarm(10);
			run(argc > 1 ? atoi(argv[1]) : 0);
			fflush(stdout);
			_exit(0);
		}
		int status = 0;
		waitpid(child, &status, 0);
		if (WIFSIGNALED(status))
			printf("%s: stops\n", shared->text);
		else if (WEXITSTATUS(status) != 3)
			return WEXITSTATUS(status);
	}
}
