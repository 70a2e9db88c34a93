// A template is an argument for what takes types or values as it does ([temp.arg.template]/3).
template <class... T> struct List {};
template <class T, int n> struct Array {};
template <class T, T... v> struct Sequence {};
template <template <class...> class> struct Plain {};
template <class> struct Kind { static constexpr int is = 0; };
template <template <class...> class C, class... T> struct Kind<C<T...>> { static constexpr int is = 1; };
template <template <class T, T...> class C, class T, T... v> struct Kind<C<T, v...>> { static constexpr int is = 2; };
template <template <class, int> class C, class T, int n> struct Kind<C<T, n>> { static constexpr int is = 3; };
static_assert(Kind<List<int>>::is == 1 && Kind<List<int, char>>::is == 1 && Kind<List<>>::is == 1);
static_assert(Kind<Sequence<int>>::is == 2 && Kind<Sequence<long, 1, 2, 3>>::is == 2 && Kind<Array<char, 3>>::is == 3);
static_assert(Kind<Plain<List>>::is == 0);
