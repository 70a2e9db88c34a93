__constant__ float weights[4];
__constant__ int limit;
void set(float w) {
	weights[0] = w;
	limit = 3;
}
