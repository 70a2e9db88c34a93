/* genrows.c - launch files that run every row of alu.def on random operands, for record.c
 * and simtrun.
 *
 *     genrows FOLDER SEED SM PTX
 *
 * For each row, tuple of types and several choices of modifiers: a kernel that loads the
 * operands the signature asks for, executes the instruction and stores its results. Rows
 * that are defined only to within an error are left out. Writes rows_N.ptx,
 * rows_N.launch.json and in_K.bin into FOLDER.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "ir/isa/inst.h"
#include "ir/read/resolve.h"

enum { THREADS = 1024, KERNELS_PER_FILE = 250, CHOICES = 12, INPUTS = 4 };

static u64 rng_state;

static u64 rnd(void) {
	u64 z = (rng_state += 0x9e3779b97f4a7c15u);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Operand bits that are worth trying whatever the type: edges of integers and floats of
 * each width in every part of the word, numbers close to each other, noise. */
static u64 operand_bits(void) {
	static const u64 edge[] = {
		0,
		1,
		2,
		3,
		0x7f,
		0x80,
		0xff,
		0x7fff,
		0x8000,
		0xffff,
		0x7fffffff,
		0x80000000,
		0xffffffff,
		0x7fffffffffffffff,
		0x8000000000000000,
		~0ull,
		0x3f800000,
		0xbf800000,
		0x7f800000,
		0xff800000,
		0x7fc00000,
		0x7f7fffff,
		0x00800000,
		0x007fffff,
		0x3f000000,
		0x40490fdb,
		0x4b800000,
		0x4f000000,
		0x5f000000,
		0xcf000000,
		0x3c003c00,
		0x7c007c00,
		0xfc00fc00,
		0x7bff7bff,
		0x04000400,
		0x03ff03ff,
		0x7e007e00,
		0x3f803f80,
		0x7f807f80,
		0x7f7f7f7f,
		0x00800080,
		0x3ff0000000000000,
		0xbff0000000000000,
		0x7ff0000000000000,
		0xfff0000000000000,
		0x7ff8000000000000,
		0x7fefffffffffffff,
		0x0010000000000000,
		0x000fffffffffffff,
		0x43e0000000000000,
		0xc3e0000000000000,
		0x41dfffffffc00000,
		0x41e0000000000000,
		31,
		32,
		33,
		63,
		64,
		65,
		16,
		15,
	};
	switch (rnd() % 8) {
	case 0:
	case 1: return edge[rnd() % countof(edge)];
	case 2: { /* f32 of moderate size in both halves */
		u64 lo = (rnd() & 0x807fffff) | (0x70 + rnd() % 0x20) << 23;
		u64 hi = (rnd() & 0x807fffff) | (0x70 + rnd() % 0x20) << 23;
		return hi << 32 | lo;
	}
	case 3: return (rnd() & 0x800fffffffffffff) | (0x3f0 + rnd() % 0x20) << 52;
	case 4: { /* halves of moderate size */
		u64 v = 0;
		for (u32 i = 0; i < 4; i++)
			v |= ((rnd() & 0x83ff) | (8 + rnd() % 14) << 10) << (16 * i);
		return v;
	}
	case 5: return edge[rnd() % countof(edge)] + rnd() % 5 - 2;
	case 6: return rnd() >> rnd() % 64;
	default: return rnd();
	}
}

struct gen {
	const char *folder;
	u32 sm, ptx, nkernel, nfile;
	FILE *text, *json;
};

static void close_file(struct gen *g) {
	if (!g->text)
		return;
	fprintf(g->json, "\n]}\n");
	fclose(g->text);
	fclose(g->json);
	g->text = g->json = NULL;
}

static FILE *create(const struct gen *g, const char *name, u32 n, const char *ext) {
	char path[512];
	snprintf(path, sizeof(path), "%s/%s_%u.%s", g->folder, name, n, ext);
	FILE *f = fopen(path, "wb");
	if (!f) {
		perror(path);
		exit(1);
	}
	return f;
}

static void open_file(struct gen *g) {
	u32 n = g->nfile++;
	g->text = create(g, "rows", n, "ptx");
	g->json = create(g, "rows", n, "launch.json");
	g->nkernel = 0;
	fprintf(g->text, ".version %u.%u\n.target sm_%u\n.address_size 64\n", g->ptx / 10,
	        g->ptx % 10, g->sm);
	fprintf(g->json, "{\"module\":\"rows_%u.ptx\",\"launches\":[", n);
}

