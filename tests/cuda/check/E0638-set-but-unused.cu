struct plain { int a, b[2]; int *p; };
__device__ int f(int x, int *q) {
	int a; a = x;
	int b[2]; b[1] = x;
	plain c; c.a = 1; c.b[x] = 2;
	plain d; d.p = q; *d.p = 1;
	int *e = q; e[0] = x;
	int g = 0; g += x;
	int h = 0; h++;
	int i = 1; i = i;
	int &j = x; j = 3;
	int k; int l = k = x;
	plain m[2]; m[0].b[1] = x;
	int n; (n) = 1;
	return l;
}
