struct wide { int x : -4; };
typedef int integer;
struct base_of_int : integer {};
struct itself { itself x; };
struct function { void (f)(); void (*g)(); };
struct empty_member { void v; };
struct inherits_itself : inherits_itself {};
union u { int x; };
struct of_union : u {};
__global__ void k(wide w, itself i, empty_member e, inherits_itself h, of_union o, base_of_int b) {}
__device__ ~itself() {}
__device__ operator int() { return 0; }
