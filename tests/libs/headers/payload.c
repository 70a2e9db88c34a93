/* payload.c - the macros of nvtx3/nvToolsExtPayloadHelper.h: what they make of lists of
 * members.
 * SPDX-License-Identifier: Apache-2.0 */
#include <nvtx3/nvToolsExtPayload.h>
#include <nvtx3/nvToolsExtPayloadHelper.h>
#include <stdio.h>
#include <string.h>

typedef struct {
	int index;
	double value;
	char text[24];
} given;
NVTX_DEFINE_SCHEMA_FOR_STRUCT(
	given, "Given", static const,
	NVTX_PAYLOAD_ENTRIES((index, TYPE_INT, "an integer"), (value, TYPE_DOUBLE),
                             (text, TYPE_CSTRING, "text", NULL, 24)))
NVTX_DEFINE_STRUCT_WITH_SCHEMA(made, "Made", static, 3, 77,
                               NVTX_PAYLOAD_ENTRIES((int, a, TYPE_INT, "a"),
                                                    (float, (b, 5), TYPE_FLOAT, "b",
                                                     "five", 5, ARRAY_FIXED_SIZE),
                                                    (given, c, NVTX_PAYLOAD_NESTED(99))))
NVTX_DEFINE_STRUCT(plain, (char, x), (long, y[2]))
NVTX_DEFINE_STRUCT_WITH_SCHEMA(other, NVTX_PAYLOAD_ENTRIES((short, only, TYPE_SHORT)))

static char text[1000];

static void tell(const nvtxPayloadSchemaAttr_t *a) {
	sprintf(text, "%s %d %d %d %d %d %d", a->name ? a->name : "-", (int)a->type,
	        (int)a->flags, (int)a->numEntries, (int)a->payloadStaticSize,
	        (int)a->schemaId, (int)a->fieldMask);
	for (size_t i = 0; i < a->numEntries; i++) {
		const nvtxPayloadSchemaEntry_t *e = &a->entries[i];
		sprintf(text + strlen(text), " (%d %d %s %s %d %d)", (int)e->flags,
		        (int)e->type, e->name ? e->name : "-",
		        e->description ? e->description : "-", (int)e->arrayOrUnionDetail,
		        (int)e->offset);
	}
}

static int expect(const nvtxPayloadSchemaAttr_t *a, const char *expected) {
	tell(a);
	if (strcmp(text, expected) == 0)
		return 0;
	printf("%s\ninstead of\n%s\n", text, expected);
	return 1;
}

int main(void) {
	NVTX_DEFINE_STRUCT_WITH_SCHEMA_AND_REGISTER(
		(nvtxDomainHandle_t)0, inner, "Inner",
		NVTX_PAYLOAD_ENTRIES((int, p, TYPE_INT)))
	NVTX_DEFINE_SCHEMA_FOR_STRUCT_AND_REGISTER((nvtxDomainHandle_t)0, plain, "Plain",
	                                           NVTX_PAYLOAD_ENTRIES((x, TYPE_CHAR)))
	int bad = 0;
	bad += expect(&givenAttr, "Given 1 0 3 40 0 118 (0 5 an integer - 0 0) (0 20 - - "
	                          "0 8) (0 75 text - 24 16)");
	bad += expect(
		&madeAttr,
		"Made 1 3 3 64 77 382 (0 5 a - 0 0) (16 19 b five 5 4) (0 99 - - 0 24)");
	bad += expect(&otherAttr, "- 1 0 1 2 0 116 (0 3 - - 0 0)");
	bad += expect(&innerAttr, "Inner 1 0 1 4 0 118 (0 5 - - 0 0)");
	bad += expect(&plainAttr, "Plain 1 0 1 24 0 118 (0 1 - - 0 0)");
	return bad || inner_schemaId || plain_schemaId;
}
