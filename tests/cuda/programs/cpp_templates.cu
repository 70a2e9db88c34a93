// build: --expt-relaxed-constexpr --extended-lambda -diag-suppress=68
#include <cstdio>
#include <cuda_runtime.h>
#include <type_traits>
#include <utility>
#include <cstdint>
#include <cstddef>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

template <class... T> struct list {}; template <class L> struct front; template <class H, class... T> struct front<list<H, T...>> { using type = H; };
template <class L, class T> struct push; template <class... A, class T> struct push<list<A...>, T> { using type = list<A..., T>; };
template <class L> struct rev { using type = L; }; template <class H, class... T> struct rev<list<H, T...>> { using type = typename push<typename rev<list<T...>>::type, H>::type; };
template <template <class> class F, class L> struct map_; template <template <class> class F, class... T> struct map_<F, list<T...>> { using type = list<typename F<T>::type...>; };
template <class T> struct ptr { using type = T *; };
template <class L> struct total; template <class... T> struct total<list<T...>> { static constexpr int value = (sizeof(T) + ... + 0); };
template <int... I> struct seq {}; template <int N, int... I> struct mk : mk<N - 1, N - 1, I...> {}; template <int... I> struct mk<0, I...> { using type = seq<I...>; };
template <class F, int... I> __device__ int apply_seq(F f, seq<I...>) { int r = 0; ((r = r * 10 + f(I)), ...); return r; }
template <class T, class = void> struct is_iter : std::false_type {}; template <class T> struct is_iter<T, std::void_t<decltype(*std::declval<T &>()), decltype(++std::declval<T &>())>> : std::true_type {};
template <class T> using elem_t = std::remove_reference_t<decltype(std::declval<T>()[0])>;
template <class T> __device__ auto len(const T &t) -> decltype(t.size()) { return t.size(); } template <class T, size_t N> __device__ constexpr size_t len(const T (&)[N]) { return N; }
struct Sz { __device__ int size() const { return 42; } };
template <class T> constexpr bool big = sizeof(T) > 4; template <> constexpr bool big<char> = true; template <class T> constexpr int rank_ = 0; template <class T, size_t N> constexpr int rank_<T[N]> = 1 + rank_<T>;
template <class T, T... V> struct vals { static constexpr T arr[] = {V...}; static constexpr T sum = (V + ...); };
template <class Derived> struct expr { __device__ const Derived &self() const { return static_cast<const Derived &>(*this); } };
struct vec : expr<vec> { float d[4]; __device__ vec(float a) { for (int i = 0; i < 4; i++) d[i] = a + i; } template <class E> __device__ vec(const expr<E> &e) { for (int i = 0; i < 4; i++) d[i] = e.self()[i]; } __device__ float operator[](int i) const { return d[i]; } };
template <class A, class B> struct sum_ : expr<sum_<A, B>> { const A &a; const B &b; __device__ sum_(const A &x, const B &y) : a(x), b(y) {} __device__ float operator[](int i) const { return a[i] + b[i]; } };
template <class A> struct scale_ : expr<scale_<A>> { const A &a; float s; __device__ scale_(const A &x, float y) : a(x), s(y) {} __device__ float operator[](int i) const { return a[i] * s; } };
template <class A, class B> __device__ sum_<A, B> operator+(const expr<A> &a, const expr<B> &b) { return {a.self(), b.self()}; } template <class A> __device__ scale_<A> operator*(const expr<A> &a, float s) { return {a.self(), s}; }
template <class T> struct outer { template <class U> struct inner { T t; U u; template <class V> __device__ auto f(V v) { return t + u + v; } static __device__ int id() { return sizeof(T) * 10 + sizeof(U); } }; template <class U> using in = inner<U>; };

template <auto F, class... A> __device__ auto invoke_(A... a) { return F(a...); } __device__ int add3(int a, int b, int c) { return a * 100 + b * 10 + c; }
template <class... F> struct overload : F... { using F::operator()...; }; template <class... F> overload(F...) -> overload<F...>;
template <class T> __device__ T fold_max(T a) { return a; } template <class T, class... R> __device__ T fold_max(T a, R... r) { T b = fold_max(T(r)...); return a > b ? a : b; }
template <size_t... I> __device__ int idx(std::index_sequence<I...>) { return (int(I) + ...); } enum class op { add, mul }; template <op O> struct run_op; template <> struct run_op<op::add> { static __device__ int go(int a, int b) { return a + b; } }; template <> struct run_op<op::mul> { static __device__ int go(int a, int b) { return a * b; } };
template <class T, int N> struct stat { static const int n = N; __device__ static T get(int i) { return T(i % N + 3); } };
template <bool B, class T = int> using eif = std::enable_if_t<B, T>; template <class T, eif<std::is_signed_v<T>> = 0> __device__ int sg(T) { return 1; } template <class T, eif<!std::is_signed_v<T>> = 0> __device__ int sg(T) { return 2; }
namespace a { struct X { int v; }; __device__ int adl(X x) { return x.v; } template <class T> __device__ int tadl(T t) { return adl(t) + 1; } namespace { __device__ int hidden() { return 77; } } } using a::hidden;
template <class T> struct friendly { T v; friend __device__ bool operator==(const friendly &x, const friendly &y) { return x.v == y.v; } template <class U> friend __device__ int peek(const friendly<U> &); int secret = 9; }; template <class U> __device__ int peek(const friendly<U> &f) { return f.secret; }
__global__ void run(long long *out) {
    int n = 0; using L = list<char, int, double>;
    PUT(std::is_same_v<front<rev<L>::type>::type, double>); PUT(total<L>::value); PUT(total<map_<ptr, L>::type>::value); PUT(apply_seq([](int i) { return i * 2; }, mk<4>::type{}));
    PUT(is_iter<int *>::value); PUT(1 + is_iter<int>::value); elem_t<float *> e = 2.5f; PUT(e * 2); PUT(len(Sz{})); int arr[7]; PUT(len(arr));
    PUT(big<double>); PUT(1 + big<int>); PUT(big<char>); PUT(rank_<int[2][3][4]>); PUT(vals<int, 1, 2, 3>::sum); PUT(vals<char, 'a', 'b'>::sum);
    vec v(1), w(2); vec r = (v + w) * 2.0f + v; PUT(r[3]); outer<int>::inner<short> oi{1, 2}; PUT(oi.f(3.5) * 2); PUT(outer<int>::in<char>::id());
    PUT(invoke_<add3>(1, 2, 3)); auto ov = overload{[](int) { return 1; }, [](double) { return 2; }, [](const char *) { return 3; }}; PUT(ov(1) + ov(1.0) * 10 + ov("") * 100); PUT(fold_max(3, 9, 4)); PUT(idx(std::make_index_sequence<10>{}));
    PUT(run_op<op::mul>::go(6, 7)); PUT(stat<int, 3>::get(4)); PUT(stat<int, 3>::n); PUT(sg(1)); PUT(sg(1u)); PUT(a::tadl(a::X{5})); PUT(hidden()); PUT(friendly<int>{3} == friendly<int>{3}); PUT(peek(friendly<int>{3}));
    static_assert(std::is_trivially_copyable_v<Sz>);
}

int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    for (int i = 0; i < 256; i++)
        if (h[i]) printf("%d: %lld\n", i, h[i]);
    return 0;
}
