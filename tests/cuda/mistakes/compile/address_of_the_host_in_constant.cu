/* A constant of the host's may hold the address of a variable that is none. It may be read for its other members, and the
 * address may not be read. */
struct pair { int n; int *p; };
int mutable_one = 3;
static int hidden[2] = {1, 2};
constexpr int *held = &mutable_one;
constexpr pair both = {7, hidden};
__global__ void member(int *o) { *o = both.n; }
__global__ void by_pointer(int *o) { *o = *held; }
__global__ void by_member(int *o) { *o = both.p[1]; }
