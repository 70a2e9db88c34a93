/* calls.h - asks each function of a library about its arguments, for programs that record
 * what the library answers. A row names a function and its parameters; the program says
 * by a parameter's type and name which value is a good one and which others are asked
 * about. A function is called with good values, with each other value alone, and with all
 * pairs of those that it refused or that leave it nothing to do, which shows what is
 * checked first. Calls that stop the process or fault the device have no pairs.
 *     PROGRAM pairs PART PARTS        asks every PARTS-th function
 *     PROGRAM random PART PARTS       calls it with random values, and prints hashes of memory
 *     PROGRAM random FUNCTION         the same for one function, and prints the arguments
 * Calls that stop the process or fault the device are told, and the rest goes on, after a
 * fault in a new process. So it does when a later call hangs because the one that stopped
 * had a lock; that one is asked again. The program defines start(), reset(), letter(),
 * rows() and give() for its types.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cuda_runtime.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef CASES
#define CASES 12 /* random calls of a function */
#endif
enum { CALLS = 1 << 16 };
static const char GOOD = '0'; /* the letter of success */
static struct {
	int function, call; /* the first that are not done */
	int asked;          /* the call that is made */
	bool has_recovered; /* from a stop in a call of this process */
	char answer[CALLS];
	char text[CASES][128]; /* what random calls left */
} *shared;

static bool is_random;
static int part, parts;
static std::string only;
static std::string function; /* the one that is asked */

/* ---- numbers that are the same everywhere ---- */

static uint64_t state;
static unsigned below(unsigned n) {
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((state >> 33) % n);
}
static uint64_t fnv(const void *p, size_t n, uint64_t h = 0xcbf29ce484222325u) {
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3u;
	return h;
}

/* ---- what the program says ---- */

/* The values of a parameter: the first is a good one. Of `nothing` the call may have
 * nothing to do. */
template <class A> struct Value {
	A value;
	std::string text;
	bool nothing;
};
template <class A> using Values = std::vector<Value<A>>;

static void start();
static void begin(); /* before the values of a call are chosen */
static void reset();
static char letter(int status);
static void rows();
/* What a random call left in memory, as text. */
static std::string looked();

static bool has(const char *part) {
	return function.find(part) != std::string::npos;
}

static bool is(const std::string &name, const char *names) {
	return (" " + std::string(names) + " ").find(" " + name + " ") !=
	       std::string::npos;
}

template <class A>
static void also(Values<A> &v, A value, std::string text, bool nothing = false) {
	v.push_back({value, text, nothing});
}
/* A number: a good one and others. */
template <class A> static void number(Values<A> &v, A good, std::vector<long> others) {
	also(v, good, std::to_string((long)good));
	for (long i : others)
		also(v, (A)i, std::to_string(i), i == 0);
}

/* ---- calls ---- */

/* A function with the values of its parameters. */
struct Function {
	std::vector<std::string> names;
	std::vector<std::vector<std::pair<std::string, bool>>> texts;
	std::vector<std::shared_ptr<void>> values;
	int (*invoke)(void (*f)(), const Function &, const int *chosen);
	void (*gather)(Function &);
	void (*f)();
};

template <class A> static int take(Function &f, size_t i) {
	auto values = std::make_shared<Values<A>>();
	give(f.names[i], *values);
	f.texts.emplace_back();
	for (auto &v : *values)
		f.texts.back().push_back({v.text, v.nothing});
	f.values.push_back(values);
	return 0;
}
template <class A> static A chosen_value(const Function &f, size_t i, const int *chosen) {
	return (*(Values<A> *)f.values[i].get())[chosen[i]].value;
}
template <class S, class... A> struct Caller {
	template <size_t... I>
	static int by(S (*f)(A...), const Function &all, const int *chosen,
	              std::index_sequence<I...>) {
		return (int)f(chosen_value<std::decay_t<A>>(all, I, chosen)...);
	}
	static int invoke(void (*f)(), const Function &all, const int *chosen) {
		return by((S(*)(A...))f, all, chosen, std::index_sequence_for<A...>());
	}
	static void gather(Function &f) {
		size_t i = 0;
		f.texts.clear();
		f.values.clear();
		(void)std::initializer_list<int>{take<std::decay_t<A>>(f, i++)...};
	}
};

static sigjmp_buf before_call;
static void stopped(int) {
	siglongjmp(before_call, 1);
}
/* The answer to a call that has not been made. */
template <class Call> static char answer(int i, Call call) {
	char &a = shared->answer[i];
	if (a)
		return a;
	a = '!';
	shared->call = i + 1;
	shared->asked = i;
	reset();
	alarm(20);
	if (sigsetjmp(before_call, 1)) {
		shared->has_recovered = true;
		return a;
	}
	for (int signal_number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS})
		signal(signal_number, stopped);
	int s = call();
	for (int signal_number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS})
		signal(signal_number, SIG_DFL);
	a = letter(s);
	if (cudaDeviceSynchronize()) {
		a = s ? a : '~';
		_exit(3);
	}
	cudaGetLastError();
	return a;
}

