// The host uses managed and page-locked memory after every kind of wait, beside kernels that use other parts of it, and
// talks with kernels through flags: nothing may be reported, and system calls get their buffers.
// check: all
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

__global__ void add(int *p, int n) {
	p[threadIdx.x] += n;
}

__global__ void read(const int *p, int *out) {
	out[threadIdx.x] = p[threadIdx.x];
}

__global__ void publish(int *data, volatile int *flag) {
	data[threadIdx.x] = 5;
	__threadfence_system();
	__syncthreads();
	if (threadIdx.x == 0)
		*flag = 1;
}

__global__ void answer(int *question, int *data) {
	cuda::atomic_ref<int, cuda::thread_scope_system> q(*question);
	while (q.load(cuda::memory_order_acquire) != 1)
		;
	data[0]++;
	q.store(2, cuda::memory_order_release);
}

static int seen;

static void CUDART_CB look(void *p) {
	seen = *(int *)p;
}

int main() {
	int *m, *h, *d, bad = 0, pipes[2];
	char text[64];
	cudaStream_t a, b;
	cudaEvent_t e;
	cudaStreamCreate(&a);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaMallocManaged(&m, 1 << 16);
	cudaMallocHost(&h, 1 << 16);
	cudaMalloc(&d, 1 << 16);
	memset(m, 0, 1 << 16);
	memset(h, 0, 1 << 16);
	/* waits of each kind */
	add<<<1, 32>>>(m, 1);
	cudaDeviceSynchronize();
	bad += m[3]++ != 1;
	add<<<1, 32, 0, a>>>(m, 1);
	cudaStreamSynchronize(a);
	bad += m[3]++ != 3;
	add<<<1, 32, 0, b>>>(m, 1);
	cudaEventRecord(e, b);
	cudaEventSynchronize(e);
	bad += m[3]++ != 5;
	add<<<1, 32, 0, a>>>(m, 1);
	while (cudaStreamQuery(a) == cudaErrorNotReady)
		;
	bad += m[3]++ != 7;
	add<<<1, 32, 0, a>>>(m, 1);
	cudaEventRecord(e, a);
	while (cudaEventQuery(e) == cudaErrorNotReady)
		;
	bad += m[3]++ != 9;
	cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, a);
	cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, a);
	cudaStreamSynchronize(NULL);
	h[7] = h[8] + 1;
	add<<<1, 32>>>(m, 1);
	cudaMemcpy(d, m, 128, cudaMemcpyDefault); /* waits */
	bad += m[3] != 11;
	/* by a function of the host */
	add<<<1, 32, 0, a>>>(m, 1);
	cudaLaunchHostFunc(a, look, m + 3);
	cudaStreamSynchronize(a);
	bad += seen != 12;
	/* both read */
	read<<<1, 32, 0, a>>>(m, d);
	bad += m[3] != 12;
	/* a kernel uses one part, the host another one of the same pages, and of others */
	add<<<1, 32, 0, a>>>(m, 1);
	m[40] = 4;
	m[3000] = m[40];
	/* a buffer of a pipe beside it */
	strcpy((char *)h, "through a pipe");
	bad += pipe(pipes) != 0;
	add<<<1, 32, 0, a>>>(m, 1);
	bad += write(pipes[1], h, 15) != 15;
	bad += ::read(pipes[0], (char *)h + 4096, 15) != 15;
	bad += strcmp((char *)h + 4096, "through a pipe") != 0;
	cudaStreamSynchronize(a);
	/* the kernel says so, then the host reads what it wrote before */
	volatile int *flag = h + 100;
	*flag = 0;
	publish<<<1, 32, 0, a>>>(m, flag);
	while (*flag == 0)
		;
	bad += m[3] != 5;
	cudaStreamSynchronize(a);
	/* a conversation with a kernel that runs */
	int *question = h + 200;
	*question = 0;
	answer<<<1, 1, 0, a>>>(question, m);
	cuda::atomic_ref<int, cuda::thread_scope_system> q(*question);
	q.store(1, cuda::memory_order_release);
	while (q.load(cuda::memory_order_acquire) != 2)
		;
	bad += m[0] != 6;
	cudaStreamSynchronize(a);
	/* memory that is freed and allocated again */
	add<<<1, 32, 0, a>>>(m, 1);
	cudaFree(m);
	cudaMallocManaged(&m, 1 << 16);
	m[0] = 3;
	add<<<1, 32, 0, a>>>(m, 1);
	cudaDeviceSynchronize();
	snprintf(text, sizeof text, "%d", m[0]);
	bad += strcmp(text, "4") != 0;
	cudaFree(m);
	cudaFreeHost(h);
	return bad + cudaFree(d);
}
