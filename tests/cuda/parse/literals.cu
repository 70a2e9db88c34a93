// flags: --ast
int i[] = {0, 017, 0x1fULL, 0b101u, 1'000'000l, 18446744073709551615u};
double d[] = {1.5, .5f, 1e3, 0x1.8p1, 1.L};
char c[] = {'a', '\n', '\x41', '\0', 'ab', L'x', u8'y'};
const char *s[] = {"a" "b\tc\"", u8"\u00e9", R"x(raw \n )x", "\101\x42"};
bool b = true and not false or nullptr;
