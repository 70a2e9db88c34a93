// fatbins.cpp - fat binaries: packed texts, several architectures, several parts, none that fits, damage.
// SPDX-License-Identifier: Apache-2.0
#include <lz4.h>
#include <zstd.h>

#include "program.h"

static std::string text(unsigned sm, unsigned value) {
	char s[400];
	snprintf(s, sizeof s,
	         ".version 8.0\n.target sm_%u\n.address_size 64\n"
	         ".visible .entry give(.param .u64 p) {\n"
	         "	.reg .u64 %%p; ld.param.u64 %%p, [p]; st.global.u32 [%%p], %u; ret; }\n"
	         ".visible .entry give%u() { ret; }\n",
	         sm, value, value);
	return s;
}

static std::string zstd(const std::string &s) {
	std::string out(ZSTD_compressBound(s.size()), '\0');
	out.resize(ZSTD_compress(&out[0], out.size(), s.data(), s.size(), 3));
	return out;
}

static std::string lz4(const std::string &s) {
	std::string out((size_t)LZ4_compressBound((int)s.size()), '\0');
	out.resize((size_t)LZ4_compress_default(s.data(), &out[0], (int)s.size(), (int)out.size()));
	return out;
}

static void give() {}
static void give2() {}

static void run(const char *what, std::vector<std::string> images) {
	unsigned *p, v = 0;
	Program program(std::move(images));
	program.kernel((const void *)give, "give");
	program.kernel((const void *)give2, "give2");
	program.end();
	CK(cudaMalloc(&p, 4));
	void *args[] = {&p};
	cudaError_t e = cudaLaunchKernel((const void *)give, dim3(1), dim3(1), args, 0, 0);
	CK(cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost));
	printf("%s: %s %u; second part %s\n", what, NAME(e), e == cudaSuccess ? v : 0,
	       NAME(cudaLaunchKernel((const void *)give2, dim3(1), dim3(1), nullptr, 0, 0)));
	CK(cudaFree(p));
	program.unregister();
}

int main() {
	std::string a = text(75, 1), b = text(80, 3), c = text(100, 4), cubin(100, 'x');
	run("plain", {fatbin({entry(a, 75)})});
	run("zstd", {fatbin({entry(zstd(a), 75, ZSTD, a.size())})});
	run("lz4", {fatbin({entry(lz4(a), 75, LZ4, a.size())})});
	run("newest that fits", {fatbin({entry(a, 75), entry(b, 80), entry(c, 100)})});
	run("beside a cubin", {fatbin({entry(cubin, 90, PLAIN, 0, 2), entry(a, 75)})});
	run("two parts", {fatbin({entry(a, 75)}), fatbin({}),
	                  fatbin({entry(PTX_HEAD ".visible .entry give2() { ret; }\n", 75)})});
	run("cubin alone", {fatbin({entry(cubin, 90, PLAIN, 0, 2)})});
	run("for a newer device", {fatbin({entry(c, 100)})});
	std::string lacking = c;
	lacking.insert(lacking.find("ret;"), ".reg .b64 %x2; add.rn.f32x2 %x2, %x2, %x2; ");
	run("with what the device lacks", {fatbin({entry(lacking, 100)})});
	run("bad text", {fatbin({entry(a + "nonsense", 75)})});
	run("damaged zstd", {fatbin({entry(zstd(a).substr(0, 40), 75, ZSTD, a.size())})});
	run("wrong size", {fatbin({entry(lz4(a), 75, LZ4, 5)})});
	run("endless", {fatbin({entry(lz4(a), 75, LZ4, (size_t)1 << 60)})});
	run("cut off", {fatbin({entry(a, 75).substr(0, 70)})});
	run("no fat binary", {std::string(64, 'x')});
	return 0;
}
