#define INCLUDED 1
