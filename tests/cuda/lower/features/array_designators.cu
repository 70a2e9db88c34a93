/* array_designators.cu - [i] = init among the elements of an array, in any order; an index follows the one before, and what no index
 * names starts as {} does. Chains of designators, ranges of elements.
 * SPDX-License-Identifier: Apache-2.0 */
enum Colour { red, green, blue };
struct Pair {
	int a, b[3];
};
struct Chained {
	Pair p[2];
	int last;
};
struct Seven {
	int Pair::*m; // zero is not null
};
struct Flags {
	bool on;
	float f[2];
};
#ifndef __global__ // the device
__device__ int table[] = {[blue] = 30, [red] = 10, [green] = 20};
__constant__ Pair pairs[3] = {[1] = {.a = 4, .b = {[2] = 5}}};
__constant__ int ranges[] = {[1 ... 3] = 5, [6] = 7, [7 ... 7] = 8};
__device__ Pair same[3] = {[0 ... 1] = {.b[1] = 2}};
#else // g++ has no designators out of order
__device__ int table[] = {10, 20, 30};
__device__ int ranges[] = {0, 5, 5, 5, 0, 0, 7, 8};
__device__ Pair same[3] = {{0, {0, 2, 0}}, {0, {0, 2, 0}}, {}};
__device__ Pair pairs[3] = {{}, {4, {0, 0, 5}}};
#endif

template <int N>
__device__ int sum(const int (&x)[N]) {
	int s = N * 1000;
	for (int i = 0; i < N; i++)
		s += x[i] * (i + 1);
	return s;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
#ifndef __global__ // the device
	int dense[] = {[0] = t, [1] = t + 1};
	int sparse[] = {[2] = t, [6] = 5, [4] = t * 2};
	int fixed[8] = {[1 + 2] = t};
	int grid[2][2] = {[1] = {[0] = t, [1] = 3}};
	int flat[2][2] = {[1] = {t}};
	int twice[2] = {[1] = 3, [1] = t};
	Seven sevens[4] = {[2] = {&Pair::a}};
	Flags f = {.f = {[1] = float(t)}};
	static constexpr char letters[] = {[1] = 'b', [0] = 'a'};
	Chained ch = {.p[1].b[2] = t, .last = 4}, lists[2] = {[1].p[1].b[1] = 3, [1].last = 2};
	int cells[3][3] = {[1][2] = t, [1][0] = 1, [2] = {[0 ... 1] = 6}};
	auto lambda = [=]() { return t; };
	int more[] = {[1] = lambda(), [2] = [=] { return t + 1; }()};
#else
	int dense[] = {t, t + 1}, sparse[] = {0, 0, t, 0, t * 2, 0, 5}, fixed[8] = {0, 0, 0, t}, grid[2][2] = {{}, {t, 3}};
	int flat[2][2] = {{}, {t}}, twice[2] = {0, t};
	Seven sevens[4] = {{}, {}, {&Pair::a}};
	Flags f = {false, {0, float(t)}};
	static constexpr char letters[] = {'a', 'b'};
	Chained ch = {{{}, {0, {0, 0, t}}}, 4}, lists[2] = {{}, {{{}, {0, {0, 3}}}, 2}};
	int cells[3][3] = {{}, {1, 0, t}, {6, 6}};
	int more[] = {0, t, t + 1};
#endif
	auto captures = [t] { return t; };
	int calls[] = {[0] = [=] { return t * 2; }(), [1] = captures()};
	o[0] = sum(dense);
	o[1] = sum(sparse);
	o[2] = sum(fixed);
	o[3] = sum(grid[0]) + sum(grid[1]) * 10;
	o[4] = sum(flat[0]) + sum(flat[1]) * 10;
	o[5] = sum(twice);
	o[6] = (sevens[0].m == nullptr) + 10 * (sevens[1].m == nullptr) + 100 * (sevens[2].m == nullptr) + 1000 * (sevens[3].m == nullptr);
	o[7] = int(f.f[0]) + int(f.f[1]) + f.on;
	o[8] = letters[0] * 256 + letters[1] + int(sizeof letters);
	o[9] = sum(calls) + sum(table);
	o[11] = sum(ranges) + sum(same[0].b) * 3 + sum(same[1].b) + sum(same[2].b) + sum(more);
	o[12] = sum(ch.p[1].b) + ch.last + lists[0].last + lists[1].p[0].a + sum(lists[1].p[1].b) + lists[1].last;
	o[13] = sum(cells[0]) + sum(cells[1]) * 10 + sum(cells[2]) * 100;
	o[10] = pairs[0].a + pairs[1].a + pairs[1].b[1] + 10 * pairs[1].b[2] + pairs[2].b[2];
}
