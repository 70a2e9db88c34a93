// Latches, semaphores, barriers with completion functions and time limits, pipelines, waiting atomics.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda/std/chrono>

namespace cg = cooperative_groups;

struct Objects {
	cuda::latch<cuda::thread_scope_device> latch{8};
	cuda::counting_semaphore<cuda::thread_scope_device, 3> three{3};
	cuda::binary_semaphore<cuda::thread_scope_device> mutex{1};
	cuda::barrier<cuda::thread_scope_device> barrier{8};
	cuda::atomic<int, cuda::thread_scope_device> inside{0}, most{0}, flag{0};
	cuda::std::atomic_flag spin{};
	int under_mutex = 0, under_spin = 0;
};

// Four blocks of two threads each.
__global__ void meet(Objects *o, int *out) {
	int rank = blockIdx.x * blockDim.x + threadIdx.x;
	out[rank] = rank + 1;
	__threadfence();
	o->latch.arrive_and_wait();
	int sum = 0;
	for (int i = 0; i < 8; i++)
		sum += ((volatile int *)out)[i];
	o->barrier.arrive_and_wait();
	out[rank] = sum;
	// at most three inside
	for (int i = 0; i < 5; i++) {
		o->three.acquire();
		int n = o->inside.fetch_add(1) + 1;
		o->most.fetch_max(n);
		o->inside.fetch_sub(1);
		o->three.release();
		o->mutex.acquire();
		o->under_mutex += rank;
		__threadfence();
		o->mutex.release();
		while (o->spin.test_and_set(cuda::memory_order_acquire))
			;
		o->under_spin += 1;
		__threadfence();
		o->spin.clear(cuda::memory_order_release);
	}
	if (rank == 0) {
		o->flag.store(7, cuda::memory_order_release);
		o->flag.notify_all();
	} else {
		o->flag.wait(0, cuda::memory_order_acquire);
		out[rank] += o->flag.load(cuda::memory_order_relaxed);
	}
}

struct Count {
	int *calls;
	__host__ __device__ void operator()() noexcept { ++*calls; }
};

__global__ void block_barriers(int *out) {
	typedef cuda::barrier<cuda::thread_scope_block> Plain;
	typedef cuda::barrier<cuda::thread_scope_block, Count> Counting;
	__shared__ alignas(Plain) char plain_[sizeof(Plain)];
	__shared__ alignas(Counting) char counting_[sizeof(Counting)];
	__shared__ int calls, value;
	Plain &plain = *(Plain *)plain_;
	Counting &counting = *(Counting *)counting_;
	int n = 0, t = threadIdx.x;
	if (t == 0) {
		calls = value = 0;
		init(&plain, blockDim.x);
		init(&counting, blockDim.x, Count{&calls});
	}
	__syncthreads();
	int *o = out + t * 16;
	// completion functions run once for each phase, before any thread goes on
	for (int i = 0; i < 3; i++) {
		counting.arrive_and_wait();
		o[n++] = calls;
		counting.arrive_and_wait();
	}
	// a phase that cannot be complete
	auto token = t == 0 ? Plain::arrival_token() : plain.arrive();
	if (t != 0)
		o[n++] = plain.try_wait_for(cuda::std::move(token), cuda::std::chrono::microseconds(20));
	__syncthreads();
	if (t == 0)
		token = plain.arrive();
	plain.wait_parity(false);
	o[n++] = plain.try_wait_parity_for(false, cuda::std::chrono::seconds(1));
	o[n++] = plain.try_wait_parity_until(false, cuda::std::chrono::system_clock::now() + cuda::std::chrono::seconds(1));
	// those who drop out are not waited for
	if (t < 16) {
		plain.arrive_and_drop();
	} else {
		plain.arrive_and_wait();
		if (t == 20)
			value = 5;
		plain.arrive_and_wait();
		o[n++] = value;
	}
	// several arrivals by one thread
	__syncthreads();
	__shared__ Plain few;
	if (t == 0)
		init(&few, 6);
	__syncthreads();
	if (t == 40)
		(void)few.arrive(5);
	if (t == 41)
		few.arrive_and_wait();
	o[n++] = Plain::max() > 1000;
	// of one thread
	cuda::barrier<cuda::thread_scope_thread> own(1);
	own.arrive_and_wait();
	o[n++] = 11;
	out[t * 16 + 15] = n;
}

