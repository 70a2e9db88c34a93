/* orders.cpp - which matrices cublasLt takes that lie in tiles (COL32 and its kin) or as planes of
 * real and imaginary parts, and what cublasLtMatrixTransform and cublasLtMatmul make of them. A
 * device with the real library records it.
 *     nvcc -std=c++17 -O1 -o orders orders.cpp -lcublasLt
 *     for i in 0 1 2 3 4 5 6 7 8 9; do ./orders $i; done > orders.h200
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublasLt.h>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

typedef long long ll;
static cublasLtHandle_t h;

/* The real library stops some processes: the next one goes on after the question that did it. */
static int asked, skipped, *started;

static bool is_turn() {
	return asked++ >= skipped && (*started = asked, true);
}

static void say(const char *text) {
	if (is_turn())
		printf("%s", text);
}

static void in_turns(void (*ask)(int), int part) {
	started = (int *)mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	setvbuf(stdout, nullptr, _IONBF, 0);
	for (int status = 1; status; skipped = *started) {
		if (!fork()) {
			cublasLtCreate(&h);
			ask(part);
			_exit(0);
		}
		wait(&status);
		if (status)
			printf(" stops");
	}
}
static const cublasLtOrder_t orders[] = {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW, CUBLASLT_ORDER_COL32, CUBLASLT_ORDER_COL4_4R2_8C,
                                         CUBLASLT_ORDER_COL32_2R_4R4};
static const char *const names[] = {"col", "row", "col32", "col4", "col32-2r"};

static ll up(ll v, ll d) {
	return (v + d - 1) / d * d;
}

static ll least_ld(int o, ll rows, ll cols) {
	return o == 0 ? rows : o == 1 ? cols : 32 * up(rows, o == 2 ? 1 : o == 3 ? 8 : 32);
}

static ll elements(int o, ll rows, ll cols, ll ld) {
	return o == 0 ? ld * cols : o == 1 ? ld * rows : up(cols, 32) / 32 * ld;
}

/* Where an element is. Tiles have 32 columns, and stand in columns of tiles. */
static ll at(int o, ll i, ll j, ll ld) {
	ll tile = j / 32 * ld, c = j % 32;
	switch (o) {
	case 0: return i + j * ld;
	case 1: return i * ld + j;
	case 2: return tile + i * 32 + c;
	/* Eight rows: those with even numbers, then the others, in squares of four by four */
	case 3: return tile + i / 8 * 256 + i % 2 * 128 + c / 8 * 32 + c % 8 / 4 * 16 + i % 8 / 2 * 4 + c % 4;
	/* 32 rows: pairs of neighbours, first those of rows 0, 8, 16 and 24 */
	default: return tile + i / 32 * 1024 + (i % 8 / 2 * 8 + i % 32 / 8 * 2 + i % 2) * 32 + c;
	}
}

struct type {
	cudaDataType id;
	const char *name;
	int bytes;
	cudaDataType scale;
};
static const type types[] = {{CUDA_R_8I, "s8", 1, CUDA_R_32F},    {CUDA_R_32I, "s32", 4, CUDA_R_32F},   {CUDA_R_32I, "s32/s32", 4, CUDA_R_32I},
                             {CUDA_R_16F, "f16", 2, CUDA_R_32F},  {CUDA_R_16F, "f16/f16", 2, CUDA_R_16F}, {CUDA_R_16BF, "bf16", 2, CUDA_R_32F},
                             {CUDA_R_32F, "f32", 4, CUDA_R_32F},  {CUDA_R_64F, "f64", 8, CUDA_R_64F},   {CUDA_C_32F, "c32", 8, CUDA_C_32F},
                             {CUDA_C_64F, "c64", 16, CUDA_C_64F}, {CUDA_C_16F, "c16", 4, CUDA_C_32F}, {CUDA_R_8F_E4M3, "e4m3", 1, CUDA_R_32F}};

