/* calls.cpp - what cuFFT answers to the arguments of each function, alone and in pairs, and
 * what transforms of random sizes and layouts leave in memory: calls.h. A device with the
 * real library records it; tests/libs/fft compares.
 *     nvcc -std=c++17 -o calls calls.cpp -lcufft
 *     ./calls pairs 0 1; ./calls random 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#define CASES 60
#include "../calls.h"

#include <cufftXt.h>

#include <algorithm>
#include <cmath>

enum { ROOM = 1 << 17 };
static char *device; /* two rooms */
static std::vector<char> was;

static char letter(int status) {
	return status < 10 ? (char)('0' + status) : (char)('a' + status - 10);
}
static void start() {
	cudaMalloc((void **)&device, 2 * ROOM);
}
static void begin() {}
static void reset() {
	cudaMemset(device, 0, 2 * ROOM);
}
static void fill(bool is_double) {
	was.resize(2 * ROOM);
	state = 7;
	for (size_t i = 0; i < was.size(); i += is_double ? 8 : 4) {
		double d = ((int)below(2001) - 1000) / 1000.0;
		float f = (float)d;
		memcpy(&was[i], is_double ? (void *)&d : &f, is_double ? 8 : 4);
	}
	cudaMemcpy(device, was.data(), 2 * ROOM, cudaMemcpyHostToDevice);
}

/* ---- functions of a plan: it is made for each call ---- */

enum State { FRESH, MADE, BAD };
static cufftType type_of_plan() {
	for (auto &one : {std::make_pair("R2C", CUFFT_R2C), std::make_pair("C2R", CUFFT_C2R), std::make_pair("Z2Z", CUFFT_Z2Z),
	                  std::make_pair("D2Z", CUFFT_D2Z), std::make_pair("Z2D", CUFFT_Z2D)})
		if (has(one.first))
			return one.second;
	return CUFFT_C2C;
}
static cufftHandle plan_of(State s) {
	cufftHandle h = -1;
	size_t size;
	if (s != BAD)
		cufftCreate(&h);
	if (s == MADE)
		cufftMakePlan1d(h, 8, type_of_plan(), 1, &size);
	return h;
}
template <auto F> struct Of;
template <class... A, cufftResult (*F)(cufftHandle, A...)> struct Of<F> {
	static cufftResult call(State s, A... a) {
		cufftHandle h = plan_of(s);
		cufftResult r = F(h, a...);
		if (s != BAD)
			cufftDestroy(h);
		return r;
	}
};
/* Functions that make a plan. */
enum Place { GIVEN, NONE };
template <auto F> struct Making;
template <class... A, cufftResult (*F)(cufftHandle *, A...)> struct Making<F> {
	static cufftResult call(Place p, A... a) {
		cufftHandle h = -1;
		cufftResult r = F(p == GIVEN ? &h : nullptr, a...);
		if (r == CUFFT_SUCCESS)
			cufftDestroy(h);
		return r;
	}
};

/* ---- a transform of random sizes ---- */

static int exec(cufftHandle h, cufftType t, void *in, void *out, int direction) {
	switch (t) {
	case CUFFT_C2C: return cufftExecC2C(h, (cufftComplex *)in, (cufftComplex *)out, direction);
	case CUFFT_R2C: return cufftExecR2C(h, (cufftReal *)in, (cufftComplex *)out);
	case CUFFT_C2R: return cufftExecC2R(h, (cufftComplex *)in, (cufftReal *)out);
	case CUFFT_Z2Z: return cufftExecZ2Z(h, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, direction);
	case CUFFT_D2Z: return cufftExecD2Z(h, (cufftDoubleReal *)in, (cufftDoubleComplex *)out);
	default: return cufftExecZ2D(h, (cufftDoubleComplex *)in, (cufftDoubleReal *)out);
	}
}
static cufftType the_type;
static int transform(int rank, int a, int b, int c, int batch, cufftType type, int layout, int direction, bool in_place) {
	int n[3] = {a, b, c}, in[3], out[3];
	the_type = type;
	fill(type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D);
	bool from_real = type == CUFFT_R2C || type == CUFFT_D2Z, to_real = type == CUFFT_C2R || type == CUFFT_Z2D;
	int in_stride = 1 + layout % 3, out_stride = 1 + layout / 3 % 3, in_all = 1, out_all = 1;
	if (in_place)
		out_stride = in_stride;
	for (int i = 0; i < rank; i++) {
		int half = n[i] / 2 + 1, last = i == rank - 1;
		in[i] = last && to_real ? half : n[i];
		out[i] = last && from_real ? half : n[i];
		if (in_place && last && from_real)
			in[i] = 2 * half;
		if (in_place && last && to_real)
			out[i] = 2 * half;
		in[i] += layout / 9 % 2 && !in_place, out[i] += layout / 18 % 2 && !in_place;
		in_all *= in[i], out_all *= out[i];
	}
	cufftHandle h = -1;
	bool is_plain = layout % 5 == 0;
	int r = cufftPlanMany(&h, rank, n, is_plain ? nullptr : in, in_stride, in_all * in_stride + 1 - in_place, is_plain ? nullptr : out,
	                      out_stride, out_all * out_stride + 1 - in_place, type, batch);
	if (r)
		return r;
	void *to = in_place ? device : device + ROOM;
	r = exec(h, type, device, to, direction);
	cudaDeviceSynchronize();
	cufftDestroy(h);
	return r;
}

/* ---- values ---- */

