int main() {
	float *p;
	cudaMalloc(p, 4);
}