static cublasLtMatrixLayout_t layout(cudaDataType t, ll rows, ll cols, ll ld, int order, ll plane = 0, int batch = 1, ll stride = 0) {
	cublasLtMatrixLayout_t l;
	cublasLtOrder_t o = orders[order];
	cublasLtMatrixLayoutCreate(&l, t, rows, cols, ld);
	if (order)
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &o, sizeof o);
	if (plane)
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, &plane, sizeof plane);
	if (batch > 1) {
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch, sizeof batch);
		cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &stride, sizeof stride);
	}
	return l;
}

/* One, as every type of scalar has it. */
static const void *scalar(cudaDataType t, bool is_one) {
	static float f[2][2] = {{0, 0}, {1, 0}};
	static double d[2][2] = {{0, 0}, {1, 0}};
	static int i[2] = {0, 1};
	static uint16_t s[2] = {0, 0x3c00};
	return t == CUDA_R_32I                         ? (void *)&i[is_one]
	       : t == CUDA_R_64F || t == CUDA_C_64F ? (void *)d[is_one]
	       : t == CUDA_R_16F                    ? (void *)&s[is_one]
	                                            : (void *)f[is_one];
}

static unsigned char *memory(size_t n, int fill) {
	unsigned char *p = nullptr;
	cudaMallocManaged((void **)&p, n);
	memset(p, fill, n);
	return p;
}

/* Some bytes that are a small finite number in each type. */
static void number(unsigned char *p, const type &t, ll k) {
	int v = (int)(k * 7 % 101) - 50;
	float f[2] = {(float)v, (float)(v / 2)};
	double d[2] = {(double)v, (double)(v / 2)};
	if (t.id == CUDA_R_8I)
		*p = (unsigned char)v;
	else if (t.id == CUDA_R_32I)
		memcpy(p, &v, 4);
	else if (t.id == CUDA_R_8F_E4M3)
		*p = (unsigned char)(0x30 + k % 16);
	else if (t.bytes == 2)
		p[0] = 0, p[1] = (unsigned char)(0x38 + k % 8);
	else if (t.id == CUDA_C_16F)
		p[0] = p[2] = 0, p[1] = (unsigned char)(0x38 + k % 8), p[3] = (unsigned char)(0x38 + k % 5);
	else if (t.id == CUDA_R_64F || t.id == CUDA_C_64F)
		memcpy(p, d, t.bytes);
	else
		memcpy(p, f, t.bytes);
}

/* ---- transforms ---- */

static void transform(const type &t, int oa, int oc, ll m, ll n, bool trans, ll more_a, ll more_c) {
	ll ra = trans ? n : m, ca = trans ? m : n;
	ll lda = least_ld(oa, ra, ca) + more_a, ldc = least_ld(oc, m, n) + more_c;
	ll na = elements(oa, ra, ca, lda) + 4096, nc = elements(oc, m, n, ldc) + 4096;
	unsigned char *a = memory(na * t.bytes, 0x11), *c = memory(nc * t.bytes, 0x11);
	for (ll i = 0; i < ra; i++)
		for (ll j = 0; j < ca; j++)
			number(a + at(oa, i, j, lda) * t.bytes, t, i * 31 + j);
	cublasLtMatrixTransformDesc_t d;
	cublasLtMatrixTransformDescCreate(&d, t.scale);
	cublasOperation_t op = trans ? CUBLAS_OP_T : CUBLAS_OP_N;
	cublasLtMatrixTransformDescSetAttribute(d, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof op);
	cublasLtMatrixLayout_t la = layout(t.id, ra, ca, lda, oa), lc = layout(t.id, m, n, ldc, oc);
	int s = cublasLtMatrixTransform(h, d, scalar(t.scale, true), a, la, scalar(t.scale, false), nullptr, nullptr, c, lc, 0);
	int e = cudaDeviceSynchronize();
	printf(" %d", s);
	if (s || e) {
		if (e)
			printf("!%d", e);
	} else {
		ll bad = 0, outside = 0;
		std::vector<char> is_element(nc);
		for (ll i = 0; i < m; i++)
			for (ll j = 0; j < n; j++) {
				ll p = at(oc, i, j, ldc), q = trans ? at(oa, j, i, lda) : at(oa, i, j, lda);
				is_element[p] = 1;
				bad += memcmp(c + p * t.bytes, a + q * t.bytes, t.bytes) != 0;
			}
		for (ll i = 0; i < nc; i++)
			if (!is_element[i])
				for (int b = 0; b < t.bytes; b++)
					if (c[i * t.bytes + b] != 0x11) {
						outside++;
						break;
					}
		printf(bad ? "(%lld wrong)" : "", bad);
		printf(outside ? "+%lld" : "", outside);
	}
	cublasLtMatrixLayoutDestroy(la), cublasLtMatrixLayoutDestroy(lc), cublasLtMatrixTransformDescDestroy(d);
	cudaFree(a), cudaFree(c);
}

