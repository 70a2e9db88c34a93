int main() {
	int *p;
	cudaMalloced(&p, 4);
	cudaDeviceSynchronise();
}
