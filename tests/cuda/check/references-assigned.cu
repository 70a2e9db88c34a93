// A class that converts to T & is assigned to by ++ and += ([over.built]/3, /18).
template <class T> struct Ref {
	T *p;
	__device__ constexpr operator T &() const { return *p; }
};
struct Value {
	int v;
	__device__ constexpr operator int() const { return v; }
};
__device__ constexpr int counted() {
	int x = 1;
	const Ref<int> r{&x};
	++r;
	r++;
	--r;
	r += 5;
	r *= 2;
	return x;
}
static_assert(counted() == 14);
template <class T> constexpr auto increments(int) -> decltype(++*(T *)0, true) { return true; }
template <class T> constexpr bool increments(...) { return false; }
template <class T> constexpr auto adds(int) -> decltype(*(T *)0 += 1, true) { return true; }
template <class T> constexpr bool adds(...) { return false; }
static_assert(increments<const Ref<int>>(0) && adds<Ref<int>>(0) && increments<Ref<int *>>(0) && adds<Ref<int *>>(0));
static_assert(!increments<Value>(0) && !adds<Value>(0) && !increments<Ref<const int>>(0) && !adds<Ref<const int>>(0));
