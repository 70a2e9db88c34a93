/* lt.cpp - cuBLASLt compared with plain loops: types, transposes, orders, batches, every
 * epilogue, scales, transforms.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static cublasLtHandle_t h;
static int failures;
static unsigned long long state = 88172645463325252ull;
static unsigned below(unsigned n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 11) % n;
}
static void need(cudaError_t e) {
	if (e != cudaSuccess) {
		printf("runtime: %s\n", cudaGetErrorString(e));
		exit(1);
	}
}
static bool need(cublasStatus_t s, const char *what) {
	if (s != CUBLAS_STATUS_SUCCESS && failures++ < 20)
		printf("%s: %s\n", what, cublasLtGetStatusName(s));
	return s == CUBLAS_STATUS_SUCCESS;
}

struct Format {
	cudaDataType type;
	const char *name;
	double eps;
	int bytes;
};
static const Format F16 = {CUDA_R_16F, "f16", 2e-3, 2}, BF16 = {CUDA_R_16BF, "bf16", 1e-2, 2},
                    F32 = {CUDA_R_32F, "f32", 1e-5, 4}, F64 = {CUDA_R_64F, "f64", 1e-12, 8},
                    S8 = {CUDA_R_8I, "s8", 0, 1}, S32 = {CUDA_R_32I, "s32", 0, 4},
                    E4 = {CUDA_R_8F_E4M3, "e4m3", 0.07, 1}, E5 = {CUDA_R_8F_E5M2, "e5m2", 0.13, 1};

static void put(void *at, const Format &f, double x) {
	switch (f.type) {
	case CUDA_R_32F: *(float *)at = (float)x; break;
	case CUDA_R_64F: *(double *)at = x; break;
	case CUDA_R_16F: *(__half *)at = __float2half((float)x); break;
	case CUDA_R_16BF: *(__nv_bfloat16 *)at = __float2bfloat16((float)x); break;
	case CUDA_R_8I: *(signed char *)at = (signed char)x; break;
	case CUDA_R_8F_E4M3: *(unsigned char *)at = __nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, __NV_E4M3); break;
	case CUDA_R_8F_E5M2: *(unsigned char *)at = __nv_cvt_float_to_fp8((float)x, __NV_SATFINITE, __NV_E5M2); break;
	default: *(int *)at = (int)x;
	}
}
static double get(const void *at, const Format &f) {
	switch (f.type) {
	case CUDA_R_32F: return *(const float *)at;
	case CUDA_R_64F: return *(const double *)at;
	case CUDA_R_16F: return __half2float(*(const __half *)at);
	case CUDA_R_16BF: return __bfloat162float(*(const __nv_bfloat16 *)at);
	case CUDA_R_8I: return *(const signed char *)at;
	case CUDA_R_8F_E4M3: return __half2float(__half(__nv_cvt_fp8_to_halfraw(*(const unsigned char *)at, __NV_E4M3)));
	case CUDA_R_8F_E5M2: return __half2float(__half(__nv_cvt_fp8_to_halfraw(*(const unsigned char *)at, __NV_E5M2)));
	default: return *(const int *)at;
	}
}

/* Numbers that the host and the device see. */
struct Numbers {
	Format f;
	char *at;
	size_t n;
	Numbers(const Format &f, size_t n) : f(f), n(n) {
		need(cudaMallocManaged((void **)&at, n * f.bytes + 16));
		for (size_t i = 0; i < n; i++)
			put(at + i * f.bytes, f, f.type == CUDA_R_8I || f.type == CUDA_R_32I
			                               ? (double)below(21) - 10
			                               : ((double)below(33) - 16) / 8);
	}
	Numbers(const Numbers &) = delete;
	~Numbers() { cudaFree(at); }
	double operator[](size_t i) const { return get(at + i * f.bytes, f); }
};

