// flags: --ast
template <class T> __global__ void k(T *p);
void f(float *p, dim3 g) {
	k<<<1, 32>>>(p);
	k<float><<<g, dim3(32, 2), 1 << 4, 0>>>(p + 1);
	int x = 8 >> 1 >> 1, y = x >>= 2;
}
