/* Digit Duel's table of all pairs of numbers below 1,000, as solve_pairs in
   games/digit_duel/solver.py fills it: the limit for its speed. */

#include <stdint.h>
#include <string.h>

enum { SIDE = 1000, PLACES = 3, NO_CODE = 65535 };

void solve(uint16_t *codes) {
    static const int units[PLACES] = {1, 10, 100};
    static int first[SIDE + 1], moves[PLACES * SIDE];
    int count = 0;
    for (int number = 0; number < SIDE; number++) {
        first[number] = count;
        for (int place = 0; place < PLACES; place++) {
            int digit = number / units[place] % 10;
            if (digit)
                moves[count++] = digit * SIDE + units[place];
        }
    }
    first[SIDE] = count;
    memset(codes, 0, sizeof(uint16_t) * SIDE * SIDE);
    for (int own = 1; own < SIDE; own++)
        codes[own * SIDE] = 1;
    for (int larger = 1; larger < SIDE; larger++)
        for (int swapped = 0; swapped < 2; swapped++)
            for (int smaller = 1; smaller <= larger - swapped; smaller++) {
                int own = swapped ? smaller : larger, other = swapped ? larger : smaller;
                int win = NO_CODE, loss = 0, before = other * SIDE + own;
                for (int at = first[own]; at < first[own + 1]; at++) {
                    int after = before >= moves[at] + SIDE ? codes[before - moves[at]] : 0;
                    if (!(after & 1))
                        win = after < win ? after : win;
                    else if (after > loss)
                        loss = after;
                }
                codes[own * SIDE + other] = win < NO_CODE ? win + 3 : loss + 1;
            }
}
