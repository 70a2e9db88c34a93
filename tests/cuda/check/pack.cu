#pragma pack(push, 1)
struct packed { char c; int x; double d; };
#pragma pack(push, n, 4)
struct four { char c; double x; };
#pragma pack(pop, n)
struct again { char c; short x; };
#pragma pack(pop)
struct plain { char c; int x; };
#pragma pack(2)
struct two { char c; int x; };
struct alignas(8) over { char c; int x; };
#pragma pack()
struct plain2 { char c; int x; };
struct pm { char c; int x __attribute__((packed)); };
struct pa { char c; int x; } __attribute__((packed));
struct al { char c; } __attribute__((aligned(16)));
struct bits { char c; int x : 8; };
_Pragma("pack(1)")
struct prag { char c; int x; };
_Pragma("pack()")
__global__ void k() {
static_assert(sizeof(packed) == 13 && alignof(packed) == 1);
static_assert(sizeof(four) == 12 && alignof(four) == 4);
static_assert(sizeof(again) == 3);
static_assert(sizeof(plain) == 8);
static_assert(sizeof(two) == 6 && alignof(two) == 2);
static_assert(sizeof(over) == 8);
static_assert(sizeof(plain2) == 8);
static_assert(sizeof(pm) == 5);
static_assert(sizeof(pa) == 5);
static_assert(sizeof(al) == 16);
static_assert(sizeof(bits) == 4);
static_assert(sizeof(prag) == 5);
}
