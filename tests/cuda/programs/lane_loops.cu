/* Loops in which each thread walks through memory of its own, for as many rounds as it
 * likes: sparse rows, strings, searches, with branches and loops in them, in partial
 * warps, with neighbouring threads at neighbouring places, for many rounds, and out of
 * bounds.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define BOTH __host__ __device__

static BOTH float row_sum(const int *row, const int *col, const float *val, const float *x, int r) {
	float sum = 0;
	for (int k = row[r]; k < row[r + 1]; k++)
		sum += val[k] * x[col[k]];
	return sum;
}

/* One load a round, one exit, a condition that is loaded. */
static BOTH float length(const int *start, const char *text, int r) {
	const char *s = text + start[r];
	int n = 0;
	while (s[n])
		n++;
	return (float)n;
}

/* Branches in the loop; two exits. */
static BOTH float branches(const int *row, const int *col, const float *val, int r) {
	double sum = 1;
	unsigned long long bits = 0;
	bool odd = false;
	for (int k = row[r]; k < row[r + 1]; k++) {
		if (col[k] % 7 == 3)
			break;
		if (col[k] & 1) {
			sum = sum * 0.5 + val[k];
			odd = !odd;
		} else {
			bits = bits << 3 ^ (unsigned)col[k];
		}
	}
	return (float)(sum + (double)(bits & 0xffff) + (odd ? 0.25 : 0));
}

/* A loop in the loop; backwards; integers of 8 and 16 bits. */
static BOTH float nested(const int *row, const short *small, const signed char *tiny, int r) {
	int sum = r;
	for (int k = row[r + 1] - 1; k >= row[r]; k--) {
		int x = small[k];
		for (int j = 0; j < (tiny[k] & 3); j++)
			sum = sum * 3 + tiny[k + j];
		sum ^= x;
	}
	return (float)(sum & 0xfffff);
}

/* Neighbours walk side by side, and at places that only the data tells. */
static BOTH float window(const int *perm, const float *val, int n, int r) {
	float sum = 0;
	int first = perm[r];
	for (int k = 0; k < (r & 15); k++)
		sum = sum * 0.5f + val[(first + k) % n];
	return sum;
}

/* Vectors of four, and a value of the rows before that lives on. */
static BOTH float wide(const int *row, const float4 *quad, int r) {
	float sum = 0, last = -1;
	for (int pass = 0; pass < 2; pass++)
		for (int k = row[r]; k < row[r + 1]; k++) {
			float4 q = quad[k];
			sum += q.x * q.y - q.z * q.w + last;
			last = q.x;
		}
	return sum + last;
}

/* What differs between threads by a rule, and stays as it is in the loop. */
static BOTH float by_rule(const int *row, const int *col, int r) {
	unsigned m = 1;
	for (int k = row[r]; k < row[r + 1]; k++)
		m = m * (col[k] & 4 ? (unsigned)r : 3u) + 1;
	return (float)(m & 0xfffff);
}

/* Two loops, one after the other, and what is between them; four at a time, backwards. */
static BOTH float by_four(const int *row, const int *col, const float *val, const float *x, int r) {
	float sum = 0;
	int k = row[r];
	const int end = row[r + 1];
	if (k < end) {
		for (; k + 4 <= end; k += 4)
			sum = sum * 0.5f + val[k] * x[col[k]] + val[k + 1] * x[col[k + 1]] +
			      val[k + 2] * x[(unsigned)col[k + 2]] - val[k + 3];
		if (sum > 8)
			sum -= 8;
		for (; k < end; k++)
			sum += val[k] * x[col[k]];
	}
	return sum;
}

static BOTH float two_ways(const int *row, const short *small, const signed char *tiny, int r) {
	long long first = row[r], k = (long long)row[r + 1] - 1;
	int sum = 0, last = 7;
	if (k > first) {
		for (; k >= first + 3; k -= 3) {
			if (tiny[k] & 8)
				sum ^= small[k] * small[k - 1];
			last = tiny[k - 2];
			sum = sum * 5 + last;
		}
		for (unsigned i = (unsigned)first; i <= (unsigned)k; i++) {
			sum = sum * 3 + small[i];
			if (sum & 0x10000)
				sum += last;
		}
	}
	return (float)(sum & 0xfffff);
}

struct data {
	const int *row, *col, *start, *perm;
	const float *val, *x;
	const char *text;
	const short *small;
	const signed char *tiny;
	const float4 *quad;
	int n, nnz;
};

static BOTH float compute(const data &d, int kind, int r) {
	switch (kind) {
	case 0: return row_sum(d.row, d.col, d.val, d.x, r);
	case 1: return length(d.start, d.text, r);
	case 2: return branches(d.row, d.col, d.val, r);
	case 3: return nested(d.row, d.small, d.tiny, r);
	case 4: return window(d.perm, d.val, d.nnz, r);
	case 5: return by_rule(d.row, d.col, r);
	case 6: return by_four(d.row, d.col, d.val, d.x, r);
	case 7: return two_ways(d.row, d.small, d.tiny, r);
	default: return wide(d.row, d.quad, r);
	}
}

