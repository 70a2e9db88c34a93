// barriers with completion, drops, parity, timed waits, latches, semaphores; scopes
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/chrono>
struct Done {
	int *n;
	__device__ void operator()() const noexcept {
		++*n;
	}
};
using CB = cuda::barrier<cuda::thread_scope_block, Done>;
__global__ void completion(int *out, int rounds) {
	__shared__ int n;
	__shared__ alignas(CB) unsigned char mem[sizeof(CB)];
	CB *b = (CB *)mem;
	if (threadIdx.x == 0) {
		n = 0;
		new (b) CB(blockDim.x, Done{&n});
	}
	__syncthreads();
	int mine = 0;
	for (int r = 0; r < rounds; ++r) {
		if (r == 3 && threadIdx.x % 4 == 3) {
			b->arrive_and_drop();
			out[threadIdx.x] = -mine;
			return;
		}
		auto t = b->arrive();
		b->wait(std::move(t));
		mine += n;
		b->arrive_and_wait();
	}
	out[threadIdx.x] = mine;
}
__device__ cuda::barrier<cuda::thread_scope_device> *gb;
__global__ void gridBarrier(int *out, cuda::barrier<cuda::thread_scope_device> *b,
                            int n) {
	for (int r = 0; r < 4; ++r) {
		if (threadIdx.x == 0) {
			atomicAdd(&out[r], blockIdx.x + 1);
			__threadfence();
			b->arrive_and_wait();
		}
		__syncthreads();
		int v = *(volatile int *)&out[r];
		if (threadIdx.x == 1)
			atomicAdd(&out[8 + r], v);
	}
}
__global__ void initb(cuda::barrier<cuda::thread_scope_device> *b, int n) {
	init(b, n);
}
__global__ void parity(int *out) {
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	if (threadIdx.x == 0)
		init(&b, 64);
	__syncthreads();
	if (threadIdx.x < 32) {
		for (int i = 0; i < 5; ++i) {
			(void)b.arrive();
			b.wait_parity(i & 1);
		}
	} else {
		int ok = 0;
		for (int i = 0; i < 5; ++i) {
			(void)b.arrive();
			while (!b.try_wait_parity_for(
				i & 1, cuda::std::chrono::microseconds(5))) {
			}
			++ok;
		}
		out[threadIdx.x] = ok;
	}
}
__global__ void timed(int *out) {
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	if (threadIdx.x == 0) {
		init(&b, 2);
		auto t = b.arrive(1);
		out[0] = b.try_wait_for(std::move(t),
		                        cuda::std::chrono::nanoseconds(2000));
		auto u = b.arrive();
		out[1] = b.try_wait_for(std::move(u),
		                        cuda::std::chrono::nanoseconds(2000));
	}
}
__global__ void misc(int *out) {
	__shared__ cuda::latch<cuda::thread_scope_block> *lp;
	__shared__ alignas(cuda::latch<cuda::thread_scope_block>) char
		lm[sizeof(cuda::latch<cuda::thread_scope_block>)];
	__shared__ alignas(
		8) char sm[sizeof(cuda::counting_semaphore<cuda::thread_scope_block, 4>)];
	using S = cuda::counting_semaphore<cuda::thread_scope_block, 4>;
	S *s = (S *)sm;
	__shared__ int in, most;
	if (threadIdx.x == 0) {
		lp = new (lm) cuda::latch<cuda::thread_scope_block>(blockDim.x);
		new (s) S(3);
		in = most = 0;
	}
	__syncthreads();
	s->acquire();
	int k = atomicAdd(&in, 1) + 1;
	atomicMax(&most, k);
	__nanosleep(100);
	atomicSub(&in, 1);
	s->release();
	lp->arrive_and_wait(1);
	if (threadIdx.x == 0) {
		out[0] = most <= 3 && most >= 1;
		out[1] = lp->try_wait();
		out[2] = s->try_acquire();
		out[3] = s->try_acquire();
		out[4] = s->try_acquire();
		out[5] = s->try_acquire();
		s->release(2);
		out[6] = s->try_acquire_for(cuda::std::chrono::microseconds(1));
	}
}

__device__ int word;
__device__ long long dword;
__device__ unsigned short half_;
__device__ unsigned char bytes[4]; // one of them is counted
__global__ void refs(int *out) {
	cuda::atomic_ref<int, cuda::thread_scope_device> a(word);
	cuda::atomic_ref<long long> b(dword);
	cuda::atomic_ref<unsigned char, cuda::thread_scope_block> e(bytes[1]);
	a.fetch_add(threadIdx.x);
	b.fetch_max((long long)threadIdx.x << 35);
	e.fetch_add(3);
	int exp = a.load();
	while (!a.compare_exchange_weak(exp, exp ^ (1 << 20) ^ (int)(threadIdx.x << 21),
	                                cuda::std::memory_order_acq_rel)) {
	}
	__shared__ cuda::atomic<float, cuda::thread_scope_block> f;
	__shared__ cuda::atomic<double, cuda::thread_scope_block> dd;
	__shared__ cuda::atomic<int *, cuda::thread_scope_block> p;
	__shared__ cuda::atomic<bool, cuda::thread_scope_block> fl;
	if (threadIdx.x == 0) {
		f = 1.5f;
		dd = 2.5;
		p = out;
		fl = false;
	}
	__syncthreads();
	f.fetch_add(0.25f);
	dd.fetch_sub(0.125);
	p.fetch_add(2);
	f.fetch_max(3.0f);
	if (threadIdx.x == 40) {
		fl.store(true, cuda::std::memory_order_release);
		fl.notify_all();
	} else
		fl.wait(false);
	__syncthreads();
	if (threadIdx.x == 0) {
		out[0] = f.load() * 100;
		out[1] = dd.load() * 1000;
		out[2] = p.load() - out;
		out[3] = a.is_lock_free();
	}
}
int main() {
	int *o;
	cudaMallocManaged(&o, 4096);
	auto clear = [&] { memset(o, 0, 4096); };
	clear();
	completion<<<1, 64>>>(o, 6);
	cudaDeviceSynchronize();
	for (int i = 0; i < 8; ++i)
		printf("%d ", o[i]);
	puts(cudaGetErrorString(cudaGetLastError()));
	cuda::barrier<cuda::thread_scope_device> *gbp;
	cudaMalloc(&gbp, sizeof *gbp);
	clear();
	initb<<<1, 1>>>(gbp, 8);
	gridBarrier<<<8, 32>>>(o, gbp, 8);
	cudaDeviceSynchronize();
	for (int i = 0; i < 12; ++i)
		printf("%d ", o[i]);
	puts("");
	clear();
	parity<<<1, 64>>>(o);
	cudaDeviceSynchronize();
	printf("%d %d\n", o[40], o[63]);
	clear();
	timed<<<1, 1>>>(o);
	cudaDeviceSynchronize();
	printf("%d %d\n", o[0], o[1]);
	clear();
	misc<<<1, 96>>>(o);
	cudaDeviceSynchronize();
	for (int i = 0; i < 7; ++i)
		printf("%d ", o[i]);
	puts("");
	clear();
	refs<<<1, 96>>>(o);
	cudaDeviceSynchronize();
	for (int i = 0; i < 4; ++i)
		printf("%d ", o[i]);
	int w;
	long long d;
	unsigned char e;
	cudaMemcpyFromSymbol(&w, word, 4);
	cudaMemcpyFromSymbol(&d, dword, 8);
	cudaMemcpyFromSymbol(&e, bytes, 1, 1);
	printf("%x %llx %d %s\n", w, d, e, cudaGetErrorString(cudaGetLastError()));
}