struct Shape {
	int rows, cols, ld;
	bool by_rows;
	long stride;
	Shape(int rows, int cols, bool by_rows, int pad)
	        : rows(rows), cols(cols), ld((by_rows ? cols : rows) + pad), by_rows(by_rows),
	          stride((long)ld * (by_rows ? rows : cols) + pad) {}
	long index(int i, int j) const { return by_rows ? (long)i * ld + j : i + (long)j * ld; }
	cublasLtMatrixLayout_t layout(const Format &f, int batch) const {
		cublasLtMatrixLayout_t l;
		int64_t far = stride;
		int order = by_rows ? CUBLASLT_ORDER_ROW : CUBLASLT_ORDER_COL;
		need(cublasLtMatrixLayoutCreate(&l, f.type, rows, cols, ld), "layout");
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch);
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &far, sizeof far);
		return l;
	}
};

static double gelu(double x) {
	return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

template <class V> static void set(cublasLtMatmulDesc_t op, cublasLtMatmulDescAttributes_t a, V v) {
	need(cublasLtMatmulDescSetAttribute(op, a, &v, sizeof v), "attribute");
}

struct Case {
	Format a, b, c, d, bias, aux, scale;
	cublasComputeType_t compute;
};

static void product(const Case &t, int epilogue, bool may_order, bool scales) {
	bool fp8 = t.a.bytes == 1 && t.a.type != CUDA_R_8I, s8 = t.a.type == CUDA_R_8I;
	int m = fp8 ? 16 * (below(3) + 1) : below(40) + 1, n = below(40) + 1;
	int k = fp8 ? 16 * (below(3) + 1) : s8 ? 4 * (below(12) + 1) : below(40) + 1;
	int batch = below(3) + 1;
	cublasOperation_t ta = fp8 || below(2) ? CUBLAS_OP_T : CUBLAS_OP_N;
	cublasOperation_t tb = !fp8 && below(2) ? CUBLAS_OP_T : CUBLAS_OP_N;
	bool an = ta == CUBLAS_OP_N, bn = tb == CUBLAS_OP_N, in_place = below(2) && t.c.type == t.d.type;
	bool by_rows = may_order && below(2);
	Shape sa(an ? m : k, an ? k : m, may_order && below(2), below(3));
	Shape sb(bn ? k : n, bn ? n : k, may_order && below(2), below(3)), sd(m, n, by_rows, below(3));
	Numbers a(t.a, sa.stride * batch), b(t.b, sb.stride * batch), c(t.c, sd.stride * batch);
	Numbers d(t.d, sd.stride * batch), bias(t.bias, 64 * batch), aux(t.aux, 128 * n * batch);
	float numbers[16] = {2, 0, 0, 0, 0.5f, 0, 0, 0, 4, 0, 0, 0, 0.25f, 0, 0, -1}, *scale_at;
	need(cudaMallocManaged((void **)&scale_at, sizeof numbers));
	memcpy(scale_at, numbers, sizeof numbers);
	char alpha[8], beta[8];
	double alpha_value = 1 + below(2), beta_value = below(3);
	put(alpha, t.scale, alpha_value);
	put(beta, t.scale, beta_value);
	cublasLtMatmulDesc_t op;
	need(cublasLtMatmulDescCreate(&op, t.compute, t.scale.type), "descriptor");
	set(op, CUBLASLT_MATMUL_DESC_TRANSA, (int)ta);
	set(op, CUBLASLT_MATMUL_DESC_TRANSB, (int)tb);
	set(op, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
	bool has_bias = epilogue & 4, bgrad = epilogue & 16, keeps = epilogue & 128;
	bool relu = epilogue & 2, drelu = epilogue & 8, gelus = epilogue & 32, dgelu = epilogue & 64;
	if (has_bias || bgrad || epilogue >= 256) {
		set(op, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)bias.at);
		set(op, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, (int64_t)64);
	}
	if (keeps) {
		set(op, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)aux.at);
		set(op, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)128);
		set(op, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, (int64_t)(128 * n));
	}
	double sab = 1, sc = 1, sdd = 1;
	if (scales) {
		set(op, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (void *)scale_at);
		set(op, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (void *)(scale_at + 4));
		set(op, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, (void *)(scale_at + 12));
		set(op, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, (void *)(scale_at + 15));
		sab = 2 * 0.5;
		sdd = 0.25;
	}
	if (in_place)
		memcpy(d.at, c.at, c.n * t.c.bytes);
	std::vector<unsigned char> mask((unsigned char *)aux.at, (unsigned char *)aux.at + aux.n * t.aux.bytes);
	std::vector<double> kept(aux.n), sums(64 * batch);
	for (size_t i = 0; i < aux.n && dgelu; i++)
		kept[i] = aux[i];
	cublasLtMatrixLayout_t la = sa.layout(t.a, batch), lb = sb.layout(t.b, batch);
	cublasLtMatrixLayout_t lc = sd.layout(t.c, batch), ld = sd.layout(t.d, batch);
	cublasLtMatmulPreference_t pref;
	cublasLtMatmulHeuristicResult_t best;
	int found = 0;
	need(cublasLtMatmulPreferenceCreate(&pref), "preference");
	bool good = need(cublasLtMatmulAlgoGetHeuristic(h, op, la, lb, lc, ld, pref, 1, &best, &found), "heuristic");
	if (good && need(cublasLtMatmul(h, op, alpha, a.at, la, b.at, lb, beta, in_place ? d.at : c.at, lc, d.at,
	                                ld, &best.algo, nullptr, 0, nullptr),
	                 "matmul")) {
		need(cudaDeviceSynchronize());
		double most = 0;
		for (int q = 0; q < batch; q++)
			for (int j = 0; j < n; j++)
				for (int i = 0; i < m; i++) {
					double x = 0;
					for (int p = 0; p < k; p++)
						x += a[q * sa.stride + (an ? sa.index(i, p) : sa.index(p, i))] *
						     b[q * sb.stride + (bn ? sb.index(p, j) : sb.index(j, p))];
					x = sab * alpha_value * x + sc * beta_value * c[q * sd.stride + sd.index(i, j)];
					if (has_bias)
						x += bias[64 * q + i];
					long bit = 128 * n * (long)q + i + 128 * j;
					auto bit_of = [&](const unsigned char *m) { return m[bit / 8] >> bit % 8 & 1; };
					if (keeps && relu && std::fabs(x) > 1e-6 && bit_of((unsigned char *)aux.at) != (x >= 0) && failures++ < 20)
						printf("mask of epilogue %d, %s\n", epilogue, t.d.name);
					if (keeps && gelus && std::fabs(aux[bit] - x) > t.aux.eps * std::fmax(1, std::fabs(x)) && failures++ < 20)
						printf("aux of epilogue %d, %s: %g, not %g\n", epilogue, t.d.name, aux[bit], x);
					if (relu)
						x = x > 0 ? x : 0;
					if (gelus)
						x = gelu(x);
					if (drelu)
						x = bit_of(mask.data()) ? x : 0;
					if (dgelu) {
						double e = 1e-5, y = kept[bit];
						x *= (gelu(y + e) - gelu(y - e)) / (2 * e);
					}
					sums[64 * q + i] += x;
					most = std::fmax(most, std::fabs(x));
					double got = d[q * sd.stride + sd.index(i, j)], bound = t.d.eps * std::fmax(4, std::fabs(x)) * (dgelu ? 4 : 1);
					x *= sdd;
					if (t.d.type == CUDA_R_8I)
						x = std::fmin(127, std::fmax(-128, std::nearbyint(x)));
					if (t.d.type == CUDA_R_8F_E4M3)
						x = std::fmin(448, std::fmax(-448, x));
					if (!(std::fabs(got - x) <= bound) && failures++ < 20)
						printf("epilogue %d, %s.%s at %d, %d: %g, not %g\n", epilogue, t.a.name, t.d.name, i, j, got, x);
				}
		for (int q = 0; q < batch && (bgrad || epilogue >= 256); q++)
			for (int i = 0; i < (epilogue == CUBLASLT_EPILOGUE_BGRADB ? n : m); i++) {
				double x = bgrad ? sums[64 * q + i] : 0;
				for (int p = 0; p < k && epilogue >= 256; p++)
					x += epilogue == CUBLASLT_EPILOGUE_BGRADA
					             ? a[q * sa.stride + (an ? sa.index(i, p) : sa.index(p, i))]
					             : b[q * sb.stride + (bn ? sb.index(p, i) : sb.index(i, p))];
				if (std::fabs(bias[64 * q + i] - x) > t.bias.eps * 10 * std::fmax(1, std::fabs(x)) * (dgelu ? 10 : 1) && failures++ < 20)
					printf("bias of epilogue %d, %s: %g, not %g\n", epilogue, t.d.name, bias[64 * q + i], x);
			}
		if (scales && std::fabs(scale_at[15] - most) > 1e-3 * most && failures++ < 20)
			printf("amax %g, not %g\n", scale_at[15], most);
	}
	for (auto l : {la, lb, lc, ld})
		cublasLtMatrixLayoutDestroy(l);
	cublasLtMatmulDescDestroy(op);
	cublasLtMatmulPreferenceDestroy(pref);
	cudaFree(scale_at);
}

