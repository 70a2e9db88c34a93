template <class T> __device__ bool in_template(T x) { return x >= 0; }
__device__ int f(unsigned u, int i, unsigned char c, unsigned long l, bool b) {
	if (u >= 0) return 1;
	if (u < 0 || l < 0 || 0 > u || 0u <= l) return 2;
	if (i >= 0 || i < 0 || c < 0 || u > 0 || 0 < u || u == 0 || b >= 0) return 3;
	return in_template(u);
}
