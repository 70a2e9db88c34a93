/* main.c - simtcc: nvcc's command line, for machines without a GPU. Decides by the phase
 * how each input is processed; unit.c compiles one, link.c joins them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ir/opt/change_report.h"
#include "ir/print/dump_stage.h"
#include "tools/simtcc/driver.h"

/* ---- names of outputs ---- */

static const char *in_output_dir(struct cc *cc, const char *name) {
	return cc->set.output_dir
	               ? arena_printf(&cc->arena, "%s/%s", cc->set.output_dir, name)
	               : name;
}

static const char *output_for(struct cc *cc, const char *source, const char *suffix) {
	if (cc->set.output)
		return cc->set.output;
	const char *stem = cc_stem(&cc->arena, source);
	return in_output_dir(cc, arena_printf(&cc->arena, "%s%s", stem, suffix));
}

static const char *suffix_of(u32 phase) {
	switch (phase) {
	case PHASE_PTX: return ".ptx";
	case PHASE_FATBIN: return ".fatbin";
	case PHASE_CUDA: return ".cu.cpp.ii";
	default: return ".o";
	}
}

static const char *linked_output(struct cc *cc) {
	if (cc->set.output)
		return cc->set.output;
	const char *name = cc->set.phase == PHASE_LIBRARY       ? "a.a"
	                   : cc->set.phase == PHASE_DEVICE_LINK ? "a_dlink.o"
	                   : cc->set.shared                     ? "a.so"
	                                                        : "a.out";
	return in_output_dir(cc, name);
}

/* ---- single inputs ---- */

static bool is_source(enum cc_input_kind kind) {
	return kind <= INPUT_C_PREPROCESSED;
}

static int refuse(const struct cc *cc, const char *input, const char *why) {
	if (cc_input_kind(cc, input) == INPUT_CUBIN)
		why = "there is no GPU here for the machine code in";
	cc_error("%s '%s'", why, input);
	return CC_FAILED;
}

/* For -clean: removes what the same command would make. */
static int remove_output(struct cc *cc, const char *out) {
	cc_show(cc, "rm \"%s\"", out);
	if (cc->set.dryrun || unlink(out) == 0 || errno == ENOENT)
		return CC_OK;
	cc_error("cannot remove '%s': %s", out, strerror(errno));
	return CC_FAILED;
}

static void place_temps(struct cc *cc, const char *out) {
	const char *slash = strrchr(out, '/');
	if (cc->set.objtemp)
		cc->saved_temp = slash ? arena_strdup(&cc->arena, out,
		                                      (size_t)(slash - out))
		                       : ".";
}

static int process_one(struct cc *cc, const char *input) {
	enum cc_input_kind kind = cc_input_kind(cc, input);
	u32 phase = cc->set.phase;
	bool prints = phase == PHASE_PREPROCESS || phase == PHASE_DEPENDENCIES ||
	              phase == PHASE_DEPENDENCIES_USER;
	const char *out = prints ? cc->set.output
	                         : output_for(cc, input, suffix_of(phase));
	if (prints && out && strcmp(out, "-") == 0)
		out = NULL;
	if (out && cc->set.clean)
		return remove_output(cc, out);
	if (out)
		place_temps(cc, out);
	switch (phase) {
	case PHASE_PTX:
	case PHASE_FATBIN:
		if (kind == INPUT_CXX || kind == INPUT_C)
			return CC_OK; /* no device half */
		if (kind != INPUT_CU && kind != INPUT_PTX)
			return refuse(cc, input, "there is no device code to compile in");
		return cc_compile_device_only(cc, input, kind, out);
	default:
		if (!is_source(kind))
			return refuse(cc, input, "there is nothing to preprocess in");
		return cc_preprocess_only(cc, input, kind, out);
	}
}

