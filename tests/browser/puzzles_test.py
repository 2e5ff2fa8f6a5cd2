"""Exercises of `xq serve --puzzles` in Chromium: a whole one, wrong moves, hint, solution, filters, what is kept."""
import os
import tempfile

from browser import Server, Window, check, click_square, same, shot

PUZZLES = """[Game "Chinese Chess"]
[Red "甲"]
[Black "乙"]
[PuzzleId "1/0"]
[Themes "mate elbow-horse"]
[Difficulty "2"]
[Mate "2"]
[FEN "3aka3/9/9/7N1/9/2R6/9/9/4A4/3AK4 w - - 0 1"]

1. 马二进三 将５进１ 2. 车七进四 *

[Game "Chinese Chess"]
[PuzzleId "2/0"]
[Themes "advantage fork"]
[Difficulty "5"]
[FEN "4k4/9/9/2r6/9/9/4N4/9/9/3K5 w - - 0 1"]

1. 马五进六 *

[Game "Chinese Chess"]
[PuzzleId "3/0"]
[Themes "mate"]
[Difficulty "1"]
[Mate "1"]
[FEN "4k4/9/9/9/9/9/9/4r4/8r/3K5 b - - 0 1"]

1... 车５进２ *
"""
STATUS = ".puzzle .game-status"


def opened(page, server, place="#puzzles"):
    page.open("about:blank")
    page.open(server.address + place)
    page.until(lambda: page.all(".puzzle .board .own"), "a board with pieces to move")


def move(page, start, end):
    click_square(page, start, ".puzzle .board")
    click_square(page, end, ".puzzle .board")


def whole(page, server):
    """A wrong move is taken back; every right one is answered; the end is kept."""
    opened(page, server)
    page.see(STATUS, "Red to move · mate in 2")
    same(page.js("return location.hash"), "#puzzle=1", "the address")
    same(page.all(".puzzle .chip"), [], "themes before it is solved")
    shot(page, "puzzle")
    move(page, "c4", "c9")
    page.see(STATUS, "another move")
    page.until(lambda: page.all(".puzzle .board .own"), "the move taken back")
    move(page, "h6", "g8")
    page.see(STATUS, "Right")
    page.until(lambda: len(page.all(".puzzle .moves button")) == 2 and page.all(".puzzle .board .own"), "the answer of the server")
    move(page, "c4", "c8")
    page.see(STATUS, "Solved!")
    page.see(".puzzle .chips", "elbow horse")
    page.see(".puzzle-progress", "1 of 3 solved, 0 of them at once")
    page.until(lambda: len(page.all(".puzzle .moves button")) == 3, "the moves")
    shot(page, "puzzle_solved")
    page.click(".puzzle .do-next")
    page.see(STATUS, "Find the move that wins")


def hint_and_solution(page, server):
    opened(page, server, "#puzzle=2")
    page.click(".puzzle .do-hint")
    page.see(STATUS, "ringed")
    check(page.all(".puzzle .drawn .ring"), "a ring")
    page.click(".puzzle .do-solution")
    page.see(STATUS, "The solution")
    page.until(lambda: len(page.all(".puzzle .moves button:enabled")) == 1, "the move of the solution")
    page.see(".puzzle-progress", "1 of 3 solved")
    page.click(".puzzle .do-again")
    page.see(STATUS, "Find the move that wins")
    move(page, "e3", "d5")
    page.see(STATUS, "Solved!")
    page.see(".puzzle-progress", "2 of 3 solved, 1 of them at once")


def kept(page, server):
    """Solved ones are passed over; Black's board is turned; the reload knows what was solved."""
    opened(page, server)
    page.see(STATUS, "Black to move · mate in 1")
    check(page.js("return document.querySelector('.puzzle .pieces use[href=\"#pK\"]').style.transform.match(/, (\\d+)/)[1] < 200"), "Black is below")
    page.one(".puzzle .moveform input").send_keys("e2e0\n")
    page.see(STATUS, "Solved!")
    page.see(".puzzle-progress", "3 of 3 solved, 2 of them at once")


def filters(page, server):
    opened(page, server, "#puzzle=1")
    page.click(".puzzle select[name=theme] option[value=fork]")
    page.see(".puzzle h1", "Puzzle 1 of 1")
    check("theme=fork" in page.js("return location.hash"), "the theme in the address")
    page.click("#language option[value='zh-Hant']")
    page.see(STATUS, "找出制勝著法")
    page.click("#language option[value='zh-Hans']")
    page.see(".puzzle select[name=theme]", "捉双")
    page.click("#language option[value='en']")
    page.click(".puzzle select[name=level] option[value=hard]")
    page.see("#view-puzzles", "There is no puzzle like that")
    page.click("#view-puzzles select[name=level] option[value='']")
    page.see(".puzzle h1", "Puzzle 1 of 1")


def sizes(page, server):
    for width, height in [(1280, 900), (390, 844), (844, 390)]:
        page.size(width, height)
        opened(page, server, "#puzzle=1")
        wide = page.js("return document.documentElement.scrollWidth - innerWidth")
        check(wide <= 0, f"puzzle at {width}x{height}: {wide} pixels too wide")
        box = page.js("const r = document.querySelector('.puzzle .board').getBoundingClientRect(); return [r.top, r.bottom]")
        check(box[1] <= height, f"puzzle at {width}x{height}: the board is inside the window: {box}")
        shot(page, f"puzzle_{width}x{height}")
    page.size(1280, 900)


def main():
    with tempfile.TemporaryDirectory(prefix="xq-puzzles-") as folder:
        path = os.path.join(folder, "puzzles.pgn")
        with open(path, "w", encoding="utf-8") as out:
            out.write(PUZZLES)
        with Server(folder, "[Result \"*\"]\n\n1. 炮二平五 *\n", "--puzzles", path) as server, Window() as page:
            for part in [whole, hint_and_solution, kept, filters, sizes]:
                part(page, server)
            same(page.complaints(), [], "errors in the console")
    print("passed")


main()
