// What captures take and what spoils them.
#include <cstdio>
#include <thread>

#define SHOW(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))

__global__ void add(int *p, int v) {
	*p += v;
}

static void status_of(const char *what, cudaStream_t s) {
	cudaStreamCaptureStatus st = (cudaStreamCaptureStatus)9;
	cudaError_t e = cudaStreamIsCapturing(s, &st);
	printf("%s: %s %d\n", what, cudaGetErrorName(e), st);
}

int main() {
	cudaStream_t s, t, blocking;
	cudaEvent_t e, f;
	cudaGraph_t g = nullptr;
	int *p, *q, out = 0;
	cudaMalloc(&p, 64);
	cudaMemset(p, 0, 64);
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaStreamCreate(&blocking);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
	cudaDeviceSynchronize();

	SHOW(cudaStreamEndCapture(s, &g));
	SHOW(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
	SHOW(cudaStreamBeginCapture(s, (cudaStreamCaptureMode)8));
	SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	SHOW(cudaStreamQuery(s));
	status_of("after a query", s);
	SHOW(cudaStreamEndCapture(s, &g));
	printf("graph %d\n", g != nullptr);
	cudaGetLastError();

	// unsafe calls in the three modes
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	SHOW(cudaMalloc(&q, 64));
	status_of("global", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	SHOW(cudaMalloc(&q, 64));
	status_of("relaxed", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGraphDestroy(g);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
	std::thread([&] { SHOW(cudaFree(q)); }).join();
	status_of("thread local", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGraphDestroy(g);
	cudaGetLastError();

	// another thread may end a relaxed one
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	std::thread([&] { SHOW(cudaStreamEndCapture(s, &g)); }).join();
	if (g)
		cudaGraphDestroy(g);

	// forks: joined, left out, ended elsewhere
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0);
	add<<<1, 1, 0, t>>>(p, 1);
	status_of("forked", t);
	SHOW(cudaStreamEndCapture(t, &g));
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGetLastError();
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0);
	add<<<1, 1, 0, t>>>(p, 1);
	SHOW(cudaStreamEndCapture(s, &g));
	status_of("unjoined", t);
	cudaGetLastError();

	// the legacy stream and blocking streams
	cudaStreamBeginCapture(blocking, cudaStreamCaptureModeRelaxed);
	add<<<1, 1>>>(p, 1);
	SHOW(cudaGetLastError());
	SHOW(cudaStreamEndCapture(blocking, &g));
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	add<<<1, 1>>>(p, 1);
	SHOW(cudaGetLastError());
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGraphDestroy(g);
	cudaGetLastError();

	// events of captures
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	cudaEventRecord(e, s);
	SHOW(cudaEventQuery(e));
	status_of("event asked", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGetLastError();
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	cudaEventRecord(e, s);
	SHOW(cudaStreamEndCapture(s, &g));
	SHOW(cudaEventSynchronize(e));
	SHOW(cudaStreamWaitEvent(t, e, 0));
	cudaGetLastError();
	cudaGraphDestroy(g);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	cudaEventRecord(f, t); // of no capture
	SHOW(cudaStreamWaitEvent(s, f, 0));
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGetLastError();

	// two captures do not mix
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	cudaStreamBeginCapture(t, cudaStreamCaptureModeRelaxed);
	cudaEventRecord(e, s);
	SHOW(cudaStreamWaitEvent(t, e, 0));
	SHOW(cudaStreamEndCapture(t, &g));
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGetLastError();

	// synchronous copies and waits
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	SHOW(cudaMemcpy(&out, p, 4, cudaMemcpyDeviceToHost));
	status_of("a copy beside it", s);
	SHOW(cudaDeviceSynchronize());
	status_of("the device", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGetLastError();
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	SHOW(cudaMemcpy(&out, p, 4, cudaMemcpyDeviceToHost));
	status_of("a copy, global", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaGetLastError();
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	add<<<0, 1, 0, s>>>(p, 1);
	SHOW(cudaGetLastError());
	status_of("refused launch", s);
	SHOW(cudaStreamEndCapture(s, &g));
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	SHOW(cudaMemcpyAsync(p, q, 1ull << 40, cudaMemcpyDeviceToDevice, s));
	status_of("refused copy", s);
	SHOW(cudaStreamEndCapture(s, &g));
	SHOW(cudaDeviceSynchronize());
	fflush(stdout);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	SHOW(cudaStreamDestroy(s));
	SHOW(cudaDeviceSynchronize());
	return 0;
}
