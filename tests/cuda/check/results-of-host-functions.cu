/* A host function whose body alone tells its type: device code names the type, and what the
 * body calls is not compiled for the device ([dcl.spec.auto]/11). */
namespace std {
template <class T> struct stream {
	virtual ~stream() {}
	stream &operator<<(const char *);
	template <class U> const U &facet() const { return dynamic_cast<const U &>(*this); }
};
}
struct narrow : std::stream<char> {};

inline void report(int err) {
	std::stream<char> s;
	s << "error ";
	s.facet<narrow>();
	throw err;
}
template <class T> struct owner {
	T *at;
	~owner() { report(0); }
};
template <class T> auto allocated(int n) {
	if (n < 0)
		report(n);
	return owner<T>{new T[n]};
}
template <class T> using owner_type = decltype(allocated<T>(1));

template <class T> struct store {
	owner_type<T> mine;
	T *at;
};
template <class T> constexpr int size_of = sizeof(store<T>);

__global__ void k(int *out) { *out = size_of<int> + sizeof(owner_type<double>); }
