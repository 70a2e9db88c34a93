/* texts.h - what the programs here give to libraries that read device code, and how they
 * tell statuses.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../calls.h"

#define HEAD(sm) ".version 8.0\n.target sm_" sm "\n.address_size 64\n"
#define EMPTY_KERNEL(name) ".visible .entry " name "(.param .u64 p)\n{\n\tret;\n}\n"

struct Text {
	const char *name;
	std::string bytes;
};
/* An ELF file of the host's without sections, as far as its head tells. */
static std::string host_elf(int machine) {
	std::string e("\x7f"
	              "ELF\2\1\1",
	              7);
	e.resize(64, 0);
	e[16] = 1; /* relocatable */
	e[18] = (char)machine;
	e[20] = 1;
	e[52] = 64;
	return e;
}
static const std::vector<Text> &texts() {
	static const std::vector<Text> all = {
		{"kernel", HEAD("80") EMPTY_KERNEL("k")},
		{"older", HEAD("50") EMPTY_KERNEL("k")},
		{"newer", HEAD("100") EMPTY_KERNEL("k")},
		{"sm_90a",
	         ".version 8.0\n.target sm_90a\n.address_size 64\n" EMPTY_KERNEL("k")},
		{"helper", HEAD("80") ".visible .func f()\n{\n\tret;\n}\n"},
		{"extern", HEAD("80") ".extern .func f();\n.visible .entry "
	                              "k()\n{\n\tcall f;\n\tret;\n}\n"},
		{"nothing", HEAD("80")},
		{"syntax",
	         HEAD("80") ".visible .entry k()\n{\n\tmov.u32 %r1, ;\n\tret;\n}\n"},
		{"undeclared",
	         HEAD("80") ".visible .entry k()\n{\n\tmov.u32 %r1, 5;\n\tret;\n}\n"},
		{"no version", ".target sm_80\n.address_size 64\n" EMPTY_KERNEL("k")},
		{"no target", ".version 8.0\n.address_size 64\n" EMPTY_KERNEL("k")},
		{"version 99",
	         ".version 99.0\n.target sm_80\n.address_size 64\n" EMPTY_KERNEL("k")},
		{"target sm_1",
	         ".version 8.0\n.target sm_1\n.address_size 64\n" EMPTY_KERNEL("k")},
		{"32 bits",
	         ".version 8.0\n.target sm_80\n.address_size 32\n" EMPTY_KERNEL("k")},
		{"hello", "hello"},
		{"a byte", "x"},
		{"zeros", std::string(64, 0)},
		{"elf of the host", host_elf(62)},
		{"elf of a device", host_elf(190)},
		{"fat head", std::string("\x50\xed\x55\xba\x01\x00\x10\x00\x00\x00\x00"
	                                 "\x00\x00\x00\x00\x00",
	                                 16)},
		{"lto mark", std::string("\xed\x43\x4e\x7f", 4)},
		{"archive", "!<arch>\n"},
		{"bitcode", "BC\xc0\xde"},
	};
	return all;
}
static const std::string &text_of(const char *name) {
	static const std::string none;
	for (auto &t : texts())
		if (!strcmp(t.name, name))
			return t.bytes;
	return none;
}

/* What `const char *` and `const void *` parameters named code have. */
struct Code {
	const char *at;
	size_t bytes;
};
static void give_codes(Values<Code> &v) {
	for (auto &t : texts())
		also(v, Code{t.bytes.c_str(), t.bytes.size() + 1}, t.name);
	const std::string &kernel = texts()[0].bytes;
	also(v, Code{nullptr, 0}, "null");
	also(v, Code{nullptr, kernel.size()}, "null with a size");
	also(v, Code{kernel.c_str(), 0}, "no size", true);
	also(v, Code{kernel.c_str(), kernel.size()}, "without a zero");
	also(v, Code{kernel.c_str(), 20}, "20 bytes");
}

static char letter(int status) {
	return status < 0 || status > 35 ? '?'
	       : status < 10             ? (char)('0' + status)
	                                 : (char)('a' + status - 10);
}
static void start() {
}
static void begin() {
}
static char place[1 << 20];
static void reset() {
	memset(place, 0, sizeof place);
}
static std::string looked() {
	return "";
}
/* A place for what a call writes. */
template <class A> static void give_place(Values<A *> &v) {
	also(v, (A *)place, "place");
	also(v, (A *)nullptr, "null");
}
