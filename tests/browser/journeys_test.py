"""Whole visits as people make them, each from its first click to what it was for, in Chromium. XQ_JOURNEY names some of them."""
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse

from browser import Keys, Server, Window, check, click_square, opened, same, shot
from play_pages import BOARD, invitation, moves, new_game, play
from study_pages import comment, control, drag_row, paste, pgn, to_move


def game(red, black, result, event, date, text, more=""):
    return f'[Event "{event}"]\n[Red "{red}"]\n[Black "{black}"]\n[Result "{result}"]\n[Date "{date}"]\n{more}\n{text} {result}\n\n'


MATE = '[FEN "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1"]\n'
GAMES = (game("许银川", "吕钦", "1-0", "五羊杯", "2001.01.06", "1. 炮二平五 马8进7 2. 马二进三") + game("许银川", "赵国荣", "1/2-1/2", "五羊杯", "2001.01.07", "1. 兵七进一 卒7进1") +
         game("吕钦", "许银州", "0-1", "五羊杯", "2001.01.08", "1. 炮二平五 炮8平5") + game("赵国荣", "吕钦", "1-0", "银荔杯", "2003.03.08", "1. 炮二平五 马8进7 2. 马八进七") +
         game("学棋人", "师父", "*", "练习", "2020.01.01", "1. 车八进一 $4 (1. 车八进九 {[%pv #1,9]}) 将5平6", MATE) + game("学棋人", "师父", "*", "练习", "2020.01.02", "1. 车八进二 $4 将5平6", MATE))
CHAPTERS = [game("甲", "乙", "*", "课", "2020.02.02", "1. 兵七进一 炮2平3"), game("丙", "丁", "*", "课", "2020.02.03", "1. 相三进五 炮8平5")]


def archivist(server, desktop, phone):
    """A name with a slip on the page of an event: whose games are these? The search with its filters goes to a colleague."""
    desktop.open(server.address + "#report=event&name=" + urllib.parse.quote("五羊杯"))
    desktop.see("table.cross", "许银州")
    desktop.until(lambda: any(a.text == "许银州" and (a.click() or True) for a in desktop.all("table.cross a")), "a click on the name")
    desktop.see("#view-people h1", "许银州")
    desktop.see("#view-people .hint", "1 game")
    desktop.click("#view-people .row a:nth-child(2)")
    desktop.until(lambda: [c.text for c in desktop.all(".chip")] == ["Player: 许银州 ✕", "Side: Black ✕"], "filters as chips")
    desktop.click(".filter summary")
    desktop.one(".filter input[placeholder='1990']").send_keys("2001\n")
    desktop.until(lambda: len(desktop.all(".chip")) == 3 and desktop.text("table.book tfoot td.n") == "1", "one game since 2001")
    phone.open(desktop.driver.current_url)
    phone.until(lambda: len(phone.all(".chip")) == 3 and phone.text("table.book tfoot td.n") == "1", "the same for the colleague")
    phone.all(".chip")[0].click()
    phone.until(lambda: len(phone.all(".chip")) == 2, "a chip taken away")


def exercises(server, desktop, phone):
    """A pupil solves the own mistakes: the one whose better move the record tells, and the one for which the engine is asked."""
    desktop.open(server.address + "#report=player&name=" + urllib.parse.quote("学棋人"))
    desktop.see("#view-people .practise", "(2)")
    shot(desktop, "mistakes")
    desktop.click("#view-people .practise")
    desktop.see(".practice", "1/2")
    desktop.one(".practice .solution")  # the engine has thought
    check(desktop.js("return document.querySelector('#board-place .board').getBoundingClientRect().width") > 300, "the board keeps its size beside the exercise")
    desktop.one("#move-input").send_keys("b0b2", Keys.ENTER)
    desktop.see(".practice .verdict.wrong", "This was played")
    desktop.one("#move-input").send_keys("b0b9", Keys.ENTER)
    desktop.see(".practice .verdict.solved", "Right!")
    shot(desktop, "mistakes_solved")
    desktop.click(".practice .next")
    desktop.see(".practice", "2/2")
    check("at=2" in desktop.js("return location.hash"), "the exercise is in the address")
    desktop.driver.refresh()
    desktop.see(".practice", "2/2")
    desktop.click(".practice .solution")
    desktop.see(".practice .verdict.solved", "#1")
    desktop.click(".practice .from")
    desktop.see("#view-people h1", "学棋人")


