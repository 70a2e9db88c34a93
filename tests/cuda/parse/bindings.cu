// flags: --ast
void f() {
	auto [a, b] = p;
	const auto &[c] = q;
	for (auto &&[k, v] : m) k + v;
	struct P { int x, y; } s = {.x = 1, .y{2}};
	int x = ({ int t = 1; t; }) ?: 3;
}
