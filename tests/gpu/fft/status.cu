// status.cu - what cuFFT's functions answer, to good and to bad arguments, one line for each call.
// Nothing here depends on the speed or the memory of a device.
// SPDX-License-Identifier: Apache-2.0
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <cufftXt.h>
#include <string>
#include <vector>

static sigjmp_buf jump;
static void crashed(int) { siglongjmp(jump, 1); }
// Prints what a call answers; some of the real library's calls do not return.
#define SAY(label, call)                                                      \
	do {                                                                  \
		if (sigsetjmp(jump, 1))                                       \
			printf("%s: crash\n", std::string(label).c_str());    \
		else                                                          \
			printf("%s: %d\n", std::string(label).c_str(), (int)(call)); \
	} while (0)
#define T(call) SAY(#call, call)
#define GROUP(name) printf("\n[%s]\n", name)

static std::string args(std::initializer_list<const char *> names) {
	std::string s;
	for (const char *n : names)
		s += std::string(s.empty() ? "" : " ") + n;
	return s;
}
static const char *num(int n) {
	static char text[16][16];
	static int i;
	char *t = text[i++ % 16];
	snprintf(t, 16, "%d", n);
	return t;
}
static cufftHandle fresh() {
	cufftHandle h = -1;
	cufftCreate(&h);
	return h;
}

static const cufftType types[] = {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D};

static void handles() {
	GROUP("handles");
	cufftHandle a = -7, b = -7;
	T(cufftCreate(nullptr));
	T(cufftCreate(&a));
	T(cufftCreate(&b));
	printf("first %d, second %d\n", a, b);
	T(cufftDestroy(a));
	T(cufftDestroy(a));
	T(cufftDestroy(-1));
	T(cufftDestroy(123456));
	cufftHandle c = -7;
	T(cufftPlan1d(&c, 8, CUFFT_C2C, 1));
	printf("third %d\n", c);
	T(cufftMakePlan1d(c, 8, CUFFT_C2C, 1, nullptr));
	size_t w = 99;
	T(cufftMakePlan1d(c, 8, CUFFT_C2C, 1, &w));
	T(cufftMakePlan1d(b, 8, (cufftType)0, 1, &w));
	T(cufftMakePlan1d(b, 8, CUFFT_C2C, 1, &w));
	T(cufftDestroy(b));
	T(cufftDestroy(c));
	c = -7;
	T(cufftPlan1d(&c, 0, CUFFT_C2C, 1));
	printf("left %s\n", c == -7 ? "alone" : c == -1 ? "-1" : "changed");
	T(cufftDestroy(c));
}

static void plans() {
	GROUP("Plan1d: plan n type batch");
	for (int null = 0; null < 2; null++)
		for (int n : {8, 1, 0, -1})
			for (int type : {(int)CUFFT_C2C, (int)CUFFT_R2C, 0})
				for (int batch : {1, 0, -1}) {
					cufftHandle h = -1;
					SAY(args({null ? "NULL" : "&h", num(n), num(type), num(batch)}),
					    cufftPlan1d(null ? nullptr : &h, n, (cufftType)type, batch));
					cufftDestroy(h);
				}
	GROUP("Plan2d: plan n0 n1 type");
	for (int null = 0; null < 2; null++)
		for (int n0 : {8, 1, 0})
			for (int n1 : {8, 1, -1})
				for (int type : {(int)CUFFT_C2C, (int)CUFFT_C2R, 0}) {
					cufftHandle h = -1;
					SAY(args({null ? "NULL" : "&h", num(n0), num(n1), num(type)}),
					    cufftPlan2d(null ? nullptr : &h, n0, n1, (cufftType)type));
					cufftDestroy(h);
				}
	GROUP("Plan3d: plan n0 n1 n2 type");
	for (int null = 0; null < 2; null++)
		for (int n1 : {8, 0, -1})
			for (int type : {(int)CUFFT_Z2Z, 7}) {
				cufftHandle h = -1;
				SAY(args({null ? "NULL" : "&h", "4", num(n1), "4", num(type)}),
				    cufftPlan3d(null ? nullptr : &h, 4, n1, 4, (cufftType)type));
				cufftDestroy(h);
			}
	GROUP("MakePlan1d: handle n type batch worksize");
	for (int bad = 0; bad < 3; bad++)
		for (int n : {8, 0})
			for (int type : {(int)CUFFT_C2C, 0})
				for (int batch : {1, 0})
					for (int null = 0; null < 2; null++) {
						cufftHandle h = bad == 1 ? -1 : fresh();
						size_t w;
						if (bad == 2)
							cufftMakePlan1d(h, 8, CUFFT_C2C, 1, &w);
						SAY(args({bad == 1 ? "-1" : bad == 2 ? "made" : "h", num(n), num(type),
						          num(batch), null ? "NULL" : "&w"}),
						    cufftMakePlan1d(h, n, (cufftType)type, batch, null ? nullptr : &w));
						cufftDestroy(h);
					}
	GROUP("MakePlan2d: handle n0 n1 type worksize");
	for (int n : {8, 0})
		for (int type : {(int)CUFFT_C2C, 0})
			for (int null = 0; null < 2; null++) {
				cufftHandle h = fresh();
				size_t w;
				SAY(args({"h", num(n), "8", num(type), null ? "NULL" : "&w"}),
				    cufftMakePlan2d(h, n, 8, (cufftType)type, null ? nullptr : &w));
				SAY("3d", cufftMakePlan3d(h, 8, n, 8, (cufftType)type, null ? nullptr : &w));
				cufftDestroy(h);
			}
}

