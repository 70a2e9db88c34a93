/* threads.cpp - sixteen threads call whatever they like, in both interfaces; nothing of it may fail or be torn.
 *     threads [CALLS [SEED]]
 * SPDX-License-Identifier: Apache-2.0 */
#include <atomic>
#include <thread>
#include <vector>

#include <cuda_runtime_api.h>

#include "show.h"

enum { THREADS = 16, WORDS = 1024 };

static const char ptx[] =
	".version 7.8\n.target sm_80\n.address_size 64\n"
	".visible .global .align 4 .u32 total;\n"
	".visible .entry fill(.param .u64 p, .param .u32 v, .param .u32 n)\n"
	"{ .reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .pred %p1;\n"
	"  ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [v]; ld.param.u32 %r2, [n];\n"
	"  mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.u32 "
        "%r3, %r3, %r4, %r5;\n"
	"  setp.ge.u32 %p1, %r3, %r2; @%p1 bra END; mul.wide.u32 %rd2, %r3, 4; add.s64 "
        "%rd3, %rd1, %rd2;\n"
	"  st.global.u32 [%rd3], %r1; END: ret; }\n";

static CUcontext context;
static CUfunction shared_fill;
static std::atomic<int> wrong(0);

#define OK(call)                                                                   \
	do {                                                                       \
		CUresult r_ = (call);                                              \
		if (r_ != CUDA_SUCCESS && wrong++ < 10)                            \
			printf("line %d: %s: %s\n", __LINE__, #call, name_of(r_)); \
	} while (0)

struct worker {
	unsigned seed, value = 0;
	CUstream stream = nullptr;
	CUevent event = nullptr;
	CUdeviceptr words = 0;
	CUmodule module = nullptr;
	std::vector<CUdeviceptr> blocks;

	unsigned next(unsigned n) {
		seed = seed * 1664525 + 1013904223;
		return (seed >> 8) % n;
	}

	void start() {
		OK(cuCtxSetCurrent(context));
		OK(cuStreamCreate(&stream, next(2)));
		OK(cuEventCreate(&event, next(2) ? CU_EVENT_DISABLE_TIMING : 0));
		OK(cuMemAlloc(&words, WORDS * 4));
		OK(cuMemsetD32Async(words, 0, WORDS, stream));
	}

	/* All words are what was last written, in the order of the stream. */
	void check() {
		unsigned v[WORDS];
		OK(cuMemcpyDtoHAsync(v, words, sizeof v, stream));
		OK(cuStreamSynchronize(stream));
		for (unsigned x : v)
			if (x != value && wrong++ < 10)
				printf("%u instead of %u\n", x, value);
	}

	void fill(CUfunction f) {
		unsigned n = WORDS;
		value = next(1u << 20);
		void *args[] = {&words, &value, &n};
		OK(cuLaunchKernel(f, WORDS / 64, 1, 1, 64, 1, 1, 0, stream, args,
		                  nullptr));
	}

	void load() {
		if (module) {
			OK(cuModuleUnload(module));
			module = nullptr;
			return;
		}
		CUfunction f;
		OK(cuModuleLoadData(&module, ptx));
		OK(cuModuleGetFunction(&f, module, "fill"));
		fill(f);
	}

	void allocate() {
		CUdeviceptr p;
		if (blocks.size() < 8) {
			OK(cuMemAlloc(&p, 1 + next(100000)));
			blocks.push_back(p);
		} else {
			OK(cuMemFree(blocks.back()));
			blocks.pop_back();
		}
	}

	void pool() {
		CUdeviceptr p;
		OK(cuMemAllocAsync(&p, 4096, stream));
		OK(cuMemsetD8Async(p, 3, 4096, stream));
		OK(cuMemFreeAsync(p, stream));
	}

	void runtime() {
		void *p = nullptr;
		cudaStream_t s;
		if (cudaMallocHost(&p, 4096) != cudaSuccess ||
		    cudaFreeHost(p) != cudaSuccess ||
		    cudaStreamCreate(&s) != cudaSuccess ||
		    cudaStreamWaitEvent(s, event, 0) != cudaSuccess ||
		    cudaStreamDestroy(s) != cudaSuccess)
			wrong++;
		cudaGetErrorName(
			cudaFree((void *)16)); /* an error, of this thread alone */
		if (cudaGetLastError() != cudaErrorInvalidValue)
			wrong++;
	}

	void step() {
		switch (next(12)) {
		case 0: allocate(); break;
		case 1:
		case 2: fill(shared_fill); break;
		case 3:
			value = next(1u << 20);
			OK(cuMemsetD32Async(words, value, WORDS, stream));
			break;
		case 4: check(); break;
		case 5: OK(cuEventRecord(event, stream)); break;
		case 6: OK(cuEventSynchronize(event)); break;
		case 7: pool(); break;
		case 8: runtime(); break;
		case 9:
			if (next(8) == 0)
				load();
			break;
		case 10:
			OK(cuStreamWriteValue32(stream, words, value, 0));
			OK(cuStreamWaitValue32(stream, words, value,
			                       CU_STREAM_WAIT_VALUE_EQ));
			break;
		case 11: {
			CUstream old = stream;
			OK(cuStreamSynchronize(old));
			OK(cuStreamCreate(&stream, next(2)));
			OK(cuStreamDestroy(old));
		} break;
		}
	}

	void end() {
		check();
		for (CUdeviceptr p : blocks)
			OK(cuMemFree(p));
		OK(cuMemFree(words));
		OK(cuStreamDestroy(stream));
		OK(cuEventDestroy(event));
		if (module)
			OK(cuModuleUnload(module));
	}
};

int main(int argc, char **argv) {
	int calls = argc > 1 ? atoi(argv[1]) : 300;
	unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
	CUmodule m;
	std::vector<std::thread> threads;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&context, 0));
	CU(cuCtxSetCurrent(context));
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&shared_fill, m, "fill"));
	for (unsigned i = 0; i < THREADS; i++)
		threads.emplace_back([=] {
			worker w;
			w.seed = seed * 100 + i;
			w.start();
			for (int k = 0; k < calls; k++)
				w.step();
			w.end();
		});
	for (std::thread &t : threads)
		t.join();
	CU(cuModuleUnload(m));
	printf("wrong: %d\n", wrong.load());
	return wrong != 0;
}
