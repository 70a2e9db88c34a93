// nvfunctional.cu - nvstd::function in both halves: functions, lambdas, functors small and large, copies and moves.
#include <cstdio>
#include <nvfunctional>

__device__ int of_device() {
	return 1;
}
__host__ __device__ int of_both() {
	return 2;
}
__host__ int of_host() {
	return 3;
}

struct Adds {
	int by;
	__host__ __device__ int operator()(int x) const {
		return x + by;
	}
};
struct Large {
	int table[40];
	int *dropped;
	__host__ __device__ explicit Large(int *d) : dropped(d) {
		for (int i = 0; i < 40; i++)
			table[i] = i * i;
	}
	__host__ __device__ Large(const Large &o) : dropped(o.dropped) {
		for (int i = 0; i < 40; i++)
			table[i] = o.table[i] + 1;
	}
	__host__ __device__ ~Large() {
		++*dropped;
	}
	__host__ __device__ int operator()(int x) const {
		return table[x];
	}
};

__host__ __device__ void use(int *out) {
	nvstd::function<int()> both = of_both, lambda = [] { return 10; };
	int i = 0, factor = 7;
	out[i++] = both() + lambda();
	nvstd::function<int(int)> add = Adds{5}, none, times = [factor](int x) { return factor * x; };
	out[i++] = add(1) * 100 + times(3);
	out[i++] = !none && none == nullptr && nullptr == none && add != nullptr && (bool)times;
	none = add;
	add = nullptr;
	out[i++] = none(10) + !add;
	swap(none, times);
	out[i++] = none(1) * 1000 + times(1);
	add = static_cast<nvstd::function<int(int)> &&>(times);
	out[i++] = add(2) + !times;
	int dropped = 0;
	{
		nvstd::function<int(int)> large = Large(&dropped), copy = large;
		none = copy;
		out[i++] = large(5) * 10000 + copy(5) * 100 + none(5);
		none = Adds{1};
	}
	out[i++] = dropped > 3;
	nvstd::function<void(int &)> sets = [](int &x) { x = 42; };
	sets(out[i++]);
	int (*null)() = nullptr;
	nvstd::function<int()> empty = null;
	out[i++] = !empty;
	out[i] = none(1);
}

enum { RESULTS = 11 };

__global__ void kernel(int *out) {
	nvstd::function<int()> f = of_device, g = of_both, h = [] { return 10; };
	out[0] = f() + g() + h();
	use(out + 1);
}

int main() {
	int host[RESULTS], *out;
	nvstd::function<int()> f = of_host;
	use(host);
	printf("host %d:", f());
	for (int x : host)
		printf(" %d", x);
	cudaMalloc(&out, (RESULTS + 1) * sizeof(int));
	kernel<<<1, 1>>>(out);
	int got[RESULTS + 1];
	cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
	printf("\ndevice %d:", got[0]);
	for (int i = 0; i < RESULTS; i++)
		printf(" %d", got[i + 1]);
	printf("\n%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
