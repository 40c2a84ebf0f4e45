/* One byte after another. See domino/read.h. */
#include "domino/read.h"

static bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static int32_t take_number(domino_reader *r)
{
    int64_t value = r->negative ? -r->value : r->value;
    r->digits = r->sign = r->negative = 0;
    r->value = 0;
    if (r->numbers++ == 0) {
        r->count = value;
        return value < 0 ? DOMINO_READ_NEGATIVE : value == 0 ? DOMINO_READ_DONE : DOMINO_READ_MORE;
    }
    if (r->numbers % 2 == 0) {
        r->a = value;
        return DOMINO_READ_MORE;
    }
    r->b = value;
    int64_t low = r->a < r->b ? r->a : r->b, high = r->a < r->b ? r->b : r->a;
    if (low == 0 && high == 0)
        r->hand.wild++;
    else if (low == 11 && high == 11)
        r->hand.raises++;
    else if (low == 12 && high == 21)
        r->hand.mirror++;
    else if (low >= 1 && high <= DIGITS)
        r->hand.plain[type_of((int)low, (int)high)]++;
    else
        return DOMINO_READ_NO_TILE;
    return r->numbers == 2 * r->count + 1 ? DOMINO_READ_DONE : DOMINO_READ_MORE;
}

int32_t read_bytes(domino_reader *r, const char *bytes, int64_t n)
{
    for (int64_t i = 0; i < n && r->status == DOMINO_READ_MORE; i++) {
        int c = (unsigned char)bytes[i];
        if (c >= '0' && c <= '9') {
            r->digits = 1;
            r->value = r->value * 10 + (c - '0');
            if (r->value > INT32_MAX)
                r->status = DOMINO_READ_NOT_INTEGER; /* what %d cannot hold */
        } else if (is_space(c)) {
            if (r->digits)
                r->status = take_number(r);
            else if (r->sign)
                r->status = DOMINO_READ_NOT_INTEGER;
        } else if ((c == '-' || c == '+') && !r->digits && !r->sign) {
            r->sign = 1;
            r->negative = c == '-';
        } else {
            r->status = DOMINO_READ_NOT_INTEGER;
        }
        if (r->status == DOMINO_READ_NOT_INTEGER)
            r->wrong = (char)c;
    }
    if (n == 0 && r->status == DOMINO_READ_MORE) { /* end of input */
        if (r->digits)
            r->status = take_number(r);
        if (r->status == DOMINO_READ_MORE)
            r->status = DOMINO_READ_ENDED;
    }
    return r->status;
}
