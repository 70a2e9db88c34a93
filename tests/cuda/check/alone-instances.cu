// flags: alone
/* Without a host half no other compiler says that an explicit instantiation or specialisation names nothing ([temp.explicit]). */
template <class T> __global__ void k(T *p) { *p = 0; }
template <class T> struct S {
	T v;
	S() : v() {}
	S(T t);
	~S() {}
	T get() { return v; }
	template <class U> U as() { return U(v); }
	operator T() const { return v; }
	T operator+(const S &s) const { return v + s.v; }
	static T once();
	static T kept;
	struct in { T w; T got() { return w; } };
	void quiet() noexcept {}
};
template <class T> S<T>::S(T t) : v(t) {}
template <class T> T S<T>::once() { return T(); }
template <class T> T S<T>::kept = T();
template <class T> T var = T(1);
template <class T> T two(T a, T) { return a; }
template <class T, int M> T number(T a) { return a + M; }
namespace n {
template <class T> T g(T a) { return a; }
inline namespace v1 { template <class T> T h(T a) { return a; } }
}
void plain(int) {}
// names nothing
template __global__ void k<int>(float *p);
template __global__ void k<int>(int *p, int q);
template __global__ void k(int);
template __global__ void nosuch(int *p);
template int S<int>::nosuch();
template float S<int>::get();
template float S<int>::as<int>();
template void plain(int);
template int two(int, float);
template int n::g<int>(float);
template int number<int>(int);
extern template __global__ void k<char>(float *p);
template <> __global__ void k<int>(float *p) {}
template <> float S<int>::get() { return 1; }
template float var<int>;
// right
template __global__ void k<int>(int *p);
template __global__ void k(long *);
template __global__ void __launch_bounds__(32) k<short>(short *);
extern template __global__ void k<char>(char *p);
template struct S<float>;
template S<int>::S();
template S<int>::S(int);
template S<int>::~S();
template int S<int>::get();
template float S<int>::as<float>();
template S<int>::operator int() const;
template int S<int>::operator+(const S &) const;
template int S<int>::once();
template int S<int>::kept;
template struct S<int>::in;
template char S<char>::in::got();
template void S<int>::quiet() noexcept;
template int var<int>;
template const char var<const char>;
template int two(int, int);
template int n::g<int>(int);
template int n::h<int>(int);
template int number<int, 3>(int);
template <class T> auto deduced(T t) { return t + 1; }
template auto deduced(int);
template auto deduced<char>(char);
template <class T> void over(T) {}
template <class T> void over(T *) {}
template void over(int *);
template <> void over<long *>(long *) {}
template <class... T> int count(T...) { return sizeof...(T); }
template int count(int, char);
template int count<>();
template <class T, class = decltype(T() + 1)> T with(T t) { return t; }
template <class T> T with(T *t) { return *t; }
template int with(int);
template int with<int>(int *);
template <class T> struct derived : S<T> { using S<T>::get; T more() { return get(); } };
template int derived<int>::more();
template <template <class> class C, class T> int through(C<T>) { return 1; }
template int through(S<int>);
template <class R, class... A> R call(R (*f)(A...), A... a) { return f(a...); }
template int call(int (*)(int, char), int, char);
template <class T> T &at(T (&a)[4], int i) { return a[i]; }
template int &at(int (&)[4], int);
template <class T> constexpr T pi() { return T(3); }
template float pi<float>();
