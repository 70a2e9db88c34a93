// flags: std=20
// A name is captured once, and not as the default says ([expr.prim.lambda.capture]/2); a member of a base that the class has
// twice is ambiguous ([class.member.lookup]); a call of a consteval function is a constant ([expr.const]/13).
struct A { int x; static const int s = 3; };
struct B : A {};
struct C : A {};
struct D : B, C { __device__ int get() { return x; } };
consteval int square(int x) { return x * x; }
__global__ void k(int *o) {
	int x = 1;
	auto f = [&, &x] { return x; };
	auto g = [=, x] { return x; };
	auto h = [x, x] { return x; };
	auto i = [n = 1, n = 2] { return n; };
	D d{};
	*o = d.x + d.get();
	*o = square(x);
	/* right */
	auto m = [=, &x, y = x, n = 1] { return x + y + n; };
	*o = d.B::x + d.s + square(3) + m() + f() + g() + h() + i();
}
