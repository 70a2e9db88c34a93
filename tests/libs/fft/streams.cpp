// streams.cpp - transforms as work of streams: order, capture, work areas, plans that are destroyed.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <cufftXt.h>
#include <thread>
#include <vector>

static void is(const char *what, bool good) { printf("%s: %s\n", what, good ? "yes" : "no"); }

static float2 *device(size_t n) {
	void *p = nullptr;
	cudaMalloc(&p, n * sizeof(float2));
	return (float2 *)p;
}

// 1 at place k; its transform is a wave.
static std::vector<float2> pulse(int n, int k) {
	std::vector<float2> v(n);
	v[k].x = 1;
	return v;
}

static bool is_wave(const std::vector<float2> &v, int k, float scale = 1) {
	double worst = 0;
	for (size_t i = 0; i < v.size(); i++) {
		double angle = -2 * M_PI * (double)((i * k) % v.size()) / v.size();
		worst = std::fmax(worst, std::hypot(v[i].x - scale * cos(angle), v[i].y - scale * sin(angle)));
	}
	return worst < 1e-5 * scale;
}

static std::vector<float2> read(const float2 *d, int n) {
	std::vector<float2> v(n);
	cudaMemcpy(v.data(), d, n * sizeof(float2), cudaMemcpyDeviceToHost);
	return v;
}

