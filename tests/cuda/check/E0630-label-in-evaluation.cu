// A label outside of a switch, in a function that is evaluated all the same.
__device__ constexpr int labels(int n) {
	default: n += 7;
	case 1: n += 1;
	return n;
}
__global__ void uses(int *p) {
	constexpr int n = labels(1);
	*p = n;
}
