// What gives no warning: constants compared with zero, divisions that are not evaluated, constants in braces that fit.
template <class T> __device__ bool compared() {
	static_assert(sizeof(T) >= 0);
	return sizeof(T) >= 0 && 4u >= 0 && (unsigned __int128)-1 >= 0;
}
template <class T> using Quotient = decltype(T{} / T{});
__device__ bool use() { return compared<int>() && sizeof(1 / 0) == sizeof(Quotient<int>); }
template <class T, int... I> struct Values { T v[sizeof...(I)]; };
template <class T, int... I> __device__ Values<T, I...> zeros() {
	return Values<T, I...>{((void)I, 0)...};
}
constexpr __host__ __device__ int seven() { return 7; }
__device__ int braced() {
	Values<unsigned char, 1, 2> v = zeros<unsigned char, 1, 2>();
	return v.v[0] + Values<signed char, 1>{seven()}.v[0];
}
struct Pair {
	int a;
	__host__ __device__ friend bool operator==(const Pair &, const Pair &) = default;
};

// Operands that a constant excludes.
template <class T> constexpr bool is_unsigned = T(-1) > T(0);
template <class T> __device__ bool decided(T t) {
	return (is_unsigned<T> || t >= 0) && !(!is_unsigned<T> && t < 0) && (is_unsigned<T> ? true : t >= 0);
}
__device__ bool use_decided(unsigned t) {
	return decided(t) + (false && 1 / 0) + (true || t < 0);
}
