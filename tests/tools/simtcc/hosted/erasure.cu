// flags: -std=c++17
/* erasure.cu - functions of a type that is not known: by tables of functions and by virtual functions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#include <utility>
#include <new>
#include <type_traits>
#define BOTH __host__ __device__
template <class S> class func;
template <class R, class... A> class func<R(A...)> {
  struct table { R (*call)(void *, A &&...); void (*kill)(void *); void (*copy)(void *, const void *); };
  template <class F> BOTH static R call(void *p, A &&...a) { return (*static_cast<F *>(p))(std::forward<A>(a)...); }
  template <class F> BOTH static void kill(void *p) { static_cast<F *>(p)->~F(); }
  template <class F> BOTH static void copy(void *p, const void *q) { new (p) F(*static_cast<const F *>(q)); }
  alignas(8) char buf[32]; table t;
public:
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, func>>> BOTH func(F &&f) : t{call<std::decay_t<F>>, kill<std::decay_t<F>>, copy<std::decay_t<F>>} { new (buf) std::decay_t<F>(std::forward<F>(f)); }
  BOTH func(const func &o) : t(o.t) { t.copy(buf, o.buf); }
  BOTH ~func() { t.kill(buf); }
  BOTH R operator()(A... a) { return t.call(buf, std::forward<A>(a)...); }
};
struct base { BOTH virtual int f(int) const = 0; BOTH virtual ~base() {} };
template <class F> struct model : base { F fn; BOTH model(F f) : fn(f) {} BOTH int f(int x) const override { return fn(x); } };
BOTH int twice(int x) { return 2 * x; }
BOTH void work(int *o, int five) {
  int i = 0;
  func<int(int)> f = [five](int x) { return x + five; }; func<int(int)> g = f; o[i++] = f(3) + g(4);
  func<int(int)> h = twice; o[i++] = h(8);
  int count = 0; func<void()> inc = [&count] { count++; }; inc(); inc(); o[i++] = count;
  alignas(16) char mem[64]; auto l = [five](int x) { return x * five; }; base *b = new (mem) model<decltype(l)>(l); o[i++] = b->f(6); b->~base();
  func<int(int, int &)> two = [](int a, int &b) { b++; return a; }; int z = 1; o[i++] = two(3, z) * 10 + z;
}