static void write_inputs(const struct gen *g) {
	for (u32 k = 0; k < INPUTS; k++) {
		FILE *f = create(g, "in", k, "bin");
		for (u32 i = 0; i < THREADS; i++) {
			u64 v = operand_bits();
			fwrite(&v, 8, 1, f);
		}
		fclose(f);
	}
}

/* ---- one instruction --------------------------------------------------------------- */

static bool pick_mods(const struct gen *g, const struct row_info *row, u8 value[16]) {
	for (u32 i = 0; i < row->nslot; i++) {
		const struct row_slot *s = &row->slot[i];
		value[i] = 0;
		if (!s->required && rnd() % 2)
			continue;
		u32 choices[64], n = 0;
		for (u32 v = 1; v < 64; v++) {
			const struct mod_info *info = s->allowed >> v & 1
			                                      ? mod_value_info(s->slot, v)
			                                      : NULL;
			if (info && info->ptx <= g->ptx && info->sm <= g->sm)
				choices[n++] = v;
		}
		if (n)
			value[i] = (u8)choices[rnd() % n];
		else if (s->required)
			return false;
	}
	return true;
}

static void spell(char *out, size_t size, const struct row_info *row, const u8 value[16],
                  const u8 type[4]) {
	size_t n = (size_t)snprintf(out, size, "%s", row->mnemonic);
	for (u32 i = 0; i <= row->nslot; i++) {
		if (i == row->types_at)
			for (u32 t = 0; t < row->ntypes; t++)
				n += (size_t)snprintf(out + n, size - n, ".%s",
				                      type_info[type[t]].text);
		if (i < row->nslot && value[i])
			n += (size_t)snprintf(
				out + n, size - n, ".%s",
				mod_value_info(row->slot[i].slot, value[i])->text);
	}
}

static u32 letter_bits(char c, const u8 type[4]) {
	u32 t0 = type_info[type[0]].lane_bits;
	switch (c) {
	case 'd':
	case 'a':
	case 'b':
	case 'c': return t0;
	case 'x':
	case 'y': return type_info[type[1]].lane_bits;
	case 'w':
	case 'W': return t0 * 2;
	case 'p':
	case 'q':
	case 'Q':
	case 'P':
	case 'R': return 1;
	default: return 32;
	}
}

/* Video instructions want registers of an integer type. */
static void declare_reg(FILE *f, const char *name, char letter, u32 bits) {
	if (bits == 1)
		fprintf(f, ".reg .pred %s;", name);
	else if (strchr("ABCEFMN", letter))
		fprintf(f, ".reg .u32 %s;", name);
	else
		fprintf(f, ".reg .b%u %s;", bits, name);
}