static void transforms() {
	for (const type &t : types)
		for (int oa = 0; oa < 5; oa++) {
			printf("transform %s from %s:", t.name, names[oa]);
			for (int oc = 0; oc < 5; oc++)
				transform(t, oa, oc, 40, 70, false, 0, 0);
			printf(" T");
			for (int oc = 0; oc < 5; oc++)
				transform(t, oa, oc, 40, 70, true, 0, 0);
			printf("\n");
		}
	for (int o = 0; o < 5; o++) {
		printf("leading dimensions of %s:", names[o]);
		for (ll more : {-32, -8, -1, 1, 8, 32, 256, 1024})
			transform(types[0], 0, o, 40, 70, false, 0, more);
		printf(" of A");
		for (ll more : {-32, -1, 1, 32, 1024})
			transform(types[0], o, 0, 40, 70, false, more, 0);
		printf("\n");
	}
}

/* ---- products ---- */

struct product {
	cublasComputeType_t compute;
	cudaDataType scale;
	type a, c;
	const char *name;
};

static void product(const struct product &p, int oa, int ob, int oc, bool ta, bool tb, ll m, ll n, ll k, bool more = false, ll ld_less = 0,
                    cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT) {
	ll ra = ta ? k : m, ca = ta ? m : k, rb = tb ? n : k, cb = tb ? k : n;
	ll lda = least_ld(oa, ra, ca) - ld_less, ldb = least_ld(ob, rb, cb), ldc = least_ld(oc, m, n);
	ll na = elements(oa, ra, ca, lda) + 1024, nb = elements(ob, rb, cb, ldb) + 1024, nc = elements(oc, m, n, ldc) + 1024;
	unsigned char *a = memory(na, 0), *b = memory(nb, 0), *c = memory(nc * p.c.bytes, 0x11);
	std::vector<int> av(ra * ca), bv(rb * cb);
	for (ll i = 0; i < ra; i++)
		for (ll j = 0; j < ca; j++)
			a[at(oa, i, j, lda)] = (unsigned char)(av[i * ca + j] = (int)((i * 5 + j * 3) % 7) - 3);
	for (ll i = 0; i < rb; i++)
		for (ll j = 0; j < cb; j++)
			b[at(ob, i, j, ldb)] = (unsigned char)(bv[i * cb + j] = (int)((i * 3 + j * 11) % 5) - 2);
	cublasLtMatmulDesc_t d;
	cublasLtMatmulDescCreate(&d, p.compute, p.scale);
	cublasOperation_t opa = ta ? CUBLAS_OP_T : CUBLAS_OP_N, opb = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
	cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSA, &opa, sizeof opa);
	cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_TRANSB, &opb, sizeof opb);
	float *bias = (float *)memory(65536, 0);
	for (ll i = 0; i < m; i++)
		bias[i] = (float)(i % 9);
	if (epilogue != CUBLASLT_EPILOGUE_DEFAULT) {
		cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
		if (epilogue & 4)
			cublasLtMatmulDescSetAttribute(d, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
	}
	cublasLtMatrixLayout_t la = layout(CUDA_R_8I, ra, ca, lda, oa), lb = layout(CUDA_R_8I, rb, cb, ldb, ob);
	cublasLtMatrixLayout_t lc = layout(p.c.id, m, n, ldc, oc);
	cublasLtMatmulPreference_t f;
	cublasLtMatmulPreferenceCreate(&f);
	cublasLtMatmulHeuristicResult_t r = {};
	int found = 0;
	int g = cublasLtMatmulAlgoGetHeuristic(h, d, la, lb, lc, lc, f, 1, &r, &found);
	int s = cublasLtMatmul(h, d, scalar(p.scale, true), a, la, b, lb, scalar(p.scale, false), c, lc, c, lc, nullptr, nullptr, 0, 0);
	int e = cudaDeviceSynchronize();
	printf(" %d", g);
	if (s != g)
		printf("/%d", s);
	if (!s && !e) {
		ll bad = 0;
		for (ll i = 0; i < m; i++)
			for (ll j = 0; j < n; j++) {
				int sum = 0;
				for (ll q = 0; q < k; q++)
					sum += av[ta ? q * ca + i : i * ca + q] * bv[tb ? j * cb + q : q * cb + j];
				if (epilogue & 4)
					sum += (int)bias[i];
				if (epilogue & 2)
					sum = sum < 0 ? 0 : sum;
				unsigned char *at_c = c + at(oc, i, j, ldc) * p.c.bytes;
				int got = (signed char)*at_c;
				float real;
				if (p.c.bytes == 4)
					memcpy(&got, at_c, 4);
				if (p.c.id == CUDA_R_32F)
					memcpy(&real, at_c, 4), got = (int)real;
				if (p.c.bytes == 1)
					sum = sum > 127 ? 127 : sum < -128 ? -128 : sum;
				bad += got != sum;
			}
		printf(bad ? "(%lld wrong)" : "", bad);
	}
	if (e)
		printf("!%d", e);
	if (more)
		printf("\n");
	cublasLtMatrixLayoutDestroy(la), cublasLtMatrixLayoutDestroy(lb), cublasLtMatrixLayoutDestroy(lc);
	cublasLtMatmulDescDestroy(d), cublasLtMatmulPreferenceDestroy(f);
	cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(bias);
}

