// Extended lambdas that name types of base classes ([class.member.lookup]): of classes and templates, in several steps, in
// other namespaces, hidden by the class's own, and not those of bases that depend on a parameter ([temp.dep]/3).
// build: -extended-lambda
#include <cstdio>

template <class F> __global__ void run(F f, long *o) {
	long s = 0;
	f(3, s);
	*o = s;
}
template <class F> void apply(const char *name, F f) {
	long *o, got = -1;
	cudaMalloc(&o, sizeof *o);
	run<<<1, 1>>>(f, o);
	cudaMemcpy(&got, o, sizeof got, cudaMemcpyDefault);
	printf("%s %ld\n", name, got);
}

using other = unsigned char;
struct numbers {
	using number = long;
	using other = int;
	enum kind { few = 4, many };
};
namespace far {
	struct numbers { using number = short; typedef unsigned index; };
	template <class T> struct holder { using held = T; using other = T; };
	struct both : ::numbers, private numbers { using other = signed char; using ::numbers::number; };
}
struct middle : public numbers {};

template <class E> struct made : public middle {
	static void plain(int n) {
		apply("plain", [=] __device__(int t, number &s) { number x = n; s += x + t; });
	}
	template <int D = 1> static void nested(int n) {
		using local = E;
		apply("nested", [=] __host__ __device__(local const &t, number &s) {
			auto r = t;
			number x = n;
			auto h = [=](const int &i, number &y) { y += r + i + D; };
			h(3, x);
			s += x + static_cast<number>(sizeof(other)) * 100;
		});
	}
};

struct of_far final : far::numbers, far::holder<unsigned char> {
	static void f() {
		apply("of_far", [] __device__(int, long &s) {
			s = static_cast<number>(70000) + static_cast<long>(sizeof(index)) + static_cast<held>(259);
		});
	}
	void g();
};
void of_far::g() {
	apply("outside", [] __device__(index, long &s) { s = static_cast<held>(260) + static_cast<long>(sizeof(number)); });
}

struct of_both : far::both {
	static void f() {
		apply("of_both", [] __device__(int, number &s) { s = static_cast<number>(sizeof(other)) + static_cast<long>(sizeof(kind)); });
	}
};

template <class T> struct of_dependent : far::holder<T> {
	static void f() { apply("of_dependent", [] __device__(int, long &s) { s = sizeof(other); }); }
};

int main() {
	made<int>::plain(3);
	made<int>::nested(4);
	of_far::f();
	of_far().g();
	of_both::f();
	of_dependent<double>::f();
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
