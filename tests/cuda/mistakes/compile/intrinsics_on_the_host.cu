int main() {
	int n = 0;
	__syncthreads();
	atomicAdd(&n, 1);
}
