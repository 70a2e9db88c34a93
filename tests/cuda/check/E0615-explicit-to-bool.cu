// An explicit conversion is one to its own type: a condition wants explicit operator bool, as nvcc has it.
struct number { __device__ explicit operator int() const { return 1; } };
struct truth { __device__ explicit operator bool() const { return 1; } };
struct pointer { __device__ explicit operator int *() const { return nullptr; } };
__device__ int condition(number x) { return x ? 1 : 0; }
__device__ int statement(pointer x) { if (x) return 1; return 0; }
__device__ bool converted(number x) { return bool(x); }
__device__ bool right(truth x) { return !x && static_cast<bool>(x); }
