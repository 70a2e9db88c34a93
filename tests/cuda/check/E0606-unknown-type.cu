struct vector { typedef float element; };
__device__ vecter v;
__global__ void parameter(vectr *p) {}
__global__ void nested() { vector::elemnt e; }
__device__ unknown_t function();
template <class T> __device__ typename T::missing dependent(T x) { return {}; }
__global__ void instance(vector v) { typename vector::missing m; }
struct has_member { int x; };
__device__ nowhere has_member::*to_nothing() { return 0; }
struct declares_nothing { template <class T> T; template <class T> int; };
__global__ void of_nothing(declares_nothing d) {}
template <int N> template <int M> __device__ void of_two() {}
__global__ void calls_one_of_two() { of_two<1>(); }
__device__ void lambdas() { int (*p)(int) = [](nothing a) { return 1; }; bool b = [](nothing *a) {}; }
