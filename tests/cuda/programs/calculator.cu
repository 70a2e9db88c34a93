/* calculator.cu - a lexer, a parser, lists in an arena, a state machine.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstddef>
#include <cstdio>
// allocator, arena, list, state machine, visitor on device
class Arena {
	char *base;
	size_t cap;
	unsigned long long *used;

      public:
	__host__ __device__ Arena(char *b, size_t c, unsigned long long *u)
	    : base(b), cap(c), used(u) {
	}
	template <class T, class... A> __device__ T *make(A... a) {
		size_t off = atomicAdd(
			used, (unsigned long long)((sizeof(T) + alignof(T) - 1 + 15) /
		                                   16 * 16));
		if (off + sizeof(T) > cap)
			return nullptr;
		return ::new (static_cast<void *>(base + off)) T(a...);
	}
};
struct Token {
	enum Kind : char { NUM, OP, END } kind;
	union {
		double num;
		char op;
	};
	__device__ static Token Num(double d) {
		Token t;
		t.kind = NUM;
		t.num = d;
		return t;
	}
	__device__ static Token Op(char c) {
		Token t;
		t.kind = OP;
		t.op = c;
		return t;
	}
};
class Lexer {
	const char *p;

      public:
	__device__ explicit Lexer(const char *s) : p(s) {
	}
	__device__ Token next() {
		while (*p == ' ')
			++p;
		if (!*p) {
			Token t;
			t.kind = Token::END;
			t.num = 0;
			return t;
		}
		if (*p >= '0' && *p <= '9') {
			double v = 0;
			while (*p >= '0' && *p <= '9')
				v = v * 10 + (*p++ - '0');
			if (*p == '.') {
				++p;
				double f = .1;
				while (*p >= '0' && *p <= '9') {
					v += f * (*p++ - '0');
					f /= 10;
				}
			}
			return Token::Num(v);
		}
		return Token::Op(*p++);
	}
};
class Parser {
	Lexer lex;
	Token cur;
	__device__ void adv() {
		cur = lex.next();
	}
	__device__ bool is(char c) const {
		return cur.kind == Token::OP
		&&cur.op == c;
	}

      public:
	__device__ Parser(const char *s) : lex(s), cur(lex.next()) {
	}
	__device__ double expr() {
		double v = term();
		while (is('+') || is('-')) {
			char o = cur.op;
			adv();
			double r = term();
			v = o == '+' ? v + r : v - r;
		}
		return v;
	}
	__device__ double term() {
		double v = fac();
		while (is('*') || is('/')) {
			char o = cur.op;
			adv();
			double r = fac();
			if (o == '*')
				v *= r;
			else
				v /= r;
		}
		return v;
	}
	__device__ double fac() {
		if (is('(')) {
			adv();
			double v = expr();
			adv();
			return v;
		}
		if (is('-')) {
			adv();
			return -fac();
		}
		double v = cur.num;
		adv();
		return v;
	}
};
template <class T> struct List {
	struct N {
		T v;
		N *nx;
		__device__ N(T v, N *n) : v(v), nx(n) {
		}
	};
	N *head = nullptr;
	Arena *ar;
	__device__ explicit List(Arena &a) : ar(&a) {
	}
	__device__ List &push(T v) {
		head = ar->make<N>(v, head);
		return *this;
	}
	template <class F> __device__ void each(F f) const {
		for (const N *n = head; n; n = n->nx)
			f(n->v);
	}
	struct Iter;
	__device__ Iter begin() const;
	__device__ Iter end() const;
};
template <class T> struct List<T>::Iter {
	N *n;
	__device__ T &operator*() {
		return n->v;
	}
	__device__ Iter &operator++() {
		n = n->nx;
		return *this;
	}
	__device__ bool operator!=(const Iter &o) const {
		return n != o.n;
	}
};
template <class T> __device__ auto List<T>::begin() const -> Iter {
	return {head};
}
template <class T> __device__ typename List<T>::Iter List<T>::end() const {
	return Iter{nullptr};
}
__global__ void k(Arena a) {
	Parser p("1 + 2 * (3 - 4.5) / -2");
	printf("%g\n", p.expr());
	List<int> l(a);
	l.push(1).push(2).push(3);
	int s = 0;
	l.each([&s](int v) { s = s * 10 + v; });
	for (int v : l)
		s += v * 1000;
	printf("%d\n", s);
	List<Token> t(a);
	Lexer lx("4*(2)");
	for (Token k = lx.next(); k.kind != Token::END; k = lx.next())
		t.push(k);
	t.each([](const Token &x) {
		if (x.kind == Token::NUM)
			printf("%g ", x.num);
		else
			printf("%c ", x.op);
	});
	printf("\n");
	struct {
		int st = 0;
		__device__ int operator()(char c) {
			switch (st) {
			case 0:
				if (c == 'a')
					st = 1;
				break;
			case 1: st = c == 'b' ? 2 : c == 'a' ? 1 : 0; break;
			default:;
			}
			return st;
		}
	} m;
	for (const char *c = "xaab"; *c;)
		m(*c++);
	printf("%d\n", m.st);
}
int main() {
	char *b;
	unsigned long long *u;
	cudaMalloc(&b, 4096);
	cudaMallocManaged(&u, 8);
	*u = 0;
	k<<<1, 1>>>(Arena(b, 4096, u));
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
