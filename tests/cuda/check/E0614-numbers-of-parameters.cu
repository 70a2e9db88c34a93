/* A template that is an argument takes as many arguments as its parameter gives, but for defaults and packs
 * ([temp.arg.template]/3). */
template <class T, class U> struct Two {};
template <class T, class U = T> struct Default {};
template <class T, class... U> struct Pack {};
template <class T, class U> struct Later;
template <class T, class U = int> struct Later;
template <class T, class U> struct Later {};
template <template <class> class S> struct Takes {
	S<int> s;
};
template <template <class> class S> __device__ int function() {
	return 1;
}
template <template <class> class S, class T> __device__ int deduced(S<T>) {
	return 1;
}
__global__ void k(int *p) {
	Takes<Default> a;
	Takes<Pack> b;
	Takes<Later> c;
	Takes<Two> d;
	p[0] = function<Default>() + function<Two>();
	p[1] = deduced(Pack<int>());
	p[2] = deduced(Two<int, int>());
}