template <class I> struct many {
	int rank = 1;
	I n[4] = {8, 8, 8, 8}, in[4] = {8, 8, 8, 8}, out[4] = {8, 8, 8, 8};
	bool no_n = false, no_in = false, no_out = false, no_work = false;
	I istride = 1, idist = 64, ostride = 1, odist = 64, batch = 2;
	cufftType type = CUFFT_C2C;
	cufftResult plan_many() {
		cufftHandle h = -1;
		cufftResult r = cufftPlanMany(&h, rank, no_n ? 0 : (int *)n, no_in ? 0 : (int *)in, istride, idist,
		                              no_out ? 0 : (int *)out, ostride, odist, type, batch);
		cufftDestroy(h);
		return r;
	}
	cufftResult make_many() {
		cufftHandle h = fresh();
		size_t w;
		cufftResult r = cufftMakePlanMany(h, rank, no_n ? 0 : (int *)n, no_in ? 0 : (int *)in, istride, idist,
		                                  no_out ? 0 : (int *)out, ostride, odist, type, batch, no_work ? 0 : &w);
		cufftDestroy(h);
		return r;
	}
	cufftResult estimate() {
		size_t w;
		return cufftEstimateMany(rank, no_n ? 0 : (int *)n, no_in ? 0 : (int *)in, istride, idist,
		                         no_out ? 0 : (int *)out, ostride, odist, type, batch, no_work ? 0 : &w);
	}
	cufftResult size_many() {
		cufftHandle h = fresh();
		size_t w;
		cufftResult r = cufftGetSizeMany(h, rank, no_n ? 0 : (int *)n, no_in ? 0 : (int *)in, istride, idist,
		                                 no_out ? 0 : (int *)out, ostride, odist, type, batch, no_work ? 0 : &w);
		cufftDestroy(h);
		return r;
	}
};
struct many64 : many<long long> {
	cufftResult make() {
		cufftHandle h = fresh();
		size_t w;
		cufftResult r = cufftMakePlanMany64(h, rank, no_n ? 0 : n, no_in ? 0 : in, istride, idist, no_out ? 0 : out,
		                                    ostride, odist, type, batch, no_work ? 0 : &w);
		cufftDestroy(h);
		return r;
	}
	cufftResult size() {
		cufftHandle h = fresh();
		size_t w;
		cufftResult r = cufftGetSizeMany64(h, rank, no_n ? 0 : n, no_in ? 0 : in, istride, idist, no_out ? 0 : out,
		                                   ostride, odist, type, batch, no_work ? 0 : &w);
		cufftDestroy(h);
		return r;
	}
};
template <class M> struct fault {
	const char *name;
	void (*apply)(M &);
};
template <class M> static const fault<M> faults[] = {
	{"good", [](M &) {}},
	{"rank=0", [](M &m) { m.rank = 0; }},
	{"rank=-1", [](M &m) { m.rank = -1; }},
	{"rank=4", [](M &m) { m.rank = 4; }},
	{"rank=3", [](M &m) { m.rank = 3; }},
	{"n=NULL", [](M &m) { m.no_n = true; }},
	{"n0=0", [](M &m) { m.n[0] = 0; }},
	{"n0=-3", [](M &m) { m.n[0] = -3; }},
	{"inembed=NULL", [](M &m) { m.no_in = true; }},
	{"onembed=NULL", [](M &m) { m.no_out = true; }},
	{"both=NULL", [](M &m) { m.no_in = m.no_out = true; }},
	{"inembed0=0", [](M &m) { m.in[0] = 0; }},
	{"inembed0=4", [](M &m) { m.in[0] = 4; }},
	{"inembed0=-8", [](M &m) { m.in[0] = -8; }},
	{"onembed0=4", [](M &m) { m.out[0] = 4; }},
	{"rank=2,inembed1=4", [](M &m) { m.rank = 2, m.in[1] = 4; }},
	{"rank=2,inembed1=0", [](M &m) { m.rank = 2, m.in[1] = 0; }},
	{"rank=2,onembed1=0", [](M &m) { m.rank = 2, m.out[1] = 0; }},
	{"rank=2,onembed1=4", [](M &m) { m.rank = 2, m.out[1] = 4; }},
	{"rank=2,onembed1=4,R2C", [](M &m) { m.rank = 2, m.out[1] = 4, m.type = CUFFT_R2C; }},
	{"rank=2,onembed1=5,R2C", [](M &m) { m.rank = 2, m.out[1] = 5, m.type = CUFFT_R2C; }},
	{"istride=0", [](M &m) { m.istride = 0; }},
	{"istride=-1", [](M &m) { m.istride = -1; }},
	{"ostride=0", [](M &m) { m.ostride = 0; }},
	{"ostride=-1", [](M &m) { m.ostride = -1; }},
	{"idist=0", [](M &m) { m.idist = 0; }},
	{"idist=-1", [](M &m) { m.idist = -1; }},
	{"odist=0", [](M &m) { m.odist = 0; }},
	{"odist=-64", [](M &m) { m.odist = -64; }},
	{"odist=4", [](M &m) { m.odist = 4; }},
	{"batch=0", [](M &m) { m.batch = 0; }},
	{"batch=-1", [](M &m) { m.batch = -1; }},
	{"type=0", [](M &m) { m.type = (cufftType)0; }},
	{"worksize=NULL", [](M &m) { m.no_work = true; }},
};
template <class M> static void try_all(const char *name, cufftResult (M::*call)(), bool pairs) {
	GROUP(name);
	for (const fault<M> &f : faults<M>) {
		M m;
		f.apply(m);
		SAY(f.name, (m.*call)());
	}
	// What is checked first: pairs of different faults that are reported differently.
	for (const fault<M> &f : faults<M>)
		for (const fault<M> &g : faults<M>) {
			if (!pairs || &f >= &g)
				continue;
			M m;
			f.apply(m);
			g.apply(m);
			SAY(args({f.name, g.name}), (m.*call)());
		}
}

