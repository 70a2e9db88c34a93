// build: -extended-lambda -Xcompiler -Wall,-Wextra
// lambdas_named_on_host.cu - what host code may ask about extended lambdas, and arrays that they capture.
#include <cstdio>
#include <functional>
#include <type_traits>

template <class F, class... A>
__global__ void call(F f, A... a) {
	f(a...);
}

template <class F, std::enable_if_t<std::is_invocable<F, int>::value, int> = 0>
void launch(F f, int n) {
	call<<<1, 1>>>(f, n);
	cudaDeviceSynchronize();
}

// Both are compiled; which one runs is known at run time.
template <class F>
void anywhere(bool there, F f, int n) {
	if (there)
		launch(f, n);
	else
		f(n);
}

template <class R, class F>
bool returns(F) {
	return std::is_same<typename std::result_of<F(int)>::type, R>::value;
}

struct Pair {
	int a, b;
};

template <class T, int n>
T sum_of(const T (&values)[n]) {
	T *p;
	cudaMallocManaged(&p, sizeof *p);
	T copy[n];
	for (int i = 0; i < n; i++)
		copy[i] = values[i];
	launch(
	    [=] __device__(int k) {
		    *p = 0;
		    for (int i = 0; i < k; i++)
			    *p += copy[i];
	    },
	    n);
	T sum = *p;
	cudaFree(p);
	return sum;
}

int main() {
	int *p;
	cudaMallocManaged(&p, 16 * sizeof *p);
	int row[3] = {1, 2, 3};
	const float table[2][3] = {{1, 2, 3}, {4, 5, 6}};
	Pair pairs[2] = {{7, 8}, {9, 10}};
	char text[] = "abc";
	launch([=] __device__(int i) { p[0] = row[i] + (int)table[1][i] + pairs[1].b + text[0]; }, 2);
	row[2] = 100;
	auto kept = [row, p] __device__(int i) mutable {
		row[i]++;
		p[1] = row[2] + (int)(sizeof row / sizeof *row);
	};
	row[2] = 200;
	launch(kept, 2);
	auto both = [row, pairs] __host__ __device__(int i) { return row[i] + pairs[0].a + (row == nullptr); };
	p[2] = both(2);
	launch([=] __device__(int i) { p[3] = both(i) + 1; }, 2);
	anywhere(true, [=] __device__(auto i) -> void { p[4] = i; }, 5);
	anywhere(true, [=] __device__(int i) -> int { return p[5] = i + 1; }, 5);
	for (int i = 0; i < 6; i++)
		printf("%d ", p[i]);
	printf("%d %d %d %d ", returns<int>([] __device__(int i) { return i * 0.5; }),
	       returns<char>([] __device__(int) -> char { return 'a'; }), returns<double>([] __device__(auto) -> double { return 1; }),
	       returns<float>([] __host__ __device__(int i) { return i * 0.5f; }));
	printf("%d %g\n", sum_of({1, 2, 3, 4}), sum_of({0.5, 0.25}));
}