static void transforms() {
	Shape from(7, 5, false, 2), to(5, 7, true, 1);
	Numbers a(F32, from.stride), b(F32, to.stride), c(F16, to.stride);
	float alpha = 2, beta = -1;
	cublasLtMatrixTransformDesc_t t;
	int op = CUBLAS_OP_T;
	need(cublasLtMatrixTransformDescCreate(&t, CUDA_R_32F), "transform");
	cublasLtMatrixTransformDescSetAttribute(t, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof op);
	cublasLtMatrixLayout_t la = from.layout(F32, 1), lb = to.layout(F32, 1), lc = to.layout(F16, 1);
	if (need(cublasLtMatrixTransform(h, t, &alpha, a.at, la, &beta, b.at, lb, c.at, lc, nullptr), "transform")) {
		need(cudaDeviceSynchronize());
		for (int i = 0; i < 5; i++)
			for (int j = 0; j < 7; j++) {
				double x = 2 * a[from.index(j, i)] - b[to.index(i, j)];
				if (std::fabs(c[to.index(i, j)] - x) > 1e-2 && failures++ < 20)
					printf("transform: %g, not %g\n", c[to.index(i, j)], x);
			}
	}
	for (auto l : {la, lb, lc})
		cublasLtMatrixLayoutDestroy(l);
	cublasLtMatrixTransformDescDestroy(t);
}