static void xt_types() {
	static const struct { cudaDataType t; const char *name; } all[] = {
		{CUDA_R_16F, "R_16F"}, {CUDA_C_16F, "C_16F"}, {CUDA_R_32F, "R_32F"}, {CUDA_C_32F, "C_32F"},
		{CUDA_R_64F, "R_64F"}, {CUDA_C_64F, "C_64F"}, {CUDA_R_16BF, "R_16BF"}, {CUDA_C_16BF, "C_16BF"},
		{CUDA_C_8I, "C_8I"},
	};
	GROUP("XtMakePlanMany: n=8, input, output, execution");
	for (auto &i : all)
		for (auto &o : all)
			for (auto &e : all) {
				cufftHandle h = fresh();
				size_t w;
				long long n = 8;
				cufftResult r = cufftXtMakePlanMany(h, 1, &n, 0, 1, 1, i.t, 0, 1, 1, o.t, 1, &w, e.t);
				// one line for all that are refused as these are
				if (r != CUFFT_INVALID_TYPE && r != CUFFT_NOT_SUPPORTED)
					SAY(args({i.name, o.name, e.name}), r);
				else if (&i == &all[8] || &e == &all[4])
					SAY(args({i.name, o.name, e.name}), r);
				cufftDestroy(h);
			}
	GROUP("XtMakePlanMany: half and bfloat, n");
	for (cudaDataType t : {CUDA_C_16F, CUDA_C_16BF})
		for (long long n : {1, 2, 3, 4, 6, 7, 12, 16, 24, 64, 65536, 1 << 20}) {
			cufftHandle h = fresh();
			size_t w;
			SAY(args({t == CUDA_C_16F ? "half" : "bfloat", num((int)n)}),
			    cufftXtMakePlanMany(h, 1, &n, 0, 1, 1, t, 0, 1, 1, t, 1, &w, t));
			cufftDestroy(h);
			long long n2[2] = {n, 8}, n3[2] = {8, n};
			h = fresh();
			SAY("n x 8", cufftXtMakePlanMany(h, 2, n2, 0, 1, 1, t, 0, 1, 1, t, 1, &w, t));
			cufftDestroy(h);
			h = fresh();
			SAY("8 x n", cufftXtMakePlanMany(h, 2, n3, 0, 1, 1, t, 0, 1, 1, t, 1, &w, t));
			cufftDestroy(h);
			cudaDataType real = t == CUDA_C_16F ? CUDA_R_16F : CUDA_R_16BF;
			h = fresh();
			SAY("real", cufftXtMakePlanMany(h, 1, &n, 0, 1, 1, real, 0, 1, 1, t, 1, &w, t));
			cufftDestroy(h);
			h = fresh();
			SAY("to real", cufftXtMakePlanMany(h, 1, &n, 0, 1, 1, t, 0, 1, 1, real, 1, &w, t));
			cufftDestroy(h);
			h = fresh();
			SAY("strided", cufftXtMakePlanMany(h, 1, &n, &n, 2, 2 * n, t, &n, 2, 2 * n, t, 3, &w, t));
			cufftDestroy(h);
		}
	GROUP("XtMakePlanMany: order of checks");
	for (int bad = 0; bad < 64; bad++) {
		cufftHandle h = bad & 1 ? -1 : fresh();
		size_t w;
		long long n = bad & 2 ? 0 : 8;
		SAY(args({bad & 1 ? "-1" : "h", bad & 2 ? "n=0" : "n=8", bad & 4 ? "bad type" : "types",
		          bad & 8 ? "batch=0" : "batch=1", bad & 16 ? "NULL" : "&w", bad & 32 ? "rank=0" : "rank=1"}),
		    cufftXtMakePlanMany(h, bad & 32 ? 0 : 1, &n, 0, 1, 1, CUDA_C_32F, 0, 1, 1,
		                        bad & 4 ? CUDA_C_64F : CUDA_C_32F, bad & 8 ? 0 : 1, bad & 16 ? 0 : &w, CUDA_C_32F));
		SAY("size", cufftXtGetSizeMany(h, bad & 32 ? 0 : 1, &n, 0, 1, 1, CUDA_C_32F, 0, 1, 1,
		                               bad & 4 ? CUDA_C_64F : CUDA_C_32F, bad & 8 ? 0 : 1, bad & 16 ? 0 : &w,
		                               CUDA_C_32F));
		cufftDestroy(h);
	}
}

