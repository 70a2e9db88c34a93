// flags: std=20
namespace a {
constexpr int value = 1;
struct S { int x; };
using Same = int;
__device__ int f(int) { return 1; }
namespace deep { constexpr int both = 3; }
inline namespace v1 { constexpr int versioned = 4; }
}
namespace b {
constexpr int value = 2;
struct S { int y; };
using Same = int;
__device__ int f(long) { return 2; }
constexpr int both = 5;
using a::versioned;
}
constexpr int own = 6;
namespace c { constexpr int own = 7; }
using namespace a;
__device__ int before() { return value + own + sizeof(S); } // only what comes first counts
using namespace b;
using namespace a::deep;
__device__ int variable() { return value; }
__device__ int type() { return sizeof(S); }
__device__ int fine() { return f(1) + f(2L) + Same(3) + versioned + a::value; }
__device__ int nested() { return both; }
namespace d {
using namespace c;
__device__ int outer() { return own; }
constexpr int value = 8;
__device__ int hides() { return value; }
}
__device__ int block() {
	using namespace c;
	constexpr int value = 9;
	return own + value;
}
template <class T> __device__ int in_template() { return value; }
__device__ int use() { return in_template<int>(); }
