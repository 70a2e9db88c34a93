// build: -rdc=true
// What one source instantiates or specialises explicitly, or defines outside of its class, used in another.
#include <cstdio>
#include "shared.cuh"
__device__ int functions_only(int);
extern template __device__ float twice<float>(float);

__global__ void instances(int *p, float *f)
{
	p[0] = twice(p[0]) + thrice(p[1]);
	f[0] = twice(f[0]);
	box<int, 3> b{{1, 2, 3}};
	p[2] = b.sum() + box<int, 3>::made(5);
	acc<int> a;
	a.put(4);
	p[6] = a.v;
	acc<int>::in i{5};
	p[7] = i.get() + sq(7);
}

__global__ void specials(int *p)
{
	A<int> a{3};
	A<float> f{2};
	p[0] = a.name() * 10 + f.name();
	p[1] = (a + a).v;
	p[2] = int(a.as<long>());
	p[3] = a ? 5 : 6;
	p[4] = which(1) * 10 + which(1.0);
	p[5] = fact<4>();
	p[6] = 9_d;
	B b{4};
	p[7] = (b == B{4}) + ++b;
	p[8] = count(1, 2.f, 'c');
	p[9] = functions_only(14);
}

int main()
{
	int *p;
	float *f;
	cudaMallocManaged(&p, 32 * 4);
	cudaMallocManaged(&f, 16);
	for (int i = 0; i < 32; i++)
		p[i] = i + 1;
	f[0] = 1.5f;
	instances<<<1, 1>>>(p, f);
	specials<<<1, 1>>>(p + 10);
	cudaDeviceSynchronize();
	other(p);
	cudaDeviceSynchronize();
	for (int i = 0; i < 20; i++)
		printf("%d ", p[i]);
	acc<int> host;
	host.put(3);
	printf("%g %d %d %s\n", f[0], host.v, sq(8), cudaGetErrorString(cudaGetLastError()));
}
