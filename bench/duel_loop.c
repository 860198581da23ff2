/* Digit Duel in batches, written by hand in C: the peer of lastdigit.batch in `python -m bench`.

A step does the same as a step of our batch for the rulebook's game (999 against 999, no opponent):
an illegal action counts as a ply, a finished game restarts, and its last observation is saved. The
output is the same too: observation (7 bytes), mask (3), reward (1) and done (1). */

#include <stdint.h>
#include <string.h>

enum { SEEN = 7, ACTIONS = 3, LIMIT = 1000, START = 999 };

static uint8_t digits[1000][4];
static const int16_t units[ACTIONS] = {100, 10, 1};

typedef struct {
    int16_t own, other, plies;
    int8_t seat;
} game_t;

static void show(const game_t *game, int8_t *seen, int8_t *mask) {
    const uint8_t *own = digits[game->own], *other = digits[game->other];
    seen[0] = game->seat;
    for (int place = 0; place < 3; place++) {
        seen[1 + place] = own[place];
        seen[4 + place] = other[place];
        mask[place] = own[place] != 0;
    }
}

static void begin(game_t *game) {
    game->own = game->other = START;
    game->plies = 0;
    game->seat = 1;
}

int state_size(void) { return sizeof(game_t); }

void reset(int64_t count, game_t *games, int8_t *seen, int8_t *mask) {
    for (int number = 0; number < 1000; number++) {
        digits[number][0] = number / 100;
        digits[number][1] = number / 10 % 10;
        digits[number][2] = number % 10;
    }
    for (int64_t at = 0; at < count; at++) {
        begin(&games[at]);
        show(&games[at], seen + SEEN * at, mask + ACTIONS * at);
    }
}

void step(int64_t count, const uint8_t *restrict actions, game_t *restrict games,
          int8_t *restrict seen, int8_t *restrict mask, int8_t *restrict reward,
          int8_t *restrict done, int8_t *restrict final) {
    for (int64_t at = 0; at < count; at++, seen += SEEN, mask += ACTIONS, final += SEEN) {
        game_t game = games[at];
        int8_t won = 0;
        game.plies++;
        if (mask[actions[at]]) {
            int16_t own = game.own, other = game.other - seen[1 + actions[at]];
            if (other > 0)
                own -= units[actions[at]];
            else
                other = 0;
            won = other == 0 ? 1 : own == 0 ? -1 : 0;
            game.own = other;
            game.other = own;
            game.seat = 3 - game.seat;
            reward[at] = won;
            show(&game, seen, mask);
        } else {
            reward[at] = -1;
        }
        done[at] = won ? 1 : game.plies >= LIMIT ? 2 : 0;
        if (done[at]) {
            memcpy(final, seen, SEEN);
            begin(&game);
            show(&game, seen, mask);
        }
        games[at] = game;
    }
}