/* For -c: compiles sources to objects, several at once with -t. */
static int objects_each(struct cc *cc) {
	struct cc_jobs job = {0};
	int status = CC_OK;
	text_each (input, &cc->set.input) {
		enum cc_input_kind kind = cc_input_kind(cc, *input);
		struct cc_job j = {*input, output_for(cc, *input, ".o"), kind};
		if (is_source(kind))
			vec_push(&cc->arena, &job, j);
		else
			status = refuse(cc, *input, "there is nothing to compile in");
	}
	if (job.n)
		place_temps(cc, job.at[0].out);
	int compiled = cc_compile_objects(cc, job.at, job.n);
	return status ? status : compiled;
}

static int process_each(struct cc *cc) {
	int status = CC_OK;
	if (cc->set.output && cc->set.input.n > 1) {
		cc_error("-o names one file, and %u are to be made", cc->set.input.n);
		return CC_FAILED;
	}
	if (cc->set.phase == PHASE_OBJECT && !cc->set.clean)
		return objects_each(cc);
	text_each (input, &cc->set.input) {
		int one = process_one(cc, *input);
		status = status ? status : one;
	}
	return status;
}

/* ---- joined inputs ---- */

/* Compiles sources and lists all objects, in the order of the command line. */
static int compile_all(struct cc *cc, struct texts *objects) {
	struct cc_jobs job = {0};
	place_temps(cc, linked_output(cc));
	text_each (input, &cc->set.input) {
		enum cc_input_kind kind = cc_input_kind(cc, *input);
		const char *object = *input;
		if (!is_source(kind) && kind != INPUT_OBJECT)
			return refuse(cc, *input, "don't know what to do with");
		if (is_source(kind)) {
			object = cc_temp(cc, *input, ".o");
			vec_push(&cc->arena, &job, (struct cc_job){*input, object, kind});
		}
		vec_push(&cc->arena, objects, object);
	}
	int status = cc_compile_objects(cc, job.at, job.n);
	bool has_objects = !cc->set.dryrun && !cc->set.device_syntax_only;
	for (u32 i = 0; i < job.n && status == CC_OK && has_objects; i++)
		if (access(job.at[i].out, R_OK) != 0) {
			/* The host's compiler was asked for something else, as by
			 * -Xcompiler --version. */
			cc_error("nothing to link: no object was made of '%s'",
			         job.at[i].source);
			status = CC_FAILED;
		}
	return status;
}

