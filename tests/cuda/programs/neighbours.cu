// neighbours.cu - loads of adjacent elements off one pointer of each thread, as in an unrolled loop along a row: threads are
// on rows of any length, beside each other, at the same place, or some of each, which only the arguments tell; of 4 and 8
// bytes, with stores in between, and with one thread far outside of memory, which is an error.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

enum { THREADS = 128, MOST = 8192 };

struct Place { // of thread t: (t % width) * across + (t / width) * down
	int width, across, down;
	__host__ __device__ int of(int t) const { return t % width * across + t / width * down; }
};

template <class T> __global__ void rows(T *out, const T *in, const T *row, Place a, Place b, int n) {
	const T *x = in + a.of(threadIdx.x), *y = row + b.of(threadIdx.x);
	T sum = 0;
	for (int i = 0; i < n; i += 4) {
		sum += x[i] * y[i];
		sum += x[i + 1] * y[i + 1];
		sum += x[i + 2] * y[i + 2];
		sum += x[i + 3] * y[i + 3];
	}
	for (int i = 0; i < 2; i++)
		sum = sum * 3 + x[5 - i * 4] - y[i * 6]; // neither adjacent nor in order
	out[threadIdx.x] = sum;
}

// What is stored between two loads may be what the second one loads.
template <class T> __global__ void stored(T *out, T *in, Place a, int at) {
	T *x = in + a.of(threadIdx.x), sum = x[0] + x[1];
	x[2] = sum + 1;
	sum += x[2] * 5 + x[3];
	x[at] = sum;
	out[threadIdx.x] = sum + x[0] * 7 + x[1] * 11 + x[2] * 13 + x[3];
}

__global__ void in_shared(int *out, const int *in, Place a) {
	__shared__ int all[2048];
	for (int i = threadIdx.x; i < 2048; i += THREADS)
		all[i] = in[i];
	__syncthreads();
	const int *x = all + a.of(threadIdx.x);
	out[threadIdx.x] = x[0] + x[1] * 3 + x[2] * 5 + x[3] * 7;
}

// Vectors of two and four, one after the other and with gaps.
template <class V> __global__ void vectors(unsigned *out, const V *in, Place a) {
	const V *x = in + a.of(threadIdx.x);
	V p = x[0], q = x[1], r = x[3], s = x[2];
	out[threadIdx.x] = p.x * 3 + q.x * 5 + r.x * 7 + s.x * 11 + p.y * 13 + q.y * 17 + r.y * 19 + s.y * 23;
}

// One thread is told to be far away.
__global__ void far(int *out, const int *in, Place a, int who, long long by) {
	const int *x = in + a.of(threadIdx.x) + (threadIdx.x == who ? by : 0);
	out[threadIdx.x] = x[0] + x[1] + x[2] + x[3];
}

template <class T> static int compare(T *out, T *in, T *work, Place a, Place b) {
	int wrong = 0;
	for (int n = 0; n <= 12; n += 4) {
		rows<<<1, THREADS>>>(out, in, in + 40, a, b, n);
		cudaDeviceSynchronize();
		for (int t = 0; t < THREADS; t++) {
			const T *x = in + a.of(t), *y = in + 40 + b.of(t);
			T sum = 0;
			for (int i = 0; i < n; i++)
				sum += x[i] * y[i];
			for (int i = 0; i < 2; i++)
				sum = sum * 3 + x[5 - i * 4] - y[i * 6];
			wrong += out[t] != sum;
		}
	}
	if (a.across < 4 || a.width < THREADS) // threads would race
		return wrong;
	for (int at = 0; at < 4; at++) {
		cudaMemcpy(work, in, MOST * sizeof *in, cudaMemcpyDeviceToDevice);
		stored<<<1, THREADS>>>(out, work, a, at);
		cudaDeviceSynchronize();
		for (int t = 0; t < THREADS; t++) {
			T x[4];
			for (int i = 0; i < 4; i++)
				x[i] = in[a.of(t) + i];
			T sum = x[0] + x[1];
			x[2] = sum + 1;
			sum += x[2] * 5 + x[3];
			x[at] = sum;
			wrong += out[t] != sum + x[0] * 7 + x[1] * 11 + x[2] * 13 + x[3];
			for (int i = 0; i < 4; i++)
				wrong += work[a.of(t) + i] != x[i];
		}
	}
	return wrong;
}

template <class T> static int all_places() {
	const Place places[] = {{128, 1, 0}, {128, 0, 0}, {1, 0, 1}, {32, 0, 1}, {16, 1, 40}, {16, 0, 40}, {16, 37, 0}, {16, 37, 1},
	                        {8, 1, 33}, {8, 0, 9}, {4, 5, 41}, {128, 2, 0}, {128, 4, 0}, {128, 37, 0}, {128, 60, 0}, {3, 1, 7}};
	T *in, *out, *work;
	int wrong = 0;
	cudaMallocManaged(&in, MOST * sizeof *in);
	cudaMallocManaged(&out, THREADS * sizeof *out);
	cudaMallocManaged(&work, MOST * sizeof *work);
	for (int i = 0; i < MOST; i++)
		in[i] = (T)(i * 2654435761u >> 20);
	for (Place a : places)
		for (Place b : places)
			wrong += compare(out, in, work, a, b);
	return wrong;
}

static unsigned vector_sum(const unsigned *x, int n) {
	static const unsigned of[] = {3, 5, 11, 7, 13, 17, 23, 19};
	unsigned sum = 0;
	for (int i = 0; i < 8; i++)
		sum += x[i % 4 * n + i / 4] * of[i];
	return sum;
}

static int all_vectors() {
	unsigned *in, *out;
	int wrong = 0;
	cudaMallocManaged(&in, MOST * sizeof *in);
	cudaMallocManaged(&out, THREADS * sizeof *out);
	for (int i = 0; i < MOST; i++)
		in[i] = i * 2654435761u;
	for (Place a : {Place{128, 1, 0}, Place{128, 0, 0}, Place{16, 0, 9}, Place{16, 1, 40}, Place{8, 7, 3}, Place{128, 13, 0}})
		for (int n = 2; n <= 4; n += 2) {
			if (n == 2)
				vectors<<<1, THREADS>>>(out, (const uint2 *)in, a);
			else
				vectors<<<1, THREADS>>>(out, (const uint4 *)in, a);
			cudaDeviceSynchronize();
			for (int t = 0; t < THREADS; t++)
				wrong += out[t] != vector_sum(in + n * a.of(t), n);
		}
	return wrong;
}

int main() {
	int wrong = all_vectors() + all_places<unsigned>() + all_places<unsigned long long>();
	int *in, *out;
	cudaMallocManaged(&in, MOST * sizeof *in);
	cudaMallocManaged(&out, THREADS * sizeof *out);
	for (int i = 0; i < MOST; i++)
		in[i] = i * 31;
	for (Place a : {Place{128, 1, 0}, Place{128, 0, 0}, Place{16, 0, 9}, Place{128, 15, 0}}) {
		in_shared<<<1, THREADS>>>(out, in, a);
		cudaDeviceSynchronize();
		for (int t = 0; t < THREADS; t++) {
			const int *x = in + a.of(t);
			wrong += out[t] != x[0] + x[1] * 3 + x[2] * 5 + x[3] * 7;
		}
	}
	printf("%d wrong\n", wrong);
	far<<<1, THREADS>>>(out, in, Place{128, 60, 0}, -1, 0);
	printf("inside: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	far<<<1, THREADS>>>(out, in, Place{128, 60, 0}, 77, 1ll << 45);
	printf("outside: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return wrong != 0;
}