static void order() {
	const int n = 1 << 16;
	cudaStream_t s;
	cudaStreamCreate(&s);
	cufftHandle h;
	cufftPlan1d(&h, n, CUFFT_C2C, 1);
	is("takes a stream", cufftSetStream(h, s) == CUFFT_SUCCESS);
	float2 *d = device(n);
	std::vector<float2> in = pulse(n, 3), out(n);
	cudaMemcpyAsync(d, in.data(), n * sizeof(float2), cudaMemcpyHostToDevice, s);
	for (int i = 0; i < 4; i++) // there and back: n times as much
		cufftExecC2C(h, d, d, i % 2 ? CUFFT_INVERSE : CUFFT_FORWARD);
	cufftExecC2C(h, d, d, CUFFT_FORWARD);
	cufftDestroy(h); // with work in the queue
	cudaMemcpyAsync(out.data(), d, n * sizeof(float2), cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	is("in order, the plan destroyed", is_wave(out, 3, (float)n * n));
	cudaFree(d);
	cudaStreamDestroy(s);
}

static void graphs(int n) {
	cudaStream_t s;
	cudaStreamCreate(&s);
	float2 *in = device(n), *out = device(n);
	cudaGraph_t g;
	cudaGraphExec_t e;
	cufftHandle h;
	size_t work, nodes = 0;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	cufftCreate(&h);
	is("a plan is made in a capture", cufftMakePlan1d(h, n, CUFFT_C2C, 1, &work) == CUFFT_SUCCESS);
	cufftSetStream(h, s);
	is("is captured", cufftExecC2C(h, in, out, CUFFT_FORWARD) == CUFFT_SUCCESS);
	is("capture ends", cudaStreamEndCapture(s, &g) == cudaSuccess);
	cudaGraphGetNodes(g, nullptr, &nodes);
	is("one node", nodes == 1);
	is("instance", cudaGraphInstantiate(&e, g, 0) == cudaSuccess);
	cufftDestroy(h); // the graph goes on
	for (int k = 1; k <= 3; k++) {
		cudaMemcpy(in, pulse(n, k).data(), n * sizeof(float2), cudaMemcpyHostToDevice);
		cudaGraphLaunch(e, s);
		cudaStreamSynchronize(s);
		is("replayed", is_wave(read(out, n), k));
	}
	cudaGraphExecDestroy(e);
	cudaGraphDestroy(g);
	cudaFree(in);
	cudaFree(out);
	cudaStreamDestroy(s);
}

static void work_areas() {
	const int n = 1 << 20;
	size_t estimate = 0, made = 0, asked = 0, got = 0;
	cufftHandle h;
	cufftEstimate1d(n, CUFFT_C2C, 1, &estimate);
	cufftCreate(&h);
	cufftSetAutoAllocation(h, 0);
	cufftGetSize1d(h, n, CUFFT_C2C, 1, &asked);
	cufftMakePlan1d(h, n, CUFFT_C2C, 1, &made);
	cufftGetSize(h, &got);
	is("sizes are equal", made && made == got && made == estimate && made == asked);
	float2 *d = device(n);
	cudaMemcpy(d, pulse(n, 5).data(), n * sizeof(float2), cudaMemcpyHostToDevice);
	is("needs a work area", cufftExecC2C(h, d, d, CUFFT_FORWARD) == CUFFT_NO_WORKSPACE);
	void *area;
	cudaMalloc(&area, made);
	cufftSetWorkArea(h, area);
	is("has one", cufftExecC2C(h, d, d, CUFFT_FORWARD) == CUFFT_SUCCESS);
	is("transforms", is_wave(read(d, n), 5));
	cufftDestroy(h);
	cudaFree(area);
	cudaFree(d);
}

// One plan in many streams at once: each call has a work area.
static void together() {
	const int n = 1 << 18, streams = 4;
	cufftHandle h;
	cufftPlan1d(&h, n, CUFFT_C2C, 1);
	float2 *d[streams];
	cudaStream_t s[streams];
	for (int i = 0; i < streams; i++) {
		cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
		d[i] = device(n);
		cudaMemcpy(d[i], pulse(n, i + 1).data(), n * sizeof(float2), cudaMemcpyHostToDevice);
	}
	for (int i = 0; i < streams; i++) {
		cufftSetStream(h, s[i]);
		cufftExecC2C(h, d[i], d[i], CUFFT_FORWARD);
	}
	cudaDeviceSynchronize();
	bool good = true;
	for (int i = 0; i < streams; i++) {
		good &= is_wave(read(d[i], n), i + 1);
		cudaFree(d[i]);
		cudaStreamDestroy(s[i]);
	}
	is("one plan in four streams", good);
	cufftDestroy(h);
}

static void threads() {
	std::vector<std::thread> all;
	bool good[4] = {};
	for (int t = 0; t < 4; t++)
		all.emplace_back([&good, t] {
			good[t] = true;
			for (int i = 0; i < 20; i++) {
				int n = 60 + 4 * t + i;
				cufftHandle h;
				cufftPlan1d(&h, n, CUFFT_C2C, 1);
				float2 *d = device(n);
				cudaMemcpy(d, pulse(n, 2).data(), n * sizeof(float2), cudaMemcpyHostToDevice);
				cufftExecC2C(h, d, d, CUFFT_FORWARD);
				good[t] = good[t] && is_wave(read(d, n), 2);
				cudaFree(d);
				cufftDestroy(h);
			}
		});
	for (std::thread &t : all)
		t.join();
	is("plans of four threads", good[0] && good[1] && good[2] && good[3]);
}

static void memory_kinds() {
	const int n = 1000;
	float2 *managed, *mapped;
	cudaMallocManaged((void **)&managed, n * sizeof(float2), cudaMemAttachGlobal);
	cudaHostAlloc((void **)&mapped, n * sizeof(float2), cudaHostAllocMapped);
	cufftHandle h;
	cufftPlan1d(&h, n, CUFFT_C2C, 1);
	std::vector<float2> in = pulse(n, 7);
	for (int i = 0; i < n; i++)
		mapped[i] = in[i];
	cufftExecC2C(h, mapped, managed, CUFFT_FORWARD);
	cudaDeviceSynchronize();
	is("mapped to managed memory", is_wave(std::vector<float2>(managed, managed + n), 7));
	cufftDestroy(h);
	cudaFree(managed);
	cudaFreeHost(mapped);
}

int main() {
	order();
	graphs(1000);
	graphs(1 << 17);
	work_areas();
	together();
	threads();
	memory_kinds();
	return 0;
}