static bool is_program(const char *path) {
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static int join(struct cc *cc) {
	struct texts objects = {0};
	const char *out = linked_output(cc);
	u32 phase = cc->set.phase;
	if (cc->set.clean)
		return remove_output(cc, out);
	if (phase == PHASE_RUN && cc->set.input.n == 1 &&
	    cc_input_kind(cc, cc->set.input.at[0]) == INPUT_UNKNOWN &&
	    is_program(cc->set.input.at[0]))
		return cc_run_program(cc, cc->set.input.at[0]);
	if (phase == PHASE_DEVICE_LINK)
		return cc_device_link(cc, &cc->set.input, out);
	int status = compile_all(cc, &objects);
	if (status || cc->set.device_syntax_only)
		return status;
	if (phase == PHASE_LIBRARY)
		return cc_library(cc, &objects, out);
	status = cc_link(cc, &objects, out);
	if (status || phase != PHASE_RUN)
		return status;
	cc_clean_up(cc);
	return cc_run_program(cc, out);
}

/* ---- main ---- */

static int inform(struct cc *cc) {
	if (cc->set.help)
		cc_help(stdout);
	else if (cc->set.print)
		cc_completion((enum cc_print)cc->set.print, stdout);
	else if (cc->set.clangd && !cc_print_clangd(cc, stdout))
		return CC_FAILED;
	else if (cc->set.clangd)
		return fflush(stdout) == 0 ? CC_OK : CC_FAILED;
	else if (cc->set.version)
		cc_print_version(stdout);
	else if (cc->set.list_arch || cc->set.list_code)
		cc_list_archs(cc->set.list_arch, cc->set.list_code, stdout);
	else
		return -1;
	return fflush(stdout) == 0 ? CC_OK : CC_FAILED;
}

static bool check_stages(struct cc *cc) {
	struct stage_ask ask;
	enum change_report_form form;
	text_each (stage, &cc->set.emit) {
		if (stage_find(*stage, strlen(*stage), &ask))
			continue;
		cc_error("--emit takes %s, not '%s'", stage_words, *stage);
		return false;
	}
	if (cc->set.changes &&
	    !change_report_form_find(cc->set.changes, &form, &cc->set.llvm_changes)) {
		cc_error("--print-changed takes text, diff and json, and llvm or "
		         "llvm:diff for LLVM's passes, not '%s'",
		         cc->set.changes);
		return false;
	}
	if (cc->set.changes && !cc->set.llvm_changes &&
	    (cc->set.frontend != FRONTEND_OWN || cc->set.device_debug)) {
		cc_error("--print-changed shows this compiler's optimiser, which does "
		         "not run with %s",
		         cc->set.device_debug ? "-G" : "--frontend=clang");
		return false;
	}
	if (cc->set.changes && (cc->set.emit.n || cc->set.explain)) {
		cc_error(
			"--print-changed does not go together with --emit and --explain");
		return false;
	}
	if (cc->set.explain && (cc->set.emit.n || cc->set.input.n > 1)) {
		cc_error("--explain makes one page of one file, and nothing else");
		return false;
	}
	if ((cc->set.record_warps || cc->set.record_steps) && !cc->set.explain) {
		cc_error("--record-warps and --record-steps go with --explain");
		return false;
	}
	if (cc->set.native && cc_true(cc->set.rdc, false)) {
		cc_error("--native needs whole-program device code: without -rdc=true "
		         "and -dc");
		return false;
	}
	if (cc->set.native_block.n && !cc->set.native) {
		cc_error("--native-block goes with --native");
		return false;
	}
	/* for the page and, with -run, for the program */
	if (cc->set.record_warps)
		setenv("SIMT_RECORD_WARPS", cc->set.record_warps, 1);
	if (cc->set.record_steps)
		setenv("SIMT_RECORD_STEPS", cc->set.record_steps, 1);
	if (cc->set.explain)
		cc->set.lineinfo = true;
	if (cc->set.emit.n || cc->set.changes ||
	    (cc->set.explain && cc->set.phase != PHASE_RUN))
		cc->set.phase = PHASE_PTX;
	return true;
}

static bool joins(u32 phase) {
	return phase == PHASE_LINK || phase == PHASE_LIBRARY || phase == PHASE_RUN ||
	       phase == PHASE_DEVICE_LINK;
}

/* For --explain -run: the page shows what the program did. Returns the status of the
 * program, or if that is 0, of making the page. */
static int run_and_explain(struct cc *cc) {
	char recording[] = "/tmp/simtcc-record-XXXXXX";
	int fd = mkostemp(recording, O_CLOEXEC);
	if (fd < 0 || setenv("SIMT_RECORD", recording, 1) != 0) {
		cc_error("cannot make a file in /tmp: %s", strerror(errno));
		return CC_FAILED;
	}
	close(fd);
	int status = join(cc);
	unsetenv("SIMT_RECORD");
	struct stat st;
	bool is_there = stat(recording, &st) == 0 && st.st_size > 0;
	cc->recording = is_there ? recording : NULL; /* a program may use no GPU */
	cc->set.phase = PHASE_PTX;
	int page = status && !is_there ? status : process_each(cc);
	cc->recording = NULL;
	unlink(recording);
	return status ? status : page;
}

/* Puts words before -- into `operand`, the rest into cc->words. */
static void split_step(struct cc *cc, int argc, char **argv, struct texts *operand) {
	int i = 3;
	for (; i < argc && strcmp(argv[i], "--") != 0; i++)
		vec_push(&cc->arena, operand, argv[i]);
	for (i++; i < argc; i++)
		vec_push(&cc->arena, &cc->words, argv[i]);
}

static int do_step(struct cc *cc, const char *step, const struct texts *operand) {
	if (!cc_find_toolkit(cc) || !cc_find_archs(cc) || !check_stages(cc))
		return CC_FAILED;
	int status = cc_own_step(cc, step, operand);
	cc_clean_up(cc);
	return status;
}

/* Redirects standard input and output to /dev/null and keeps them in `kept`, or restores
 * them. */
static void be_quiet(int kept[2], bool quiet) {
	for (int fd = 0; fd < 2; fd++) {
		int other = quiet ? open("/dev/null", fd ? O_WRONLY : O_RDONLY)
		                  : kept[fd];
		if (quiet)
			kept[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 10);
		if (other >= 0 && dup2(other, fd) == fd)
			close(other);
	}
}

/* Runs the program, without its output, to learn its launches, and makes the page, even
 * if that failed. */
static int explain_by_running(struct cc *cc) {
	int kept[2];
	const char *page = cc->set.output;
	cc->set.output = NULL;
	cc->has_run = true;
	cc->set.phase = PHASE_RUN;
	char recording[] = "/tmp/simtcc-record-XXXXXX";
	int fd = mkostemp(recording, O_CLOEXEC);
	if (fd >= 0 && setenv("SIMT_RECORD", recording, 1) == 0) {
		close(fd);
		fflush(stdout);
		be_quiet(kept, true);
		join(cc);
		be_quiet(kept, false);
	}
	unsetenv("SIMT_RECORD");
	struct stat st;
	cc->recording = fd >= 0 && stat(recording, &st) == 0 && st.st_size > 0 ? recording
	                                                                       : NULL;
	cc->set.output = page;
	cc->set.phase = PHASE_PTX;
	int status = process_each(cc);
	cc->recording = NULL;
	if (fd >= 0)
		unlink(recording);
	return status;
}

static int compile(struct cc *cc) {
	if (!cc_find_toolkit(cc) || !cc_find_archs(cc) || !check_stages(cc))
		return CC_FAILED;
	cc_show_places(cc);
	if (cc->set.verbose)
		text_each (text, &cc->set.no_meaning)
			fprintf(stderr, "simtcc: no meaning here: %s\n", *text);
	if (cc->set.input.n == 0) {
		cc_error("no input files; --help lists the options");
		return CC_FAILED;
	}
	if (!cc_open_times(cc))
		return CC_FAILED;
	bool both = cc->set.explain && cc->set.phase == PHASE_RUN;
	int status = both                   ? run_and_explain(cc)
	             : joins(cc->set.phase) ? join(cc)
	                                    : process_each(cc);
	if (!status && cc->wants_run)
		status = explain_by_running(cc);
	cc_clean_up(cc);
	if (!cc_close_times(cc) && !status)
		status = CC_FAILED;
	return status;
}

int main(int argc, char **argv) {
	struct cc cc = {0};
	struct texts operand = {0};
	const char *step = argc > 2 && strcmp(argv[1], "--step") == 0 ? argv[2] : NULL;
	if (step)
		split_step(&cc, argc, argv, &operand);
	else
		cc_collect(&cc.words, &cc.arena, argc, argv);
	bool ok = cc_parse(&cc.set, &cc.arena, &cc.words);
	int status = ok ? inform(&cc) : CC_FAILED;
	if (status < 0 || !ok) {
		cc.show = !step && (cc.set.dryrun || cc.set.verbose);
		cc_begin_messages(&cc.set);
		status = !ok    ? CC_FAILED
		         : step ? do_step(&cc, step, &operand)
		                : compile(&cc);
		cc_end_messages();
	}
	arena_drop(&cc.arena);
	return status;
}
