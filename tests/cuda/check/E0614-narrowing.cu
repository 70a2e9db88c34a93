// The value of a template argument fits its parameter's type ([temp.arg.nontype]/2); nvcc takes any integer for bool.
enum small : char { three = 3 };
enum large { y = 300 };
template <unsigned n> struct of_unsigned {};
template <unsigned char n> struct of_byte {};
template <int n> struct of_int {};
template <char n> struct of_char {};
template <bool n> struct of_bool {};
__global__ void fit(of_unsigned<1>, of_byte<255>, of_int<-1>, of_char<three>, of_bool<2>, of_bool<y>, of_int<0xfull>) {}
__global__ void negative() { of_unsigned<-1> x; }
__global__ void too_large() { of_byte<300> x; }
__global__ void enumerators() { of_byte<y> x; }
__global__ void unsigned_to_int() { of_int<0xffffffffu> x; }
__global__ void floating() { of_int<3.0> x; }
template <char c> constexpr int chosen(int) { return 1; }
template <int c> constexpr int chosen(long) { return 2; }
template <class T, T... c> constexpr int typed(int) { return 1; }
template <class T, int c> constexpr int typed(long) { return 2; }
static_assert(chosen<300>(0) == 2 && chosen<100>(0) == 1 && typed<char, 300>(0) == 2 && typed<char, 30>(0) == 1);
