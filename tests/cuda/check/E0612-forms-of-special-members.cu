struct other { __device__ ~one() {} };
struct still { static __device__ ~still(); };
struct taking { __device__ ~taking(int) {} };
struct many { __device__ ~many(...) {} };
struct never { static __device__ never(); };
struct number { static __device__ operator int(); };
template <class T> struct good { __device__ good() {} __device__ ~good(void); };
template <class T> __device__ good<T>::~good() {}
struct renamed { typedef renamed self; __device__ ~self() {} };
__global__ void use() { good<int> a; }
