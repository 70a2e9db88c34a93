/* run.c - simtrun: runs launch files, or one kernel by hand. The option table is here.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ir/isa/doc.h"
#include "runtime/core/debug.h"
#include "tools/debugger/fork.h"
#include "tools/simtrun/simtrun.h"

#define FIELD(f) (u32) offsetof(struct settings, f)
#define FLAG(name, letter, f, group, help, man) \
	{name, letter, OPTION_FLAG, 1, FIELD(f), group, NULL, help, man}
#define OPT(name, letter, kind, f, group, arg, help, man) \
	{name, letter, OPTION_##kind, 1, FIELD(f), group, arg, help, man}
#define MORE(name, letter, kind, f, arg, help, man) \
	{name, letter, OPTION_##kind, 0, FIELD(f), NULL, arg, help, man}

static const struct option_row rows[] = {
	OPT("kernel", 'k', TEXT, kernel, "Launch by hand", "NAME", "kernel to launch",
            "Not needed if the file has one kernel."),
	OPT("grid", 'g', DIM, grid, NULL, "X,Y,Z", "ctas of the grid",
            "Default: 1. What is left out is 1."),
	OPT("block", 'b', DIM, block, NULL, "X,Y,Z", "threads of a cta",
            "Default: what the kernel's .reqntid says, else 128 or as many as it "
            "allows."),
	MORE("cluster", 0, DIM, cluster, "X,Y,Z", "ctas of a cluster",
             "Default: what the kernel says."),
	OPT("shared", 's', NUMBER, shared, NULL, "BYTES",
            "dynamic shared memory of a cta", "K multiplies by 1024."),
	MORE("cooperative", 0, FLAG, cooperative, NULL,
             "launch a grid that synchronises as a whole",
             "All ctas must fit on the device together."),
	OPT("arg", 'a', LIST, arg, NULL, "SPEC", "next argument (see below)",
            "Given once for each parameter, in order; see ARGUMENTS. Parameters without "
            "an argument get one that fits how the kernel uses them, and what was "
            "assumed is printed."),
	FLAG("list", 'l', list, "Show", "list kernels, parameters, shared memory", ""),
	OPT("dump", 0, TEXT, dump, NULL, "STAGES",
            "print tokens, ast, ir, cfg, uniformity, opt, llvm, asm",
            "Stages are separated by commas; :json after one gives it as JSON, cfg:svg "
            "and cfg:dot the graph as a picture and for dot -Tsvg. The ir is PTX and can "
            "be loaded again; uniformity depends on --block; opt is the PTX that "
            "--optimize (3 if it is not given) makes. llvm, llvm-opt (after LLVM's "
            "passes) and asm show what the JIT makes of each kernel, or of --kernel, for "
            "the block shape of --block or .reqntid, else for any."),
	OPT("print-changed", 0, MAYBE, changes, NULL, "FORM",
            "what each pass changes: text|diff|json; llvm:FORM for LLVM's",
            "The function after each pass that changed it, or what differs: lines "
            "removed and added. The level is that of --optimize, 3 if it is not given. "
            "llvm, llvm:diff and llvm:json show the passes of LLVM instead, in what the "
            "JIT makes of each kernel, or of --kernel, for the shape of --block."),
	MORE("explain-vectorization", 0, FLAG, explain_vectorization, NULL,
             "why loads, stores and branches became what they are",
             "A table for each kernel, or for --kernel: uniform is one access or jump "
             "for all lanes, contiguous one vector access, strided, gather and scatter "
             "one a lane, masked what runs for some of the lanes, interpreter what is "
             "left to its functions. It depends on --block."),
	OPT("explain-page", 0, TEXT, page, NULL, "FILE",
            "write a page of HTML that explains the kernels",
            "Source, PTX, IR, LLVM IR and assembly side by side, the control flow, what "
            "accesses became, occupancy. One file that asks for nothing else; - is the "
            "standard output. It depends on --block."),
	MORE("launch-block", 0, LIST, launch_block, "KERNEL=X,Y,Z",
             "for the page and --native: the block of a kernel's launches",
             "KERNEL may be *. simtcc gives what the source says. Without it, and "
             "without "
             "--block and --recording, 256 threads are assumed, and the page says so."),
	MORE("native", 0, TEXT, native, "FILE",
             "write host code of all kernels to FILE, for simtcc --native",
             "It is made for the blocks of --launch-block and .reqntid, and for any."),
	MORE("native-cpu", 0, TEXT, native_cpu, "CPU,...",
             "for --native: v4, v3, v2, x86-64 or native, with commas between",
             "v3 is x86-64-v3. Without it, for this machine."),
	MORE("passes", 0, TEXT, passes, "FILE",
             "for the page: what --print-changed=json wrote",
             "Without it the page shows what the optimiser would change in the text."),
	MORE("recording", 0, TEXT, recording, "FILE",
             "for the page: what a program left with SIMT_RECORD=FILE",
             "Without it each kernel runs once, as it would without other options."),
	MORE("record-warps", 0, TEXT, record_warps, "LIST",
             "for the page: the warps that can be stepped through",
             "BLOCK:WARP or BLOCK:FIRST-LAST with commas between, eight warps at most. "
             "Default: the first four warps of the first block and the first ones of the "
             "second and the last, or SIMT_RECORD_WARPS."),
	MORE("record-steps", 0, TEXT, record_steps, "N",
             "for the page: steps of each of these warps",
             "The page grows with it beyond its two megabytes. Default: 1500, or "
             "SIMT_RECORD_STEPS."),
	FLAG("check-only", 'c', check_only, NULL, "load, report problems, run nothing",
             ""),
	OPT("explain", 0, TEXT, explain, NULL, "WORD",
            "explain a diagnostic code, such as E0107, or an instruction",
            "What the instruction of a name (fma, cp.async.bulk) does; \"all\" prints "
            "the list of diagnostics as Markdown."),
	OPT("check", 0, MAYBE, check, "Run", "TOOLS",
            "checked mode: mem,race,sync,init, all by default",
            "Kernels run in the interpreter, which reports wild accesses, races, barrier "
            "misuse and values that were never set; docs/checking.md lists what else may "
            "stand in the list. The exit status is 3 if anything was reported. Default: "
            "off, or SIMT_CHECK."),
	FLAG("sandbox", 0, sandbox, NULL, "run PTX that you do not trust",
             "The file and those that arguments name are opened first; then the process "
             "can compute and write to them, and nothing else: no other files, no "
             "network, no programs. A launch file may name files of its own folder, the "
             "current one, and below. Addresses of compiled code cannot leave the "
             "device's memory. Memory is limited (--memory, 1 GiB), time, too "
             "(--timeout, 10 s, and twice that and 5 s for everything); what kernels "
             "print is shown as plain text. SECURITY.md has what is promised."),
	OPT("timeout", 't', SECONDS, timeout_ms, NULL, "TIME",
            "limit of each launch: 10, 0.5, 300ms",
            "A launch that exceeds it ends with a table of where each warp stands. "
            "Default: none, or SIMT_TIMEOUT_MS."),
	OPT("jobs", 'j', NUMBER, jobs, NULL, "N", "launch files to run at once",
            "Each runs in a process of its own. Default: the number of cores."),
	OPT("threads", 0, NUMBER, threads, NULL, "N", "worker threads of a launch",
            "Default: the number of cores, divided by the number of jobs, or "
            "SIMT_THREADS."),
	OPT("schedule", 0, TEXT, schedule, NULL, "HOW",
            "choose what runs next: rr, random, pct, exhaustive, replay:...",
            "Kernels run in the interpreter, on one worker, the same way each time. rr "
            "takes turns; random goes by --seed (random:runs=N by N seeds); "
            "pct:depth=D,runs=N has priorities that change D-1 times; "
            "exhaustive:preemptions=P,limit=N tries all schedules of a launch; "
            "replay:LIST follows a list that was printed. A failing schedule ends with "
            "the command that repeats it. docs/schedules.md. SIMT_SCHEDULE does it for "
            "any program, but for several runs."),
	MORE("seed", 0, NUMBER, seed, "N", "seed of a random schedule",
             "By itself it means --schedule=random. Default: 1, or SIMT_SEED."),
	OPT("weak", 0, FLAG, weak, NULL, NULL, "memory as weak as PTX lets it be",
            "Loads may get older values wherever the memory model lets them; "
            "docs/weak-memory.md. With a schedule that is chosen, by default a random "
            "one. SIMT_WEAK=1 does it for any program."),
	MORE("litmus", 0, FLAG, litmus, NULL,
             "the files are litmus tests: all outcomes, compared with the verdict",
             "In herd's PTX dialect, in weak mode; by default all schedules, or random "
             "ones where there are too many. The exit status is 6 if a test does not go "
             "as its file says."),
	OPT("judge", 0, FLAG, judge, NULL, NULL,
            "judge kernels from anywhere by --against=FILE: a JSON",
            "Each .cu or .ptx is compiled and run in a sandbox, under all checks, on "
            "inputs that are generated, and compared with --against. The exit status is "
            "0 if it "
            "passes, 2 if it does not compile, 4 or 5 if it does not end, 3 if a check "
            "finds something, 6 if results are wrong, 1 if the reference fails. "
            "docs/judge.md has the document and the reasons."),
	MORE("against", 0, TEXT, against, "FILE",
             "the reference: .cu, .ptx, .py, or recorded .expect",
             "A .cu or .ptx has a kernel of the same name; a .cu may instead have a "
             "function "
             "of the host of this name, or called reference. A .py gets folders with "
             "inputs. "
             "A .expect, or a .launch.json, has recorded results. Lines \"// judge: "
             "...\" "
             "in "
             "it describe the arguments."),
	MORE("judge-spec", 0, TEXT, judge_spec, "FILE",
             "what describes the arguments, instead of lines in the reference", ""),
	MORE("ulp", 0, TEXT, ulp, "N",
             "for --judge: units in the last place that floats may differ",
             "Default: what the description says, else 4."),
	MORE("rel", 0, TEXT, rel, "X",
             "for --judge: the relative difference that floats may have",
             "Default: what the description says, else 0. A difference that one of "
             "--ulp, "
             "--rel and --abs allows is allowed."),
	MORE("abs", 0, TEXT, abs, "X",
             "for --judge: the absolute difference that floats may have",
             "Default: what the description says, else 0."),
	MORE("record-schedule", 0, TEXT, record_schedule, "FILE",
             "write the schedule of each launch to a file",
             "By itself it means --schedule=random. Default: none, or "
             "SIMT_RECORD_SCHEDULE."),
	MORE("replay-schedule", 0, TEXT, replay_schedule, "FILE",
             "follow the schedules of a file", "Default: none, or SIMT_REPLAY_SCHEDULE."),
	MORE("launch", 0, TEXT, launch, "NAME",
             "of launch files, only the launches of this name", ""),
	OPT("backend", 0, CHOICE, backend, NULL, "auto|interp|jit",
            "what runs the kernels",
            "interp is the reference. auto begins on it and goes on with compiled code "
            "when that is ready; jit waits for the code, and a kernel that cannot be "
            "compiled is an error. SIMT_JIT=eager, quick or tiered says whether to wait. "
            "Default: auto, or SIMT_BACKEND."),
	MORE("approx", 0, CHOICE, approx, "exact|fast",
             "approximating instructions: the hardware's bits, or quick",
             "exact: .approx instructions give the hardware's bits; fast: compiled code "
             "keeps within their documented error. Default: exact, or SIMT_APPROX."),
	MORE("cpu", 0, TEXT, cpu, "NAME", "processor to compile for",
             "native, x86-64-v4 (AVX-512), x86-64-v3 (AVX2), x86-64-v2, x86-64, as far "
             "as the host runs them. Default: native, or SIMT_CPU."),
	MORE("device", 0, TEXT, device, "sm_NN", "device to be: sm_50 to sm_121",
             "Its limits, and how its matrix units sum. Default: sm_90, or SIMT_DEVICE."),
	MORE("compare-devices", 0, TEXT, compare_devices, "sm_NN,sm_NN",
             "run the kernel on two devices and compare their results",
             "Of a launch by hand: the first elements that differ, side by side, with "
             "their "
             "distance in units of the last place. The exit status is 6 if any differ."),
	MORE("memory", 0, NUMBER, memory, "BYTES", "device memory",
             "Default: three quarters of the host's, or SIMT_DEVICE_MEMORY."),
	MORE("step-limit", 0, NUMBER, step_limit, "N",
             "limit of warp instructions per worker",
             "Ends a launch as --timeout does, but at the same place in every run."),
	OPT("profile", 0, MAYBE, profile, NULL, "text|json[:FILE]",
            "count what kernels do, line by line",
            "Instructions, threads per instruction, divergent branches, sectors per "
            "request, bank conflicts, occupancy, named as the vendor's profiler names "
            "them. Written at the end, to stderr or the file. Kernels run on the "
            "interpreter. SIMT_PROFILE does it for any program."),
	OPT("coverage", 0, MAYBE, coverage, NULL, "FILE",
            "which lines and branches ran, for lcov",
            "Default: coverage.info. Counts are of lanes. SIMT_COVERAGE does it for any "
            "program."),
	OPT("trace", 0, TEXT, trace, NULL, "FILE",
            "a timeline of calls, streams, kernels and ctas",
            "In Chrome's trace format, which Perfetto and chrome://tracing open; %p in "
            "the name is the number of the process. SIMT_TRACE does it for any program."),
	OPT("debug", 0, MAYBE, debug, NULL, "text|dap",
            "step through kernels, forward and backward",
            "Commands, with cuda-gdb's names, come from -ex, -x and the standard input; "
            "dap: the Debug Adapter Protocol over standard input and output. Kernels run "
            "on the interpreter, one launch at a time. docs/debugger.md lists the "
            "commands."),
	MORE("ex", 0, LIST, command, "COMMAND",
             "a command for --debug; -ex COMMAND is the same",
             "Given as often as one likes; -x FILE takes commands from a file."),
	MORE("batch", 0, FLAG, batch, NULL, "--debug ends when these commands are done",
             ""),
	MORE("inject", 0, TEXT, inject, "RULES",
             "let calls and kernels fail, to test what a program does then",
             "alloc:7 lets the seventh allocation fail, kernel:2=illegal_address the "
             "second kernel, slow:1ms..5ms delays what streams do; docs/injection.md has "
             "all of it. SIMT_INJECT does it for any program."),
	OPT("optimize", 'O', NUMBER, optimize, NULL, "N",
            "optimise the PTX first: 1, or 3 with unrolling",
            "0, the default, runs the text as it stands. Compiled code hardly gains by "
            "it, the interpreter does; --dump=opt shows the result."),
	MORE("no-signed-wrap", 0, FLAG, no_signed_wrap, NULL,
             "the optimiser may assume that add.s32 and sub.s32 do not wrap",
             "For --dump=opt, and texts that a front end writes so: signed sums of C++ "
             "stay in range."),
	MORE("check-optimizer", 0, FLAG, check_optimizer, NULL,
             "the optimiser checks itself after every pass", ""),
	FLAG("verbose", 'v', verbose, "Print", "tell about each launch and compilation",
             "How long each stage of a compilation took, and which kernels were handed "
             "back to the interpreter and why; SIMT_VERBOSE=1 does so for compilations."),
	FLAG("quiet", 'q', quiet, NULL, "no warnings, no notes on what was assumed", ""),
	OPT("diagnostics-format", 0, CHOICE, format, NULL, "text|json|nvcc|sarif",
            "of errors and warnings",
            "json: one object a line; nvcc: as ptxas prints them; sarif: a document for "
            "each file."),
	OPT("color", 0, CHOICE, color, NULL, "auto|always|never",
            "colour on the terminal", "auto also honours NO_COLOR."),
	MORE("max-errors", 0, NUMBER, max_errors, "N", "errors shown for each file",
             "Default: 20."),
	OPT("help", 'h', MAYBE, help, NULL, "OPTION",
            "this screen, or one option in full",
            "--help=all prints every option in full, --help=man the source of this page, "
            "--help=bash, zsh or fish completions for that shell."),
	FLAG("version", 'V', version, NULL, "version and device", ""),
};

static const char *const usage[] = {
	"simtrun [OPTIONS] FILE.launch.json ...",
	"simtrun [OPTIONS] PROGRAM [ARGUMENTS]",
	"simtrun [OPTIONS] FILE.ptx [--kernel NAME] [--grid X] [--block X] [--arg SPEC "
	"...]",
	NULL,
};

static const char *const examples[][2] = {
	{"simtrun saxpy.ptx",
         "run its kernel once, with arguments that fit, and show the result"},
	{"simtrun saxpy.ptx -g 4 -b 256 -a 1024 -a 2.5 -a iota:f32:1024 -a "
         "zeros:f32:1024,print",
         "the same with every argument given"},
	{"simtrun tests/isa/*/*.launch.json",
         "run launch files and compare with recorded results"},
	{"simtrun --backend=jit ./app 100",
         "run a CUDA program that nvcc built with -cudart shared"},
	{"simtrun --check ctest", "the same for all programs that another one runs, "
                                  "found in PATH as a shell does"},
	{NULL, NULL},
};

