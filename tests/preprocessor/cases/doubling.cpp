// A list that doubles from level to level ends in an error, not in all memory.
#define F(x) x x
F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(a))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
