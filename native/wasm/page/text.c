/* Texts and numbers, without the 20 KiB of printf. */
#include "page.h"

char *put_text(char *to, const char *text)
{
    while (*text)
        *to++ = *text++;
    *to = 0;
    return to;
}

char *put_number(char *to, int64_t number)
{
    char digits[24];
    int n = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do
        digits[n++] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *to++ = '-';
    while (n)
        *to++ = digits[--n];
    *to = 0;
    return to;
}