static const char *const notes[] = {
	"SPEC is 7, 2.5 or f32:2.5 for a scalar, bytes:00ff for a structure; for a "
	"buffer one of",
	"  zeros:f32:64 iota:f32:64 fill:f32:64:1.5 rand:f32:64:SEED file:in.bin,",
	"  and after it ,print or ,print=8 or ,save=out.bin for what the kernel leaves "
	"in it.",
	"Exit status: 0 good, 1 usage, 2 bad PTX, 3 fault, 4 timeout, 5 deadlock, 6 "
	"other "
	"result, 70 our bug.",
	NULL,
};

static const char *const epilogue[] = {
	"ARGUMENTS",
	"A scalar is a number, converted to the parameter's type, or TYPE:NUMBER; a "
	"float may be given by its bits as 0x7f800000. Other forms make a buffer and "
	"pass its address:\n"
	".TP\nzeros:TYPE:N, zeros:BYTES\nN elements, or so many bytes, of zero\n"
	".TP\niota:TYPE:N\n0, 1, 2, ...\n"
	".TP\nfill:TYPE:N:VALUE\nN times the value\n"
	".TP\nrand:TYPE:N[:SEED]\nrandom: floats in [0, 1), integers over the whole "
	"type\n"
	".TP\nfile:PATH[:TYPE]\nthe bytes of a file\n"
	".TP\nbytes:HEX\na parameter passed by value\n"
	".PP\nAfter a buffer, ,print or ,print=N prints it (or its first N elements) "
	"after the launch, and ,save=PATH writes its bytes to a file.",
	"EXIT STATUS",
	"0 all went well; 1 the command line, a file, a launch shape or an argument is "
	"wrong; 2 the PTX has errors or needs what this version lacks; 3 a kernel "
	"faulted; 4 a launch timed out or was interrupted; 5 deadlock; 6 a result is not "
	"the expected one; 70 a mistake of this program. With several failures, the "
	"first one's.",
	"ENVIRONMENT",
	"SIMT_DEVICE, SIMT_DEVICE_MEMORY, SIMT_THREADS, SIMT_TIMEOUT_MS and SIMT_BACKEND "
	"stand for the options of the same names, which win over them; so do SIMT_CPU, "
	"SIMT_CHECK and SIMT_VERBOSE. NO_COLOR turns colour off.\n"
	".TP\nSIMT_JIT\neager: launches wait for compiled code; quick: for code that is "
	"hardly optimised; tiered: they begin without\n"
	".TP\nSIMT_CACHE_PATH\nwhere compiled code is kept, by default ~/.cache/simt; "
	"CUDA_CACHE_PATH, CUDA_CACHE_MAXSIZE and CUDA_CACHE_DISABLE do what they do for "
	"CUDA\n"
	".TP\nSIMT_JIT_DEBUG\ngdb: tell debuggers about compiled code; perf: write "
	"/tmp/perf-PID.map; refuse: compile nothing; cut: make small kernels of several "
	"functions, too; jam: run warps together wherever that can be done; wide: make "
	"vectors of 16 lanes, as for AVX-512, on any host; leave: hand warps back to the "
	"interpreter at nearly every back edge; verify: have the interpreter execute all "
	"that compiled code does, and compare; sanitize: for the process's sanitizer; "
	"with commas between them",
	NULL,
};

