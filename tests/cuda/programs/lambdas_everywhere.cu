// build: -extended-lambda
// lambdas_everywhere.cu - extended lambdas in hard places: members of templates, loops, macros, several in a line; and every
// kind of variable captured.
#include <cstdio>
#include <functional>
#include <type_traits>
#include <vector>
template <class F, class... A> __global__ void run1(F f, A... a) {
	f(a...);
}
template <class F> __global__ void runN(int n, F f) {
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		f(i);
}
#define PAR(n, i, ...) runN<<<1, 32>>>(n, [=] __device__(int i) __VA_ARGS__)
#define BOTH __host__ __device__
namespace {
int *buf() {
	static int *p = [] {
		int *q;
		cudaMallocManaged(&q, 4096);
		return q;
	}();
	return p;
}
} // namespace
namespace deep {
namespace er {
template <class T> struct Solver {
	T *x;
	int n;
	T alpha;
	std::vector<T> host;
	static constexpr int K = 3;
	struct In {
		T a;
	};
	explicit Solver(int n) : n(n), alpha(2) {
		cudaMallocManaged(&x, n * sizeof(T));
		init();
	}
	void init() {
		T *px = x;
		int m = n;
		runN<<<1, 32>>>(m, [=] __device__(int i) { px[i] = T(i) / 2; });
		cudaDeviceSynchronize();
	}
	void scale(const T &by) {
		auto *p = x;
		const T b = by;
		PAR(n, i, {
			p[i] *= b;
			p[i] += K;
		});
		cudaDeviceSynchronize();
	}
	template <class U> void add(U u, std::vector<In> const &v) {
		auto p = x;
		In in = v.at(0);
		runN<<<1, 32>>>(n, [p, u, in] __device__(int i) { p[i] += T(u) + in.a; });
		cudaDeviceSynchronize();
	}
	void self() {
		auto me = *this->x;
		auto px = x;
		runN<<<1, 32>>>(n, [=] __device__(int i) { px[i] -= i ? 0 : me; });
		cudaDeviceSynchronize();
	}
	template <class F> static void st(F f, T *p) {
		run1<<<1, 1>>>([=] __device__(T * q) { *q = f(*q); }, p);
		cudaDeviceSynchronize();
	}
	T sum() const {
		T s = 0;
		for (int i = 0; i < n; i++)
			s += x[i];
		return s;
	}
};
struct Maker {
	int k;
	BOTH int operator()(int i) const {
		return i * k;
	}
};
inline Maker maker(int k) {
	return {k};
}
} // namespace er
} // namespace deep
template <class F, class G> struct Composed {
	F f;
	G g;
	template <class T> __host__ __device__ auto operator()(T t) const {
		return f(g(t));
	}
};
template <class F, class G>
__host__ __device__ Composed<F, G> operator_compose(F f, G g) {
	return {f, g};
}
template <class... F> void all(F... f) {
	int d[] = {(run1<<<1, 1>>>(f), 0)...};
	(void)d;
}
struct Pt {
	int x, y;
};
struct Dispatcher {
	std::function<void(int)> cb;
	Dispatcher() {
		init();
	}
	void init() {
		int *p = buf();
		auto f = [=] __device__(int i) { atomicAdd(p + 900, i * 4); };
		cb = [f](int n) { runN<<<1, 32>>>(n, f); };
	}
};
int main() {
	int *p = buf();
	deep::er::Solver<float> s(10);
	s.scale(3);
	s.add(1.5, {{0.5f}});
	s.self();
	deep::er::Solver<float>::st([] __device__(float v) { return v + 100; }, s.x + 1);
	printf("%g ", s.sum());
	deep::er::Solver<double> sd(4);
	sd.scale(2);
	sd.add(1, {{0.25}});
	printf("%g ", sd.sum());
	auto m = deep::er::maker(4);
	auto c = operator_compose(m, [] BOTH(int x) { return x + 1; });
	run1<<<1, 1>>>([=] __device__() { p[0] = c(5) + m(1); });
	cudaDeviceSynchronize();
	printf("%d %d ", p[0], c(5) + m(1));
	for (int k = 0; k < 3; k++) {
		int kk = k;
		for (auto &w : {10, 20}) {
			const int ww = w;
			runN<<<1, 2>>>(1, [=] __device__(int) { p[10 + kk] += ww; });
			cudaDeviceSynchronize();
		}
	}
	printf("%d%d%d ", p[10], p[11], p[12]);
	all([=] __device__() { p[1] = 1; }, [=] __device__() { p[2] = 2; },
	    [p] __device__ { p[3] = 3; });
	cudaDeviceSynchronize();
	printf("%d%d%d ", p[1], p[2], p[3]);
	Pt pt{3, 4};
	auto [x, y] = pt;
	int xx = x, yy = y;
	Pt &rp = pt;
	const Pt &cr = rp;
	run1<<<1, 1>>>(
		[=] __device__(auto... a) {
			p[4] = xx + yy + rp.x + cr.y + (0 + ... + a);
		},
		1, 2, 3);
	rp.x = 50;
	cudaDeviceSynchronize();
	printf("%d ", p[4]);
	auto cond = [=] __device__(int i) {
		struct L {
			int v;
			__device__ int get() const {
				return v;
			}
		};
		auto inner = [&](int j) mutable { return L{j + i}.get(); };
		switch (i) {
		case 0: p[20] = inner(1); break;
		default: {
			auto in2 = [=](auto z) { return z * 2; };
			p[20 + i] = in2(inner(i));
		}
		}
	};
	runN<<<1, 4>>>(4, cond);
	cudaDeviceSynchronize();
	printf("%d,%d,%d,%d ", p[20], p[21], p[22], p[23]);
	Dispatcher d;
	d.cb(4);
	[&] { [&]() { runN<<<1, 1>>>(1, [=] __device__(int i) { p[901] = 5; }); }(); }();
	cudaDeviceSynchronize();
	printf("%d %d ", p[900], p[901]);
	auto f1 = [=] __device__(int i) { p[30 + i] = i; };
	auto f2 = f1;
	static_assert(std::is_same<decltype(f1), decltype(f2)>::value, "");
	static_assert(std::is_trivially_copyable<decltype(f1)>::value, "");
	decltype(f1) f3 = f2;
	runN<<<1, 4>>>(3, f3);
	runN<decltype(f1)><<<1, 4>>>(5, std::move(f1));
	cudaDeviceSynchronize();
	printf("%d%d ", p[32], p[34]);
	unsigned long long big = 1ull << 40;
	bool flag = true;
	float (*fn)(float) = nullptr;
	double dd[2][2] = {{1, 2}, {3, 4}};
	char str[] = "xyz";
	run1<<<1, 1>>>([=, neg = -int(big >> 38), q = p + 40] __device__() {
		if (flag && !fn)
			*q = neg + (int)dd[1][0] + str[2];
	});
	cudaDeviceSynchronize();
	printf("%d\n", p[40]);
}
