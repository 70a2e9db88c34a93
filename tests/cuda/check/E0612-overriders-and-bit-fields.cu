// The result of an overrider is the same or covariant ([class.virtual]/8), a bit-field is of an
// integral type ([class.bit]/3), and a template parameter is not void ([temp.param]/6).
struct Base {
	__device__ virtual Base *self();
	__device__ virtual const Base &ref();
	__device__ virtual int number();
	__device__ virtual Base *other();
	__device__ virtual Base value();
};
struct Unrelated {};
struct Derived : Base {
	__device__ Derived *self();
	__device__ Derived &ref();
	__device__ long number();
	__device__ Unrelated *other();
};
struct Loses : Base {
	__device__ const Loses *self();
};
template <class T> struct Copies : Base {
	__device__ T value();
};
struct Bits {
	double a : 4;
	Unrelated b : 2;
	bool c : 1;
};
template <void> struct None;
__device__ void use(Derived *d, Loses *l, Bits *b, Copies<Base> *c) {
	d->self();
	l->self();
	b->c = true;
	c->value();
}