static const struct option_table table = {
	.program = "simtrun",
	.purpose = "run PTX kernels on a machine without a GPU",
	.usage = usage,
	.examples = examples,
	.row = rows,
	.nrow = countof(rows),
	.notes = notes,
	.epilogue = epilogue,
};

/* ---- shared services ---- */

void flush_diag(struct simtrun *run) {
	fflush(stdout);
	diag_flush(&run->diag, stderr,
	           (struct diag_style){.format = (enum diag_format)run->set.format,
	                               .color = run->color,
	                               .quiet_warnings = run->set.quiet});
	fflush(stderr);
}

struct simt_load_options load_options(const struct simtrun *run) {
	fflush(stdout);
	return (struct simt_load_options){
		.log = stderr,
		.format = (enum simt_log_format)run->set.format,
		.color = run->color,
		.quiet_warnings = run->set.quiet,
		.max_errors = (u32)MIN(run->set.max_errors, 1000000),
		.optimize = (u32)MIN(run->set.optimize, 3),
		.check_optimizer = run->set.check_optimizer,
	};
}

/* Checks whether the user asks for the JIT by name: then a note says when it does not
 * run. */
static bool wants_jit(const struct simtrun *run) {
	const char *env = getenv("SIMT_BACKEND");
	if (run->set.backend == BACKEND_AUTO)
		return env && strcmp(env, "jit") == 0;
	return run->set.backend == BACKEND_JIT;
}

