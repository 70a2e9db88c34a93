template <class... T> __device__ int sum(T... x) {
	return x;
}
template <class... T> struct S {
	__device__ int size() {
		if (sizeof...(T) > 1)
			return (sizeof(T) + ...);
		auto f = [](auto... a) { return (a + ...); };
		return f(sizeof(T)...) + f(T()...);
	}
	T first;
};
struct calls {
	template <class... T> __device__ void all(T &&...x) {
		(void)(x(), ...);
		int x_of = 3, y = (x(x_of), 0);
	}
};
int main() {
}