def chapters_by_hand(desktop, phone, link, order):
    """Another order by the mouse, by a finger and by keys; 丙 – 丁, 老师 – 学生, 甲 – 乙 before and after."""
    rows = "#shared .chapters li"
    there = lambda *names: desktop.until(lambda: order() == [f"{i}. {name}" for i, name in enumerate(names, 1)], f"the order {names}, it is {order()}")
    drag_row(desktop, rows, 0, 2)
    there("老师 – 学生", "甲 – 乙", "丙 – 丁")
    desktop.see("#game-head", "丙")
    drag_row(desktop, rows, 2, 0, let_go=False)
    desktop.key(Keys.ESCAPE)
    there("老师 – 学生", "甲 – 乙", "丙 – 丁")
    phone.open(link)
    phone.until(lambda: len(phone.all(rows)) == 3, "chapters on the phone")
    drag_row(phone, rows, 2, 0, kind="touch")
    there("丙 – 丁", "老师 – 学生", "甲 – 乙")
    desktop.js("document.querySelectorAll('#shared .grip')[2].focus()")
    desktop.key(Keys.ARROW_UP)
    there("丙 – 丁", "甲 – 乙", "老师 – 学生")
    check("甲" in desktop.js("return document.activeElement.title"), "the grip keeps the focus")
    desktop.key(Keys.ARROW_DOWN)
    there("丙 – 丁", "老师 – 学生", "甲 – 乙")


def coach(server, desktop, phone):
    """Three chapters in another order than they came in; the class gets a link, the printer gets PGN."""
    opened(desktop, server)
    paste(desktop, game("老师", "学生", "*", "课", "2020.02.01", "1. 炮二平五 马8进7 2. 马二进三"))
    desktop.see("#game-head", "老师")
    desktop.click("#exports .share-game")
    desktop.one("#dialog input[name=study]").send_keys(Keys.CONTROL, "a", Keys.NULL, "暑期班", Keys.ENTER)
    desktop.see("#shared", "暑期班")
    order = lambda: desktop.js("return [...document.querySelectorAll('#shared .chapter')].map(o => o.textContent)")
    for number, text in enumerate(CHAPTERS, 2):
        desktop.click("#shared .newChapter")
        desktop.one("#dialog textarea").send_keys(text)
        desktop.click("#dialog button[type=submit]")
        desktop.until(lambda number=number: len(order()) == number and desktop.js("return [...document.querySelectorAll('#shared .chapter')].findIndex(o => o.hasAttribute('aria-current'))") == number - 1, f"chapter {number} is shown")
    desktop.js("document.querySelector('#shared .chapterUp').focus()")
    for after in (["1. 老师 – 学生", "2. 丙 – 丁", "3. 甲 – 乙"], ["1. 丙 – 丁", "2. 老师 – 学生", "3. 甲 – 乙"]):
        desktop.key(Keys.ENTER)
        desktop.until(lambda after=after: order() == after, lambda after=after: f"the order {after}, it is {order()}")
        check("chapterUp" in desktop.js("return document.activeElement.className"), "the key stays where it was")
    desktop.see("#shared [role=status]", "chapter 1 of")
    shot(desktop, "chapters")
    desktop.click("#shared .share")
    link, own = [desktop.one(f"#dialog .{kind} input").get_attribute("value") for kind in ("linkToRead", "linkToWrite")]
    desktop.click("#dialog .close")
    chapters_by_hand(desktop, phone, own, order)
    phone.open("about:blank")
    phone.open(link)
    phone.until(lambda: phone.js("return document.querySelector('#shared .chapter')?.textContent") == "1. 丙 – 丁", "the class sees the same order")
    phone.see("#game-head", "丙")
    check(not phone.all("#shared .chapterUp") and not phone.all("#shared .grip"), "who looks on does not change the order")
    text = desktop.js("return fetch(document.querySelector('#shared .pgn').href).then(r => r.text())")
    read = subprocess.run(["xq", "convert", "-", "--to", "jsonl"], input=text, check=True, capture_output=True, text=True).stdout.splitlines()
    same(["丙" in read[0], "老师" in read[1], "甲" in read[2], len(read)], [True, True, True, 3], "chapters that the command line reads, in their order")


