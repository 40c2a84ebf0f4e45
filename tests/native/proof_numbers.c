/* Proof numbers as the table keeps them: 24 bits each, small ones exactly, large ones rounded up, by little. One that
 * came back smaller would be a limit that is never reached, and one that came back as 0 a proof of nothing. */
#include "check.h"
#include "othello/proof.h"

static uint64_t before, came_back;

/* Numbers come in their order. */
static void look(uint64_t number)
{
    uint32_t packed = proof_pack(number);
    uint64_t back = proof_unpack(packed);
    CHECK(packed < 1U << 24);
    CHECK(back >= number);
    CHECK(back - number <= number >> (PROOF_DIGITS - 1));
    CHECK(number >> PROOF_DIGITS || back == number);
    CHECK(number < before || back >= came_back);
    before = number;
    came_back = back;
}

int main(void)
{
    for (uint64_t number = 0; number < 1 << 21; number++)
        look(number);
    for (int digits = 21; digits < 49; digits++) {
        uint64_t power = 1ULL << digits, step = power >> PROOF_DIGITS;
        for (uint64_t number = power; number < 2 * power - step; number += 997 * step + 3)
            look(number);
        for (int below = 0; below < 5; below++)
            for (int more = -1; more <= 1; more++)
                look(2 * power - (uint64_t)(4 - below) * step + (uint64_t)more);
    }
    CHECK(proof_unpack(proof_pack(PROOF_MAX)) == PROOF_MAX);
    return 0;
}