template <int kind> __global__ void kernel(data d, int rows, float *out) {
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows)
		out[r] = compute(d, kind, r);
}

/* Threads that do not all get to the loop. */
template <int kind> __global__ void some(data d, int rows, float *out) {
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r >= rows)
		return;
	float v = -2;
	if (d.col[r] % 3)
		v = compute(d, kind, r);
	out[r] = v;
}

/* In shared memory. */
__global__ void shared_rows(const int *row, float *out) {
	__shared__ float tile[2048];
	for (int i = threadIdx.x; i < 2048; i += blockDim.x)
		tile[i] = (float)(i % 37) * 0.5f;
	__syncthreads();
	int t = threadIdx.x, first = t * 5 % 1024, n = row[t + 1] - row[t];
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum = sum * 0.5f + tile[first + k];
	out[t] = sum;
}

__global__ void too_far(const int *row, const float *val, float *out) {
	int r = threadIdx.x;
	float sum = 0;
	long long step = r == 5 ? 1 : 0;
	for (long long k = row[r]; k < row[r + 1] + (step << 40); k++)
		sum += val[k];
	out[r] = sum;
}

template <class T> static T *device(const std::vector<T> &v) {
	T *p;
	cudaMalloc(&p, v.size() * sizeof(T));
	cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
	return p;
}

static unsigned state = 5;

static unsigned next() {
	return state = state * 1664525u + 1013904223u, state >> 8;
}

template <int kind> static void run(const data &host, const data &dev, int rows) {
	float *out;
	std::vector<float> got(rows);
	int wrong = 0;
	cudaMalloc(&out, rows * sizeof(float));
	for (int block : {32, 100, 256}) {
		kernel<kind><<<(rows + block - 1) / block, block>>>(dev, rows, out);
		cudaMemcpy(got.data(), out, rows * sizeof(float), cudaMemcpyDeviceToHost);
		for (int r = 0; r < rows; r++) {
			float want = compute(host, kind, r);
			wrong += memcmp(&want, &got[r], sizeof want) != 0;
		}
		some<kind><<<(rows + block - 1) / block, block>>>(dev, rows, out);
		cudaMemcpy(got.data(), out, rows * sizeof(float), cudaMemcpyDeviceToHost);
		for (int r = 0; r < rows; r++) {
			float want = host.col[r] % 3 ? compute(host, kind, r) : -2;
			wrong += memcmp(&want, &got[r], sizeof want) != 0;
		}
	}
	printf("kind %d: %d of %d wrong\n", kind, wrong, 6 * rows);
	cudaFree(out);
}

int main() {
	const int rows = 1000;
	std::vector<int> row(rows + 1), start(rows), perm(rows);
	for (int r = 0; r < rows; r++) {
		row[r + 1] = row[r] + (next() % 5 ? next() % 24 : r % 100 ? 0 : 1500);
		perm[r] = r < 500 ? r : (int)(next() % rows);
	}
	int nnz = row[rows] + 8;
	std::vector<int> col(nnz);
	std::vector<float> val(nnz), x(rows);
	std::vector<short> small(nnz);
	std::vector<signed char> tiny(nnz);
	std::vector<float4> quad(nnz);
	std::vector<char> text;
	/* small integers: sums are exact, in whatever way the host adds */
	for (int k = 0; k < nnz; k++) {
		col[k] = next() % rows;
		val[k] = (float)(next() % 16);
		small[k] = (short)next();
		tiny[k] = (signed char)next();
		quad[k] = make_float4(next() % 8, next() % 8, next() % 8, next() % 8);
	}
	for (int r = 0; r < rows; r++) {
		x[r] = (float)(next() % 16);
		start[r] = (int)text.size();
		for (unsigned n = next() % 40; n; n--)
			text.push_back('a');
		text.push_back(0);
	}
	data host = {row.data(), col.data(), start.data(), perm.data(), val.data(), x.data(), text.data(),
	             small.data(), tiny.data(), quad.data(), rows, nnz};
	data dev = {device(row), device(col), device(start), device(perm), device(val), device(x), device(text),
	            device(small), device(tiny), device(quad), rows, nnz};
	run<0>(host, dev, rows);
	run<1>(host, dev, rows);
	run<2>(host, dev, rows);
	run<3>(host, dev, rows);
	run<4>(host, dev, rows);
	run<5>(host, dev, rows);
	run<6>(host, dev, rows);
	run<7>(host, dev, rows);
	run<8>(host, dev, rows);
	float *out, got[64];
	cudaMalloc(&out, 64 * sizeof(float));
	shared_rows<<<1, 64>>>(dev.row, out);
	cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
	int wrong = 0;
	for (int t = 0; t < 64; t++) {
		float sum = 0;
		for (int k = 0; k < row[t + 1] - row[t]; k++)
			sum = sum * 0.5f + (float)((t * 5 % 1024 + k) % 37) * 0.5f;
		wrong += t * 5 % 1024 + row[t + 1] - row[t] < 2048 && sum != got[t];
	}
	printf("shared: %d wrong\n", wrong);
	too_far<<<1, 32>>>(dev.row, dev.val, out);
	printf("too far: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
