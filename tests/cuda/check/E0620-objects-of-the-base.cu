/* Protected members of a base are named through objects of the derived class only ([class.protected]/1). */
struct Base {
	int plain;
protected:
	int field;
	static const int common = 3;
	__device__ int get() const {
		return field;
	}
	__device__ int both() {
		return 1;
	}
	__device__ int both(int) {
		return 2;
	}
	__device__ ~Base() {}
	friend struct Friend;
};
struct Derived : Base {
	__device__ int others(Base &b, Base *p) {
		p->~Base();
		return b.field + p->get() + b.both(1) + b.plain + b.common;
	}
	__device__ auto pointers() {
		auto own = &Derived::field;
		auto function = &Base::get;
		return &Base::field;
	}
	__device__ int right(Derived &d) const {
		auto f = [&] { return this->field + d.get(); };
		return d.field + field + Base::get() + d.Base::get() + d.both(1) + (this->*&Derived::field) + f();
	}
};
struct Further : Derived {
	__device__ int most(Derived &d, Further &f) {
		return f.field + f.Derived::get() + d.field;
	}
};
struct Friend {
	__device__ int all(Base &b) {
		return b.field + b.get() + b.*(&Base::field);
	}
};
template <class T> struct Crtp {
protected:
	int state;
};
struct User : Crtp<User> {
	__device__ int own(User &u) {
		return u.state;
	}
	__device__ int theirs(Crtp<User> &c) {
		return c.state;
	}
};
__global__ void k(Derived &d, Further &f, Friend &x, User &u, int *p) {
	d.pointers();
	p[0] = d.others(d, &d) + d.right(d) + f.most(d, f) + x.all(d) + u.own(u) + u.theirs(u);
}
