// build: -w
// Pointers to members of bases, names of functions as values, functions declared by a typedef, what lambdas inside of
// lambdas capture, access by using-declarations: on the device as on the host.
#include <cstdio>

#define BOTH __host__ __device__

struct First {
	int first = 9;
};
struct Base {
	int x = 3;
	union {
		int low;
		short half;
	};
	BOTH int f() { return x + 1; }
	BOTH virtual int v(int k) { return x * k; }
};
struct Derived : First, Base {
	int y = 4;
	BOTH int v(int k) override { return y * k; }
};

BOTH int members() {
	Derived d;
	d.low = 6;
	int Derived::*p = &Derived::x, Derived::*none = nullptr, Derived::*q = &Base::x;
	int Base::*b = &Derived::x, Base::*back = static_cast<int Base::*>(p);
	int Derived::*low = &Derived::low;
	const int Derived::*c = p;
	int (Derived::*f)() = &Derived::f;
	int (Derived::*g)() = &Base::f;
	int (Derived::*v)(int) = &Base::v;
	int (Base::*w)(int) = static_cast<int (Base::*)(int)>(&Derived::v);
	int Base::*null = nullptr;
	int Derived::*still = null;
	Derived *at = &d;
	int r = d.*p + d.*b * 10 + (d.*f)() * 100 + (at->*g)() * 1000 + (d.*v)(2) * 10000;
	r += d.*q + d.*back + at->*low + d.*c + (d.*w)(3);
	return r + (none == nullptr) + (still == nullptr) * 2 + (p != nullptr) * 4 + (p == q) * 8;
}

typedef int Function(int);
BOTH Function once;
BOTH int once(int x) { return x + 1; }
BOTH Function *choose(bool b) { return b ? once : nullptr; }
BOTH int apply(Function f, int x) { return f(x); }
BOTH int names() {
	once;
	&once;
	(void)once;
	return (once == nullptr) + (once != 0) * 2 + choose(true)(3) * 10 + apply(once, 1) * 100 + (choose(false) == 0) * 1000;
}

BOTH int captured() {
	int a = 1, b = 2;
	auto f = [&, b](int x) {
		auto g = [=]() mutable {
			b += x;
			return a + b;
		};
		a = 10;
		return g() + b;
	};
	return f(3);
}

class Hides {
protected:
	int p = 3;
	BOTH int g() const { return p; }
};
class Shows : Hides {
public:
	using Hides::g;
	using Hides::p;
};
enum struct Later : long;
enum struct Later : long { z = 5 };
BOTH int sum(const int (&a)[3]) { return a[0] + a[2]; }
BOTH int others() {
	Shows s;
	return s.g() + s.p * 10 + int(Later::z) * 100 + sum({1, 2, 3}) * 1000;
}

__global__ void kernel(int *out) {
	out[0] = members();
	out[1] = names();
	out[2] = captured();
	out[3] = others();
}

int main() {
	int *out;
	cudaMallocManaged(&out, 4 * sizeof(int));
	kernel<<<1, 1>>>(out);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	int host[] = {members(), names(), captured(), others()};
	for (int i = 0; i < 4; i++)
		printf("%d%s\n", out[i], out[i] == host[i] ? "" : " on the device only");
}
