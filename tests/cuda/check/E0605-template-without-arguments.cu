template <class T> struct box { T x; };
template <class T> constexpr T zero = T(0);
__global__ void type(int *p) { box *b = (box *)p; }
__global__ void member() { box x; }
__global__ void variable(int *p) { *p = zero; }