static void products() {
	const struct product kinds[] = {{CUBLAS_COMPUTE_32I, CUDA_R_32I, types[0], types[2], "s32"},
	                                {CUBLAS_COMPUTE_32I, CUDA_R_32F, types[0], types[0], "s8"},
	                                {CUBLAS_COMPUTE_32F, CUDA_R_32F, types[0], types[6], "f32"},
	                                {CUBLAS_COMPUTE_32I, CUDA_R_32F, types[0], types[1], "s32 by f32"}};
	for (const auto &p : kinds)
		for (int t = 0; t < 4; t++)
			for (int oa : {0, 1, 2, 4})
				for (int oc : {0, 1, 2}) {
					printf("product %s %c%c A %s D %s:", p.name, "NT"[t / 2], "NT"[t % 2], names[oa], names[oc]);
					for (int ob = 0; ob < 5; ob++)
						product(p, oa, ob, oc, t / 2, t % 2, 64, 96, 128);
					printf("\n");
				}
	for (int q = 0; q < 2; q++)
		for (int ob : {3, 4})
			for (auto s : {std::vector<ll>{40, 72, 64}, {33, 8, 36}, {16, 16, 16}, {1, 1, 32}, {4, 4, 4}, {5, 7, 9}, {32, 32, 32}, {100, 50, 75}}) {
				printf("product %s, B %s, %lldx%lldx%lld:", kinds[q].name, names[ob], s[0], s[1], s[2]);
				product(kinds[q], 2, ob, 2, false, true, s[0], s[1], s[2]);
				printf(" ld less 32");
				product(kinds[q], 2, ob, 2, false, true, s[0], s[1], s[2], false, 32);
				for (auto e : {CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS, CUBLASLT_EPILOGUE_GELU}) {
					printf(" epilogue %d", (int)e);
					product(kinds[q], 2, ob, 2, false, true, s[0], s[1], s[2], false, 0, e);
				}
				printf("\n");
			}
}

