// options: --lambdas
# 1 "k.cu"
template<class F> __global__ void apply(F f, int n) { for (int i = 0; i < n; i++) f(i); }
template<class T> struct holder { T value; };
template<class T, int N, template<class> class H, class = void> struct C {
	template<bool B = true, T *P = nullptr, class... More> void run(T *t) {
		apply<<<1, 1>>>([=] __host__ __device__ (int i) { H<T> h{N}; t[i] = B ? h.value : 0; }, 1);
		apply<<<1, 1>>>([=] __device__ (int i) { t[i] = N; }, 1);
	}
};
template struct C<int, 4, holder>;
void more() { C<int, 4, holder>().run((int *)0); }
template<class... T> struct list {};
template<class... P, class Q> void packs(list<P...>, Q *q)
{
	apply<<<1, 1>>>([=] __device__ (int) { q[0] = sizeof...(P); }, 1);
}
template<int... I> void numbers() { apply<<<1, 1>>>([] __host__ __device__ (int i) { (void)(i + ... + I); }, 1); }
template void numbers<1, 2>();
template<class... A, class... B, int... N> void three(list<A...>, list<B...>, list<list<A[N]...>> *q)
{
	apply<<<1, 1>>>([=] __device__ (int) { q[0] = sizeof...(A) + sizeof...(B) + (N + ... + 0); }, 1);
}
template<class T> struct outside { template<int R> T sum(T *p, int n) const; };
template<class T> template<int R> T outside<T>::sum(T *p, int n) const
{
	apply<<<1, 1>>>([=] __device__ (int i) { T t = R; p[i] = t; }, n);
	return 0;
}
