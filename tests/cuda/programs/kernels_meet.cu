// kernels_meet.cu - kernels that can only end when others run beside them: in two streams, after a programmatic
// launch, after an event of a launch, after a programmatic edge of a graph. Each waits some time for a word of the
// other, and prints whether it came.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
	printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)

struct words { volatile int said, ended; int came, found; };

// Lets the next grid begin, then waits until it says something; says itself when it ends.
__global__ void first(words *w, bool trigger)
{
	if (trigger)
		cudaTriggerProgrammaticLaunchCompletion();
	if (threadIdx.x == 0) {
		long long start = clock64();
		while (!w->said && clock64() - start < 8000000000ll)
			;
		w->came = w->said;
		for (int i = 0; i < 100; i++)
			__nanosleep(10000);
		w->ended = 7;
	}
}

__global__ void second(words *w)
{
	if (threadIdx.x == 0)
		w->said = 1;
	cudaGridDependencySynchronize();
	if (threadIdx.x == 0)
		w->found = w->ended;
}

static words *w;

static void show(const char *what)
{
	words h;
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpy(&h, w, sizeof h, cudaMemcpyDefault));
	printf("%s: the word %s%s\n", what, h.came ? "came" : "did not come",
	       h.found < 0 ? "" : h.found == 7 ? ", the end was seen" : ", the end was not seen");
	CK(cudaMemset(w, 0, sizeof h));
	CK(cudaDeviceSynchronize());
}

static cudaLaunchConfig_t config(cudaStream_t s, cudaLaunchAttribute *a, int n)
{
	cudaLaunchConfig_t c = {};
	c.gridDim = c.blockDim = 1;
	c.blockDim = 32;
	c.stream = s;
	c.attrs = a;
	c.numAttrs = n;
	return c;
}

int main()
{
	cudaStream_t a, b;
	cudaEvent_t e;
	void *p;
	cudaLaunchAttribute attr[1];
	CK(cudaMalloc(&w, sizeof *w));
	CK(cudaMemset(w, 0, sizeof *w));
	CK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
	CK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
	CK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
	CK(cudaDeviceSynchronize());

	first<<<1, 32, 0, a>>>(w, false);
	CK(cudaMallocAsync(&p, 1000, b)); // nor does memory wait for a kernel of another stream
	CK(cudaFreeAsync(p, b));
	second<<<1, 32, 0, b>>>(w);
	CK(cudaStreamSynchronize(a));
	CK(cudaDeviceSynchronize());
	CK(cudaMemset(&w->found, 0xff, sizeof w->found)); // which of the two ends first is open
	show("two streams");

	attr[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attr[0].val.programmaticStreamSerializationAllowed = 1;
	first<<<1, 32, 0, a>>>(w, true);
	cudaLaunchConfig_t c = config(a, attr, 1);
	CK(cudaLaunchKernelEx(&c, second, w));
	show("programmatic launch");

	attr[0].id = cudaLaunchAttributeProgrammaticEvent;
	attr[0].val.programmaticEvent.event = e;
	attr[0].val.programmaticEvent.flags = 0;
	attr[0].val.programmaticEvent.triggerAtBlockStart = 0;
	c = config(a, attr, 1);
	CK(cudaLaunchKernelEx(&c, first, w, true));
	CK(cudaStreamWaitEvent(b, e, 0));
	second<<<1, 32, 0, b>>>(w);
	show("event of a launch");

	cudaGraph_t g;
	cudaGraphExec_t x;
	attr[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attr[0].val.programmaticStreamSerializationAllowed = 1;
	CK(cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal));
	first<<<1, 32, 0, a>>>(w, true);
	c = config(a, attr, 1);
	CK(cudaLaunchKernelEx(&c, second, w));
	CK(cudaStreamEndCapture(a, &g));
	CK(cudaGraphInstantiate(&x, g, 0));
	for (int i = 0; i < 2; i++) {
		CK(cudaGraphLaunch(x, a));
		show("programmatic edge");
	}
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
	CK(cudaEventDestroy(e));
	CK(cudaFree(w));
	return 0;
}