struct simt_device *open_device(struct simtrun *run) {
	static const char *const backends[] = {NULL, "interp", "jit"};
	struct simt_device *dev;
	struct simt_device_options o = {
		.arch = run->set.device,
		.memory_bytes = run->set.memory,
		.threads = (u32)MIN(run->set.threads, 1024),
		.timeout_ms = run->set.timeout_ms,
		.backend = backends[run->set.backend],
		.cpu = run->set.cpu,
		.profile = run->set.profile && !*run->set.profile ? "text"
	                                                          : run->set.profile,
		.coverage = run->set.coverage && !*run->set.coverage ? "1"
	                                                             : run->set.coverage,
		.verbose = run->set.verbose,
		.sandbox = run->set.sandbox,
		.schedule = run->set.schedule,
		.seed = run->set.seed,
		.weak = run->set.weak,
		.record_schedule = run->set.record_schedule,
		.replay_schedule = run->set.replay_schedule,
		.only_compiled = wants_jit(run),
		.alone = true,
	};
	if (run->set.approx == APPROX_FAST)
		setenv("SIMT_APPROX", "fast", 1);
	if (simt_device_open(&o, &dev) == SIMT_OK)
		return dev;
	diag_error(&run->diag, (struct loc){0, 0}, E0408, "%s", simt_last_error());
	flush_diag(run);
	return NULL;
}

