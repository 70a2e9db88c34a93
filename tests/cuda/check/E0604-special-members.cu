// Constructors and assignments that are deleted, or that a member or another declaration deletes, are not used, whether
// evaluated or not: those that nvcc 13.0 refuses.
struct only_moves { only_moves(only_moves &&) = default; only_moves &operator=(only_moves &&) = default; int a; };
struct no_default { no_default() = delete; int a; };
struct reference { int &r; };
struct no_copy { no_copy() = default; no_copy(const no_copy &) = delete; no_copy &operator=(const no_copy &) = delete; };
struct const_member { const int c = 1; };
struct defaulted { defaulted() = default; no_default n; };
struct holds { no_copy n; };

__global__ void no_constructor() { only_moves a; }
__global__ void copied(only_moves *p) { only_moves a = *p; }
__global__ void assigned(only_moves *p) { *p = p[1]; }
__global__ void made() { no_default a; }
__global__ void value() { auto a = no_default(); }
__global__ void list() { no_default a{}; (void)a; }
__global__ void of_reference() { reference a; }
__global__ void of_reference_value() { auto a = reference(); }
__global__ void reference_assigned(reference *p) { *p = p[1]; }
__global__ void deleted_assignment(no_copy *p) { *p = p[1]; }
__global__ void from_temporary(no_copy *p) { *p = no_copy(); }
__global__ void const_assigned(const_member *p) { *p = p[1]; }
__global__ void member_without() { defaulted d; }
__global__ void member_not_copied(holds *p) { holds h = *p; }
__global__ void not_evaluated(no_copy *p) { int n = sizeof(*p = p[1]); }
template <class T> __device__ auto assigns(T *p) -> decltype(*p = *p, 1) { return 1; }
template <class T> __device__ int assigns(...) { return 0; }
__global__ void chosen(no_copy *p, int *out) { *out = assigns<no_copy>(p); }
