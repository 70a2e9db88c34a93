# 1 "k.cu"
struct out { }; template <class T> out &operator<< (out &o, T) { return o; }
template <class T> out &put(out &o, T x) { return operator<< <T>(o, x); }
template <class T> __global__ void t(T *p) {}
__global__ void k(int *p) {}
__global__ void e() {}
template <class T> struct V { static const int v = 2; };
template <class T> int f(int x) { return x; }
int main()
{
	int *p = nullptr, x = 8;
	k << <1, 2>> >(p);
	k << < 1, 2 >> > (p);
	k<<< 1, 2 >> >(p);
	k<< <1, 2>>>(p);
	k << < x >> 1, x << 1 >> > (p);
	t<int> << <1, V<V<int>>::v>> >(p);
	t<V<V<int>>> << <1, 1>> >(nullptr);
	e << <1, 1, 0>> >();
	(*&k)<< <1, 1>>
		>(p);
	k<<<1, f<V<V<int>>>(3)>>>(p);
	k << <1, f<V<V<int>> >(3)>> >(p);
	if (x) k << <1, 1>> >(p), k<<<1, 1>>>(p);
}