def blitz(server, desktop, phone):
    """Three minutes each, on a computer and a phone; once more with colours exchanged; what was wrong?"""
    new_game(desktop, server, side="red", minutes="3", name="Li")
    phone.open(invitation(desktop))
    play(desktop, "h2e2", 1)
    play(phone, "h9g7", 2)
    phone.click(".do-resign")
    phone.click(".do-really")
    desktop.see(".play .game-status", "Red wins")
    desktop.click(".do-rematch")
    phone.click(".do-accept")
    phone.see(".play .game-status", "Your move")
    play(phone, "b2e2", 1)
    play(desktop, "b9c7", 2)
    desktop.click(".do-resign")
    desktop.click(".do-really")
    phone.see(".play .game-status", "Red wins")
    phone.click(".do-analysis")
    phone.until(lambda: len(phone.all("#moves button.mv")) == 2, "the game as a study")
    phone.click("#judge .judge")
    phone.until(lambda: phone.all("#judge .accuracy"), "the analysis")


def lobby(server, desktop, phone):
    """Nobody to play with: an open challenge finds somebody."""
    new_game(desktop, server, opponent="open", side="black", minutes="5", name="Zhao")
    opened(phone, server)
    phone.click("#to-games")
    phone.see(".open-games", "Zhao")
    phone.click(".open-games .take")
    play(phone, "h2e2", 1)
    play(desktop, "h9g7", 2)
    phone.until(lambda: moves(phone) == 2, "the answer")


def correspondence(server, desktop, phone):
    """Three days for a move: the page is closed, and leads back when it is one's turn."""
    new_game(desktop, server, side="red", minutes="days-3", name="Wang")
    phone.open(invitation(desktop))
    play(desktop, "c3c4", 1)
    phone.until(lambda: moves(phone) == 1, "the move on the phone")
    opened(phone, server)
    phone.see("#running", "It is your move")
    phone.click("#running a")
    play(phone, "g6g5", 2)
    desktop.until(lambda: moves(desktop) == 2, "the answer")
    check(desktop.text(".play .clock.red").startswith(("2 d 23 h", "3 d 0 h")), "days on the clock")


def book_against_player(server, desktop, phone):
    """What does 许银川 play here, what does the book say, and how was it in other years?"""
    opened(desktop, server, "#player=" + urllib.parse.quote("许银川"))
    desktop.until(lambda: desktop.all("#book th button[data-column=inBook]"), "the book beside the games")
    rows = lambda: desktop.js("return [...document.querySelectorAll('#book tbody tr')].map(r => r.textContent)")
    desktop.until(lambda: len(rows()) == 2 and all("50%" in r for r in rows()), "two moves, half of the games each")
    desktop.click(".history summary")
    desktop.until(lambda: desktop.all(".history .byyear rect"), "the years")
    desktop.click(".chip")
    desktop.until(lambda: len(desktop.all(".history .byyear rect")) == 2, "the years of all games")
    desktop.click(".history option[value=h2e2]")
    desktop.see(".history .byyear title", "67% of the year")
    shot(desktop, "history")


