#pragma pack(3)
#pragma pack(pop)
#pragma pack 1
#pragma pack(1
