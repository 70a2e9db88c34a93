/* Stores under a condition, to shared memory that the same thread has just loaded from:
 * exchanges, minima, values of 64 bits, floats whose NaNs have to stay as they are, rows
 * of a block, and threads of a warp that meet at one place, where no thread may put back
 * what it has loaded.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cstring>
#include <vector>

enum { N = 512 };

/* How thread t's two places are chosen; in the last ones threads meet. */
template <int kind> static __host__ __device__ void places(int t, int far, int *i, int *j) {
	switch (kind) {
	case 0: *i = 2 * t, *j = 2 * t + 1; break;
	case 1: *i = t, *j = t + N / 2; break;
	case 2: *i = 2 * t - (t & 7), *j = *i + 8; break;
	case 3: *i = 2 * t - (t & 15) + (far < 0 ? -far : 0), *j = *i + far; break;
	case 4: *i = N / 2 - 1 - t, *j = N / 2 + t; break;
	case 5: *i = 2 * t - (t & 63), *j = *i + 64; break;
	case 6: *i = t & ~3, *j = N / 2 + t; break; /* four threads at one place */
	default: *i = t + t / 32 * 32, *j = *i + 1; break; /* a neighbour's place */
	}
}

template <class T> static __host__ __device__ bool wants(T a, T b, int t) {
	return (a > b) == ((t & 4) == 0);
}

template <int kind, class T> __global__ void exchange(T *data, int far) {
	__shared__ T s[N];
	int t = threadIdx.y * blockDim.x + threadIdx.x, i, j;
	s[t] = data[t];
	s[t + N / 2] = data[t + N / 2];
	__syncthreads();
	places<kind>(t, far, &i, &j);
	T a = s[i], b = s[j];
	if (wants(a, b, t)) {
		s[i] = b;
		s[j] = a;
	}
	__syncthreads();
	data[t] = s[t];
	data[t + N / 2] = s[t + N / 2];
}

/* What a warp does: all its threads load, then store one place after the other. */
template <int kind, class T> static void expect(std::vector<T> &s, int far) {
	for (int w = 0; w < N / 2; w += 32) {
		T a[32], b[32];
		int i[32], j[32];
		for (int l = 0; l < 32; l++) {
			places<kind>(w + l, far, &i[l], &j[l]);
			memcpy(&a[l], &s[i[l]], sizeof(T));
			memcpy(&b[l], &s[j[l]], sizeof(T));
		}
		for (int pass = 0; pass < 2; pass++)
			for (int l = 0; l < 32; l++)
				if (wants(a[l], b[l], w + l))
					memcpy(&s[pass ? j[l] : i[l]], pass ? &a[l] : &b[l], sizeof(T));
	}
}

/* One store, and a value that is computed under the condition. */
__global__ void least(int *data, const int *x, int rounds) {
	__shared__ int s[N / 2];
	int t = threadIdx.x;
	s[t] = data[t];
	__syncthreads();
	for (int r = 0; r < rounds; r++) {
		int v = x[r * blockDim.x + t];
		if (v < s[t])
			s[t] = v;
	}
	__syncthreads();
	data[t] = s[t];
}

static unsigned state = 9;

static unsigned next() {
	return state = state * 1664525u + 1013904223u, state >> 8;
}

template <class T> static T any() {
	T v;
	unsigned bits[2] = {next() << 8 ^ next(), next() << 8 ^ next()};
	memcpy(&v, bits, sizeof v);
	return v;
}

template <> float any<float>() {
	unsigned bits = next() << 8 ^ next();
	float v;
	if (next() % 4 == 0) /* NaNs of all kinds */
		bits |= 0x7f800000u;
	memcpy(&v, &bits, sizeof v);
	return v;
}

template <int kind, class T> static int run(dim3 block, int far) {
	std::vector<T> s(N), got(N);
	for (T &v : s)
		v = any<T>();
	T *data;
	cudaMalloc(&data, N * sizeof(T));
	cudaMemcpy(data, s.data(), N * sizeof(T), cudaMemcpyHostToDevice);
	exchange<kind><<<1, block>>>(data, far);
	cudaMemcpy(got.data(), data, N * sizeof(T), cudaMemcpyDeviceToHost);
	cudaFree(data);
	expect<kind>(s, far);
	int wrong = 0;
	for (int i = 0; i < N; i++)
		wrong += memcmp(&s[i], &got[i], sizeof(T)) != 0;
	return wrong;
}

template <class T> static void all(const char *name, dim3 block) {
	int wrong[] = {run<0, T>(block, 0),  run<1, T>(block, 0),  run<2, T>(block, 0), run<3, T>(block, 16),
	               run<3, T>(block, 3),  run<3, T>(block, -16), run<3, T>(block, 1), run<4, T>(block, 0),
	               run<5, T>(block, 0),  run<6, T>(block, 0),  run<7, T>(block, 0)};
	printf("%s:", name);
	for (int w : wrong)
		printf(" %d", w);
	printf("\n");
}

int main() {
	all<unsigned>("unsigned", 256);
	all<float>("float", 256);
	all<long long>("long long", 256);
	all<double>("double", 256);
	all<int>("rows of 8", dim3(8, 32));
	all<int>("rows of 64", dim3(64, 4));
	std::vector<int> s(N / 2), x(N / 2 * 20), got(N / 2);
	for (int &v : s)
		v = next() % 1000;
	for (int &v : x)
		v = next() % 1000;
	int *data, *dx, wrong = 0;
	cudaMalloc(&data, s.size() * sizeof(int));
	cudaMalloc(&dx, x.size() * sizeof(int));
	cudaMemcpy(data, s.data(), s.size() * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(dx, x.data(), x.size() * sizeof(int), cudaMemcpyHostToDevice);
	least<<<1, N / 2>>>(data, dx, 20);
	cudaMemcpy(got.data(), data, s.size() * sizeof(int), cudaMemcpyDeviceToHost);
	for (int t = 0; t < N / 2; t++) {
		for (int r = 0; r < 20; r++)
			s[t] = x[r * (N / 2) + t] < s[t] ? x[r * (N / 2) + t] : s[t];
		wrong += s[t] != got[t];
	}
	printf("least: %d wrong\n", wrong);
}
