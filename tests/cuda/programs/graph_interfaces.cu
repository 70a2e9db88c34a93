// Graphs of both interfaces in one program; launches that may begin early, captured.
// build: -lcuda
#include <cstdio>
#include <cuda.h>
#define SHOW(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))
__global__ void k(int *p, int v) { p[threadIdx.x] += v; }
__global__ void chain(int *p) { p[threadIdx.x] *= 2; }
int main() {
	setvbuf(stdout, nullptr, _IONBF, 0);
	int *p, out[4];
	cudaMalloc(&p, 64);
	cudaMemset(p, 0, 64);
	// a node of one interface seen from the other
	cudaGraph_t g;
	cudaGraphNode_t n, m;
	cudaGraphCreate(&g, 0);
	int v = 3;
	void *args[] = {&p, &v};
	cudaKernelNodeParams kp = {};
	kp.func = (void *)k;
	kp.gridDim = dim3(1);
	kp.blockDim = dim3(4);
	kp.kernelParams = args;
	SHOW(cudaGraphAddKernelNode(&n, g, nullptr, 0, &kp));
	CUDA_KERNEL_NODE_PARAMS dp = {};
	CUresult r = cuGraphKernelNodeGetParams(n, &dp);
	printf("driver sees: %d func %d kern %d grid %u block %u\n", r, dp.func != nullptr, dp.kern != nullptr, dp.gridDimX, dp.blockDimX);
	cudaFunction_t f;
	SHOW(cudaGetFuncBySymbol(&f, (const void *)chain));
	CUDA_KERNEL_NODE_PARAMS dk = {};
	void *args2[] = {&p};
	dk.func = f;
	dk.gridDimX = dk.gridDimY = dk.gridDimZ = dk.blockDimY = dk.blockDimZ = 1;
	dk.blockDimX = 4;
	dk.kernelParams = args2;
	printf("add %d\n", cuGraphAddKernelNode(&m, g, &n, 1, &dk));
	cudaKernelNodeParams kq = {};
	SHOW(cudaGraphKernelNodeGetParams(n, &kq));
	printf("its own: %d\n", kq.func == (void *)k);
	cudaGraphExec_t x;
	SHOW(cudaGraphInstantiate(&x, g, 0));
	SHOW(cudaGraphLaunch(x, 0));
	cudaMemcpy(out, p, 16, cudaMemcpyDeviceToHost);
	printf("%d %d\n", out[0], out[3]);
	// events from driver in runtime's capture
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaGraph_t h;
	SHOW(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	printf("launch %d\n", cuLaunchKernel(f, 1, 1, 1, 4, 1, 1, 0, s, args2, nullptr));
	k<<<1, 4, 0, s>>>(p, 1);
	SHOW(cudaStreamEndCapture(s, &h));
	size_t nn = 9;
	cudaGraphGetNodes(h, nullptr, &nn);
	printf("nodes %zu\n", nn);
	cudaGraphExecUpdateResultInfo info;
	SHOW(cudaGraphExecUpdate(x, h, &info));
	printf("result %d\n", info.result);
	SHOW(cudaGraphLaunch(x, s));
	cudaStreamSynchronize(s);
	cudaMemcpy(out, p, 16, cudaMemcpyDeviceToHost);
	printf("%d %d\n", out[0], out[3]);
	// launches of empty graphs, destroyed graphs, exec after graph is gone
	cudaGraphDestroy(g);
	SHOW(cudaGraphLaunch(x, s));
	SHOW(cudaStreamSynchronize(s));
	SHOW(cudaGraphExecDestroy(x));
	SHOW(cudaGraphNodeSetEnabled(nullptr, n, 0));
	// programmatic dependent launches in a stream and their nodes
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute a[1];
	c.gridDim = dim3(1);
	c.blockDim = dim3(4);
	c.stream = s;
	c.attrs = a;
	c.numAttrs = 1;
	a[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	a[0].val.programmaticStreamSerializationAllowed = 1;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	SHOW(cudaLaunchKernelEx(&c, k, p, 1));
	SHOW(cudaLaunchKernelEx(&c, k, p, 2));
	SHOW(cudaStreamEndCapture(s, &h));
	cudaGraphNode_t from[4], to[4];
	cudaGraphEdgeData ed[4];
	size_t ne = 4;
	SHOW(cudaGraphGetEdges(h, from, to, ed, &ne));
	printf("edges %zu type %d port %d\n", ne, ed[0].type, ed[0].from_port);
	cudaGraphGetEdges(h, from, to, nullptr, &ne);
	SHOW(cudaGetLastError());
	cudaEvent_t e;
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	a[0].id = cudaLaunchAttributeProgrammaticEvent;
	a[0].val.programmaticEvent.event = e;
	a[0].val.programmaticEvent.flags = 0;
	a[0].val.programmaticEvent.triggerAtBlockStart = 0;
	cudaStream_t t;
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
	SHOW(cudaLaunchKernelEx(&c, k, p, 1));
	SHOW(cudaStreamWaitEvent(t, e, 0));
	k<<<1, 4, 0, t>>>(p, 1);
	SHOW(cudaEventRecord(e, t));
	SHOW(cudaStreamWaitEvent(s, e, 0));
	SHOW(cudaStreamEndCapture(s, &h));
	ne = 4;
	SHOW(cudaGraphGetEdges(h, from, to, ed, &ne));
	printf("edges %zu type %d port %d\n", ne, ed[0].type, ed[0].from_port);
	// what of a context counts: registers, occupancy
	cudaFuncAttributes fa;
	cudaFuncGetAttributes(&fa, k);
	printf("registers %d\n", fa.numRegs > 0);
	SHOW(cudaDeviceSynchronize());
	SHOW(cudaGetLastError());
	return 0;
}
