template <class F> __global__ void each(F f) { f(threadIdx.x); }
void run(int *p) {
	each<<<1, 32>>>([=] __device__(int i) { p[i] = i; });
}
