/* bin2c.c - bin2c: a file as an array of C.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/binutils/command.h"

static struct {
	bool is_const, is_static, length, nvint, stdint;
	const char *name, *type, *section, *alignment;
	struct texts padding;
} set = {.name = "imageBytes", .type = "char", .alignment = "1"};

static const struct command_option options[] = {
	{"alignment", "a", COMMAND_TEXT, "<bytes>",
         "Alignment of the array; 1 without it.", &set.alignment, NULL},
	{"const", "c", COMMAND_FLAG, NULL, "The array is constant.", &set.is_const, NULL},
	{"length", "l", COMMAND_FLAG, NULL, "Adds a variable with the array's length.",
         &set.length, NULL},
	{"name", "n", COMMAND_TEXT, "<name>", "Name of the array; imageBytes without it.",
         &set.name, NULL},
	{"nvint", "nvint", COMMAND_FLAG, NULL, "Writes nv_uint64 for unsigned long long.",
         &set.nvint, NULL},
	{"padd", "p", COMMAND_LIST, "<byte>,...", "Bytes after those of the file.",
         &set.padding, NULL},
	{"section", "s", COMMAND_TEXT, "<name>", "Section of the array.", &set.section,
         NULL},
	{"static", "st", COMMAND_FLAG, NULL, "The array is static.", &set.is_static,
         NULL},
	{"stdint", "stdint", COMMAND_FLAG, NULL,
         "Writes uint64_t for unsigned long long.", &set.stdint, NULL},
	{"type", "t", COMMAND_CHOICE, "|char|short|int|longlong|",
         "Type of an element; char without it.", &set.type, NULL},
};

static const struct command command = {
	.program = "bin2c",
	.usage = "bin2c [options] <inputfile>",
	.purpose = "a file as an array of C",
	.option = options,
	.noption = countof(options),
	.failure = 1,
};

static u32 element_bytes(void) {
	switch (set.type[0]) {
	case 's': return 2;
	case 'i': return 4;
	case 'l': return 8;
	default: return 1;
	}
}

static const char *element_type(void) {
	switch (element_bytes()) {
	case 2: return "unsigned short";
	case 4: return "unsigned int";
	case 8:
		return set.stdint  ? "uint64_t"
		       : set.nvint ? "nv_uint64"
		                   : "unsigned long long";
	default: return "unsigned char";
	}
}

static bool is_identifier(const char *s) {
	if (!isalpha((unsigned char)*s) && *s != '_')
		return false;
	while (isalnum((unsigned char)*s) || *s == '_')
		s++;
	return !*s;
}

/* Appends the bytes of --padd; NULL after an error. */
static u8 *pad(struct arena *a, const char *text, size_t *size) {
	u8 *all = arena_array(a, u8, *size + set.padding.n + 8);
	memcpy(all, text, *size);
	text_each (word, &set.padding) {
		char *end;
		unsigned long v = strtoul(*word, &end, 0);
		if (*end || end == *word || v > 255) {
			command_fail(&command, "'%s' of option 'padd' is no byte", *word);
			return NULL;
		}
		all[(*size)++] = (u8)v;
	}
	return all;
}

/* Elements are in the byte order of the machine; the last one is filled with zeros. */
static void write_elements(const u8 *data, size_t size) {
	const u32 bytes = element_bytes(), per_line = 16 / bytes;
	const size_t n = (size + bytes - 1) / bytes;
	for (size_t i = 0; i < n; i++) {
		u64 v = 0;
		memcpy(&v, data + i * bytes, bytes);
		printf("0x%0*llx%s", (int)bytes * 2, (unsigned long long)v,
		       i + 1 == n                ? "\n"
		       : (i + 1) % per_line == 0 ? ",\n"
		                                 : ",");
	}
}

static void write_array(const u8 *data, size_t size) {
	if (set.stdint)
		printf("#include <stdint.h>\n");
	printf("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
	if (set.nvint)
		printf("typedef unsigned long long nv_uint64;\n\n");
	if (set.length)
		printf("%s%sunsigned long long %s_length = %lluULL;\n\n",
		       set.is_static ? "static " : "", set.is_const ? "const " : "",
		       set.name, (unsigned long long)size);
	printf("%s%s%s ", set.is_static ? "static " : "", set.is_const ? "const " : "",
	       element_type());
	if (set.section || strcmp(set.alignment, "1") != 0)
		printf("__attribute__((");
	if (set.section)
		printf("section(\"%s\")%s", set.section,
		       strcmp(set.alignment, "1") != 0 ? ", " : ")) ");
	if (strcmp(set.alignment, "1") != 0)
		printf("aligned(%s))) ", set.alignment);
	printf("%s[] = {\n", set.name);
	write_elements(data, size);
	printf("};\n\n#ifdef __cplusplus\n}\n#endif\n");
}

static bool is_power_of_two(const char *text) {
	char *end;
	unsigned long v = strtoul(text, &end, 10);
	return !*end && end != text && v && (v & (v - 1)) == 0;
}

static int run(struct arena *a, const struct texts *files) {
	size_t size = 0;
	if (files->n != 1)
		return command_fail(&command, "One input file is needed, not %u",
		                    files->n);
	if (!is_identifier(set.name))
		return command_fail(&command, "'%s' is no name of an array", set.name);
	if (!is_power_of_two(set.alignment))
		return command_fail(&command, "'%s' is no alignment", set.alignment);
	char *text = command_file(&command, a, files->at[0], &size);
	u8 *data = text ? pad(a, text, &size) : NULL;
	if (!data)
		return command.failure;
	write_array(data, size);
	return fflush(stdout) == 0 ? 0 : command_fail(&command, "Could not write");
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	struct texts files = {0};
	int status = command_read(&command, &a, argc, argv, &files);
	if (status == COMMAND_GOES_ON)
		status = run(&a, &files);
	arena_drop(&a);
	return status;
}