static void emit_kernel(struct gen *g, const struct row_info *row, const char *opcode,
                        const u8 type[4]) {
	if (!g->text || g->nkernel == KERNELS_PER_FILE) {
		close_file(g);
		open_file(g);
	}
	u32 k = g->nkernel++;
	FILE *f = g->text;
	fprintf(f,
	        ".visible .entry k%u(.param .u64 p0,.param .u64 p1,.param .u64 p2,.param "
	        ".u64 p3,"
	        ".param .u64 out)\n{\n.reg .b32 %%i,%%z;.reg .b64 %%g,%%o,%%off;"
	        "mov.u32 %%i,%%tid.x;mul.wide.u32 %%off,%%i,8;ld.param.u64 %%o,[out];"
	        "mad.wide.u32 %%o,%%i,16,%%o;\n",
	        k);
	u32 nsrc = 0;
	char text[256] = "", name[16];
	for (u32 i = 0; i < row->nopr; i++) {
		char c = row->opr[i].letter;
		u32 bits = letter_bits(c, type);
		snprintf(name, sizeof(name), "%%x%u", i);
		if (c == 'i') {
			snprintf(name, sizeof(name), "%u", (u32)(rnd() % 256));
			strcat(text, ",");
			strcat(text, name);
			continue;
		}
		declare_reg(f, name, strchr(row->sig, 's') ? 'A' : c, bits);
		strcat(text, i ? "," : "");
		strcat(text, name);
		if (row->opr[i].is_dest) {
			if (row->opr[i].pair) {
				fprintf(f, ".reg .pred %%q;");
				strcat(text, "|%q");
			}
			if (c == 'M' || c == 'N') { /* keeps part of the old value */
				fprintf(f, "mov.b32 %s,0;", name);
			}
			continue;
		}
		fprintf(f, "ld.param.u64 %%g,[p%u];add.u64 %%g,%%g,%%off;",
		        nsrc++ % INPUTS);
		if (bits == 1)
			fprintf(f,
			        "ld.u32 %%z,[%%g];and.b32 %%z,%%z,1;setp.ne.u32 "
			        "%s,%%z,0;\n",
			        name);
		else if (bits == 128)
			fprintf(f, "ld.u64 %%g,[%%g];mov.b128 %s,{%%g,%%g};\n", name);
		else
			fprintf(f, "ld.b%u %s,[%%g];\n", bits, name);
	}
	fprintf(f, "%s %s;\n", opcode, text);
	u32 bits = letter_bits(row->opr[0].letter, type);
	if (bits == 1)
		fprintf(f, "selp.u32 %%z,1,0,%%x0;st.u32 [%%o],%%z;\n");
	else
		fprintf(f, "st.b%u [%%o],%%x0;\n", bits);
	if (row->opr[0].pair)
		fprintf(f, "selp.u32 %%z,1,0,%%q;st.u32 [%%o+8],%%z;\n");
	fprintf(f, "ret;\n}\n");
	/* Two NaNs are equal where the result is a float; elsewhere every bit counts. */
	const char *result = "b8";
	if (row->opr[0].letter == 'd' && type_info[type[0]].class == 'F' &&
	    type[0] != TYPE_TF32)
		result = type_info[type[0]].text;
	fprintf(g->json,
	        "%s\n{\"name\":\"%s "
	        "#%u\",\"kernel\":\"k%u\",\"grid\":[1,1,1],\"block\":[%u,1,1],\"args\":["
	        "{\"in\":\"in_0.bin\"},{\"in\":\"in_1.bin\"},{\"in\":\"in_2.bin\"},{"
	        "\"in\":\"in_3.bin\"},"
	        "{\"out\":\"rows_%u.expect\",\"at\":%u,\"bytes\":%u,\"type\":\"%s\"}]}",
	        k ? "," : "", opcode, k, k, THREADS, g->nfile - 1, k * THREADS * 16,
	        THREADS * 16, result);
}

/* Rejects modifiers and types of a row that exclude each other; registers here are no
 * narrower than 16 bits. */
static bool is_form(const struct gen *g, const struct row_info *row, const u8 value[16],
                    const u8 type[4]) {
	u64 mods = 0;
	for (u32 i = 0; i < row->nslot; i++)
		mods |= (u64)value[i] << slot_info[row->slot[i].slot].shift;
	bool narrow = (type[0] == TYPE_BF16 && type_info[type[1]].bits == 8) ||
	              (type[1] == TYPE_BF16 && type_info[type[0]].bits == 8);
	return !narrow && !limit_find(row, mods, type, g->sm, ~0u);
}

static void row_kernels(struct gen *g, enum row r) {
	const struct row_info *row = row_info(r);
	if (row->table != 0 || row->ptx > g->ptx || row->sm > g->sm ||
	    (row->props & (PROP_APPROX | PROP_REMOVED)))
		return;
	/* needs a partner: recorded in isa/int_carry */
	if (row->props & (PROP_CC_IN | PROP_CC_OUT))
		return;
	for (u32 t = 0; t < row->ntuple; t++) {
		char seen[CHOICES][96];
		u32 nseen = 0;
		for (u32 n = 0; n < CHOICES; n++) {
			u8 value[16];
			char opcode[96];
			if (!pick_mods(g, row, value))
				return;
			if (!is_form(g, row, value, row->types[t]))
				continue;
			spell(opcode, sizeof(opcode), row, value, row->types[t]);
			bool old = false;
			for (u32 i = 0; i < nseen; i++)
				old |= !strcmp(seen[i], opcode);
			if (old)
				continue;
			strcpy(seen[nseen++], opcode);
			emit_kernel(g, row, opcode, row->types[t]);
		}
	}
}

int main(int argc, char **argv) {
	if (argc != 5) {
		fprintf(stderr, "usage: genrows FOLDER SEED SM PTX\n");
		return 1;
	}
	struct gen g = {
		.folder = argv[1], .sm = (u32)atoi(argv[3]), .ptx = (u32)atoi(argv[4])};
	rng_state = strtoull(argv[2], NULL, 0);
	write_inputs(&g);
	for (u32 r = 1; r < ROW_COUNT; r++)
		row_kernels(&g, (enum row)r);
	close_file(&g);
	printf("%u files\n", g.nfile);
	return 0;
}
