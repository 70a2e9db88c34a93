// Kernels and what they are called in PTX: the names of the host's C++ ABI, linkage left out.
namespace ns {
template <class T> __global__ void q(T *p) { // _ZN2ns1qIiEEvPT_
	*p = 1;
}
__global__ void plain(int *p) { // _ZN2ns5plainEPi
	*p = 2;
}
static __global__ void local(int *p) { // _ZN2ns5localEPi
	*p = 3;
}
template <class T> static __global__ void tlocal(T *__restrict__ p) { // _ZN2ns6tlocalIiEEvPT_
	*p = 4;
}
inline namespace v1 {
template <int N, class... A> __global__ void var(int *p, A... a) { // _ZN2ns2v13varILi3EJifcEEEvPiDpT0_
	*p = N + (0 + ... + (int)a);
}
}
struct S {
	struct In {
		float f;
	};
	enum E { A };
};
}
static __global__ void gst(int *p) { // _Z3gstPi
	*p = 8;
}
template <class T> static __global__ void gstt(const T *const p) { // _Z4gsttIiEvPKT_
}
template <class T> __global__ void gt(T t, int *p) { // _Z2gtIN2ns1S2InEEvT_Pi _Z2gtIN2ns1S1EEEvT_Pi
	*p = 11;
}
template <class T> struct Box {
	T v;
};
template <template <class> class C, class T> __global__ void tt(C<T> c, int *p) { // _Z2ttI3BoxfEvT_IT0_EPi
	*p = 12;
}
__device__ int twice(int x) {
	return 2 * x;
}
__device__ int twice(float x) {
	return 3;
}
namespace ns {
template <class T> __device__ T same(T x) {
	return x;
}
}
template <int (*F)(int)> __global__ void fptr(int *p) { // _Z4fptrIXadL_Z5twiceiEEEvPi _Z4fptrIXadL_ZN2ns4sameIiEET_S2_EEEvPi
	*p = F(4);
}
template <bool B, char C, unsigned long long U, long long L> __global__ void values(int *p) { // _Z6valuesILb1ELc120ELy18446744073709551615ELxn5EEvPi
	*p = (int)U + (int)L + B + C;
}
template <class R, class... A> __global__ void fn(R (*f)(A...), int *p) { // _Z2fnIiJfcEEvPFT_DpT0_EPi
	*p = 14;
}
__global__ void big(const unsigned char *a, ns::S::E e, int (*f)(char, ...), const int (*m)[4]) { // _Z3bigPKhN2ns1S1EEPFiczEPA4_Ki
}
extern "C" __global__ void cname(int *p) { // cname
	*p = 13;
}
template <int BM, int BN, class T = float> __global__ void __launch_bounds__((BM / 2) * (BN / 2), 2) tile(int n, T *__restrict__ c) { // _Z4tileILi4ELi8EfEviPT1_
	*c = T(n);
}

int main() {
	int *d = nullptr;
	ns::q<int><<<1, 1>>>(d);
	ns::plain<<<1, 1>>>(d);
	ns::local<<<1, 1>>>(d);
	ns::tlocal<int><<<1, 1>>>(d);
	ns::var<3><<<1, 1>>>(d, 1, 2.0f, 'a');
	gst<<<1, 1>>>(d);
	gstt<int><<<1, 1>>>(d);
	gt<<<1, 1>>>(ns::S::In{1}, d);
	gt<<<1, 1>>>(ns::S::A, d);
	tt<<<1, 1>>>(Box<float>{1}, d);
	fptr<twice><<<1, 1>>>(d);
	fptr<ns::same<int>><<<1, 1>>>(d);
	values<true, 'x', ~0ull, -5><<<1, 1>>>(d);
	fn<<<1, 1>>>((int (*)(float, char))0, d);
	tile<4, 8><<<1, 1>>>(3, (float *)d);
}