/* As a node of a graph, with scalars in device memory; a layout on the stack. */
static void graph() {
	Numbers a(F32, 16), b(F32, 16), d(F32, 16), scalars(F32, 2);
	put(scalars.at, F32, 3);
	put(scalars.at + 4, F32, 0);
	cublasLtMatrixLayoutOpaque_t layout;
	need(cublasLtMatrixLayoutInit(&layout, CUDA_R_32F, 4, 4, 4), "layout");
	cublasLtMatmulDescOpaque_t op;
	need(cublasLtMatmulDescInit(&op, CUBLAS_COMPUTE_32F, CUDA_R_32F), "descriptor");
	set(&op, CUBLASLT_MATMUL_DESC_POINTER_MODE, (int)CUBLASLT_POINTER_MODE_DEVICE);
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t exec;
	need(cudaStreamCreate(&s));
	need(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	need(cublasLtMatmul(h, &op, scalars.at, a.at, &layout, b.at, &layout, scalars.at + 4, d.at, &layout, d.at,
	                    &layout, nullptr, nullptr, 0, s),
	     "matmul");
	need(cudaStreamEndCapture(s, &g));
	need(cudaGraphInstantiate(&exec, g, 0));
	for (int factor : {3, 5}) {
		put(scalars.at, F32, factor);
		need(cudaGraphLaunch(exec, s));
		need(cudaStreamSynchronize(s));
		double x = 0;
		for (int p = 0; p < 4; p++)
			x += factor * a[1 + 4 * p] * b[p + 8];
		if (std::fabs(d[9] - x) > 1e-4 && failures++ < 20)
			printf("graph: %g, not %g\n", d[9], x);
	}
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(g);
	cudaStreamDestroy(s);
}

/* A batch by pointers, with an algorithm that a program has a number and settings for. */
static void pointers() {
	const int n = 5, batch = 3;
	double one = 1, two = 2;
	std::vector<double> a(batch * n * n), b(batch * n * n), c(batch * n * n), d(batch * n * n);
	for (auto v : {&a, &b, &c})
		for (double &x : *v)
			x = below(9) - 4.0;
	double *at[4];
	const double **lists[4];
	for (int i = 0; i < 4; i++) {
		const double *from[] = {a.data(), b.data(), c.data(), d.data()}, *items[batch];
		need(cudaMalloc((void **)&at[i], a.size() * sizeof(double)));
		need(cudaMemcpy(at[i], from[i], a.size() * sizeof(double), cudaMemcpyHostToDevice));
		for (int q = 0; q < batch; q++) /* backwards */
			items[q] = at[i] + (batch - 1 - q) * n * n;
		need(cudaMalloc((void **)&lists[i], sizeof items));
		need(cudaMemcpy(lists[i], items, sizeof items, cudaMemcpyHostToDevice));
	}
	cublasLtMatmulDesc_t op;
	cublasLtMatrixLayout_t l, strided;
	cublasLtBatchMode_t mode = CUBLASLT_BATCH_MODE_POINTER_ARRAY;
	need(cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_64F, CUDA_R_64F), "desc");
	need(cublasLtMatrixLayoutCreate(&l, CUDA_R_64F, n, n, n), "layout");
	need(cublasLtMatrixLayoutCreate(&strided, CUDA_R_64F, n, n, n), "layout");
	need(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch), "count");
	need(cublasLtMatrixLayoutSetAttribute(strided, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch), "count");
	need(cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, &mode, sizeof mode), "mode");
	cublasLtMatmulAlgo_t algo;
	int id = 0, split = 256;
	need(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, 10, &algo),
	     "AlgoInit");
	need(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_SPLITK_NUM, &split, sizeof split), "split");
	need(cublasLtMatmulAlgoConfigGetAttribute(&algo, CUBLASLT_ALGO_CONFIG_ID, &id, sizeof id, nullptr), "id");
	failures += id != 10;
	need(cublasLtMatmul(h, op, &one, lists[0], l, lists[1], l, &two, lists[2], l, lists[3], l, &algo, nullptr, 0, nullptr),
	     "by pointers");
	failures += cublasLtMatmul(h, op, &one, lists[0], strided, lists[1], l, &two, lists[2], l, lists[3], l, nullptr, nullptr, 0,
	                           nullptr) != CUBLAS_STATUS_NOT_SUPPORTED;
	need(cudaMemcpy(d.data(), at[3], d.size() * sizeof(double), cudaMemcpyDeviceToHost));
	for (int q = 0; q < batch; q++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < n; i++) {
				const double *x = &a[q * n * n], *y = &b[q * n * n];
				double sum = 2 * c[q * n * n + i + j * n];
				for (int p = 0; p < n; p++)
					sum += x[i + p * n] * y[p + j * n];
				failures += d[q * n * n + i + j * n] != sum;
			}
	cublasLtMatrixLayoutDestroy(l);
	cublasLtMatrixLayoutDestroy(strided);
	cublasLtMatmulDescDestroy(op);
}

