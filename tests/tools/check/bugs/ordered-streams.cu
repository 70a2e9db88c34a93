// Everything that orders kernels and copies of several streams: nothing may be reported.
#include <cuda_runtime.h>

__global__ void add(int *p, int n) {
	p[threadIdx.x] += n;
}

__global__ void second(int *p) {
	cudaGridDependencySynchronize();
	p[threadIdx.x] += 1;
}

static void CUDART_CB nothing(void *) {
}

int main() {
	int *p, *h;
	cudaStream_t a, b, n;
	cudaEvent_t e, f;
	cudaMalloc(&p, 128);
	cudaMallocHost(&h, 256);
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaEventCreate(&f);
	for (int i = 0; i < 64; i++)
		h[i] = i;
	/* the host waits */
	cudaMemcpyAsync(p, h, 128, cudaMemcpyHostToDevice, n);
	cudaStreamSynchronize(n);
	add<<<1, 32, 0, a>>>(p, 1);
	/* an event, and one through a third stream */
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	add<<<1, 32, 0, b>>>(p, 2);
	cudaEventRecord(f, b);
	cudaStreamWaitEvent(n, f, 0);
	cudaMemcpyAsync(h + 32, p, 128, cudaMemcpyDeviceToHost, n);
	cudaEventRecord(e, n);
	cudaEventSynchronize(e);
	/* the default stream, both ways */
	add<<<1, 32, 0, a>>>(p, 1);
	add<<<1, 32>>>(p, 2);
	add<<<1, 32, 0, b>>>(p, 3);
	cudaMemset(p, 0, 128);
	cudaDeviceSynchronize();
	/* pageable memory */
	int small[32] = {1};
	cudaMemcpy(p, small, 128, cudaMemcpyHostToDevice);
	add<<<1, 32, 0, n>>>(p, 3);
	cudaMemcpyAsync(small, p, 128, cudaMemcpyDeviceToHost, n);
	add<<<1, 32, 0, b>>>(p, 3);
	/* asking until it is so; a function of the host */
	while (cudaStreamQuery(b) == cudaErrorNotReady)
		;
	add<<<1, 32, 0, n>>>(p, 3);
	cudaLaunchHostFunc(n, nothing, nullptr);
	cudaStreamSynchronize(n);
	add<<<1, 32, 0, a>>>(p, 3);
	/* a programmatic launch that waits */
	cudaLaunchAttribute at = {};
	at.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	at.val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t c = {};
	c.gridDim = dim3(1);
	c.blockDim = dim3(32);
	c.stream = a;
	c.attrs = &at;
	c.numAttrs = 1;
	cudaLaunchKernelEx(&c, second, p);
	/* parts of one buffer in two streams */
	cudaDeviceSynchronize();
	add<<<1, 16, 0, a>>>(p, 3);
	add<<<1, 16, 0, n>>>(p + 16, 3);
	/* readers beside each other */
	cudaDeviceSynchronize();
	cudaMemcpyAsync(h, p, 128, cudaMemcpyDeviceToHost, a);
	cudaMemcpyAsync(h + 32, p, 128, cudaMemcpyDeviceToHost, n);
	/* a capture with a branch that joins */
	cudaDeviceSynchronize();
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
	add<<<1, 32, 0, a>>>(p, 1);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	add<<<1, 16, 0, a>>>(p, 1);
	add<<<1, 16, 0, b>>>(p + 16, 1);
	cudaEventRecord(f, b);
	cudaStreamWaitEvent(a, f, 0);
	add<<<1, 32, 0, a>>>(p, 1);
	cudaStreamEndCapture(a, &g);
	cudaGraphInstantiate(&x, g, 0);
	cudaGraphLaunch(x, a);
	cudaGraphLaunch(x, a);
	add<<<1, 32, 0, a>>>(p, 1);
	cudaStreamSynchronize(a);
	return cudaFree(p);
}
