__global__ void child(int *p) {
	*p = 1;
}
__global__ void parent(int *p) {
	child<<<1, 1>>>(p);
}
int main() {
	int *p;
	cudaMalloc(&p, sizeof *p);
	parent<<<1, 1>>>(p);
	return cudaDeviceSynchronize();
}
