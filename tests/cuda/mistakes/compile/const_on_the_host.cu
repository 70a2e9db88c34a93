__global__ void k(int *p) { *p = 1; }
int main() {
	const int n = 3;
	n = 4;
	int n2 = 1, n2 = 2;
	k<<<n, 1>>>(&n);
}
