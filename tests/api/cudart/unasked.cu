// unasked.cu - launches that fail, in a program that does not look.
// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

template <class T> struct box { T *p; };
template <class T> __global__ void scale(box<T> b, const T *q, int n) { b.p[threadIdx.x + n] = *q; }
__global__ void plain(int *p) { p[threadIdx.x] = 1; }
__global__ void wrong(int *p) { assert(!p); }

__attribute__((noinline)) static void refuse(box<int> b, int *p) { scale<int><<<1, 2048>>>(b, p, 0); }
static void fault(box<int> b, int *p) {
	cudaEvent_t done;
	cudaEventCreate(&done);
	scale<int><<<1, 32>>>(b, p, 1 << 28);
	usleep(500000); // no call returns the fault
}

int main(int argc, char **argv) {
	int *p;
	cudaMalloc(&p, 4096);
	box<int> b{p};
	auto is = [&](const char *mode) { return argc > 1 && strcmp(argv[1], mode) == 0; };
	if (is("refused")) refuse(b, p);
	if (is("refused-often")) for (int i = 0; i < 20; i++) refuse(b, p);
	if (is("refused-many")) for (int i = 0; i < 12; i++) plain<<<1, 1025 + i>>>(p);
	if (is("refused-asked")) refuse(b, p), cudaGetLastError();
	if (is("refused-peeked")) refuse(b, p), cudaPeekAtLastError();
	if (is("refused-other-thread")) std::thread([&] { refuse(b, p); }).join(), cudaGetLastError();
	if (is("refused-in-child")) {
		refuse(b, p);
		if (!fork()) return 0; // what it has not asked for is its parent's
		wait(nullptr);
		cudaGetLastError();
	}
	if (is("refused-by-function")) cudaLaunchKernel((void *)plain, 1, 2048, nullptr, 0, 0); // it has returned the error
	if (is("fault")) fault(b, p);
	if (is("fault-reset")) fault(b, p), cudaDeviceReset();
	if (is("fault-asked")) fault(b, p), cudaDeviceSynchronize();
	if (is("assert")) wrong<<<1, 1>>>(p), usleep(500000);
}
