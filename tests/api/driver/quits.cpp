/* quits.cpp - a kernel of 60,000 instructions ends on the interpreter long before there is code for it. Nobody waits for that
 * code: not who returns from main, not exit() in another thread, nor who unloads the module or resets the device.
 *     quits HOW [MILLISECONDS]: return, exit, thread, unload, reset; or other: exit() where another thread waits for its code;
 *                               or others: processes of that kind that end while that thread opens the compiler
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime_api.h>

#include <ctime>
#include <pthread.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

static std::string big() {
	std::string s = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {\n"
			".reg .u32 %r<8>; .reg .pred %q; .reg .u64 %d;\nmov.u32 %r0, %tid.x;\n";
	for (int i = 1; i < 8; i++)
		s += "mov.u32 %r" + std::to_string(i) + ", " + std::to_string(i) + ";\n";
	for (int i = 0; i < 15000; i++) {
		std::string a = "%r" + std::to_string(i % 7 + 1), b = "%r" + std::to_string(i * 5 % 8),
			    n = std::to_string(i);
		s += "mul.lo.u32 " + a + ", " + a + ", " + b + ";\nsetp.lt.u32 %q, " + a + ", " + b +
		     ";\n@%q bra L" + n + ";\nadd.u32 " + a + ", " + a + ", 3;\nL" + n + ":\n";
	}
	return s + "ld.param.u64 %d, [p]; st.global.u32 [%d], %r1; ret; }\n";
}

static const char small[] = ".version 7.8\n.target sm_80\n.address_size 64\n"
	".visible .entry k(.param .u64 p) { .reg .u64 %d; ld.param.u64 %d, [p]; st.global.u32 [%d], 7; ret; }\n";

static double seconds() {
	timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void open() {
	CUdevice dev;
	CUcontext ctx;
	CU(cuInit(0));
	CU(cuDeviceGet(&dev, 0));
	CU(cuDevicePrimaryCtxRetain(&ctx, dev));
	CU(cuCtxSetCurrent(ctx));
}

static CUmodule run(const char *text) {
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	CU(cuModuleLoadData(&m, text));
	CU(cuModuleGetFunction(&f, m, "k"));
	CU(cuMemAlloc(&p, 4));
	void *args[] = {&p};
	CU(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
	CU(cuCtxSynchronize());
	CU(cuMemFree(p));
	return m;
}

static void *leave(void *) {
	exit(0);
}

/* Its launch is interrupted; who exits decides how the process ends. */
static void *launch(void *text) {
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	open();
	CU(cuModuleLoadData(&m, text));
	CU(cuModuleGetFunction(&f, m, "k"));
	CU(cuMemAlloc(&p, 4));
	void *args[] = {&p};
	cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr);
	cuCtxSynchronize();
	for (;;)
		pause();
}

static int others(const char *self) {
	int failed = 0;
	for (int ms = 10; ms < 250; ms += 8) {
		pid_t child = fork();
		if (child == 0) {
			freopen("/dev/null", "w", stdout);
			execl(self, self, "other", std::to_string(ms).c_str(), nullptr);
			_exit(1);
		}
		int status = 0;
		waitpid(child, &status, 0);
		if (status != 0)
			fprintf(stderr, "%d ms: status %d\n", ms, status), failed = 1;
	}
	return failed;
}

static double started;

/* All of the code takes 20 s of processor time. */
static void say() {
	double used = seconds() - started;
	printf(used < 5 ? "quick\n" : "%.1f s\n", used);
	fflush(stdout);
}

struct at_end {
	~at_end() { say(); }
} at_end;

int main(int argc, char **argv) {
	std::string how = argc > 1 ? argv[1] : "return", text = big();
	started = seconds();
	if (how == "others") {
		int failed = others("/proc/self/exe");
		printf("ran\n");
		return failed;
	}
	CUmodule m = nullptr;
	if (how == "other") {
		pthread_t t;
		pthread_create(&t, nullptr, launch, &text[0]);
	} else {
		open();
		m = run(text.c_str());
	}
	usleep((argc > 2 ? atoi(argv[2]) : 300) * 1000u); /* compiling has begun */
	printf("ran\n");
	if (how == "other")
		exit(0);
	if (how == "unload") {
		CU(cuModuleUnload(m));
		CU(cuModuleUnload(run(small))); /* which is compiled next */
	} else if (how == "reset") {
		CUdevice dev;
		CUcontext ctx;
		CU(cuCtxGetCurrent(&ctx));
		CU(cuCtxGetDevice(&dev));
		CU(cuDevicePrimaryCtxReset(dev));
		CU(cuCtxSetCurrent(ctx));
	} else if (how == "exit") {
		exit(0);
	} else if (how == "thread") {
		pthread_t t;
		pthread_create(&t, nullptr, leave, nullptr);
		pthread_join(t, nullptr);
	}
	return 0;
}
