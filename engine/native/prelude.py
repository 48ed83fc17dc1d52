"""The C that each translation begins with: types, and what Python's operators mean.

No C library is needed, so one file serves every system, and results are equal on all of them. The
logarithm and the exponential are those of FreeBSD's libm, with errors below one unit of the last
place. (Sun Microsystems, 1993: "Permission to use, copy, modify, and distribute this software is
freely granted, provided that this notice is preserved.")
"""

from __future__ import annotations

PRELUDE = r"""
#if defined(_MSC_VER) && !defined(__clang__)
#define INLINE static __forceinline
#define EXPORT __declspec(dllexport)
#define RARE(x) (x)
#include <math.h>
#define SQRT(x) sqrt(x)
#define SQRTF(x) sqrtf(x)
#else
#define INLINE static inline __attribute__((always_inline))
#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif
#define RARE(x) __builtin_expect(!!(x), 0)
#define SQRT(x) __builtin_sqrt(x)
#define SQRTF(x) __builtin_sqrtf(x)
#endif
#include <stdint.h>

/* Whether this processor has the instructions used. */
EXPORT int64_t boche_fits(void) {
#if defined(__AVX2__)
    uint32_t a = 1, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c >> 27 & 1)) return 0;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    if ((a & 6) != 6) return 0;
    a = 7; c = 0;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return b >> 5 & 1;
#else
    return 1;
#endif
}

typedef union { double d; uint64_t u; } bits_t;

/* Python counts negative indices from the end. */
INLINE int64_t ix(int64_t i, int64_t n) { return RARE(i < 0) ? i + n : i; }
INLINE int64_t min_i64(int64_t a, int64_t b) { return b < a ? b : a; }
INLINE int64_t max_i64(int64_t a, int64_t b) { return b > a ? b : a; }
INLINE uint64_t min_u64(uint64_t a, uint64_t b) { return b < a ? b : a; }
INLINE uint64_t max_u64(uint64_t a, uint64_t b) { return b > a ? b : a; }
INLINE float min_f32(float a, float b) { return b < a ? b : a; }
INLINE float max_f32(float a, float b) { return b > a ? b : a; }
INLINE double min_f64(double a, double b) { return b < a ? b : a; }
INLINE double max_f64(double a, double b) { return b > a ? b : a; }
INLINE int64_t abs_i64(int64_t a) { return a < 0 ? -a : a; }
INLINE double abs_f64(double a) { return a < 0 ? -a : a; }
INLINE float abs_f32(float a) { return a < 0 ? -a : a; }
INLINE int64_t shl(int64_t a, int64_t b) { return (int64_t)((uint64_t)a << (b & 63)); }
INLINE int64_t shr(int64_t a, int64_t b) { return a >> (b & 63); }

/* Division rounds down; by 0 it gives 0. */
INLINE int64_t fdiv(int64_t a, int64_t b) {
    int64_t q;
    if (RARE(b == 0 || b == -1)) return b ? (int64_t)(0 - (uint64_t)a) : 0;
    q = a / b;
    return q - (a - q * b != 0 && (a < 0) != (b < 0));
}
INLINE int64_t fmod_(int64_t a, int64_t b) {
    int64_t r;
    if (RARE(b == 0 || b == -1)) return 0;
    r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
/* The same by a divisor that is known to be positive. */
INLINE int64_t fdiv_p(int64_t a, int64_t b) { int64_t q = a / b; return q - (a - q * b < 0); }
INLINE int64_t fmod_p(int64_t a, int64_t b) { int64_t r = a % b; return r < 0 ? r + b : r; }
INLINE uint64_t udiv(uint64_t a, uint64_t b) { return b ? a / b : 0; }
INLINE uint64_t umod(uint64_t a, uint64_t b) { return b ? a % b : 0; }

/* With checks: a number for an array of smaller ones. */
INLINE int64_t fits(int64_t x, int64_t low, int64_t high, int64_t *st, int64_t site) {
    if ((x < low || x > high) && !*st) *st = site;
    return x;
}
INLINE int64_t whole(double x) {
    if (!(x > -9.2e18 && x < 9.2e18)) return INT64_MIN;
    return (int64_t)x;
}
/* Round to the nearest, halves to even. */
INLINE int64_t rounded(double x) {
    const double big = 4503599627370496.0;
    if (x > -big && x < big) x = x < 0 ? (x - big) + big : (x + big) - big;
    return whole(x);
}
INLINE double scaled(double x, int64_t k) {
    bits_t f;
    if (k < -1022) { x *= 0x1p-1022; k = k < -2044 ? -1022 : k + 1022; }
    if (k > 1023) { x *= 0x1p1023; k = k > 2046 ? 1023 : k - 1023; }
    f.u = (uint64_t)(k + 1023) << 52;
    return x * f.d;
}
INLINE double log_(double x) {
    bits_t f; int64_t k = 0, hx; double s, z, w, r, h;
    f.d = x;
    if (x != x) return x;
    if (x < 0) { f.u = 0x7ff8000000000000u; return f.d; }
    if (x == 0) { f.u = 0xfff0000000000000u; return f.d; }
    if (f.u >= 0x7ff0000000000000u) return x;
    if (f.u < 0x0010000000000000u) { k = -54; f.d = x * 0x1p54; }
    hx = (int64_t)(f.u >> 32) + (0x3ff00000 - 0x3fe6a09e);
    k += (hx >> 20) - 0x3ff;
    f.u = (uint64_t)((hx & 0xfffff) + 0x3fe6a09e) << 32 | (f.u & 0xffffffffu);
    x = f.d - 1.0;
    h = 0.5 * x * x; s = x / (2.0 + x); z = s * s; w = z * z;
    r = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01
        + w * 1.531383769920937332e-01))
        + z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01
        + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
    w = (double)k;
    return s * (h + r) + w * 1.90821492927058770002e-10 - h + x + w * 6.93147180369123816490e-01;
}
INLINE double exp_(double x) {
    int64_t k; double hi, lo, xx, c, y; bits_t f;
    if (x != x) return x;
    if (x > 709.782712893383973096) { f.u = 0x7ff0000000000000u; return f.d; }
    if (x < -745.13321910194110842) return 0.0;
    k = x > 0.34657359 || x < -0.34657359 ? rounded(x * 1.44269504088896338700) : 0;
    hi = x - (double)k * 6.93147180369123816490e-01;
    lo = (double)k * 1.90821492927058770002e-10;
    x = hi - lo; xx = x * x;
    c = x - xx * (1.66666666666666019037e-01 + xx * (-2.77777777770155933842e-03
        + xx * (6.61375632143793436117e-05 + xx * (-1.65339022054652515390e-06
        + xx * 4.13813679705723846039e-08))));
    y = 1.0 + (x * c / (2.0 - c) - lo + hi);
    return k ? scaled(y, k) : y;
}
"""

FREESTANDING = r"""
/* Compilers may call these even where there is no C library. */
#if !defined(_MSC_VER) && !defined(HOSTED)
void *memset(void *to, int value, __SIZE_TYPE__ n) {
    volatile unsigned char *p = to;
    while (n--) *p++ = (unsigned char)value;
    return to;
}
void *memcpy(void *restrict to, const void *restrict from, __SIZE_TYPE__ n) {
    volatile unsigned char *p = to; const unsigned char *q = from;
    while (n--) *p++ = *q++;
    return to;
}
void *memmove(void *to, const void *from, __SIZE_TYPE__ n) {
    volatile unsigned char *p = to; const unsigned char *q = from;
    if (p <= q) while (n--) *p++ = *q++; else while (n--) p[n] = q[n];
    return to;
}
#endif
"""