def editor(server, desktop, phone):
    """A position out of a book of problems: set up, analysed, commented, kept."""
    desktop.open(server.address + "#edit=4k4/9/9/9/9/9/9/9/9/3K5_w")
    board = ".editor .board"
    desktop.until(lambda: desktop.js("return document.querySelectorAll('.editor .pieces use').length") == 2, "two kings")
    desktop.all(".editor .brushes")[1].find_elements("css selector", "button")[4].click()
    for square in ("a8", "b0"):
        click_square(desktop, square, board)
    desktop.until(lambda: desktop.one(".editor .primary").is_enabled(), "a position that can be played")
    desktop.click(".editor .primary")
    desktop.see("#status", "Red to move")
    desktop.see("#book", "车八进二")
    height = desktop.js("return Math.round(document.querySelector('#book').getBoundingClientRect().height)")
    same(height, desktop.js("return Math.round(innerHeight * .4)"), "a short table does not move the engine's lines")
    desktop.click(".engine-switch")
    desktop.see("ol.lines", "#1")
    desktop.click("ol.lines .pv")
    desktop.see("#status", "Red wins")
    comment(desktop, "双车错")
    desktop.click("#to-kept")
    desktop.see("#dialog", "1 move")
    desktop.click("#dialog .kept a[href*=fen]")
    desktop.see("#moves", "双车错")
    desktop.click(".engine-switch")


def chinese_text(server, desktop, phone):
    """A game out of a chat on a phone: pasted, a mistake undone, a variation, and back into the chat."""
    opened(phone, server)
    paste(phone, "许银川先胜吕钦\n1. 炮二平五  马8进7\n2. 马二进三  车9平8\n3. 车一平二  马2进3\n")
    phone.see("#moves", "马２进３")
    to_move(phone, 2)
    phone.until(lambda: phone.all(".pieces .own") and phone.all("#legal-moves option"), "men that can be moved")
    click_square(phone, "b0")
    click_square(phone, "c2")
    phone.see("#moves .variation", "马八进七")
    control(phone, "z")
    phone.until(lambda: not phone.all("#moves .variation"), "the variation undone")
    control(phone, "y")
    phone.see("#moves .variation", "马八进七")
    check("马八进七" in pgn(phone), "the variation is in what goes back")
    wide = phone.js("return document.documentElement.scrollWidth - innerWidth")
    check(wide <= 0, f"{wide} pixels beyond a phone's window")


def sideways(server, desktop, phone):
    """A phone held sideways: a game is stepped through, the board turned, a move tried."""
    phone.size(844, 390)
    opened(phone, server, "#game=1")
    phone.see("#game-head", "许银川")
    box = phone.js("const r = document.querySelector('#board-place .board').getBoundingClientRect(); return [r.top, r.bottom]")
    check(box[0] >= 0 and box[1] <= 390, f"the whole board is in the window: {box}")
    phone.click("#step-forward")
    phone.until(lambda: "ply=1" in phone.js("return location.hash"), "a step")
    phone.click("#flip")
    phone.click("#flip")
    click_square(phone, "b9")
    click_square(phone, "c7")
    phone.see("#moves .variation", "马２进３")
    shot(phone, "sideways")
    phone.size(390, 844)


JOURNEYS = [archivist, exercises, coach, blitz, lobby, correspondence, book_against_player, editor, chinese_text, sideways]


def main():
    with tempfile.TemporaryDirectory(prefix="xq-journeys-") as folder, \
            Server(folder, GAMES, "--lobby", "--keep-studies", os.path.join(folder, "studies.xqdb"), "--keep-games", os.path.join(folder, "kept.xqdb")) as server, \
            Window() as desktop, Window(390, 844) as phone:
        phone.size(390, 844)
        for journey in JOURNEYS:
            if journey.__name__ not in os.environ.get("XQ_JOURNEY", journey.__name__).split(","):
                continue
            begin = time.monotonic()
            journey(server, desktop, phone)
            print(f"{journey.__name__}: {time.monotonic() - begin:.1f} s")
            for page in (desktop, phone):
                same([c for c in page.complaints() if "WebSocket" not in c], [], "errors in the console after " + journey.__name__)
                page.open("about:blank")
    print("passed")


if __name__ == "__main__":
    sys.exit(main())
