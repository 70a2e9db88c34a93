// flags: --ast
void f(int n) {
	if (int x = n; x > 3) ; else if constexpr (sizeof(n) == 4) { } else return;
	for (int i = 0, *p = nullptr; i < n; i++, p++) { continue; }
	for (auto &x : {1, 2, 3}) break;
	for (;;) { }
	while (int y = n--) ;
	do n++; while (n < 3);
	switch (n) {
	case 1 ... 3: case n ? 4 : 5: n = 1; break;
	default: goto out;
	}
out:
	;
#pragma unroll
	for (;;) ;
#pragma unroll(2 * 2)
	while (1) ;
	try { throw 1; } catch (int e) { } catch (...) { throw; }
	[[maybe_unused]] int z = 3;
	{ using T = int; T t = T(2); }
	if consteval { z--; } else if !consteval { z++; } else { }
}
