// build: --extended-lambda
// Extended lambdas and enumerators: those of the function around are constants of the lambda, those of the lambda
// itself, and of blocks and classes that have ended, hide nothing outside. Launch bounds of zero are none.
#include <cstdio>

template <int Threads, int Blocks> struct Shape {
	enum { threads = Threads, blocks = Blocks };
	typedef Shape sm;
};

template <typename L, typename F, typename... A>
__global__ __launch_bounds__(L::sm::threads, L::sm::blocks) void launch_kernel(F f, int n, A... a)
{
	f(threadIdx.x, n, a...);
}
template <typename L, typename F, typename... A> void launch(F f, int n, A... a)
{
	launch_kernel<L, F><<<1, 16>>>(f, n, a...);
	cudaDeviceSynchronize();
}

template <int N> void constants_around(int *p)
{
	constexpr int twice = N * 2;
	enum { nt = twice, vt = nt * 2 };
	enum class Kind : unsigned char { first = 3, second };
	// N is named by `twice` alone.
	launch<Shape<16, 0>>([=] __device__(int i, int n) { p[i] = nt + vt + (int)Kind::second + n; }, 5);
	// The lambda's own enumerators hide those around.
	launch<Shape<16, 0>>(
		[=] __device__(int i, int, int m) {
			enum { vt = 100, nv = nt * vt };
			p[i] += nv + m;
		},
		0, 7);
}

template <int N> constexpr int n0 = N;

template <typename L> void constants_inside(int *p, int *values)
{
	auto first = [=] __device__(int i, int n) {
		enum { nt = L::threads, nv = nt * 2 };
		__shared__ union {
			int values[nv];
		} shared;
		shared.values[i] = i * n;
		// `values` is the parameter around, not the member of the union above.
		p[i] += shared.values[i] + *(values + i % nt);
	};
	launch<L>(first, 3);
	int nt = 9, nv = 8; // hidden by the lambda's own
	constexpr int vt = 7;
	launch<L>(
		[=] __device__(int i, int n) {
			enum { nt = n0<3>, vt = 2 };
			p[i] += nt * 1000000 + vt * n;
		},
		5);
	p[0] += nt + nv + vt;
	auto second = [=] __device__(int i, int n) {
		enum { nt = 1000, nv = nt + 1 }; // not those of the lambda before
		p[i] += nv * n;
	};
	launch<L>(second, 2);
}

struct Sorter {
	enum { has_values = 40 };
	int *p;
	void run()
	{
		int *out = p;
		launch<Shape<16, 1>>([=] __device__(int i, int) { out[i] += has_values; }, 0);
	}
};

int main()
{
	int *p, *values;
	cudaMallocManaged(&p, 16 * sizeof(int));
	cudaMallocManaged(&values, 16 * sizeof(int));
	for (int i = 0; i < 16; i++)
		values[i] = 10000 * i;
	constants_around<3>(p);
	constants_inside<Shape<16, 2>>(p, values);
	Sorter{p}.run();
	for (int i = 0; i < 16; i++)
		printf("%d%c", p[i], i == 15 ? '\n' : ' ');
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