/* ---- planes ---- */

struct planar {
	cudaDataType a, c;
	cublasComputeType_t compute;
	cudaDataType scale;
	const char *name;
};

static float from_half(uint16_t v) {
	int e = v >> 10 & 31, f = v & 1023;
	float r = e ? std::ldexp(1024.f + f, e - 25) : std::ldexp((float)f, -24);
	return v & 0x8000 ? -r : r;
}

static int part_bytes(cudaDataType t) {
	return t == CUDA_C_16F || t == CUDA_C_16BF ? 2 : t == CUDA_C_32F ? 4 : 8;
}

static void put(unsigned char *p, cudaDataType t, int v) {
	float f = (float)v;
	double d = v;
	uint32_t u;
	memcpy(&u, &f, 4);
	uint16_t b = (uint16_t)(u >> 16), s = 0;
	if (v) {
		int e = std::ilogb(f);
		s = (uint16_t)((v < 0) << 15 | (e + 15) << 10 | ((int)(std::ldexp(std::fabs(f), 10 - e)) & 1023));
	}
	t == CUDA_C_16F ? memcpy(p, &s, 2) : t == CUDA_C_16BF ? memcpy(p, &b, 2) : t == CUDA_C_32F ? memcpy(p, &f, 4) : memcpy(p, &d, 8);
}

static double get(const unsigned char *p, cudaDataType t) {
	uint16_t s;
	float f;
	double d;
	memcpy(&s, p, 2);
	if (t == CUDA_C_16F)
		return from_half(s);
	if (t == CUDA_C_16BF) {
		uint32_t u = (uint32_t)s << 16;
		memcpy(&f, &u, 4);
		return f;
	}
	if (t == CUDA_C_32F)
		return memcpy(&f, p, 4), f;
	return memcpy(&d, p, 8), d;
}

/* A matrix, its parts side by side (plane = 0) or in planes. */
struct matrix {
	cudaDataType t;
	ll rows, cols, ld;
	ll plane; /* in elements */
	int order, batch;
	unsigned char *p;
	cublasLtMatrixLayout_t l;

	matrix(cudaDataType t, ll rows, ll cols, bool is_planar, int order, int batch)
		: t(t), rows(rows), cols(cols), ld(order ? cols : rows), order(order), batch(batch) {
		plane = is_planar ? rows * cols * batch + 64 : 0;
		p = memory((rows * cols * batch + 64) * 2 * part_bytes(t), 0);
		l = layout(t, rows, cols, ld, order, plane * part_bytes(t), batch, rows * cols);
	}
	~matrix() {
		cudaFree(p), cublasLtMatrixLayoutDestroy(l);
	}
	unsigned char *part(ll b, ll i, ll j, int which) const {
		ll e = b * rows * cols + (order ? i * ld + j : i + j * ld);
		return p + (plane ? e + which * plane : e * 2 + which) * part_bytes(t);
	}
	void fill(int seed) {
		for (int b = 0; b < batch; b++)
			for (ll i = 0; i < rows; i++)
				for (ll j = 0; j < cols; j++) {
					put(part(b, i, j, 0), t, (int)((i * 5 + j * 3 + b + seed) % 7) - 3);
					put(part(b, i, j, 1), t, (int)((i * 2 + j * 9 + b + seed) % 5) - 2);
				}
	}
	std::complex<double> value(ll b, ll i, ll j, cublasOperation_t op = CUBLAS_OP_N) const {
		if (op != CUBLAS_OP_N)
			std::swap(i, j);
		std::complex<double> v(get(part(b, i, j, 0), t), get(part(b, i, j, 1), t));
		return op == CUBLAS_OP_C ? std::conj(v) : v;
	}
};

