// flags: --ast
struct B { typedef int t; };
class D final : public B {
public:
	explicit D(int a) noexcept : x(a), y{1} {}
	D(const D &) = default;
	D &operator=(D &&) = delete;
	virtual ~D() = 0;
	operator bool() const;
	t &operator[](t i) &&;
	t operator()(t, ...) const override;
	static constexpr int n = 3;
	unsigned a : 3, : 0, b : n + 1;
	friend D operator+(D, D);
	friend class E;
	using B::t;
	template <class U> D(U u);
	enum class F : short { p, q = 3, } f;
	struct { int u; union { float v; int w; }; };
	static_assert(sizeof(t) == 4, "size");
private:
	mutable t x = 1, y{2};
} d, *e;
D::D(int a) : x{a}, y(a) { }
