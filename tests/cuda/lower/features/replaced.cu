/* replaced.cu - the program's own operator new and delete of the global namespace. The same source
 * runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct Pool {
	alignas(16) char room[512];
	int used, log;
};
__device__ Pool pools[64];
__device__ Pool &pool() {
	return pools[threadIdx.x];
}
__device__ void *take(unsigned long n, int digit) {
	Pool &p = pool();
	void *at = p.room + p.used;
	p.used += (int)(n + 15) / 16 * 16;
	p.log = p.log * 10 + digit;
	return at;
}
__device__ void *operator new(unsigned long n) {
	return take(n, 1);
}
__device__ void *operator new[](unsigned long n) {
	return take(n, 2);
}
__device__ void operator delete(void *) noexcept {
	pool().log = pool().log * 10 + 3;
}
__device__ void operator delete(void *, unsigned long n) noexcept {
	pool().log = pool().log * 10 + 4 + (int)(n & 1);
}
__device__ void operator delete[](void *) noexcept {
	pool().log = pool().log * 10 + 6;
}
struct Made {
	int n;
	__device__ Made(int n = 3) : n(n) {
	}
	__device__ ~Made() {
		pool().log += n;
	}
};
struct Base {
	__device__ virtual ~Base() {
		pool().log += 2;
	}
};
struct Derived : Base {
	char more[5];
};
struct Own {
	int n;
	static __device__ void *operator new(unsigned long n) {
		return ::operator new(n + 16);
	}
	static __device__ void operator delete(void *p) {
		::operator delete(p);
	}
};
/* so that no compiler leaves out a new whose delete it sees */
template <class T> __device__ T *seen(T *p) {
	T *volatile hidden = p;
	return hidden;
}

template <class T> struct Holds {
	T *p;
	__device__ Holds() : p(seen(new T)) {
	}
	__device__ ~Holds() {
		delete p;
	}
};
extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64;
	pool().used = pool().log = 0;
	int *i = seen(new int(o[0]));
	o[1] = *i + pool().log;
	delete i;
	Made *few = seen(new Made[3]);
	o[2] = few[2].n + few[0].n;
	delete[] few;
	o[3] = pool().log;
	Base *b = seen<Base>(new Derived);
	delete b;
	delete seen(new char('c'));
	delete[] seen(new short[3]);
	o[4] = pool().log;
	delete seen(new Own{2});
	::delete seen(::new Own{2});
	{
		Holds<Made> m;
		Holds<float> f;
		o[5] = m.p->n;
	}
	o[6] = pool().log;
	o[7] = pool().used;
}
