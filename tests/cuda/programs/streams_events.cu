// Streams, events, asynchronous copies, callbacks.
#include <cstdio>
#include <vector>

__global__ void scale(float *v, int n, float k)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		v[i] = v[i] * k + 1;
}

static void CUDART_CB done(void *data) { ++*static_cast<int *>(data); }

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { \
	printf("%s: %s\n", #x, cudaGetErrorName(e)); return 1; } } while (0)

int main()
{
	const int parts = 4, n = 1 << 10;
	float *host, *dev;
	int calls = 0;
	cudaStream_t stream[parts];
	cudaEvent_t start, stop, mid;
	CHECK(cudaMallocHost(&host, parts * n * sizeof(float)));
	CHECK(cudaMalloc(&dev, parts * n * sizeof(float)));
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreate(&stop));
	CHECK(cudaEventCreateWithFlags(&mid, cudaEventDisableTiming));
	for (int i = 0; i < parts * n; i++)
		host[i] = i % 10;
	CHECK(cudaEventRecord(start));
	for (int s = 0; s < parts; s++) {
		CHECK(cudaStreamCreateWithFlags(&stream[s], s & 1 ? cudaStreamNonBlocking : cudaStreamDefault));
		CHECK(cudaMemcpyAsync(dev + s * n, host + s * n, n * 4, cudaMemcpyHostToDevice, stream[s]));
		scale<<<4, 64, 0, stream[s]>>>(dev + s * n, n, s + 1.0f);
		CHECK(cudaLaunchHostFunc(stream[s], done, &calls));
		CHECK(cudaStreamSynchronize(stream[s]));
	}
	CHECK(cudaEventRecord(mid, stream[0]));
	CHECK(cudaStreamWaitEvent(stream[1], mid, 0));
	scale<<<2, 32, 0, stream[1]>>>(dev, n, 2);
	CHECK(cudaMemcpyAsync(host, dev, parts * n * 4, cudaMemcpyDeviceToHost, stream[1]));
	CHECK(cudaEventRecord(stop, stream[1]));
	CHECK(cudaEventSynchronize(stop));
	float ms = -1;
	CHECK(cudaEventElapsedTime(&ms, start, stop));
	printf("%d %s %s\n", calls, ms >= 0 ? "time" : "no time", cudaGetErrorName(cudaEventQuery(mid)));
	for (int s = 0; s < parts; s++)
		printf("%g %g\n", host[s * n + 3], host[s * n + n - 1]);
	for (int s = 0; s < parts; s++)
		CHECK(cudaStreamDestroy(stream[s]));
	CHECK(cudaEventDestroy(start));
	CHECK(cudaFreeHost(host));
	CHECK(cudaFree(dev));
	puts("done");
}
