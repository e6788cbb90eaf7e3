#define DECLARE(Name) void from_##Name(int *, int)
#define CALL(Name, D) from_##Name(D, SIZE)
