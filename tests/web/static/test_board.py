"""Playing on the board by pressing tiles, and what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

import lastdigit
from lastdigit.game.game import AnyGame, State
from lastdigit.game.lesson import Claim, moves_to_find
from tests.conftest import GAMES
from tests.sizes import sampled
from tests.web.conftest import Server
from tests.web.static.browsing import leave, new_visitor
from tests.web.static.visits import get_cookie

SIZES: list[ViewportSize] = [
    {"width": 390, "height": 844},  # a phone
    {"width": 844, "height": 390},  # on its side
    {"width": 640, "height": 400},  # a zoomed page
]
WALKS = 2_000


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = new_visitor(browser, server)
    yield page
    leave(page)


def arranged(page: Page, game: str, **wish: object) -> str:
    """Set up a game, go to it, and return its code."""
    get_cookie(page)
    made = page.request.post("/api/matches", data={"game": game, "first": 1, **wish})
    assert made.ok, made.text()
    code = str(made.json()["match"]["code"])
    page.goto(f"/match/{code}")
    page.locator("#make, .asking").first.wait_for()
    return code


def press(page: Page, move: str) -> None:
    """Press the answers of a move, and make it."""
    for answer in move.split():
        page.locator(f"[data-answer='{answer}']:not([aria-disabled=true])").first.click()
    page.locator("#make").click()


def last_turn(game: AnyGame, *, wins: bool) -> tuple[State, Any]:
    """Return a position with Player 1 to move, and a move that wins or loses."""
    chance = Random(7)
    for _ in range(WALKS):
        state = game.start(chance)
        while game.outcome(state) is None:
            if state.mover.number == 1:
                for move in game.legal_moves(state):
                    if is_last(game, state, move, wins=wins):
                        return state, move
            state = game.successor(state, chance.choice(game.legal_moves(state)))
    raise AssertionError("no such turn was met")


def is_last(game: AnyGame, state: State, move: Any, *, wins: bool) -> bool:
    """Return whether a move wins, at once or by leaving no answer, or loses to the best one."""
    if wins:
        return move in moves_to_find(game, state, Claim.TRAPS)
    return move not in moves_to_find(game, state, Claim.DEFENDS)


@pytest.mark.parametrize("game", sampled(GAMES, GAMES[0]))
def test_every_game_is_won_by_pressing_tiles(page: Page, game: str) -> None:
    built = lastdigit.find(game)
    state, move = last_turn(built, wins=True)
    arranged(page, game, against="perfect", position=built.format_state(state))
    press(page, built.format_move(move))
    expect(page.locator("#ending .result")).to_have_text("You win")
    expect(page.locator("#sentence")).to_contain_text(": you win.")


@pytest.mark.parametrize("game", sampled(GAMES, GAMES[1]))
def test_every_game_is_lost_by_pressing_tiles(page: Page, game: str) -> None:
    built = lastdigit.find(game)
    state, move = last_turn(built, wins=False)
    arranged(page, game, against="perfect", position=built.format_state(state))
    press(page, built.format_move(move))
    expect(page.locator("#ending .result")).to_have_text("The computer wins")
    expect(page.locator("#sentence")).to_contain_text(": the computer wins.")


def test_the_first_tap_previews_a_move_and_the_second_plays_it(page: Page) -> None:
    arranged(page, "digit-duel", against="here", position="1 604 537", name="Mira", otherName="Ben")
    page.get_by_role("button", name="No lesson now").click()
    hundreds = page.locator("[data-answer='hundreds'][aria-disabled=false]")
    hundreds.click()
    expect(page.locator("#make")).to_have_text("Mira: strike with 6 (hundreds)")
    expect(page.locator(".preview")).to_have_text(
        "Ben's 537 becomes 531, and Mira's 604 becomes 504."
    )
    page.keyboard.press("Escape")
    expect(hundreds).to_have_attribute("aria-pressed", "false")
    hundreds.dblclick()
    expect(page.locator("#sentence")).to_contain_text("Mira struck with 6")
    expect(page.get_by_text("Ben's turn", exact=True)).to_be_visible()
    assert "you" not in page.locator("main").inner_text().lower().split()


def test_typing_a_digit_presses_its_tile(page: Page) -> None:
    arranged(page, "digit-duel", against="here", position="1 646 537")
    pressed = page.locator("[data-answer][aria-pressed=true]")
    for key, answer in (("6", "hundreds"), ("6", "ones"), ("4", "tens")):
        page.keyboard.press(key)
        expect(pressed).to_have_attribute("data-answer", answer)
    page.keyboard.press("4")
    expect(page.locator("#sentence")).to_contain_text("Player 1 struck with 4")


def test_one_press_plays_a_move_with_the_setting_play_at_once(page: Page) -> None:
    arranged(page, "digit-duel", against="here")
    page.get_by_role("button", name="More").click()
    page.get_by_role("switch", name="Play at once").check()
    page.keyboard.press("Escape")
    page.locator("[data-answer='ones'][aria-disabled=false]").click()
    expect(page.locator("#sentence")).to_contain_text("struck with 9")


def test_a_closed_key_says_why(page: Page) -> None:
    arranged(page, "operation-obliteration", against="perfect", position="1 12 - -")
    add = page.locator("[data-answer='add']")
    expect(add).to_contain_text("Only for primes, and 12 = 3 × 4.")
    add.click(force=True)  # it can be pressed, but does nothing
    expect(page.locator("#sentence")).to_contain_text("Only for primes, and 12 = 3 × 4.")


@pytest.mark.prove
def test_a_spectator_sees_the_pool(page: Page, browser: Browser, server: Server) -> None:
    code = arranged(page, "digit-dilemma", against="here")
    eve = new_visitor(browser, server)
    eve.goto(f"/match/{code}")
    expect(eve.get_by_text("Ten digits left to share")).to_be_visible()
    expect(eve.locator("[data-answer]:not([aria-disabled=true])")).to_have_count(0)
    leave(eve)


@pytest.mark.prove
def test_opening_the_reference_list_is_recorded_as_help(page: Page) -> None:
    code = arranged(page, "number-morph", against="easy", options={"start": 211})
    expect(page.get_by_text("Used 1 of 143")).to_be_visible()
    page.get_by_role("button", name="All primes").click()
    expect(page.get_by_text("open (counts as help)")).to_be_visible()
    expect(page.locator(".aid .pill")).to_have_count(143)
    assert page.request.get(f"/api/matches/{code}").json()["number"] == 1
    arranged(page, "number-morph", against="easy", hints=False)
    expect(page.get_by_role("button", name="All primes")).to_have_count(0)


def test_hint_undo_rules_and_more_are_visible_without_scrolling(page: Page) -> None:
    arranged(page, "digit-duel", against="easy")
    for size in SIZES:
        page.set_viewport_size(size)
        for name in ("Hint", "Undo", "Rules", "More"):
            button = page.get_by_role("button", name=name, exact=True)
            expect(button, f"{name} at {size}").to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Rules", exact=True).click()
        expect(page.get_by_role("dialog")).to_contain_text("Your turn: choose a digit")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator("#make")).to_be_attached()


def test_rules_fit_the_options_of_the_match(page: Page) -> None:
    arranged(page, "digit-poison", against="here", options={"divisor": 7, "max-length": 5})
    page.get_by_role("button", name="Rules", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("makes the number divisible by 7, you lose")
    expect(dialog).to_contain_text("5th digit")
    expect(dialog.locator("#in-short")).to_have_count(0)


@pytest.mark.prove
def test_nothing_is_animated_with_reduced_motion(browser: Browser, server: Server) -> None:
    page = new_visitor(browser, server, reduced_motion="reduce")
    built = lastdigit.find("digit-duel")
    state, move = last_turn(built, wins=True)
    arranged(page, "digit-duel", against="perfect", position=built.format_state(state))
    page.evaluate(
        """() => {
            window.seen = 0;
            Element.prototype.animate = () => { window.seen += 1; };
        }"""
    )
    press(page, built.format_move(move))
    expect(page.locator("#ending .result")).to_have_text("You win")
    assert page.evaluate("window.seen") == 0
    assert page.evaluate("document.getAnimations().length") == 0
    leave(page)


def test_a_chosen_tile_has_another_border_with_forced_colors(
    browser: Browser, server: Server
) -> None:
    page = new_visitor(browser, server, forced_colors="active")
    arranged(page, "digit-duel", against="here")
    tile = page.locator("[data-answer='tens'][aria-disabled=false]")
    width = "tile => getComputedStyle(tile).borderTopWidth"
    idle = tile.evaluate(width)
    tile.click()
    assert tile.evaluate(width) != idle
    leave(page)
