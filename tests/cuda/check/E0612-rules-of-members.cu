// flags: std=20
namespace members {
struct A { __device__ virtual int f() noexcept { return 1; } __device__ virtual auto g() -> int { return 2; } };
struct Throws : A { __device__ int f() override { return 2; } }; // [except.spec]/4
struct Quiet : A { __device__ int f() noexcept(true) override { return 2; } };
struct Deduced { __device__ virtual auto f() { return 1; } __device__ auto g() { return 2; } }; // [dcl.spec.auto]/13
struct Twice : A, A {}; // [class.mi]/3
struct Mutable { int x; mutable const int y = 1; mutable const int *z = nullptr; }; // [dcl.stc]/9
struct Makes { __device__ Makes() {} int n; };
union Unknown { Makes m; int i; }; // [class.default.ctor]/2
union Known { Makes m; int i = 1; };
union First { __device__ First() {} Makes m; int i; };
__device__ int operator+(int a, const double &b) { return 1; } // [over.oper]/7
__device__ int operator-(const A &a, int b) { return 1; }
enum class Colour { red, green };
enum class Fruit { apple, red };
__device__ int operator~(Colour a) { return 1; }
struct Order { int a, b; };
}
namespace access {
struct Base { protected: __device__ Base() {} __device__ Base(int) {} __device__ Base(const Base &) = default; };
struct Derived : Base {
	using Base::Base;
	__device__ Derived() : Base(1) {}
	__device__ Derived(const Derived &d) : Base(d) {}
	__device__ static Derived *of_derived() { return new Derived(2); }
	__device__ static Base *of_base() { return new Base(2); } // [class.protected]/1
	__device__ void local() { Base b; }
	__device__ Base copy() { return *this; }
};
struct Virtual : virtual Base { __device__ Virtual() {} __device__ Virtual(int) : Base(1) {} };
struct Implicit : Base { int n; };
struct Trivial { protected: Trivial() = default; int n; };
struct OfTrivial : Trivial { __device__ static void f() { OfTrivial a; Trivial b; } };
}
__device__ int f() {
	using namespace members;
	Throws t;
	Quiet q;
	Deduced d;
	Twice w;
	Mutable m;
	Unknown u;
	Unknown given{};
	Known k;
	First first;
	using enum Colour;
	using enum Colour;
	using enum Fruit;
	Order order = {.b = 1, .a = 2};
	access::Derived x, y(x);
	access::Virtual v, v1(1);
	access::Implicit i, i2(i);
	x.of_derived(), x.of_base(), x.local(), x.copy();
	access::OfTrivial::f();
	return t.f() + q.f() + d.f() + m.y + k.i + order.a + sizeof(w) + sizeof(first);
}
