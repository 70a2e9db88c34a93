// Warnings by their numbers: errors, once, not at all.
__device__ void use(unsigned);
__device__ void before() { use(-1); }
#pragma nv_diag_suppress 68
__device__ void silent() { use(-1); }
#pragma nv_diagnostic push
#pragma nv_diag_warning 68
__device__ void loud() { use(-1); }
#pragma nv_diag_error 68
__device__ void refused() { use(-1); }
#pragma nv_diagnostic pop
__device__ void silent_again() { use(-1); }
#pragma nv_diag_default 68
#pragma nv_diag_once 174
__device__ void first(int x) { x; }
__device__ void second(int x) { x; use(-1); }
#pragma nv_diag_error 549, 128
__device__ void third(int x) { int y; x; use(y); }
_Pragma("nv_diag_suppress 174") __device__ void last(int x) { x; }
#pragma nv_diag_default 68, 174
#pragma nv_diag_suppress integer_sign_change, no_such_tag, expr_has_no_effect
__device__ void by_tags(int x) { use(-1); x; }
