/* Given to the compiler of SQLite: others may rename or replace a file that SQLite has open, as on Linux. */
#include <windows.h>
#undef FILE_SHARE_WRITE
#define FILE_SHARE_WRITE (0x00000002 | FILE_SHARE_DELETE)