int exit_of(const struct simt_device *dev, enum simt_status s) {
	const struct simt_fault *f = simt_device_fault(dev);
	if (f && f->status == s && simt_device_status(dev) == s) {
		switch (f->kind) {
		case SIMT_FAULT_DEADLOCK: return EXIT_DEADLOCK;
		case SIMT_FAULT_TIMEOUT:
		case SIMT_FAULT_INTERRUPTED: return EXIT_TIMEOUT;
		case SIMT_FAULT_INTERNAL: return EXIT_INTERNAL;
		default: return EXIT_FAULT;
		}
	}
	switch (s) {
	case SIMT_OK: return EXIT_OK;
	case SIMT_INVALID_IMAGE:
	case SIMT_INVALID_PTX:
	case SIMT_UNSUPPORTED_PTX_VERSION:
	case SIMT_NOT_SUPPORTED: return EXIT_COMPILE;
	default: return EXIT_USAGE;
	}
}

/* ---- Ctrl-C ---- */

static _Atomic(struct simt_device *) running;
static volatile sig_atomic_t interrupted;

void interrupt_device(struct simt_device *dev) {
	running = dev;
}

/* The first one stops the launch, which then reports where it stands; the second one
 * ends. */
static void on_interrupt(int sig) {
	struct simt_device *dev = running;
	if (interrupted++ || !dev) {
		signal(sig, SIG_DFL);
		raise(sig);
		return;
	}
	simt_device_interrupt(dev);
}

