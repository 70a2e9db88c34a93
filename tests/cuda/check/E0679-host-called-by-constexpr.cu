/* nvcc does not look at what a constexpr function without __device__ calls: constant expressions may be all that call it.
 * Where device code does call it, the call of the host's function traps. */
int host(int x);
struct Api {
	auto get() const { return this; }
	int v = 3;
};
template <class T> constexpr decltype(auto) api(T &&any) {
	return *any.get();
}
template <class A> struct Buffer {
	A a;
	auto view() const { return api(a).v; }
};
template <class T> decltype(auto) view(T &&any) {
	return any.view();
}
template <class T> struct Bundle {
	decltype(view(*(T *)nullptr)) x;
};
__global__ void only_its_type(int *p, Bundle<Buffer<Api>> b) {
	*p = b.x;
}
constexpr int large(int x) {
	return x > 100 ? host(x) : x;
}
template <class T> constexpr T also_large(T x) {
	return large(x) + (x > 100 ? host(x) : x);
}
template <class T> constexpr T never_called(T x) {
	return x > 100 ? host(x) : x;
}
__global__ void of_constants(int *p) {
	constexpr int x = never_called(5);
	*p = x;
}
__global__ void called(int *p) {
	*p = also_large(*p);
}
