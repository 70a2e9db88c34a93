/* Device code may have the address of a constant of the host's, and read a reference to one ([expr.const]). nvcc accepts
 * these where the address is of no use any more after optimisation. */
constexpr int one = 5;
const int two = 6;
const int &reference = two;
struct holder { static constexpr int member = 7; };
template <class T> constexpr T variable = T(3);
__global__ void k(int *o) {
	o[0] = *&one;
	o[1] = *&holder::member;
	o[2] = &one == nullptr;
	o[3] = &one != &holder::member;
	o[4] = &two ? 1 : 2;
	o[5] = *(&variable<int>) + *&(one);
	const int *p = &one;
	o[6] = *p;
	o[7] = reference;
	constexpr const int *q = &one;
	o[8] = *q;
}
