#include "shared.cuh"
template <class T> __device__ T twice(T x) { return x * 2; }
template __device__ int twice<int>(int);
template __device__ float twice<float>(float);
template <class T, int N> __device__ T box<T,N>::sum() const { T s{}; for (int i=0;i<N;i++) s+=v[i]; return s; }
template <class T, int N> __device__ T box<T,N>::made(T a) { return a*N; }
template struct box<int,3>;
template <class T> __global__ void kern(T *p) { p[4] = thrice(p[4]); p[5] = twice(p[5]); }
template __global__ void kern<int>(int *);
void other(int *p){ kern<<<1,1>>>(p); }
template <> __device__ int A<float>::name() const { return 2; }
template <class T> __device__ A<T> A<T>::operator+(A o) const { return {v+o.v}; }
template <class T> template <class U> __device__ U A<T>::as() const { return U(v)*7; }
template <class T> __device__ A<T>::operator bool() const { return v!=3; }
template struct A<int>;
template __device__ long A<int>::as<long>() const;
template <> __device__ int which<double>(double x){ return 4; }
template <> __device__ int fact<0>() { return 1; }
__device__ int operator""_d(unsigned long long x){ return int(x)*3; }
__device__ bool operator==(B a,B b){return a.x==b.x;}
__device__ B::operator int() const { return x*2; }
__device__ B &B::operator++(){ x++; return *this; }
template <class... T> __device__ int count(T... t){ return (int(t)+...); }
template __device__ int count<int,float,char>(int,float,char);
template <class T> __host__ __device__ acc<T>::acc():v(1){}
template <class T> __host__ __device__ acc<T>::~acc(){}
template <class T> __host__ __device__ void acc<T>::put(T t){v+=t;}
template <class T> __device__ T acc<T>::in::get() const { return z*2; }
template <class T> __host__ __device__ T sq(T x){return x*x;}
template struct acc<int>;
template __host__ __device__ int sq(int);
