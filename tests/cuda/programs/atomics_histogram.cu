// Atomics of every common kind; a histogram in shared memory; a list made with compare-and-swap.
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char *text, int n, unsigned *bins)
{
	__shared__ unsigned local[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		local[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&local[text[i]], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (local[i])
			atomicAdd(&bins[i], local[i]);
}

struct Node { int value, next; };

__global__ void push(Node *nodes, int *head, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	nodes[i].value = i;
	int old = *(volatile int *)head, seen;
	do {
		seen = old;
		nodes[i].next = seen;
		__threadfence();
		old = atomicCAS(head, seen, i);
	} while (old != seen);
}

__device__ double atomic_add_cas(double *at, double v)
{
	unsigned long long *p = (unsigned long long *)at, old = *p, seen;
	do {
		seen = old;
		old = atomicCAS(p, seen, __double_as_longlong(v + __longlong_as_double(seen)));
	} while (seen != old);
	return __longlong_as_double(old);
}

__global__ void kinds(int *v, float *f, double *d)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	atomicMax(&v[0], i);
	atomicMin(&v[1], -i);
	atomicOr(&v[2], 1 << (i % 20));
	atomicAnd(&v[3], ~(1 << (i % 8)));
	atomicXor(&v[4], i);
	atomicSub(&v[5], 2);
	atomicInc((unsigned *)&v[6], 9u);
	atomicDec((unsigned *)&v[7], 5u);
	atomicExch(&v[8], 77);
	atomicAdd(f, 0.5f);
	atomic_add_cas(d, 0.25);
	atomicAdd(d + 1, 2.0);
}

int main()
{
	std::vector<unsigned char> text(5000);
	for (size_t i = 0; i < text.size(); i++)
		text[i] = (unsigned char)(i * i % 251);
	unsigned char *dt;
	unsigned *bins, got[256], want[256] = {};
	cudaMalloc(&dt, text.size());
	cudaMalloc(&bins, sizeof got);
	cudaMemset(bins, 0, sizeof got);
	cudaMemcpy(dt, text.data(), text.size(), cudaMemcpyHostToDevice);
	histogram<<<8, 96>>>(dt, (int)text.size(), bins);
	cudaMemcpy(got, bins, sizeof got, cudaMemcpyDeviceToHost);
	int wrong = 0;
	for (unsigned char c : text)
		want[c]++;
	for (int i = 0; i < 256; i++)
		wrong += got[i] != want[i];
	printf("histogram: %d wrong\n", wrong);

	const int n = 300;
	Node *nodes;
	int *head;
	cudaMallocManaged(&nodes, n * sizeof *nodes);
	cudaMallocManaged(&head, sizeof *head);
	*head = -1;
	push<<<3, 128>>>(nodes, head, n);
	cudaDeviceSynchronize();
	int count = 0, sum = 0;
	for (int i = *head; i >= 0; i = nodes[i].next)
		count++, sum += nodes[i].value;
	printf("list: %d %d\n", count, sum);

	int *v;
	float *f;
	double *d;
	cudaMallocManaged(&v, 64);
	cudaMallocManaged(&f, 4);
	cudaMallocManaged(&d, 16);
	for (int i = 0; i < 16; i++)
		v[i] = i == 3 ? -1 : 0;
	*f = d[0] = d[1] = 0;
	kinds<<<4, 64>>>(v, f, d);
	cudaDeviceSynchronize();
	for (int i = 0; i < 9; i++)
		printf("%d ", v[i]);
	printf("%g %g %g\n", *f, d[0], d[1]);
}
