template <class T> struct box {
	T value;
	static __device__ int open();
};
template <class T> __device__ int shut(T t) { return box<T>::open(); }
template <class T> __device__ int box<T>::open() { return shut(box<T>()); }
__global__ void k(int *p) { *p = shut(1); }