static void give(const std::string &name, Values<State> &v) {
	bool makes = has("Make") || has("GetSize") || has("SetGPUs") || has("SetAuto") || has("Property");
	also(v, makes ? FRESH : MADE, name);
	also(v, makes ? MADE : FRESH, makes ? "made" : "fresh");
	also(v, BAD, "bad");
}
static void give(const std::string &, Values<Place> &v) {
	also(v, GIVEN, "given");
	also(v, NONE, "null");
}
static void give(const std::string &, Values<cudaStream_t> &v) {
	also(v, (cudaStream_t) nullptr, "0");
}
static void give(const std::string &, Values<bool> &v) {
	also(v, (bool)(below(3) == 0), "");
}
static void give(const std::string &, Values<cufftType> &v) {
	static const cufftType types[] = {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D};
	if (is_random)
		number(v, types[below(6)], {});
	else
		number(v, CUFFT_C2C, {CUFFT_R2C, CUFFT_C2R, CUFFT_D2Z, 0, 9, -1});
	for (auto &one : v)
		one.nothing = false;
}
template <class A> static std::enable_if_t<std::is_enum<A>::value> enumeration(const std::string &name, Values<A> &v) {
	if (std::is_same<A, cudaDataType>::value)
		number(v, (A)CUDA_C_32F, {CUDA_R_32F, CUDA_C_64F, CUDA_C_16F, CUDA_C_16BF, CUDA_R_8I, 99});
	else if (name == "format")
		number(v, (A)2, {0, 3, 4, 9, -1});
	else
		number(v, (A)1, {0, 2, 9, -1});
	for (auto &one : v)
		one.nothing = false;
}
template <class A> static std::enable_if_t<std::is_integral<A>::value> integer(const std::string &name, Values<A> &v) {
	if (is_random) {
		long n = name == "rank"        ? 1 + below(3)
		         : name == "batch"     ? 1 + below(3)
		         : name == "layout"    ? below(90)
		         : name == "direction" ? (below(2) ? CUFFT_FORWARD : CUFFT_INVERSE)
		         : below(6)            ? 1 + below(9)
		                               : 11 + below(7);
		number(v, (A)n, {});
	} else if (name == "rank")
		number(v, (A)2, {0, 4, -1, 1});
	else if (name == "batch")
		number(v, (A)2, {0, -1});
	else if (name == "direction")
		number(v, (A)-1, {0, 2, 1});
	else if (name.find("stride") != std::string::npos)
		number(v, (A)1, {0, -1, 2});
	else if (name.find("dist") != std::string::npos)
		number(v, (A)32, {0, -1});
	else if (is(name, "nx ny nz"))
		number(v, (A)4, {0, -1, 1, 2147483647});
	else
		number(v, (A)1, {0, 2, -1});
}
template <class A> static std::enable_if_t<std::is_pointer<A>::value> pointer(const std::string &name, Values<A> &v) {
	typedef std::remove_const_t<std::remove_pointer_t<A>> E;
	static char results[16][64];
	static int turn;
	if (is(name, "n inembed onembed")) {
		if constexpr (std::is_same<E, int>::value || std::is_same<E, long long>::value) {
			static E sizes[][3] = {{8, 4, 2}, {0, 4, 2}, {8, 0, 2}, {-1, 4, 2}, {8, -1, 2}, {1, 1, 1}, {4, 2, 2}};
			static const char *const texts[] = {"8,4", "0,4", "8,0", "-1,4", "8,-1", "1,1", "4,2"};
			for (int i = 0; i < 7; i++)
				also(v, (A)sizes[i], texts[i], texts[i][0] == '0' || texts[i][2] == '0');
			also(v, (A) nullptr, "null");
			return;
		}
	}
	void *at = is(name, "idata input")                ? device
	           : is(name, "odata output workArea")    ? device + ROOM
	                                                  : results[turn++ % 16];
	if (has("GetSizeMany") && name == "workArea")
		at = results[turn++ % 16];
	also(v, (A)at, name);
	also(v, (A) nullptr, "null");
	if (is(name, "idata odata input output"))
		also(v, (A)((char *)at + 4), "odd");
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	if constexpr (std::is_pointer<A>::value)
		pointer(name, v);
	else if constexpr (std::is_enum<A>::value)
		enumeration(name, v);
	else
		integer(name, v);
}

/* ---- what is left ---- */

/* A sum of the output's magnitudes at the places that changed. */
static std::string looked() {
	std::vector<char> all(2 * ROOM);
	if (cudaMemcpy(all.data(), device, all.size(), cudaMemcpyDeviceToHost))
		return "fault";
	bool is_double = the_type == CUFFT_Z2Z || the_type == CUFFT_D2Z || the_type == CUFFT_Z2D;
	size_t step = is_double ? 8 : 4;
	std::string text;
	bool moved = memcmp(&all[ROOM], &was[ROOM], ROOM);
	for (int room = moved; room < (moved ? 2 : 1); room++) {
		double sum = 0;
		for (size_t i = 0; i < ROOM; i += step) {
			const char *now = &all[room * ROOM + i];
			if (!memcmp(now, &was[room * ROOM + i], step))
				continue;
			float f;
			double d;
			memcpy(&f, now, 4);
			memcpy(&d, now, step);
			sum += std::fabs(is_double ? d : f) * (1 + (double)(i / step % 37) / 37);
		}
		char one[32];
		snprintf(one, sizeof one, "%c%.5g", room ? 'B' : 'A', sum);
		text += one;
	}
	return text;
}

static void rows() {
	if (is_random) {
		row("cufftTransform", transform, "rank a b c batch type layout direction in_place");
		return;
	}
#define PLAN(f, parameters) row(#f, Of<f>::call, parameters);
#define MAKE(f, parameters) row(#f, Making<f>::call, parameters);
#include "calls.def"
#undef PLAN
#undef MAKE
}