/* A mistake of this program has been reported and ends in abort(). */
static void on_abort(int sig) {
	(void)sig;
	_exit(EXIT_INTERNAL);
}

/* ---- main ---- */

static int explain(const char *what) {
	if (strcmp(what, "all") == 0) {
		diag_write_manual(stdout);
		return EXIT_OK;
	}
	const char *doc = doc_of(what);
	if (doc) {
		printf("%s\n\n%s\n", what, doc);
		return EXIT_OK;
	}
	enum diag_code c = diag_code_find(what);
	if (c == DIAG_NONE) {
		fprintf(stderr,
		        "simtrun: no diagnostic has the code '%s', and no instruction "
		        "the name\n",
		        what);
		return EXIT_USAGE;
	}
	printf("%s: %s\n\n%s\n", diag_code_name(c), diag_code_title(c),
	       diag_code_text(c));
	return EXIT_OK;
}

static int help(struct simtrun *run) {
	bool ok = options_help_about(&table, run->set.help, &run->arena, &run->diag);
	flush_diag(run);
	return ok ? EXIT_OK : EXIT_USAGE;
}

static int version(struct simtrun *run) {
	struct simt_device *dev = open_device(run);
	struct simt_properties p;
	if (!dev)
		return EXIT_USAGE;
	simt_device_properties(dev, &p);
	printf("simtrun " SIMT_VERSION
	       "\ndevice: %s, %u multiprocessors, %.1f GiB of memory\n",
	       p.name, p.multiprocessors, (double)p.memory_bytes / (double)(1 << 30));
	simt_device_close(dev);
	return EXIT_OK;
}

static bool ends_with(const char *s, const char *end) {
	size_t n = strlen(s), m = strlen(end);
	return n >= m && strcmp(s + n - m, end) == 0;
}

static int usage_error(struct simtrun *run, const char *text) {
	diag_note(&run->diag,
	          diag_error(&run->diag, (struct loc){0, 0}, E0408, "%s", text),
	          "simtrun --help shows how");
	flush_diag(run);
	return EXIT_USAGE;
}