/* The one algorithm has no clusters: a program that tries all shapes of them has one to try. */
static void clusters() {
	const cudaDataType_t R = CUDA_R_32F;
	cublasLtMatmulDesc_t op;
	cublasLtMatrixLayout_t l;
	cublasLtMatmulAlgo_t algo;
	cublasLtMatmulHeuristicResult_t result;
	int id, count, supported = 0;
	need(cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_32F, R), "desc");
	need(cublasLtMatrixLayoutCreate(&l, R, 64, 64, 64), "layout");
	need(cublasLtMatmulAlgoGetIds(h, CUBLAS_COMPUTE_32F, R, R, R, R, R, 1, &id, &count), "ids");
	need(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, R, R, R, R, R, id, &algo), "init");
	for (uint16_t shape = 0; shape < CUBLASLT_CLUSTER_SHAPE_END; shape++) {
		need(cublasLtMatmulAlgoConfigSetAttribute(&algo, CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, &shape, sizeof shape), "set");
		cublasStatus_t s = cublasLtMatmulAlgoCheck(h, op, l, l, l, l, &algo, &result);
		if (s != CUBLAS_STATUS_NOT_SUPPORTED)
			need(s, "check");
		supported += s == CUBLAS_STATUS_SUCCESS;
	}
	if (supported != 1) {
		printf("%d shapes of clusters\n", supported);
		failures++;
	}
	need(cublasLtMatrixLayoutDestroy(l), "destroy");
	need(cublasLtMatmulDescDestroy(op), "destroy");
}

