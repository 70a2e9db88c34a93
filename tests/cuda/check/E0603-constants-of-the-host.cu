/* A constexpr function without __device__ may name a variable of the host, as long as only constant expressions call it. */
struct node {
	int value;
	static constexpr node *none() { return &end; }
	static constexpr node *last() { return none(); }
	static node end;
};
constexpr int depth(int n) { return n ? depth(n - 1) + 1 : node::last() == &node::end; }
template <class N> struct list {
	static_assert(N::none() == N::none() && depth(3) == 4, "has no object that means none");
	int n;
};
constexpr int next(int n) { return n + 1; }
static_assert(next(1) == 2, "");
__global__ void constants(int *p) {
	list<node> l = {next(*p)};
	*p = l.n;
}
__global__ void called(int *p) { *p = node::last()->value; }
