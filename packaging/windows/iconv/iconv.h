/* The part of POSIX's iconv that libxq uses: BIG5, CP950 and GB18030 from and to UTF-32LE. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void* iconv_t;

/** (iconv_t)-1 and errno EINVAL if one of the two is not UTF-32LE or the other is unknown. */
iconv_t iconv_open(const char* to, const char* from);

/** As POSIX has it. `source` null: there is no state to reset, 0. Characters beyond the Basic Multilingual Plane
 *  are in no table (EILSEQ). */
size_t iconv(iconv_t conversion, char** source, size_t* source_left, char** target, size_t* target_left);

int iconv_close(iconv_t conversion);

#ifdef __cplusplus
}
#endif
