/* fatbinary.c - fatbinary: puts PTX into a container. clang calls it for CUDA, with what
 * ptxas makes: the two are NVIDIA's where its toolkit is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/handles/fatbin.h"
#include "runtime/handles/fatbin_write.h"
#include "runtime/handles/input.h"
#include "tools/binutils/command.h"

enum { LEVEL_DEFAULT = 3, LEVEL_SIZE = 19, LEVEL_SPEED = 1 };

static struct {
	bool for_32, for_64, debug, device_c, link, compress_all, no_asm;
	const char *create, *cmdline, *ident, *compress, *mode;
	struct texts image, image2, image3;
} set;

static const struct command_option options[] = {
	{"32", "32", COMMAND_FLAG, NULL, "The code is for 32 bits.", &set.for_32, NULL},
	{"64", "64", COMMAND_FLAG, NULL, "The code is for 64 bits, which is the default.",
         &set.for_64, NULL},
	{"cmdline", "cmdline", COMMAND_TEXT, "<options>", "Options for ptxas.",
         &set.cmdline, NULL},
	{"compress", "compress", COMMAND_CHOICE, "|true|false|",
         "Compresses PTX; true without it.", &set.compress, NULL},
	{"compress-all", "compress-all", COMMAND_FLAG, NULL, "Compresses all images.",
         &set.compress_all, NULL},
	{"compress-mode", "compress-mode", COMMAND_CHOICE,
         "|default|size|speed|balance|none|", "How to compress.", &set.mode, NULL},
	{"create", "create", COMMAND_TEXT, "<file name>", "The file to make.",
         &set.create, NULL},
	{"debug", "g", COMMAND_FLAG, NULL, "The code has debug information.", &set.debug,
         NULL},
	{"device-c", "c", COMMAND_FLAG, NULL, "The code is relocatable.", &set.device_c,
         NULL},
	{"embedded-fatbin", "fatbin", COMMAND_REFUSED, "<file name>", NULL, NULL,
         "simtcc puts containers into objects"},
	{"ident", "ident", COMMAND_TEXT, "<name>", "Name of the source.", &set.ident,
         NULL},
	{"image", "image", COMMAND_WORDS, "profile=<sm_NN>,file=<file>", "An image.",
         &set.image, NULL},
	{"image2", "image2", COMMAND_WORDS, "kind=<kind>,file=<file>", "An image.",
         &set.image2, NULL},
	{"image3", "image3", COMMAND_WORDS, "kind=<kind>,sm=<NN>,file=<file>",
         "An image.", &set.image3, NULL},
	{"link", "link", COMMAND_FLAG, NULL, "The code is linked.", &set.link, NULL},
	{"no-asm", "no-asm", COMMAND_FLAG, NULL, "Nothing changes: there is no assembly.",
         &set.no_asm, NULL},
};

static const struct command command = {
	.program = "fatbinary",
	.usage = "fatbinary [options]",
	.purpose = "puts PTX into a container",
	.option = options,
	.noption = countof(options),
	.failure = 1,
};

VEC_TYPE(fatbin_images, struct fatbin_image);

/* The value of `key=` in a list with commas; NULL: there is none. */
static const char *part(struct arena *a, const char *spec, const char *key) {
	size_t n = strlen(key);
	for (const char *at = spec; *at; at += strcspn(at, ","), at += *at == ',')
		if (strncmp(at, key, n) == 0 && at[n] == '=')
			return arena_strdup(a, at + n + 1, strcspn(at + n + 1, ","));
	return NULL;
}

/* "80", "sm_80a" and "compute_80" are 80; 0: it is none. */
static u32 architecture(const char *text) {
	const char *digits = text ? text + strcspn(text, "0123456789") : "";
	return (u32)strtoul(digits, NULL, 10);
}

/* Kind elf is what ptxas makes: simt's makes PTX. */
static int add(struct arena *a, struct fatbin_images *images, const char *spec) {
	const char *path = part(a, spec, "file"), *kind = part(a, spec, "kind"),
		   *sm = part(a, spec, "sm"), *profile = part(a, spec, "profile");
	size_t size;
	if (!path)
		return command_fail(&command, "Image '%s' names no file", spec);
	if (kind && strcmp(kind, "ptx") != 0 && strcmp(kind, "elf") != 0)
		return command_fail(&command, "Images of kind '%s' are not supported",
		                    kind);
	char *bytes = command_file(&command, a, path, &size);
	if (!bytes)
		return command.failure;
	enum input_kind is = input_kind_of(bytes, size);
	if (is != INPUT_PTX && is != INPUT_CUBIN)
		return command_fail(&command, "'%s' is neither PTX nor machine code",
		                    path);
	struct fatbin_image image = {
		.data = bytes,
		.size = size,
		.sm = architecture(sm ? sm : profile),
		.kind = is == INPUT_PTX ? FATBIN_PTX : FATBIN_CUBIN,
		.flags = (set.for_32 ? 0u : FATBIN_64BIT) | FATBIN_LINUX |
	                 (set.debug ? FATBIN_DEBUG : 0u),
		.plain = is == INPUT_CUBIN && !set.compress_all,
		.name = set.ident,
		.options = set.cmdline,
	};
	if (!image.sm)
		return command_fail(&command, "Image '%s' names no architecture", spec);
	vec_push(a, images, image);
	return COMMAND_GOES_ON;
}

static int level(void) {
	if ((set.compress && strcmp(set.compress, "false") == 0) ||
	    (set.mode && strcmp(set.mode, "none") == 0))
		return FATBIN_PLAIN;
	return set.mode && strcmp(set.mode, "size") == 0    ? LEVEL_SIZE
	       : set.mode && strcmp(set.mode, "speed") == 0 ? LEVEL_SPEED
	                                                    : LEVEL_DEFAULT;
}

static int run(struct arena *a, const struct texts *files) {
	struct fatbin_images images = {0};
	size_t size;
	if (files->n)
		return command_fail(&command, "'%s' is no option", files->at[0]);
	if (!set.create)
		return command_fail(&command, "Option '--create' is missing");
	const struct texts *list[] = {&set.image, &set.image2, &set.image3};
	for (u32 i = 0; i < countof(list); i++)
		text_each (spec, list[i]) {
			int status = add(a, &images, *spec);
			if (status != COMMAND_GOES_ON)
				return status;
		}
	if (!images.n)
		return command_fail(&command, "There is no image");
	u8 *out = fatbin_write(a, images.at, images.n, level(), &size);
	return out && command_write(&command, set.create, out, size) ? 0
	                                                             : command.failure;
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
