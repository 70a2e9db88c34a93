__global__ void k(int *p) { *p = 1; }
int main() {
	int *p;
	if (cudaMalloc(&p, 4)) {
		return 1;
	k<<<1, 1>>>(p);
}
void next() {}
