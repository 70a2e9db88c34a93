// A specialisation whose type is an error, of a template whose parameter is in its result alone.
struct S {
	int n;
	template <class T> __device__ T next();
};
template <> __device__ int S::next() { return n; }
template <> __device__ unknown S::next() { return 1; }