int main() {
	need(cublasLtCreate(&h), "create");
	const Case floats[] = {
		{F32, F32, F32, F32, F32, F32, F32, CUBLAS_COMPUTE_32F},
		{F16, F16, F16, F16, F16, F16, F32, CUBLAS_COMPUTE_32F},
		{BF16, BF16, BF16, BF16, BF16, BF16, F32, CUBLAS_COMPUTE_32F},
		{F16, F16, F32, F32, F32, F32, F32, CUBLAS_COMPUTE_32F_FAST_16F},
	};
	const int epilogues[] = {1, 2, 130, 4, 6, 134, 136, 152, 32, 160, 36, 164, 192, 208, 256, 512};
	for (int turn = 0; turn < 6; turn++) {
		for (auto &t : floats)
			for (int e : epilogues)
				product(t, e, true, false);
		product({F64, F64, F64, F64, F64, F64, F64, CUBLAS_COMPUTE_64F}, 1, true, false);
		product({F64, F64, F64, F64, F64, F64, F64, CUBLAS_COMPUTE_64F}, 164, true, false);
		product({F16, F16, F16, F16, F16, F16, F16, CUBLAS_COMPUTE_16F}, 1, true, false);
		product({S8, S8, S8, S8, F32, S8, F32, CUBLAS_COMPUTE_32I}, 1, true, false);
		product({S8, S8, S8, S8, F32, S8, F32, CUBLAS_COMPUTE_32I}, 6, true, false);
		product({S8, S8, S32, S32, S32, S32, S32, CUBLAS_COMPUTE_32I}, 1, true, false);
		product({E4, E4, BF16, BF16, BF16, BF16, F32, CUBLAS_COMPUTE_32F}, 4, false, false);
		product({E4, E5, F32, F32, BF16, F32, F32, CUBLAS_COMPUTE_32F}, 6, false, false);
		product({E4, E4, BF16, E4, BF16, BF16, F32, CUBLAS_COMPUTE_32F}, 1, false, true);
		product({E4, E4, F16, E4, F16, F16, F32, CUBLAS_COMPUTE_32F}, 134, false, true);
		product({E5, E4, BF16, E5, BF16, BF16, F32, CUBLAS_COMPUTE_32F}, 4, false, true);
	}
	transforms();
	clusters();
	graph();
	pointers();
	need(cublasLtDestroy(h), "destroy");
	/* "Any valid cublasHandle_t can be used in place of cublasLtHandle_t with a simple cast" */
	cublasHandle_t blas;
	need(cublasCreate(&blas), "create cuBLAS's");
	h = (cublasLtHandle_t)blas;
	product(floats[0], 1, true, false);
	need(cublasDestroy(blas), "destroy cuBLAS's");
	printf(failures ? "lt: %d wrong\n" : "lt: all good\n", failures);
	return failures != 0;
}
