void run(float *d, const float *h) {
	cudaMemcpy(d, h, 4);
	cudaMemcpy(d, 4, h, cudaMemcpyHostToDevice);
}
