typedef int func(int);
template <class T> func f;
template <class T> int f(T);
template <> int f<int>(int);
template __device__ int f<int>(int);
__device__ int g() { return f<int>(1); }
