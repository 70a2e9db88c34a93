// Names with universal characters are those with the characters themselves.
__device__ int sum(int \u4e00, int \U00010348x) { int caf\u00e9 = 一 + 𐍈x; return café; }
__device__ int wrong(int caf\u00e9) { return caf\u00e8; }
