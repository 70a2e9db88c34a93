struct adder {
	int by;
	__global__ void run(int *p) { *p += by; }
};
