// layouts.cu - where cuFFT reads and writes, for every kind and odd layouts: both buffers after each transform.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cuda_runtime.h>
#include <cufft.h>
#include <vector>

enum { FLOATS = 160 };

struct layout {
	const char *name;
	int rank;
	int n[3];
	bool has_in;
	int in[3], istride, idist;
	bool has_out;
	int out[3], ostride, odist;
	int batch;
};
#define BASIC false, {0}, 1, 0, false, {0}, 1, 0

static const layout layouts[] = {
	{"1", 1, {1}, BASIC, 1},
	{"2", 1, {2}, BASIC, 1},
	{"5", 1, {5}, BASIC, 1},
	{"8", 1, {8}, BASIC, 1},
	{"5 x2", 1, {5}, BASIC, 2},
	{"6 x3", 1, {6}, BASIC, 3},
	{"NULL, strides", 1, {4}, false, {0}, 2, 11, false, {0}, 3, 13, 2},
	{"only inembed", 1, {4}, true, {4}, 2, 11, false, {0}, 3, 13, 2},
	{"only onembed", 1, {4}, false, {0}, 2, 11, true, {4}, 3, 13, 2},
	{"both", 1, {4}, true, {4}, 2, 11, true, {4}, 3, 13, 2},
	{"both, odd", 1, {5}, true, {1}, 2, 12, true, {1}, 2, 14, 2},
	{"interleaved", 1, {5}, true, {5}, 3, 1, true, {5}, 3, 1, 3},
	{"interleaved in", 1, {6}, true, {6}, 2, 1, true, {6}, 1, 8, 2},
	{"idist 0", 1, {4}, true, {4}, 1, 0, true, {4}, 1, 6, 2},
	{"2d", 2, {3, 4}, BASIC, 1},
	{"2d odd", 2, {3, 5}, BASIC, 1},
	{"2d x2", 2, {2, 3}, BASIC, 2},
	{"2d 1", 2, {4, 1}, BASIC, 1},
	{"1 2d", 2, {1, 4}, BASIC, 1},
	{"2d embedded", 2, {3, 4}, true, {3, 6}, 1, 18, true, {4, 5}, 1, 20, 1},
	{"2d embedded, stride", 2, {2, 4}, true, {2, 6}, 2, 24, true, {3, 5}, 2, 30, 1},
	{"2d embedded x2", 2, {2, 4}, true, {2, 6}, 1, 14, true, {9, 5}, 1, 15, 2},
	{"3d", 3, {2, 3, 4}, BASIC, 1},
	{"3d odd", 3, {2, 2, 3}, BASIC, 2},
	{"3d embedded", 3, {2, 2, 4}, true, {2, 3, 6}, 1, 36, true, {2, 3, 5}, 1, 30, 1},
};

static void print(const char *what, const std::vector<float> &v) {
	printf("%s", what);
	for (float f : v)
		if (f == 7.f)
			printf(" .");
		else
			printf(" %.3f", f + 0.f);
	printf("\n");
}

static void run(const layout &l, cufftType type, const char *type_name, int direction, bool in_place) {
	printf("%s, %s%s%s\n", l.name, type_name, direction == 1 ? " inverse" : "", in_place ? " in place" : "");
	cufftHandle h;
	cufftResult r = cufftPlanMany(&h, l.rank, (int *)l.n, l.has_in ? (int *)l.in : nullptr, l.istride, l.idist,
	                              l.has_out ? (int *)l.out : nullptr, l.ostride, l.odist, type, l.batch);
	if (r) {
		printf("plan %d\n", r);
		return;
	}
	std::vector<float> in(FLOATS), out(FLOATS, 7.f);
	unsigned state = 1;
	for (float &f : in)
		state = state * 1664525 + 1013904223, f = (float)((int)(state >> 24) - 128);
	float *din, *dout;
	cudaMalloc(&din, FLOATS * 4);
	cudaMalloc(&dout, FLOATS * 4);
	cudaMemcpy(din, in.data(), FLOATS * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(dout, out.data(), FLOATS * 4, cudaMemcpyHostToDevice);
	float *to = in_place ? din : dout;
	r = type == CUFFT_C2C ? cufftExecC2C(h, (cufftComplex *)din, (cufftComplex *)to, direction) :
	    type == CUFFT_R2C ? cufftExecR2C(h, din, (cufftComplex *)to) : cufftExecC2R(h, (cufftComplex *)din, to);
	cudaError_t e = cudaDeviceSynchronize();
	if (r || e)
		printf("exec %d %d\n", r, e);
	std::vector<float> was = in;
	cudaMemcpy(in.data(), din, FLOATS * 4, cudaMemcpyDeviceToHost);
	cudaMemcpy(out.data(), dout, FLOATS * 4, cudaMemcpyDeviceToHost);
	if (in_place) {
		for (int i = 0; i < FLOATS; i++)
			if (in[i] == was[i])
				in[i] = 7.f;
		print(">", in);
	} else {
		if (in != was)
			printf("input destroyed\n");
		print(">", out);
	}
	cudaFree(din);
	cudaFree(dout);
	cufftDestroy(h);
}

int main() {
	for (const layout &l : layouts)
		for (bool in_place : {false, true}) {
			run(l, CUFFT_C2C, "C2C", -1, in_place);
			run(l, CUFFT_C2C, "C2C", 1, in_place);
			run(l, CUFFT_R2C, "R2C", -1, in_place);
			run(l, CUFFT_C2R, "C2R", -1, in_place);
		}
	// the functions of one, two and three dimensions, in place
	for (int rank = 1; rank <= 3; rank++)
		for (cufftType type : {CUFFT_R2C, CUFFT_C2R}) {
			cufftHandle h;
			if (rank == 1)
				cufftPlan1d(&h, 5, type, 3);
			else if (rank == 2)
				cufftPlan2d(&h, 3, 5, type);
			else
				cufftPlan3d(&h, 2, 3, 4, type);
			std::vector<float> in(FLOATS);
			for (int i = 0; i < FLOATS; i++)
				in[i] = (float)(i * i % 37);
			float *d;
			cudaMalloc(&d, FLOATS * 4);
			cudaMemcpy(d, in.data(), FLOATS * 4, cudaMemcpyHostToDevice);
			if (type == CUFFT_R2C)
				cufftExecR2C(h, d, (cufftComplex *)d);
			else
				cufftExecC2R(h, (cufftComplex *)d, d);
			cudaMemcpy(in.data(), d, FLOATS * 4, cudaMemcpyDeviceToHost);
			printf("rank %d, %s in place\n", rank, type == CUFFT_R2C ? "R2C" : "C2R");
			print(">", in);
			cudaFree(d);
			cufftDestroy(h);
		}
}