static void planes(const planar &p, int which, cublasOperation_t ta, cublasOperation_t tb, ll m, ll n, ll k, int order = 0, int batch = 1,
                   cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT, float beta = 0) {
	if (!is_turn())
		return;
	matrix a(p.a, ta ? k : m, ta ? m : k, which & 1, order, batch), b(p.a, tb ? n : k, tb ? k : n, which & 2, order, batch);
	matrix c(p.c, m, n, which & 4, order, batch), d(p.c, m, n, which & 8, order, batch);
	a.fill(1), b.fill(2), c.fill(3);
	cublasLtMatmulDesc_t desc;
	cublasLtMatmulDescCreate(&desc, p.compute, p.scale);
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &ta, sizeof ta);
	cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &tb, sizeof tb);
	if (epilogue != CUBLASLT_EPILOGUE_DEFAULT)
		cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
	float factor_f[2] = {beta, 0};
	double factor_d[2] = {beta, 0};
	const void *factor = p.scale == CUDA_C_64F ? (void *)factor_d : (void *)factor_f;
	cublasLtMatmulPreference_t f;
	cublasLtMatmulPreferenceCreate(&f);
	cublasLtMatmulHeuristicResult_t r = {};
	int found = 0;
	int g = cublasLtMatmulAlgoGetHeuristic(h, desc, a.l, b.l, c.l, d.l, f, 1, &r, &found);
	int s = cublasLtMatmul(h, desc, scalar(p.scale, true), a.p, a.l, b.p, b.l, factor, c.p, c.l, d.p, d.l, nullptr, nullptr, 0, 0);
	int e = cudaDeviceSynchronize();
	printf(" %d", g);
	if (s != g)
		printf("/%d", s);
	if (e)
		printf("!%d", e);
	if (!s && !e) {
		ll bad = 0;
		for (int q = 0; q < batch; q++)
			for (ll i = 0; i < m; i++)
				for (ll j = 0; j < n; j++) {
					std::complex<double> sum = beta == 0 ? 0 : (double)beta * c.value(q, i, j);
					for (ll x = 0; x < k; x++)
						sum += a.value(q, i, x, ta) * b.value(q, x, j, tb);
					bad += std::abs(d.value(q, i, j) - sum) > 0.01 * std::abs(sum) + 1e-3;
				}
		printf(bad ? "(%lld wrong)" : "", bad);
	}
	cublasLtMatmulDescDestroy(desc), cublasLtMatmulPreferenceDestroy(f);
}

/* Between planes and parts side by side. */
static void plane_transform(cudaDataType ta, cudaDataType tc, bool from, bool to, int oa, int oc, cublasOperation_t op) {
	if (!is_turn())
		return;
	matrix a(ta, 24, 40, from, oa, 1), c(tc, op ? 40 : 24, op ? 24 : 40, to, oc, 1);
	cudaDataType scale = tc == CUDA_C_64F ? CUDA_C_64F : CUDA_C_32F;
	a.fill(1);
	cublasLtMatrixTransformDesc_t d;
	cublasLtMatrixTransformDescCreate(&d, scale);
	cublasLtMatrixTransformDescSetAttribute(d, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof op);
	int s = cublasLtMatrixTransform(h, d, scalar(scale, true), a.p, a.l, scalar(scale, false), nullptr, nullptr, c.p, c.l, 0);
	int e = cudaDeviceSynchronize();
	printf(" %d", s);
	if (e)
		printf("!%d", e);
	if (!s && !e) {
		ll bad = 0;
		for (ll i = 0; i < c.rows; i++)
			for (ll j = 0; j < c.cols; j++)
				bad += c.value(0, i, j) != a.value(0, i, j, op);
		printf(bad ? "(%lld wrong)" : "", bad);
	}
	cublasLtMatrixTransformDescDestroy(d);
}

