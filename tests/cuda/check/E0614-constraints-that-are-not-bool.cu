// flags: std=20
// An atom of a constraint has the type bool and is not converted to it ([temp.constr.atomic]/3).
template <class T> struct One {
	static constexpr int value = 1;
};
template <class T> struct Yes {
	static constexpr bool value = true;
	constexpr operator bool() const {
		return true;
	}
};
template <class T>
concept Sized = sizeof(T);
template <class T>
concept Counted = One<T>::value;
template <class T>
concept Object = Yes<T>{};
template <class T>
concept Right = Yes<T>::value && sizeof(T) > 1;
template <Sized T> __device__ int sized(T) {
	return 1;
}
template <Counted T> __device__ int counted(T) {
	return 1;
}
template <Object T> __device__ int object(T) {
	return 1;
}
template <class T>
	requires(Yes<T>::value)
__device__ int right(T) {
	return 1;
}
__global__ void k(int *p) {
	p[0] = sized(1);
	p[1] = counted(1);
	p[2] = object(1);
	p[3] = right(1) + Right<int>;
}
