struct point { int x; float y[3]; };
__device__ int helper(int x, point &p) {
	int y = x * 2;
	{
		int z = y + p.x;
		y += z;
	}
	return y;
}
__device__ __noinline__ int called(const int *p, int n) {
	static int count;
	count += n;
	return p[n] + count;
}
__constant__ float table[4];
__device__ long total;
__global__ void kernel(int *out, point p, const point q, int n) {
	__shared__ float s[32];
	extern __shared__ int dynamic[];
	int i = threadIdx.x;
	float sum = 0;
	for (int j = 0; j < n; j++) {
		sum += p.y[j % 3] + table[j];
		s[i] = sum;
	}
	point copy = p;
	copy.x = q.x;
	auto lambda = [&](int k) { return k + i + n; };
	dynamic[i] = lambda(helper(i, copy)) + called(out, n);
	total = dynamic[0];
	if (int again = n)
		out[again] = 1;
	switch (int kind = n) {
	case 1: {
		int inner = kind;
		out[inner] = 2;
		break;
	}
	default:
		while (kind--) {
			int round = kind;
			if (round == 3)
				continue;
			out[round] = i;
		}
	}
}
