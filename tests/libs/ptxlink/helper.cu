// helper.cu - relocatable device code, for an object and a library.
__device__ int helped(int x) {
	return x * 10;
}
