#pragma once
template <class F> __device__ __noinline__ int applied(F f) { return f(); }
template <class T> __device__ __noinline__ int size(const T &) { return sizeof(T); }
inline __device__ int thousand(int a) { return applied([=] { return a * 1000; }) + applied([=] { return a; }); }
template <class T> __device__ int sizes(T t)
{
	int n = 0;
	{
		struct L { T a; };
		n += size(L{t});
	}
	{
		struct L { T a, b; };
		n += 100 * size(L{t, t});
	}
	return n;
}
