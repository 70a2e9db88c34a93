// Leaves work pending, of the kind that the first argument names, and ends as the second one says.
#include <cuda_runtime.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

__global__ void wild(int *p) { p[threadIdx.x] = 1; }
__global__ void busy(int *p) {
	for (int i = 0; i < 2000; i++)
		atomicAdd(p, 1);
}
__global__ void endless(volatile int *p) {
	while (*p == 0)
		;
}
__global__ void race(int *p) {
	__shared__ int s[64];
	s[threadIdx.x] = threadIdx.x;
	p[threadIdx.x] = s[(threadIdx.x + 33) % 64];
}

static int *p, *quiet;
static int host[64];

static void CUDART_CB short_function(void *) { usleep(100000); }
static void CUDART_CB long_function(void *) { pause(); }
static void CUDART_CB aborting_function(void *) {
	usleep(100000);
	abort();
}
static void CUDART_CB failing_function(void *) {
	usleep(100000);
	*(volatile int *)8 = 1;
}
static void CUDART_CB exiting_function(void *) {
	usleep(100000);
	exit(3);
}

static cudaStream_t stream(unsigned flags) {
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, flags);
	return s;
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static void graph() {
	cudaStream_t s = stream(cudaStreamNonBlocking);
	cudaGraph_t g;
	cudaGraphExec_t e;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
	busy<<<1, 32, 0, s>>>(quiet);
	wild<<<1, 128, 0, s>>>(p);
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&e, g, 0);
	cudaGraphLaunch(e, s);
}

static void after_event() {
	cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
	cudaEvent_t e;
	cudaEventCreate(&e);
	busy<<<4, 32, 0, a>>>(quiet);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0);
	wild<<<1, 128, 0, b>>>(p);
}

static void pending(const char *kind) {
	if (is(kind, "default"))
		wild<<<1, 128>>>(p);
	else if (is(kind, "blocking"))
		wild<<<1, 128, 0, stream(cudaStreamDefault)>>>(p);
	else if (is(kind, "nonblocking"))
		wild<<<1, 128, 0, stream(cudaStreamNonBlocking)>>>(p);
	else if (is(kind, "per-thread"))
		wild<<<1, 128, 0, cudaStreamPerThread>>>(p);
	else if (is(kind, "busy")) {
		for (int i = 0; i < 5; i++)
			busy<<<4, 32>>>(quiet);
		wild<<<1, 128>>>(p);
	} else if (is(kind, "graph"))
		graph();
	else if (is(kind, "event"))
		after_event();
	else if (is(kind, "function")) {
		cudaLaunchHostFunc(0, short_function, nullptr);
		wild<<<1, 128>>>(p);
	} else if (is(kind, "aborting-function") || is(kind, "failing-function")) {
		cudaLaunchHostFunc(0, is(kind, "aborting-function") ? aborting_function : failing_function, nullptr);
		wild<<<1, 128>>>(p);
		pause();
	} else if (is(kind, "exiting-function")) {
		cudaLaunchHostFunc(0, exiting_function, nullptr);
		wild<<<1, 128>>>(p);
		pause();
	} else if (is(kind, "copy")) {
		busy<<<4, 32>>>(quiet);
		cudaMemcpyAsync(host, p, sizeof host, cudaMemcpyDeviceToHost);
	} else if (is(kind, "free")) {
		int *q;
		busy<<<4, 32>>>(quiet);
		cudaMallocAsync((void **)&q, 400, 0);
		cudaFreeAsync(q, 0);
		wild<<<1, 32>>>(q);
	} else if (is(kind, "second-device")) {
		cudaSetDevice(1);
		cudaMalloc(&p, 256);
		wild<<<1, 128>>>(p);
		cudaSetDevice(0);
	} else if (is(kind, "race"))
		race<<<1, 64>>>(p);
	else if (is(kind, "capture")) {
		cudaStream_t s = stream(cudaStreamNonBlocking);
		wild<<<1, 128>>>(p);
		cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
		busy<<<1, 32, 0, s>>>(quiet);
	} else if (is(kind, "endless")) {
		endless<<<1, 32>>>(quiet);
		wild<<<1, 128>>>(p);
	} else if (is(kind, "endless-function")) {
		cudaLaunchHostFunc(0, long_function, nullptr);
		wild<<<1, 128>>>(p);
	} else if (!is(kind, "nothing"))
		exit(77);
}

static void *end_apart(void *) {
	usleep(50000);
	exit(3);
}

static void *end_later(void *how) {
	usleep(300000);
	kill(getpid(), *(int *)how);
	return nullptr;
}

struct late {
	~late() {
		if (getenv("LATE"))
			wild<<<1, 128>>>(p);
	}
};

static void end(const char *how) {
	static const struct {
		const char *name;
		int number;
	} signals[] = {{"HUP", SIGHUP}, {"INT", SIGINT}, {"TERM", SIGTERM}, {"SEGV", SIGSEGV}, {"USR1", SIGUSR1}};
	pthread_t t;
	for (auto &s : signals)
		if (is(how, s.name)) {
			kill(getpid(), s.number);
			pause();
		} else if (!strncmp(how, "wait-", 5) && is(how + 5, s.name)) {
			static int number = s.number;
			pthread_create(&t, nullptr, end_later, &number);
			cudaDeviceSynchronize();
			pause();
		} else if (!strncmp(how, "goes-on-", 8) && is(how + 8, s.name)) {
			static int number = s.number;
			pthread_create(&t, nullptr, end_later, &number);
			cudaDeviceSynchronize();
			return;
		}
	if (is(how, "exit"))
		exit(3);
	if (is(how, "quick_exit"))
		quick_exit(3);
	if (is(how, "_exit"))
		_exit(3);
	if (is(how, "abort"))
		abort();
	if (is(how, "throw"))
		throw std::runtime_error("thrown");
	if (is(how, "segv"))
		*(volatile int *)8 = 1;
	if (is(how, "SEGV-masked")) { // only threads of the runtime can take it
		sigset_t set;
		sigemptyset(&set);
		sigaddset(&set, SIGSEGV);
		pthread_sigmask(SIG_BLOCK, &set, nullptr);
		kill(getpid(), SIGSEGV);
		pause();
	}
	if (is(how, "thread")) {
		pthread_create(&t, nullptr, end_apart, nullptr);
		pause();
	}
	if (is(how, "thread-sync")) {
		pthread_create(&t, nullptr, end_apart, nullptr);
		cudaDeviceSynchronize();
		pause();
	}
	if (is(how, "fork")) {
		if (fork() == 0)
			exit(0);
		wait(nullptr);
	}
	if (is(how, "fork-killed")) {
		pid_t child = fork();
		if (child == 0)
			pause();
		kill(child, SIGTERM);
		wait(nullptr);
	}
}

int main(int argc, char **argv) {
	cudaMalloc(&p, 256);
	cudaMalloc(&quiet, 256);
	cudaMemset(quiet, 0, 256);
	cudaDeviceSynchronize();
	static late l; // after the first work: the runtime is there longer than it
	pending(argv[1]);
	end(argv[2]);
}
