struct pair { int a; float f; };
__global__ void k(int n, double d, long l, unsigned u, short h) {
	char a{n}; float b{d}; int c{l}, e{d}, f{u}; float g{n}; bool q{n};
	unsigned m{-1}; char big{300}; float huge{1e300}; float odd{16777217}; int whole{3.0};
	pair p{l, d}, r = {1, n}; int v[2] = {n, u};
}
/* these fit */
__global__ void fits(int n, float f, short h, unsigned char c) {
	char a{65}; float b{1.1}; int d{h}, e{c}; long l{n}; double g{f}; float i{5}; bool o{1}; unsigned m{3000000000};
	pair p{h, f}; int v[3] = {h, c, 'x'}; long w[2] = {n, 7u}; int x = 3.5, y(f); pair z = {c, 2.5};
}
