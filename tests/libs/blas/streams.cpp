/* streams.cpp - calls as work of streams: order, capture and replay of graphs, results in
 * host memory, copies of vectors and matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

static cublasHandle_t h;

static void expect(bool good, const char *what) {
	if (!good && failures++ < 20)
		printf("%s\n", what);
}

/* x doubles in one stream while another fills it before and reads it after. */
static void order() {
	const int n = 100000;
	std::vector<float> host(n, 1), back(n);
	float *x, two = 2;
	cudaStream_t s, t;
	cudaEvent_t e;
	need(cudaMalloc((void **)&x, n * sizeof *x));
	need(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	need(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
	need(cudaEventCreate(&e));
	need(cublasSetStream(h, s), "SetStream");
	cudaStream_t got;
	need(cublasGetStream(h, &got), "GetStream");
	expect(got == s, "GetStream gives another stream");
	need(cudaMemcpyAsync(x, host.data(), n * sizeof *x, cudaMemcpyHostToDevice, s));
	for (int i = 0; i < 10; i++)
		need(cublasSscal(h, n, &two, x, 1), "scal");
	need(cudaEventRecord(e, s));
	need(cudaStreamWaitEvent(t, e, 0));
	need(cudaMemcpyAsync(back.data(), x, n * sizeof *x, cudaMemcpyDeviceToHost, t));
	need(cudaStreamSynchronize(t));
	expect(back[0] == 1024 && back[n - 1] == 1024, "calls and copies are not in order");
	/* A result in host memory is there when the call returns. */
	float r = 0;
	need(cublasSasum(h, n, x, 1, &r), "asum");
	expect(r == 1024.0f * n, "the sum is wrong");
	need(cublasSetStream(h, nullptr), "SetStream");
	cudaFree(x);
	cudaStreamDestroy(s);
	cudaStreamDestroy(t);
	cudaEventDestroy(e);
}

static void graphs() {
	const int n = 8;
	float host[n * n], *a, *c, one = 1, *device_alpha, two = 2;
	for (int i = 0; i < n * n; i++)
		host[i] = i % n == i / n ? 3 : 0;
	need(cudaMalloc((void **)&a, sizeof host));
	need(cudaMalloc((void **)&c, sizeof host));
	need(cudaMalloc((void **)&device_alpha, sizeof(float)));
	need(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
	need(cudaMemset(c, 0, sizeof host));
	cudaStream_t s;
	need(cudaStreamCreate(&s));
	need(cublasSetStream(h, s), "SetStream");
	need(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	need(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &one, c, n), "gemm");
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
	need(cublasSscal(h, n * n, device_alpha, c, 1), "scal");
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
	one = 77; /* was copied */
	cudaGraph_t g;
	cudaGraphExec_t exec;
	need(cudaStreamEndCapture(s, &g));
	size_t nodes = 0;
	need(cudaGraphGetNodes(g, nullptr, &nodes));
	expect(nodes == 2, "the graph does not have two nodes");
	need(cudaGraphInstantiate(&exec, g, 0));
	float want = 0;
	for (int i = 1; i < 5; i++) {
		two = (float)i;
		need(cudaMemcpy(device_alpha, &two, sizeof two, cudaMemcpyHostToDevice));
		need(cudaGraphLaunch(exec, s));
		need(cudaStreamSynchronize(s));
		want = (want + 9) * i;
		need(cudaMemcpy(host, c, sizeof host, cudaMemcpyDeviceToHost));
		expect(host[0] == want && host[n + 1] == want && host[1] == 0, "a replay is wrong");
	}
	/* A result in host memory cannot be captured. */
	float r;
	need(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	expect(cublasSdot(h, n, a, 1, a, 1, &r) != CUBLAS_STATUS_SUCCESS, "a result is captured");
	cudaGraph_t bad = nullptr;
	cudaStreamEndCapture(s, &bad);
	cudaGetLastError();
	need(cublasSetStream(h, nullptr), "SetStream");
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(g);
	cudaStreamDestroy(s);
	cudaFree(a);
	cudaFree(c);
	cudaFree(device_alpha);
}

static void transfers() {
	double host[60], back[60], *d;
	for (int i = 0; i < 60; i++) {
		host[i] = i;
		back[i] = -1;
	}
	need(cudaMalloc((void **)&d, sizeof host));
	need(cublasSetVector(10, sizeof(double), host, 3, d, 2), "SetVector");
	need(cublasGetVector(10, sizeof(double), d, 2, back, 4), "GetVector");
	for (int i = 0; i < 10; i++)
		expect(back[4 * i] == 3 * i, "a vector is wrong");
	expect(back[1] == -1, "a gap is written");
	need(cublasSetMatrix(5, 6, sizeof(double), host, 10, d, 7), "SetMatrix");
	need(cublasGetMatrix(5, 6, sizeof(double), d, 7, back, 5), "GetMatrix");
	for (int j = 0; j < 6; j++)
		for (int i = 0; i < 5; i++)
			expect(back[i + 5 * j] == i + 10 * j, "a matrix is wrong");
	cudaStream_t s;
	need(cudaStreamCreate(&s));
	need(cublasSetVectorAsync(60, sizeof(double), host, 1, d, 1, s), "SetVectorAsync");
	need(cublasGetVectorAsync(60, sizeof(double), d, 1, back, 1, s), "GetVectorAsync");
	need(cudaStreamSynchronize(s));
	expect(memcmp(host, back, sizeof host) == 0, "a copy in a stream is wrong");
	expect(cublasSetVector(1, 8, host, 0, d, 1) == CUBLAS_STATUS_INVALID_VALUE, "a step of 0");
	expect(cublasSetMatrix(5, 6, 8, host, 4, d, 7) == CUBLAS_STATUS_MAPPING_ERROR, "lda < rows");
	need(cublasSetVector(0, 8, host, 1, d, 1), "SetVector of nothing");
	cudaStreamDestroy(s);
	cudaFree(d);
}

static void exact() {
	const int n = 64;
	std::vector<float> a(n * n), b(n * n), c(n * n);
	float *da, *db, *dc, one = 1, zero = 0;
	for (int i = 0; i < n * n; i++) {
		a[i] = (float)(i % 17) - 8;
		b[i] = (float)(i % 13) - 6;
	}
	need(cudaMalloc((void **)&da, n * n * 4));
	need(cudaMalloc((void **)&db, n * n * 4));
	need(cudaMalloc((void **)&dc, n * n * 4));
	need(cublasSetMatrix(n, n, 4, a.data(), n, da, n), "SetMatrix");
	need(cublasSetMatrix(n, n, 4, b.data(), n, db, n), "SetMatrix");
	need(cublasSgemm_64(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, da, n, db, n, &zero, dc, n),
	     "gemm");
	need(cublasGetMatrix(n, n, 4, dc, n, c.data(), n), "GetMatrix");
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			float s = 0;
			for (int p = 0; p < n; p++)
				s += a[i + p * n] * b[p + j * n];
			expect(s == c[i + j * n], "small integers are not exact");
		}
	cudaFree(da);
	cudaFree(db);
	cudaFree(dc);
}

static int lines;
static void listen(const char *line) {
	lines += strstr(line, "cublas") != nullptr;
}

int main() {
	if (is_missing())
		return 77;
	need(cublasCreate(&h), "create");
	order();
	graphs();
	transfers();
	exact();
	float x = 1;
	need(cublasSetLoggerCallback(listen), "SetLoggerCallback");
	cublasSscal(h, 0, &x, nullptr, 1);
	expect(lines == 1, "the logger says nothing");
	cublasSetLoggerCallback(nullptr);
	need(cublasDestroy(h), "destroy");
	return finish("streams");
}
