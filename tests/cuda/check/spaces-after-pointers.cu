// An execution space after a pointer or a reference is the function's.
struct S {
	int v;
	S &__attribute__((device)) attribute() { return *this; }
	S &__device__ word() { return *this; }
	const S *__device__ pointer() const { return this; }
};
S &__host__ __device__ both(S &s) { return s; }
template <class T> T &&__device__ moved(T &t) { return (T &&)t; }
int *__host__ only(int *p) { return p; }
int S::*__device__ member() { return &S::v; }
__device__ int use(S s) {
	return s.attribute().v + s.word().v + s.pointer()->v + both(s).v + moved(s).v + s.*member();
}
__device__ int *refused(int *p) { return only(p); }