static void pairs(Function &f) {
	begin();
	f.gather(f);
	const auto &names = f.names;
	const auto &texts = f.texts;
	std::vector<int> good(names.size());
	auto ask = [&](int i, std::vector<int> chosen) {
		return answer(i, [&] { return f.invoke(f.f, f, chosen.data()); });
	};
	char base = ask(0, good);
	struct Other {
		int argument, value;
		char alone;
		bool pairs;
	};
	std::vector<Other> others;
	for (int a = 0; a < (int)texts.size(); a++)
		for (int v = 1; v < (int)texts[a].size(); v++) {
			std::vector<int> chosen = good;
			chosen[a] = v;
			char c = ask(1 + (int)others.size(), chosen);
			bool ended = c == '!' || c == '~';
			bool refused = c != GOOD && c != base;
			others.push_back(
				{a, v, c, !ended && (refused || texts[a][v].second)});
		}
	int n = (int)others.size(), next = n + 1;
	std::string out = function + " " + base + "\n";
	for (int i = 0; i < n; i++) {
		std::string row;
		for (int j = i + 1; j < n; j++, next++) {
			const Other &x = others[i], &y = others[j];
			bool asked = x.pairs && y.pairs && x.argument != y.argument &&
			             (x.alone != GOOD || y.alone != GOOD);
			if (next >= CALLS || !asked) {
				row += '.';
				continue;
			}
			std::vector<int> chosen = good;
			chosen[x.argument] = x.value;
			chosen[y.argument] = y.value;
			row += ask(next, chosen);
		}
		row.erase(row.find_last_not_of('.') + 1);
		out += " " + names[others[i].argument] + "=" +
		       texts[others[i].argument][others[i].value].first + " " +
		       others[i].alone + (row.empty() ? "" : " " + row) + "\n";
	}
	fputs(out.c_str(), stdout);
}

static void random_calls(Function &f) {
	std::string out = function;
	for (int i = 0; i < CASES; i++) {
		std::string base = function.substr(0, function.find("_64"));
		state = fnv(base.c_str(), base.size()) + (uint64_t)i * 977;
		below(2);
		begin();
		f.gather(f);
		if (!only.empty()) {
			printf("%d:", i);
			for (size_t a = 0; a < f.names.size(); a++)
				printf(" %s=%s", f.names[a].c_str(),
				       f.texts[a][0].first.c_str());
			fflush(stdout);
		}
		std::vector<int> good(f.names.size());
		if (!shared->answer[i]) {
			char c = answer(i, [&] { return f.invoke(f.f, f, good.data()); });
			std::string left = c == GOOD ? looked() : "";
			snprintf(shared->text[i], sizeof shared->text[i], "%s",
			         left.c_str());
		}
		if (!only.empty())
			printf(" -> %c%s\n", shared->answer[i], shared->text[i]);
		out += std::string(" ") + shared->answer[i] + shared->text[i];
	}
	printf("%s\n", out.c_str());
}

/* A row: the function of this turn, or none. */
static int turn;
static void ask_row(const char *name, Function &f, const char *parameters) {
	int mine = turn++;
	if (mine < shared->function ||
	    (only.empty() ? mine % parts != part : only != name))
		return;
	if (mine > shared->function || !shared->call) {
		memset(shared->answer, 0, sizeof shared->answer);
		memset(shared->text, 0, sizeof shared->text);
	}
	shared->function = mine;
	shared->call = 1;
	function = name;
	std::istringstream words(parameters);
	for (std::string word; words >> word;)
		f.names.push_back(word);
	is_random ? random_calls(f) : pairs(f);
	fflush(stdout);
	shared->function = mine + 1;
	shared->call = 0;
}
template <class S, class... A>
static void row(const char *name, S (*f)(A...), const char *parameters) {
	Function all;
	all.f = (void (*)())f;
	all.invoke = Caller<S, A...>::invoke;
	all.gather = Caller<S, A...>::gather;
	ask_row(name, all, parameters);
}
#define ROW(function, parameters) row(#function, function, parameters);

int main(int argc, char **argv) {
	if (argc < 3)
		return 2;
	is_random = !strcmp(argv[1], "random");
	if (argc > 3)
		part = atoi(argv[2]), parts = atoi(argv[3]);
	else
		only = argv[2];
	shared = (__typeof__(shared))mmap(nullptr, sizeof *shared, PROT_READ | PROT_WRITE,
	                                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (;;) {
		fflush(stdout);
		shared->has_recovered = false;
		pid_t child = fork();
		if (!child) {
			start();
			rows();
			fflush(stdout);
			_exit(0);
		}
		int status = 0;
		waitpid(child, &status, 0);
		if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM &&
		    shared->has_recovered)
			shared->answer[shared->asked] = 0;
		if (WIFSIGNALED(status) ? WTERMSIG(status) == SIGPIPE
		                        : WEXITSTATUS(status) != 3)
			return WEXITSTATUS(status);
	}
}
