__global__ void k(int *p) { *p = 1; }
void run(int *p) {
	k<<<1>>>(p);
}
