#pragma once
template <class T> __device__ T twice(T x);          // defined in b.cu, instantiated explicitly there
template <class T> __device__ __noinline__ T thrice(T x) { return x + x + x; }  // in both
template <class T, int N> struct box { T v[N]; __device__ T sum() const; static __device__ T made(T a); };
template <class T> __global__ void kern(T *p);
extern template __device__ int twice<int>(int);
void other(int *p);

template <class T> struct A { T v; __device__ int name() const { return 1; } __device__ A operator+(A) const; template <class U> __device__ U as() const; __device__ explicit operator bool() const; };
template <> __device__ int A<float>::name() const;
template <class T> __device__ int which(T) { return 0; }
template <> __device__ int which<double>(double);
template <int N> __device__ int fact() { return N * fact<N-1>(); }
template <> __device__ int fact<0>();
__device__ int operator""_d(unsigned long long);
struct B { int x; friend __device__ bool operator==(B, B); __device__ operator int() const; __device__ B &operator++(); };
template <class... T> __device__ int count(T... t);

template <class T> struct acc { T v; __host__ __device__ acc(); __host__ __device__ ~acc(); __host__ __device__ void put(T);  struct in { T z; __device__ T get() const; }; };
template <class T> __host__ __device__ T sq(T);
template <class T> __device__ T pi_v;
extern template struct acc<int>;
extern template __host__ __device__ int sq(int);
