/* analysis_dump.c - the text of --dump=cfg and --dump=uniformity.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/dump.h"

#include "ir/read/module.h"
#include "tests/unit/test.h"

static const char ptx[] =
	".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .entry row_sum(.param .u64 x, .param .u32 n) .reqntid 64 {\n"
	".reg .u32 %i, %n, %k; .reg .u64 %x, %at; .reg .f32 %v, %sum; .reg .pred %p, "
	"%q;\n"
	"mov.u32 %i, %tid.x; ld.param.u32 %n, [n]; setp.ge.u32 %p, %i, %n; @%p bra "
	"done;\n"
	"ld.param.u64 %x, [x]; mov.u32 %k, 0; mov.f32 %sum, 0f00000000;\n"
	"mad.wide.u32 %at, %i, 4, %x;\n"
	"next: ld.global.f32 %v, [%at]; add.f32 %sum, %sum, %v; add.u32 %k, %k, 1;\n"
	"setp.lt.u32 %q, %k, %n; @%q bra next; st.global.f32 [%at], %sum;\n"
	"done: ret; bra next; }\n";

static const char cfg_text[] =
	"row_sum: 16 instructions, 6 blocks, 1 loop\n"
	"  block                   inst  from            to              idom   ipdom  "
	"meet\n"
	"  b0                         4  start           b1 b4           -      b4     "
	"b4\n"
	"  b1                         4  b0              b2              b0     b2\n"
	"@ b2 next                    5  b1 b2^ b5       b3 b2^          b1     b3     "
	"b3\n"
	"  b3                         1  b2              b4              b2     b4\n"
	"  b4 done                    1  b0 b3           end             b0     -\n"
	"  b5                         1  -               b2              never "
	"reached\n\n";

static const char uniformity_text[] =
	"row_sum: 16 instructions, 6 blocks, 1 loop\n"
	"b0:\n"
	"    +1*lane              mov.u32 %i, %tid.x;\n"
	"    uniform, cta         ld.param.u32 %n, [n];\n"
	"    divergent            setp.ge.u32 %p, %i, %n;\n"
	"    lanes part to b4     @%p bra done;\n"
	"b1:  some lanes\n"
	"    uniform, cta         ld.param.u64 %x, [x];\n"
	"    uniform, cta         mov.u32 %k, 0;\n"
	"    divergent            mov.f32 %sum, 0f00000000;\n"
	"    +4*lane, may wrap    mad.wide.u32 %at, %i, 4, %x;\n"
	"b2 next:  some lanes\n"
	"    divergent            ld.global.f32 %v, [%at];\n"
	"    divergent            add.f32 %sum, %sum, %v;\n"
	"    uniform, cta         add.u32 %k, %k, 1;\n"
	"    uniform, cta         setp.lt.u32 %q, %k, %n;\n"
	"    together             @%q bra next;\n"
	"b3:  some lanes\n"
	"                         st.global.f32 [%at], %sum;\n"
	"b4 done:\n"
	"                         ret;\n"
	"b5:  never reached\n"
	"                         bra next;\n\n";

static void dumps_read_as_they_should(void **state) {
	(void)state;
	struct arena a = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	sources_init(&sources, &a);
	diag_init(&diag, &a, &sources);
	struct module *m = module_load(
		&a, &diag, source_add(&sources, "t.ptx", ptx, strlen(ptx)), NULL);
	assert_non_null(m);
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	cfg_dump(m, m->func[0], out);
	uniform_dump(m, m->func[0], NULL, out);
	fclose(out);
	assert_true(size > strlen(cfg_text));
	assert_string_equal(text + strlen(cfg_text), uniformity_text);
	text[strlen(cfg_text)] = 0;
	assert_string_equal(text, cfg_text);
	free(text);
	out = open_memstream(&text, &size);
	cfg_dump_dot(m, m->func[0], out);
	fclose(out);
	assert_non_null(strstr(text, "\t\"0.0\" -> \"0.4\" [style=dashed"));
	free(text);
	arena_drop(&a);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dumps_read_as_they_should),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