static int launch_files(struct simtrun *run, const struct texts *paths) {
	u64 cores = (u64)sysconf(_SC_NPROCESSORS_ONLN);
	/* Counts and traces go into one file. */
	bool counts = run->set.profile || run->set.coverage || getenv("SIMT_PROFILE") ||
	              getenv("SIMT_COVERAGE") || run->set.trace || getenv("SIMT_TRACE") ||
	              run->set.debug;
	u64 jobs = counts ? 1 : run->set.jobs ? run->set.jobs : cores;
	struct tally t = {0};
	jobs = MIN(MIN(jobs, paths->n), 1024);
	if (jobs > 1 && !run->set.threads && !getenv("SIMT_THREADS"))
		run->set.threads = MAX(cores / jobs, 1);
	run_files(run, paths, (u32)jobs, &t);
	printf("%llu passed, %llu failed\n", (unsigned long long)t.passed,
	       (unsigned long long)t.failed);
	return t.status;
}

/* The first word is neither a program nor a file that can be read; that was said. */
static bool is_missing(struct simtrun *run, const char *word) {
	if (program_of(&run->arena, word) || !errno)
		return false;
	struct diag_record *r = diag_error(&run->diag, (struct loc){0, 0}, E0401,
	                                   "cannot read or run %s: %s", word,
	                                   strerror(errno));
	if (errno == ENOENT && !strchr(word, '/') && !is_input_name(word))
		diag_note(&run->diag, r,
		          "there is no program of this name in PATH, either");
	flush_diag(run);
	return true;
}

static int ptx_file(struct simtrun *run, const char *path) {
	if (is_missing(run, path))
		return EXIT_USAGE;
	if (run->set.page)
		return show_page(run, path, run->set.page);
	if (run->set.native)
		return write_native(run, path, run->set.native);
	if (run->set.changes)
		return show_changes(run, path, run->set.changes);
	if (run->set.dump)
		return show_dump(run, path, run->set.dump);
	if (run->set.explain_vectorization)
		return show_compiled(run, path, 0, false, true);
	if (run->set.list)
		return show_list(run, path);
	if (run->set.check_only)
		return show_check(run, path);
	if (run->set.compare_devices)
		return compare_devices(run, path);
	return run_by_hand(run, path);
}

static int dispatch(struct simtrun *run, const struct texts *paths) {
	u32 njson = 0;
	if (run->set.help)
		return help(run);
	if (run->set.explain)
		return explain(run->set.explain);
	if (run->set.version)
		return version(run);
	if (paths->n == 0)
		return usage_error(run, "no file given");
	if ((run->set.record_warps || run->set.record_steps) && !run->set.page)
		return usage_error(
			run, "--record-warps and --record-steps go with --explain-page; "
			     "SIMT_RECORD_WARPS and SIMT_RECORD_STEPS with SIMT_RECORD");
	if (run->set.judge)
		return run_judge(run, paths);
	if (run->set.against || run->set.judge_spec)
		return usage_error(run, "--against and --judge-spec go with --judge");
	if (run->set.litmus && run->set.sandbox)
		return usage_error(run, "--litmus does not go into a sandbox");
	if (run->set.litmus)
		return run_litmus(run, paths);
	for (u32 i = 0; i < paths->n; i++)
		njson += ends_with(paths->at[i], ".json");
	if (njson && njson < paths->n)
		return usage_error(run,
		                   "launch files and PTX files are not run together");
	if (njson)
		return launch_files(run, paths);
	if (paths->n > 1)
		return is_missing(run, paths->at[0])
		               ? EXIT_USAGE
		               : usage_error(run, "one PTX file at a time");
	return ptx_file(run, paths->at[0]);
}

void signal_defaults(void) {
	signal(SIGINT, SIG_DFL);
	signal(SIGABRT, SIG_DFL);
}

static bool is_gdb_option(const char *word) {
	return strcmp(word, "-ex") == 0 || strcmp(word, "-x") == 0;
}

/* The first word that is no option. Those of gdb take the next word, too. */
static int first_word(int argc, char **argv) {
	int at = 1;
	while (at < argc && argv[at][0] == '-' && argv[at][1]) {
		if (strcmp(argv[at], "--") == 0)
			return at + 1;
		at = is_gdb_option(argv[at]) ? MIN(at + 2, argc)
		                             : options_after(&table, argc, argv, at);
	}
	return at;
}

/* Returns where a program begins: what follows it is its own. Before it stand options, or
 * files, which are refused. */
static int find_program(struct simtrun *run, int argc, char **argv, const char **path) {
	int i = first_word(argc, argv);
	*path = i < argc ? program_of(&run->arena, argv[i]) : NULL;
	while (i < argc && !*path)
		if (++i < argc && argv[i][0] != '-' && is_program(argv[i]))
			*path = argv[i];
	return i;
}

