// What comes after what: streams, events, host functions, callbacks, the default stream.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#define SHOW(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))

__global__ void spin(int *p, long long cycles, int value) {
	long long start = clock64();
	while (clock64() - start < cycles)
		;
	*p = value;
}

__global__ void copy(int *to, const int *from) {
	*to = *from;
}

static std::atomic<int> step;
static cudaError_t inside[4];

static void CUDART_CB note(void *user) {
	*(int *)user = ++step;
}

static void CUDART_CB call_back(void *) {
	void *p;
	inside[0] = cudaMalloc(&p, 16);
	inside[1] = cudaStreamSynchronize(0);
	inside[2] = cudaGetLastError();
}

static void CUDART_CB old_callback(cudaStream_t, cudaError_t e, void *user) {
	*(int *)user = e == cudaSuccess ? ++step : -1;
}

static void CUDART_CB wait_a_little(void *) {
	std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

int main() {
	cudaStream_t a, b;
	cudaEvent_t e, f;
	int *p, first = 0, second = 0, third = 0, out = 0;
	cudaMalloc(&p, 64);
	cudaMemset(p, 0, 64);
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
	cudaDeviceSynchronize();

	// in one stream
	cudaLaunchHostFunc(a, wait_a_little, nullptr);
	SHOW(cudaStreamQuery(a));
	cudaLaunchHostFunc(a, note, &first);
	spin<<<1, 1, 0, a>>>(p, 1000, 5);
	cudaStreamAddCallback(a, old_callback, &second, 0);
	cudaMemcpyAsync(&out, p, 4, cudaMemcpyDeviceToHost, a);
	cudaStreamSynchronize(a);
	printf("in order: %d %d %d\n", first, second, out);
	SHOW(cudaStreamQuery(a));
	SHOW(cudaStreamAddCallback(a, old_callback, &second, 1));
	SHOW(cudaLaunchHostFunc(a, nullptr, nullptr));

	// an event that was never recorded holds no stream; one that is recorded later does not hold a stream that waited before
	SHOW(cudaStreamWaitEvent(b, f, 0));
	cudaLaunchHostFunc(a, wait_a_little, nullptr);
	spin<<<1, 1, 0, a>>>(p, 1000, 6);
	cudaEventRecord(e, a);
	SHOW(cudaEventQuery(e));
	cudaStreamWaitEvent(b, e, 0);
	copy<<<1, 1, 0, b>>>(p + 1, p);
	cudaEventRecord(e, b); // who waits already waits for the first record
	cudaStreamSynchronize(b);
	cudaMemcpy(&out, p + 1, 4, cudaMemcpyDeviceToHost);
	printf("after the event: %d\n", out);
	SHOW(cudaEventQuery(e));

	// the default stream and others
	cudaStream_t blocking;
	cudaStreamCreate(&blocking);
	cudaLaunchHostFunc(blocking, wait_a_little, nullptr);
	spin<<<1, 1, 0, blocking>>>(p, 1000, 7);
	copy<<<1, 1>>>(p + 2, p);
	spin<<<1, 1, 0, blocking>>>(p, 10, 8);
	SHOW(cudaStreamQuery(a));
	cudaDeviceSynchronize();
	int words[3];
	cudaMemcpy(words, p, 12, cudaMemcpyDeviceToHost);
	printf("through the default stream: %d, then %d\n", words[2], words[0]);

	// a stream that is destroyed with work still does it
	cudaLaunchHostFunc(blocking, wait_a_little, nullptr);
	spin<<<1, 1, 0, blocking>>>(p, 1000, 9);
	SHOW(cudaStreamDestroy(blocking));
	cudaDeviceSynchronize();
	cudaMemcpy(&out, p, 4, cudaMemcpyDeviceToHost);
	printf("destroyed: %d\n", out);

	// an event that is destroyed with its record under way
	cudaLaunchHostFunc(a, wait_a_little, nullptr);
	cudaEventRecord(f, a);
	cudaStreamWaitEvent(b, f, 0);
	SHOW(cudaEventDestroy(f));
	cudaLaunchHostFunc(b, note, &third);
	cudaStreamSynchronize(b);
	printf("waited: %d\n", third == step);

	// functions in streams may not call
	cudaLaunchHostFunc(a, call_back, nullptr);
	cudaStreamSynchronize(a);
	printf("inside: %s %s\n", cudaGetErrorName(inside[0]), cudaGetErrorName(inside[1]));
	SHOW(cudaGetLastError());

	// timing
	cudaEvent_t from, to;
	float ms = -1;
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	cudaEventRecord(from, a);
	cudaLaunchHostFunc(a, wait_a_little, nullptr);
	cudaEventRecord(to, a);
	SHOW(cudaEventElapsedTime(&ms, from, to));
	cudaEventSynchronize(to);
	SHOW(cudaEventElapsedTime(&ms, from, to));
	printf("about 30 ms: %d\n", ms > 25 && ms < 2000);

	// launches with events in their attributes
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute attr[1];
	c.gridDim = c.blockDim = dim3(1);
	c.stream = a;
	c.attrs = attr;
	c.numAttrs = 1;
	cudaEvent_t done;
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	attr[0].id = cudaLaunchAttributeLaunchCompletionEvent;
	attr[0].val.launchCompletionEvent.event = done;
	attr[0].val.launchCompletionEvent.flags = 0;
	SHOW(cudaLaunchKernelEx(&c, spin, p, 10ll, 11));
	SHOW(cudaEventSynchronize(done));
	attr[0].id = cudaLaunchAttributeProgrammaticEvent;
	attr[0].val.programmaticEvent.event = done;
	attr[0].val.programmaticEvent.flags = 0;
	attr[0].val.programmaticEvent.triggerAtBlockStart = 1;
	SHOW(cudaLaunchKernelEx(&c, spin, p, 10ll, 12));
	cudaStreamWaitEvent(b, done, 0);
	SHOW(cudaStreamSynchronize(b));
	attr[0].val.programmaticEvent.event = from; // it keeps the time
	SHOW(cudaLaunchKernelEx(&c, spin, p, 10ll, 13));
	attr[0].id = cudaLaunchAttributePriority;
	attr[0].val.priority = -1;
	SHOW(cudaLaunchKernelEx(&c, spin, p, 10ll, 14));
	attr[0].id = (cudaLaunchAttributeID)99;
	SHOW(cudaLaunchKernelEx(&c, spin, p, 10ll, 15));
	cudaStreamSynchronize(a);
	cudaMemcpy(&out, p, 4, cudaMemcpyDeviceToHost);
	printf("last: %d\n", out);
	SHOW(cudaGetLastError());
	return 0;
}