static const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T, C = CUBLAS_OP_C;

static void planar_products(int kind) {
	static const planar kinds[] = {{CUDA_C_16F, CUDA_C_16F, CUBLAS_COMPUTE_32F, CUDA_C_32F, "c16 to c16"},
	                               {CUDA_C_16F, CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_C_32F, "c16 to c32"},
	                               {CUDA_C_16BF, CUDA_C_16BF, CUBLAS_COMPUTE_32F, CUDA_C_32F, "cb16 to cb16"},
	                               {CUDA_C_16BF, CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_C_32F, "cb16 to c32"},
	                               {CUDA_C_32F, CUDA_C_32F, CUBLAS_COMPUTE_32F, CUDA_C_32F, "c32"},
	                               {CUDA_C_64F, CUDA_C_64F, CUBLAS_COMPUTE_64F, CUDA_C_64F, "c64"},
	                               {CUDA_C_16F, CUDA_C_16F, CUBLAS_COMPUTE_16F, CUDA_C_16F, "c16 in c16"}};
	const planar &p = kinds[kind];
	say("planes ");
	say(p.name);
	say(", of none to all of A, B, C, D:");
	for (int w = 0; w < 16; w++)
		planes(p, w, N, N, 16, 16, 16);
	say(" operations");
	for (auto a : {N, T, C})
		for (auto b : {N, T, C})
			planes(p, 15, a, b, 32, 16, 48);
	say(" sizes");
	for (auto s : {std::vector<ll>{8, 8, 8}, {4, 4, 4}, {24, 40, 56}, {17, 19, 23}, {18, 20, 22}, {1, 1, 1}})
		planes(p, 15, N, N, s[0], s[1], s[2]);
	say(" rows");
	planes(p, 15, N, N, 16, 16, 16, 1);
	say(" batch");
	planes(p, 15, N, N, 16, 16, 16, 0, 3);
	planes(p, 15, N, C, 16, 24, 32, 0, 2);
	say(" relu");
	planes(p, 15, N, N, 16, 16, 16, 0, 1, CUBLASLT_EPILOGUE_RELU);
	say(" beta");
	planes(p, 15, N, N, 16, 16, 16, 0, 1, CUBLASLT_EPILOGUE_DEFAULT, 2);
	say("\n");
}

static void planar_transforms(int) {
	const cudaDataType t[] = {CUDA_C_16F, CUDA_C_16BF, CUDA_C_32F, CUDA_C_64F};
	const char *const n[] = {"c16", "cb16", "c32", "c64"};
	for (int a = 0; a < 4; a++)
		for (int c = 0; c < 4; c++) {
			say("planes transformed, ");
			say(n[a]);
			say(" to ");
			say(n[c]);
			say(":");
			for (int w = 0; w < 4; w++)
				plane_transform(t[a], t[c], w & 1, w & 2, 0, 0, N);
			say(" T");
			for (int w = 0; w < 4; w++)
				plane_transform(t[a], t[c], w & 1, w & 2, 0, 0, T);
			say(" C");
			plane_transform(t[a], t[c], true, true, 0, 0, C);
			say(" rows");
			plane_transform(t[a], t[c], true, true, 0, 1, N);
			plane_transform(t[a], t[c], true, false, 1, 0, N);
			say("\n");
		}
}

int main(int argc, char **argv) {
	int part = argc > 1 ? atoi(argv[1]) : 0;
	if (part > 1) {
		in_turns(part == 9 ? planar_transforms : planar_products, part - 2);
		return 0;
	}
	cublasLtCreate(&h);
	part == 0 ? transforms() : products();
	return 0;
}