static void execs() {
	char *d;
	cudaMalloc(&d, 1 << 16);
	cudaMemset(d, 0, 1 << 16);
	auto call = [](int which, cufftHandle h, void *i, void *o, int dir) {
		switch (which) {
		case 0: return cufftExecC2C(h, (cufftComplex *)i, (cufftComplex *)o, dir);
		case 1: return cufftExecR2C(h, (cufftReal *)i, (cufftComplex *)o);
		case 2: return cufftExecC2R(h, (cufftComplex *)i, (cufftReal *)o);
		case 3: return cufftExecZ2Z(h, (cufftDoubleComplex *)i, (cufftDoubleComplex *)o, dir);
		case 4: return cufftExecD2Z(h, (cufftDoubleReal *)i, (cufftDoubleComplex *)o);
		case 5: return cufftExecZ2D(h, (cufftDoubleComplex *)i, (cufftDoubleReal *)o);
		default: return cufftXtExec(h, i, o, dir);
		}
	};
	static const char *const names[] = {"C2C", "R2C", "C2R", "Z2Z", "D2Z", "Z2D", "Xt"};
	GROUP("Exec: function, plan, input, output, direction");
	for (int w = 0; w < 7; w++) {
		SAY(args({names[w], "-1"}), call(w, -1, d, d + 4096, -1));
		SAY(args({names[w], "-1", "NULL"}), call(w, -1, 0, d + 4096, -1));
		cufftHandle h = fresh();
		SAY(args({names[w], "unmade"}), call(w, h, d, d + 4096, -1));
		SAY(args({names[w], "unmade", "NULL"}), call(w, h, 0, d + 4096, -1));
		cufftDestroy(h);
		for (int p = 0; p < 6; p++) {
			cufftPlan1d(&h, 16, types[p], 1);
			SAY(args({names[w], names[p]}), call(w, h, d, d + 4096, -1));
			SAY(args({names[w], names[p], "direction 1"}), call(w, h, d, d + 4096, 1));
			SAY(args({names[w], names[p], "direction 0"}), call(w, h, d, d + 4096, 0));
			SAY(args({names[w], names[p], "direction -2"}), call(w, h, d, d + 4096, -2));
			SAY(args({names[w], names[p], "input + 4"}), call(w, h, d + 4, d + 4096, -1));
			SAY(args({names[w], names[p], "input + 8"}), call(w, h, d + 8, d + 4096, -1));
			SAY(args({names[w], names[p], "output + 4"}), call(w, h, d, d + 4096 + 4, -1));
			SAY(args({names[w], names[p], "output + 8"}), call(w, h, d, d + 4096 + 8, -1));
			SAY(args({names[w], names[p], "input + 2"}), call(w, h, d + 2, d + 4096, -1));
			SAY(args({names[w], names[p], "input + 4, direction 0"}), call(w, h, d + 4, d + 4096, 0));
			cufftDestroy(h);
			printf("sync %d\n", (int)cudaDeviceSynchronize());
		}
	}
	cudaFree(d);
}

static void settings() {
	GROUP("settings");
	size_t w = 99;
	cufftHandle h = fresh();
	cudaStream_t s;
	cudaStreamCreate(&s);
	void *d;
	cudaMalloc(&d, 1 << 20);
	T(cufftSetStream(-1, s));
	T(cufftSetStream(h, s));
	T(cufftSetStream(h, 0));
	T(cufftSetStream(h, cudaStreamLegacy));
	T(cufftSetStream(h, cudaStreamPerThread));
	T(cufftSetWorkArea(-1, d));
	T(cufftSetWorkArea(h, d));
	T(cufftSetWorkArea(h, nullptr));
	T(cufftSetAutoAllocation(-1, 0));
	T(cufftSetAutoAllocation(h, 7));
	T(cufftSetAutoAllocation(h, 0));
	T(cufftGetSize(-1, &w));
	T(cufftGetSize(-1, nullptr));
	T(cufftGetSize(h, &w));
	printf("size %zu\n", w);
	T(cufftGetSize(h, nullptr));
	T(cufftMakePlan1d(h, 10007, CUFFT_C2C, 1, &w));
	printf("size %s\n", w ? "more" : "0");
	T(cufftGetSize(h, &w));
	T(cufftGetSize(h, nullptr));
	printf("size %s\n", w ? "more" : "0");
	T(cufftExecC2C(h, (cufftComplex *)d, (cufftComplex *)d, -1));
	T(cufftSetWorkArea(h, nullptr));
	T(cufftExecC2C(h, (cufftComplex *)d, (cufftComplex *)d, -1));
	T(cufftSetAutoAllocation(h, 1));
	T(cufftExecC2C(h, (cufftComplex *)d, (cufftComplex *)d, -1));
	T(cufftSetAutoAllocation(h, 0));
	T(cufftDestroy(h));
	h = fresh();
	T(cufftSetAutoAllocation(h, 0));
	T(cufftMakePlan1d(h, 16, CUFFT_C2C, 1, &w));
	printf("size %s\n", w ? "more" : "0");
	T(cufftExecC2C(h, (cufftComplex *)d, (cufftComplex *)d, -1));
	T(cufftDestroy(h));
	printf("sync %d\n", (int)cudaDeviceSynchronize());
	int v = 0;
	T(cufftGetVersion(nullptr));
	T(cufftGetVersion(&v));
	T(cufftGetProperty(MAJOR_VERSION, nullptr));
	for (int p = -1; p < 5; p++) {
		v = -7;
		SAY(args({"GetProperty", num(p)}), cufftGetProperty((libraryPropertyType)p, &v));
	}
	GROUP("properties: property value, fresh then made");
	for (int made = 0; made < 2; made++)
		for (int p = 0; p < 4; p++)
			for (long long value : {0LL, 1LL, 2LL, -1LL, 1LL << 40}) {
				h = fresh();
				if (made)
					cufftMakePlan1d(h, 16, CUFFT_C2C, 1, &w);
				long long got = -7;
				SAY(args({"set", num(p), num((int)value)}), cufftSetPlanPropertyInt64(h, (cufftProperty)p, value));
				SAY(args({"get", num(p)}), cufftGetPlanPropertyInt64(h, (cufftProperty)p, &got));
				printf("got %lld\n", got);
				SAY(args({"reset", num(p)}), cufftResetPlanProperty(h, (cufftProperty)p));
				SAY(args({"get", num(p)}), cufftGetPlanPropertyInt64(h, (cufftProperty)p, &got));
				printf("got %lld\n", got);
				cufftDestroy(h);
			}
	T(cufftSetPlanPropertyInt64(-1, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1));
	T(cufftSetPlanPropertyInt64(-1, (cufftProperty)9, 1));
	T(cufftResetPlanProperty(-1, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT));
	h = fresh();
	T(cufftGetPlanPropertyInt64(h, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, nullptr));
	T(cufftDestroy(h));
	cudaFree(d);
	cudaStreamDestroy(s);
}

