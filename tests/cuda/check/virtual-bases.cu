// What virtual base classes may not do.
struct I { int i; __device__ virtual int f() { return 1; } };
struct P : virtual I { __device__ int f() override { return 2; } };
struct Q : virtual I { __device__ int f() override { return 3; } };
struct R : P, Q {};
struct S : virtual I { constexpr S() {} };
struct T : P, virtual I { int a; };
struct U : P, Q { __device__ int f() override { return 4; } };
struct Empty {};
struct A : Empty {};
struct B : Empty {};
struct C : A, B {};
struct D : A { Empty e; };
struct E : virtual Empty, A { char c; };
static_assert(sizeof(P) == 24 && sizeof(T) == 32 && sizeof(U) == 32, "");
static_assert(sizeof(C) == 2 && sizeof(D) == 2 && sizeof(E) == 16, "");
static_assert(!__is_aggregate(P) && !__is_standard_layout(E) && !__is_polymorphic(E), "");
static_assert(!__is_abstract(U) && !__is_empty(E) && !__is_trivially_copyable(E), "");

__global__ void down(I *i) {
	((P *)i)->f();
	static_cast<P &>(*i).f();
}
__global__ void no_overrider(R *r) { r->i = 1; }
__global__ void constant(S *s) { S t; }
__global__ void wrong_base(T *t) { struct X : T { __device__ X() : Q() {} } x; }
