/* explicit(true) does not convert by itself. */
template <class T> struct Box {
	template <class U> __device__ explicit(sizeof(U) > sizeof(T)) Box(U);
	__device__ explicit(sizeof(T) == 4) operator float() const;
};
__device__ void takes(Box<int>);
__global__ void k() {
	Box<int> same = 1;
	Box<int> wider = 1ll;
	Box<int> made(1ll);
	float f = same;
	float g = (float)same, h = Box<char>('a');
	takes(2);
	takes(2ll);
}