static void sizes() {
	GROUP("sizes: n type batch worksize");
	for (int n : {16, 0})
		for (int type : {(int)CUFFT_C2C, 0})
			for (int batch : {1, 0})
				for (int null = 0; null < 2; null++) {
					size_t w = 99;
					auto label = [&](const char *f) {
						return args({f, num(n), num(type), num(batch), null ? "NULL" : "&w"});
					};
					cufftHandle h = fresh();
					cufftType t = (cufftType)type;
					SAY(label("Estimate1d"), cufftEstimate1d(n, t, batch, null ? 0 : &w));
					SAY(label("GetSize1d"), cufftGetSize1d(h, n, t, batch, null ? 0 : &w));
					SAY(label("GetSize1d -1"), cufftGetSize1d(-1, n, t, batch, null ? 0 : &w));
					if (batch) {
						SAY(label("Estimate2d"), cufftEstimate2d(n, 8, t, null ? 0 : &w));
						SAY(label("GetSize2d"), cufftGetSize2d(h, n, 8, t, null ? 0 : &w));
						SAY(label("Estimate3d"), cufftEstimate3d(n, 8, 8, t, null ? 0 : &w));
						SAY(label("GetSize3d"), cufftGetSize3d(h, n, 8, 8, t, null ? 0 : &w));
					}
					SAY(label("then MakePlan1d"), cufftMakePlan1d(h, 16, CUFFT_C2C, 1, &w));
					SAY(label("made GetSize1d"), cufftGetSize1d(h, n, t, batch, null ? 0 : &w));
					cufftDestroy(h);
				}
}