// Two stages of a block, filled by all threads, or by the first warp for the others.
__global__ void stages(const int *in, int *out, int tiles) {
	enum { tile = 64 };
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> unified, roles;
	__shared__ alignas(16) int buffer[2][tile];
	auto block = cg::this_thread_block();
	int sum = 0;
	{
		auto pipe = cuda::make_pipeline(block, &unified);
		for (int i = 0, filled = 0; i < tiles; i++) {
			for (; filled < tiles && filled < i + 2; filled++) {
				pipe.producer_acquire();
				cuda::memcpy_async(block, buffer[filled % 2], in + filled * tile, cuda::aligned_size_t<16>(sizeof buffer[0]), pipe);
				pipe.producer_commit();
			}
			pipe.consumer_wait();
			sum = sum * 3 + buffer[i % 2][(threadIdx.x + 1) % tile];
			block.sync();
			pipe.consumer_release();
		}
		pipe.quit();
	}
	block.sync();
	auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
	auto pipe = cuda::make_pipeline(block, &roles, role);
	auto warp = cg::tiled_partition<32>(block);
	if (role == cuda::pipeline_role::producer)
		for (int i = 0; i < tiles; i++) {
			pipe.producer_acquire();
			cuda::memcpy_async(warp, buffer[i % 2], in + i * tile, sizeof buffer[0], pipe);
			pipe.producer_commit();
		}
	else
		for (int i = 0; i < tiles; i++) {
			pipe.consumer_wait();
			sum = sum * 5 + buffer[i % 2][threadIdx.x % tile];
			pipe.consumer_release();
		}
	block.sync();
	// a thread's own
	__shared__ int mine[128][4];
	auto own = cuda::make_pipeline();
	for (int i = 0; i < 4; i++) {
		own.producer_acquire();
		cuda::memcpy_async(&mine[threadIdx.x][i], in + (threadIdx.x + i * 7) % 128, sizeof(int), own);
		own.producer_commit();
	}
	cuda::pipeline_consumer_wait_prior<1>(own);
	sum = sum * 7 + mine[threadIdx.x][0] + mine[threadIdx.x][2];
	own.consumer_wait();
	own.consumer_wait();
	own.consumer_wait();
	own.consumer_wait();
	out[threadIdx.x] = sum + mine[threadIdx.x][3];
}

// Bytes that are copied count as arrivals.
__global__ void bytes(const int *in, int *out) {
	__shared__ alignas(16) int buffer[256];
	__shared__ cuda::barrier<cuda::thread_scope_block> barrier;
	if (threadIdx.x == 0) {
		init(&barrier, blockDim.x);
		asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	}
	__syncthreads();
	for (int i = 0; i < 2; i++) {
		cuda::barrier<cuda::thread_scope_block>::arrival_token token;
		if (threadIdx.x == 0) {
			cuda::device::memcpy_async_tx(buffer, in + 256 * i, cuda::aligned_size_t<16>(sizeof buffer), barrier);
			token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof buffer);
		} else
			token = barrier.arrive();
		barrier.wait(cuda::std::move(token));
		out[threadIdx.x] += buffer[threadIdx.x * 2] * (i + 1);
		barrier.arrive_and_wait();
	}
}

// On the host.
int host() {
	cuda::latch<cuda::thread_scope_system> latch(2);
	cuda::std::counting_semaphore<5> semaphore(1);
	cuda::std::barrier<> barrier(1);
	latch.count_down();
	int n = latch.try_wait();
	latch.arrive_and_wait();
	n += 2 * latch.try_wait();
	semaphore.acquire();
	n += 4 * semaphore.try_acquire() + 8 * semaphore.try_acquire_for(cuda::std::chrono::milliseconds(1));
	semaphore.release(2);
	n += 16 * semaphore.try_acquire();
	barrier.arrive_and_wait();
	auto token = barrier.arrive();
	barrier.wait(std::move(token));
	return n;
}

int main() {
	Objects *o;
	int *out, *in;
	cudaMallocManaged(&o, sizeof *o);
	cudaMallocManaged(&out, 4096 * sizeof *out);
	cudaMallocManaged(&in, 1024 * sizeof *in);
	for (int i = 0; i < 1024; i++)
		in[i] = i * 2654435761u >> 8;
	new (o) Objects;
	meet<<<4, 2>>>(o, out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 8; i++)
		printf("%d ", out[i]);
	printf("most %d, %d\n", o->most.load() <= 3 && o->most.load() > 0, o->under_mutex + o->under_spin);
	cudaMemset(out, 0, 4096 * sizeof *out);
	block_barriers<<<1, 64>>>(out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int t = 0; t < 64; t += 9) {
		for (int i = 0; i < 16; i++)
			printf("%d ", out[t * 16 + i]);
		printf("\n");
	}
	stages<<<1, 128>>>(in, out, 7);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	unsigned mixed = 0;
	for (int i = 0; i < 128; i++)
		mixed = mixed * 16777619u ^ out[i];
	printf("%08x\n", mixed);
	cudaMemset(out, 0, 4096 * sizeof *out);
	bytes<<<1, 128>>>(in, out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 128; i++)
		mixed = mixed * 16777619u ^ out[i];
	printf("%08x\n", mixed);
	printf("host %d\n", host());
}
