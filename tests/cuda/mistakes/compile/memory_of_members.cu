struct S {
	__device__ static constexpr int n = 3;
	static const int constant = 2;
};
template <class T> struct G {
	static __shared__ T t[2];
};
int main() {
}