static void callbacks() {
	GROUP("callbacks");
	void *routine = nullptr, *info = nullptr;
	cufftHandle h = fresh();
	T(cufftXtSetCallback(-1, &routine, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetCallback(h, &routine, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetCallback(h, nullptr, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtClearCallback(h, CUFFT_CB_LD_COMPLEX));
	T(cufftXtSetCallbackSharedSize(h, CUFFT_CB_LD_COMPLEX, 16));
	T(cufftXtSetJITCallback(h, "f", nullptr, 0, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetJITCallback(h, "f", "not code", 8, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetJITCallback(h, nullptr, "not code", 8, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetJITCallback(h, "f", "not code", 8, CUFFT_CB_UNDEFINED, &info));
	T(cufftDestroy(h));
	cufftPlan1d(&h, 16, CUFFT_C2C, 1);
	routine = (void *)0x1000;
	T(cufftXtSetCallback(-1, &routine, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetCallback(h, &routine, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetCallback(h, &routine, CUFFT_CB_LD_REAL, &info));
	T(cufftXtSetCallback(h, &routine, CUFFT_CB_UNDEFINED, &info));
	T(cufftXtSetCallback(h, nullptr, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftXtSetCallback(h, &routine, CUFFT_CB_LD_COMPLEX, nullptr));
	T(cufftXtClearCallback(h, CUFFT_CB_LD_COMPLEX));
	T(cufftXtClearCallback(h, CUFFT_CB_UNDEFINED));
	T(cufftXtClearCallback(-1, CUFFT_CB_LD_COMPLEX));
	T(cufftXtSetCallbackSharedSize(h, CUFFT_CB_LD_COMPLEX, 16));
	T(cufftXtSetCallbackSharedSize(-1, CUFFT_CB_LD_COMPLEX, 16));
	T(cufftXtSetJITCallback(h, "f", "not code", 8, CUFFT_CB_LD_COMPLEX, &info));
	T(cufftDestroy(h));
}

static void captures() {
	GROUP("capture");
	cudaStream_t s;
	cudaStreamCreate(&s);
	cudaGraph_t g = 0;
	cufftHandle h = fresh(), k = fresh();
	size_t w, nodes = 0;
	float2 *d;
	cudaMalloc(&d, 1 << 20);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	T(cufftMakePlan1d(h, 16, CUFFT_C2C, 1, &w));
	T(cufftSetStream(h, s));
	T(cudaStreamEndCapture(s, &g));
	T(cufftDestroy(h));
	cudaGetLastError();
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	T(cufftMakePlan1d(k, 16, CUFFT_C2C, 1, &w));
	T(cufftSetStream(k, s));
	T(cufftExecC2C(k, d, d, -1));
	T(cudaStreamEndCapture(s, &g));
	T(cudaGraphGetNodes(g, nullptr, &nodes));
	printf("nodes %s\n", nodes ? "some" : "none");
	T(cufftDestroy(k));
	cudaFree(d);
	cudaStreamDestroy(s);
}

static void one_gpu() {
	GROUP("descriptors of one GPU");
	int zero = 0, two[2] = {0, 0}, five[2] = {0, 99};
	size_t w[4] = {};
	cufftHandle h = fresh();
	T(cufftXtSetGPUs(-1, 1, &zero));
	T(cufftXtSetGPUs(h, 0, &zero));
	T(cufftXtSetGPUs(h, 1, nullptr));
	T(cufftXtSetGPUs(h, 2, two));
	T(cufftXtSetGPUs(h, 2, five));
	T(cufftXtSetGPUs(h, 1, &five[1]));
	T(cufftXtSetGPUs(h, 17, two));
	T(cufftXtSetGPUs(h, 1, &zero));
	cudaLibXtDesc *desc = nullptr;
	T(cufftXtMalloc(h, &desc, CUFFT_XT_FORMAT_INPLACE));
	T(cufftMakePlan1d(h, 64, CUFFT_C2C, 1, w));
	T(cufftXtSetGPUs(h, 1, &zero));
	T(cufftXtMalloc(-1, &desc, CUFFT_XT_FORMAT_INPLACE));
	T(cufftXtMalloc(h, nullptr, CUFFT_XT_FORMAT_INPLACE));
	T(cufftXtMalloc(h, &desc, CUFFT_FORMAT_UNDEFINED));
	for (int f = 0; f < 7; f++) {
		desc = nullptr;
		SAY(args({"XtMalloc", num(f)}), cufftXtMalloc(h, &desc, (cufftXtSubFormat)f));
		if (desc) {
			printf("version %d library %d subFormat %d nGPUs %d gpu %d size %zu\n", desc->version, desc->library,
			       desc->subFormat, desc->descriptor->nGPUs, desc->descriptor->GPUs[0], desc->descriptor->size[0]);
			T(cufftXtFree(desc));
		}
	}
	T(cufftXtMalloc(h, &desc, CUFFT_XT_FORMAT_INPLACE));
	if (desc) {
		static float2 host[64];
		memset(host, 0, sizeof host);
		host[1].x = 1;
		T(cufftXtMemcpy(-1, desc, host, CUFFT_COPY_HOST_TO_DEVICE));
		T(cufftXtMemcpy(h, desc, nullptr, CUFFT_COPY_HOST_TO_DEVICE));
		T(cufftXtMemcpy(h, nullptr, host, CUFFT_COPY_HOST_TO_DEVICE));
		T(cufftXtMemcpy(h, desc, host, CUFFT_COPY_UNDEFINED));
		T(cufftXtMemcpy(h, desc, host, CUFFT_COPY_HOST_TO_DEVICE));
		T(cufftXtExecDescriptorC2C(-1, desc, desc, -1));
		T(cufftXtExecDescriptorC2C(h, nullptr, desc, -1));
		T(cufftXtExecDescriptorC2C(h, desc, nullptr, -1));
		T(cufftXtExecDescriptorC2C(h, desc, desc, 0));
		T(cufftXtExecDescriptorZ2Z(h, desc, desc, -1));
		T(cufftXtExecDescriptorR2C(h, desc, desc));
		T(cufftXtExecDescriptorC2C(h, desc, desc, -1));
		printf("subFormat %d\n", desc->subFormat);
		T(cufftXtExecDescriptorC2C(h, desc, desc, 1));
		printf("subFormat %d\n", desc->subFormat);
		T(cufftXtExecDescriptor(h, desc, desc, -1));
		printf("subFormat %d\n", desc->subFormat);
		T(cufftXtMemcpy(h, host, desc, CUFFT_COPY_DEVICE_TO_HOST));
		for (int i = 0; i < 4; i++)
			printf("%.4f %.4f\n", host[16 * i].x, host[16 * i].y);
		T(cufftXtFree(desc));
	}
	T(cufftXtFree(nullptr));
	cufftXt1dFactors factors = {};
	T(cufftXtQueryPlan(-1, &factors, CUFFT_QUERY_1D_FACTORS));
	T(cufftXtQueryPlan(h, nullptr, CUFFT_QUERY_1D_FACTORS));
	T(cufftXtQueryPlan(h, &factors, CUFFT_QUERY_UNDEFINED));
	T(cufftXtQueryPlan(h, &factors, CUFFT_QUERY_1D_FACTORS));
	void *area[1] = {nullptr};
	T(cufftXtSetWorkArea(-1, area));
	T(cufftXtSetWorkArea(h, nullptr));
	T(cufftXtSetWorkArea(h, area));
	T(cufftXtSetWorkAreaPolicy(-1, CUFFT_WORKAREA_MINIMAL, w));
	T(cufftXtSetWorkAreaPolicy(h, CUFFT_WORKAREA_MINIMAL, w));
	T(cufftXtSetWorkAreaPolicy(h, CUFFT_WORKAREA_USER, w));
	T(cufftXtSetWorkAreaPolicy(h, CUFFT_WORKAREA_PERFORMANCE, w));
	T(cufftXtSetWorkAreaPolicy(h, (cufftXtWorkAreaPolicy)7, w));
	T(cufftXtSetWorkAreaPolicy(h, CUFFT_WORKAREA_PERFORMANCE, nullptr));
	T(cufftDestroy(h));
	h = fresh();
	T(cufftXtSetWorkAreaPolicy(h, CUFFT_WORKAREA_MINIMAL, w));
	T(cufftMakePlan1d(h, 64, CUFFT_C2C, 1, w));
	T(cufftXtSetWorkAreaPolicy(h, CUFFT_WORKAREA_MINIMAL, w));
	T(cufftXtMalloc(h, &desc, CUFFT_XT_FORMAT_INPLACE));
	T(cufftXtQueryPlan(h, &factors, CUFFT_QUERY_1D_FACTORS));
	T(cufftDestroy(h));
}

// Each ends the context.
static void after(cufftResult r) {
	cufftHandle k = -1;
	printf("exec: %d\n", (int)r);
	T(cudaDeviceSynchronize());
	T(cufftPlan1d(&k, 16, CUFFT_C2C, 1));
}
static cufftHandle plan16() {
	cufftHandle h;
	cufftPlan1d(&h, 16, CUFFT_C2C, 1);
	return h;
}
static float2 *some() {
	float2 *d;
	cudaMalloc(&d, 4096);
	return d;
}
static void no_input() {
	GROUP("no input");
	after(cufftExecC2C(plan16(), nullptr, some(), -1));
}
static void no_output() {
	GROUP("no output");
	after(cufftExecC2C(plan16(), some(), nullptr, -1));
}
static void no_either() {
	GROUP("no input, no output");
	after(cufftExecC2C(plan16(), nullptr, nullptr, -1));
}
static void wild() {
	GROUP("an address of nothing");
	after(cufftExecC2C(plan16(), (float2 *)0x1000, (float2 *)0x1000, -1));
}
static void more_plans() {
	GROUP("one transform with distances of 0");
	int n = 8, e = 8;
	cufftHandle h;
	T(cufftPlanMany(&h, 1, &n, &e, 1, 0, &e, 1, 0, CUFFT_C2C, 1));
	T(cufftPlanMany(&h, 1, &n, &e, 1, 0, &e, 1, 8, CUFFT_C2C, 1));
	T(cufftPlanMany(&h, 1, &n, &e, 0, 8, &e, 1, 8, CUFFT_C2C, 1));
	size_t w;
	T(cufftMakePlanMany(-1, 0, &n, &e, 1, 8, &e, 1, 8, CUFFT_C2C, 1, &w));
	T(cufftMakePlanMany(-1, 1, &n, &e, 0, 8, &e, 1, 8, CUFFT_C2C, 1, &w));
	T(cufftGetSizeMany(-1, 0, &n, &e, 1, 8, &e, 1, 8, CUFFT_C2C, 1, &w));
	T(cufftGetSizeMany(-1, 1, &n, &e, 0, 8, &e, 1, 8, CUFFT_C2C, 1, &w));
	long long n64 = 8, e64 = 8;
	T(cufftMakePlanMany64(-1, 0, &n64, &e64, 1, 8, &e64, 1, 8, CUFFT_C2C, 1, &w));
	T(cufftGetSizeMany64(-1, 0, &n64, &e64, 1, 8, &e64, 1, 8, CUFFT_C2C, 1, &w));
	T(cufftXtMakePlanMany(-1, 1, &n64, &e64, 0, 8, CUDA_C_32F, &e64, 1, 8, CUDA_C_32F, 1, &w, CUDA_C_32F));
	T(cufftXtMakePlanMany(fresh(), 1, &n64, &e64, 0, 8, CUDA_C_32F, &e64, 1, 8, CUDA_C_32F, 1, &w, CUDA_C_32F));
	T(cufftXtMakePlanMany(fresh(), 1, &n64, &e64, 1, 8, CUDA_C_32F, nullptr, 1, 8, CUDA_C_32F, 1, &w, CUDA_C_32F));
}

// Where each device has which number of a spectrum: the input makes number k of it be k.
static void order(const char *name, int rank, const int *n, int batch, int gpus) {
	int which[4] = {0, 0, 0, 0}; // one device is taken for several
	size_t w[4] = {}, total = 1;
	for (int d = 0; d < rank; d++)
		total *= n[d];
	std::vector<float2> in(total * batch), out(total * batch);
	for (size_t i = 0; i < total * batch; i++)
		out[i] = {(float)i, 0};
	cufftHandle back, h = fresh();
	cufftPlanMany(&back, rank, (int *)n, 0, 1, 0, 0, 1, 0, CUFFT_C2C, batch);
	float2 *d;
	cudaMalloc(&d, total * batch * 8);
	cudaMemcpy(d, out.data(), total * batch * 8, cudaMemcpyHostToDevice);
	cufftExecC2C(back, d, d, 1);
	cudaMemcpy(in.data(), d, total * batch * 8, cudaMemcpyDeviceToHost);
	cudaFree(d);
	cufftDestroy(back);
	GROUP(name);
	T(cufftXtSetGPUs(h, gpus, which));
	T(cufftMakePlanMany(h, rank, (int *)n, 0, 1, 0, 0, 1, 0, CUFFT_C2C, batch, w));
	cudaLibXtDesc *a = nullptr, *b = nullptr;
	T(cufftXtMalloc(h, &a, CUFFT_XT_FORMAT_INPLACE));
	T(cufftXtMalloc(h, &b, CUFFT_XT_FORMAT_INPLACE));
	cufftXt1dFactors f = {};
	SAY("query", cufftXtQueryPlan(h, &f, CUFFT_QUERY_1D_FACTORS));
	printf("%lld %lld %lld %lld %lld %lld %d %d %d %d\n", f.size, f.stringCount, f.stringLength, f.substringLength,
	       f.factor1, f.factor2, f.stringShift, f.substringShift, f.factor1Shift, f.factor2Shift);
	if (!a || !b)
		return;
	T(cufftXtMemcpy(h, a, in.data(), CUFFT_COPY_HOST_TO_DEVICE));
	printf("subFormat %d\n", a->subFormat);
	T(cufftXtExecDescriptorC2C(h, a, a, -1));
	printf("subFormat %d\n", a->subFormat);
	for (int g = 0; g < gpus; g++) {
		std::vector<float2> part(a->descriptor->size[g] / 8);
		cudaSetDevice(a->descriptor->GPUs[g]);
		cudaDeviceSynchronize();
		cudaMemcpy(part.data(), a->descriptor->data[g], part.size() * 8, cudaMemcpyDeviceToHost);
		printf("device %d, %zu:", a->descriptor->GPUs[g], part.size());
		for (float2 v : part)
			printf(" %.0f", v.x / total);
		printf("\n");
	}
	cudaSetDevice(0);
	T(cufftXtMemcpy(h, b, a, CUFFT_COPY_DEVICE_TO_DEVICE));
	printf("subFormat %d\n", b->subFormat);
	for (int g = 0; g < gpus; g++) {
		std::vector<float2> part(b->descriptor->size[g] / 8);
		cudaSetDevice(b->descriptor->GPUs[g]);
		cudaMemcpy(part.data(), b->descriptor->data[g], part.size() * 8, cudaMemcpyDeviceToHost);
		printf("device %d, %zu:", b->descriptor->GPUs[g], part.size());
		for (float2 v : part)
			printf(" %.0f", v.x / total);
		printf("\n");
	}
	cudaSetDevice(0);
	T(cufftXtMemcpy(h, out.data(), a, CUFFT_COPY_DEVICE_TO_HOST));
	bool natural = true;
	for (size_t i = 0; i < out.size(); i++)
		natural &= (int)(out[i].x / total + .5f) == (int)i;
	printf("on the host %s\n", natural ? "in order" : "shuffled");
	T(cufftXtExecDescriptorC2C(h, a, a, 1));
	printf("subFormat %d\n", a->subFormat);
	T(cufftXtExecDescriptorC2C(h, b, b, 1));
	printf("subFormat %d\n", b->subFormat);
	T(cufftXtFree(a));
	T(cufftXtFree(b));
	T(cufftDestroy(h));
}
static void shared() {
	int one[] = {256}, two[] = {32, 64}, three[] = {16, 8, 4}, small[] = {16}, odd[] = {100};
	order("1d, two GPUs", 1, one, 1, 2);
	order("2d, two GPUs", 2, two, 1, 2);
	order("3d, two GPUs", 3, three, 1, 2);
	order("batch, two GPUs", 1, small, 3, 2);
	order("1d of 100, two GPUs", 1, odd, 1, 2);
	order("1d of 16, two GPUs", 1, small, 1, 2);
}

static void planmany() { try_all<many<int>>("PlanMany", &many<int>::plan_many, false); }
static void makemany() { try_all<many<int>>("MakePlanMany", &many<int>::make_many, false); }
static void estmany() { try_all<many<int>>("EstimateMany", &many<int>::estimate, false); }
static void sizemany() { try_all<many<int>>("GetSizeMany", &many<int>::size_many, false); }
static void makemany64() { try_all<many64>("MakePlanMany64", &many64::make, true); }
static void sizemany64() { try_all<many64>("GetSizeMany64", &many64::size, false); }

// Each group in a process of its own: some leave no context.
int main(int argc, char **argv) {
	static void (*const groups[])() = {handles, plans, planmany, makemany, estmany, sizemany, makemany64, sizemany64,
	                                   more_plans, xt_types, execs, settings, sizes, callbacks, captures, one_gpu,
	                                   no_input, no_output, no_either, wild, shared};
	setvbuf(stdout, nullptr, _IOLBF, 0);
	if (argc < 2) {
		for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
			if (system((std::string(argv[0]) + " " + num((int)g)).c_str()))
				printf("a group ended early\n");
		return 0;
	}
	signal(SIGSEGV, crashed);
	signal(SIGFPE, crashed);
	signal(SIGABRT, crashed);
	cudaFree(0);
	groups[atoi(argv[1])]();
}