/* As gdb has them: -ex COMMAND, and -x FILE, which is the command to read it. Only
 * options before a program. */
static void gdb_options(struct arena *a, int argc, char **argv) {
	bool debug = false;
	for (int i = 1; i < argc; i++)
		debug |= strncmp(argv[i], "--debug", 7) == 0;
	for (int i = 1; debug && i < argc; i++) {
		bool file = strcmp(argv[i], "-x") == 0;
		if (!is_gdb_option(argv[i]) && strcmp(argv[i], "--ex") != 0)
			continue;
		argv[i] = arena_strdup(a, "--ex", 4);
		if (file && i + 1 < argc)
			argv[i + 1] = arena_printf(a, "source %s", argv[i + 1]);
		i++;
	}
}

/* Puts the commands into the environment, where a program's debugger finds them, too. */
static void debug_settings(struct simtrun *run) {
	const struct settings *s = &run->set;
	size_t size = 1;
	for (u32 i = 0; i < s->command.n; i++)
		size += strlen(s->command.at[i]) + 1;
	char *all = arena_array_raw(&run->arena, char, size), *end = all;
	for (u32 i = 0; i < s->command.n; i++)
		end = stpcpy(stpcpy(end, s->command.at[i]), "\n");
	*end = 0;
	setenv("SIMT_DEBUG_COMMANDS", all, 1);
	if (s->batch)
		setenv("SIMT_DEBUG_BATCH", "1", 1);
}

static int run_main(struct simtrun *run, int argc, char **argv) {
	const char *path;
	int program = find_program(run, argc, argv, &path);
	gdb_options(&run->arena, program, argv);
	char **rest = program < argc ? argv + program : NULL;
	argc = program;
	run->argc = argc;
	run->argv = argv;
	if (argc == 1 && !rest) {
		options_help(&table, stdout);
		return EXIT_USAGE;
	}
	run->color = diag_want_color(stderr);
	bool ok = options_parse(&table, &run->set, &run->paths, &run->arena, &run->diag,
	                        argc, argv);
	if (run->set.color)
		run->color = run->set.color == 1;
	if (run->set.check)
		setenv("SIMT_CHECK",
		       arena_printf(&run->arena, "exit=%d,%s", EXIT_FAULT,
		                    *run->set.check ? run->set.check : "all"),
		       1);
	if (run->set.max_errors)
		run->diag.limit = (u32)MIN(run->set.max_errors, 1000000);
	flush_diag(run);
	if (!ok)
		return EXIT_USAGE;
	if (rest && run->set.sandbox)
		return usage_error(run, "--sandbox takes a PTX file: a program's own "
		                        "code has the rights of its user");
	if (run->set.sandbox && !sandbox_options(run)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	if (!rest && run->set.inject && simt_inject_rules(run->set.inject) != SIMT_OK)
		return usage_error(run, simt_last_error());
	if (!rest && run->set.trace && simt_trace_open(run->set.trace) != SIMT_OK)
		return usage_error(run, simt_last_error());
	const char *debug = run->set.debug && *run->set.debug ? run->set.debug : "text";
	if (run->set.debug && strcmp(debug, "text") != 0 && strcmp(debug, "dap") != 0)
		return usage_error(run, "--debug is text or dap");
	if (run->set.debug && run->set.sandbox)
		return usage_error(run, "--debug does not go into a sandbox");
	if (run->set.debug)
		debug_settings(run);
	if (run->set.debug && rest)
		setenv("SIMT_DEBUG", debug, 1);
	if (run->set.debug && !rest)
		debugger_open(debug);
	if (!rest)
		return dispatch(run, &run->paths);
	int status;
	if (run->set.debug && !run->paths.n && strcmp(debug, "text") == 0 &&
	    !front_fork(&status))
		return status;
	return run->paths.n
	               ? usage_error(run, "a program and PTX files are not run together")
	               : run_program(run, path, rest);
}

int main(int argc, char **argv) {
	struct simtrun run = {0};
	sources_init(&run.sources, &run.arena);
	diag_init(&run.diag, &run.arena, &run.sources);
	signal(SIGINT, on_interrupt);
	signal(SIGABRT, on_abort);
	int status = run_main(&run, argc, argv);
	if (fflush(stdout) != 0 && status == EXIT_OK)
		status = EXIT_USAGE;
	debug_exit(status);
	arena_drop(&run.arena);
	return status;
}
