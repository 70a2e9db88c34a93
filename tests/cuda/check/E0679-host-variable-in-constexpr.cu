/* A constexpr function without __device__ may name a variable of the host: a thread that reaches it traps, as with nvcc. */
struct pair { int x, y; };
int count, table[4];
pair two;
int *pointer;
namespace { int local; }
struct holder {
	int m;
	static int shared_by_all;
	constexpr int of(int i) const { return i ? shared_by_all : m; }
};
constexpr int read(int i) { return i ? count : 3; }
constexpr int written(int i) {
	if (i)
		count = i;
	return 1;
}
constexpr int element(int i) { return i ? table[i] : 3; }
constexpr int member(int i) { return i ? two.y : 3; }
constexpr int pointed(int i) { return i ? *pointer : local; }
template <class T> constexpr int in_lambda(T i) {
	auto f = [](int x) { return x ? count : 3; };
	return f(i);
}
constexpr int never_called(int i) { return i ? count : 3; }
static_assert(read(0) == 3 && written(0) == 1 && never_called(0) == 3, "");
__global__ void k(int *p, int i) {
	*p = read(i) + written(i) + element(i) + member(i) + pointed(i) + in_lambda(i) + holder{4}.of(i);
}
