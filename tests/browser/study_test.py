"""Whatever is on the board is kept, in Chromium: journeys of readers who paste, comment, mark, draw, leave and come back."""
import subprocess
import tempfile

from browser import Keys, Server, Window, check, click_square, drag, opened, same, shot
from study_pages import comment, comment_field, control, drag_row, paste, pgn, to_move

GAMES = ('[Event "五羊杯"]\n[Red "许银川"]\n[Black "吕钦"]\n[Result "1-0"]\n[Date "2001.05.06"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 1-0\n\n'
         '[Event "银荔杯"]\n[Red "胡荣华"]\n[Black "柳大华"]\n[Result "1/2-1/2"]\n[Date "2002.05.06"]\n\n1. 兵七进一 炮2平3 1/2-1/2\n\n')
PASTED = ('[Red "甲"]\n[Black "乙"]\n\n{开局} 1. 炮二平五 {[%csl Gh2][%cal Rh2e2,Bh9g7] 当头炮} 马8进7 ( 炮8平5 2. 马二进三 {还架} ) 2. 马二进三 $4 车9平8 *\n\n')


def pasted_game(page, server):
    """A game is pasted, two moves are commented, one is marked, an arrow drawn; reload, language, search and back lose nothing."""
    opened(page, server)
    paste(page, PASTED)
    page.see("#moves", "炮８平５")
    page.see("#moves", "开局")
    check("study=" in page.js("return location.hash"), "the study is in the address")
    to_move(page, 1)
    page.until(lambda: page.all(".drawn .ring.green") and page.all(".drawn .arrow.red") and page.all(".drawn .arrow.blue"), "arrows and ring of the record")
    check("%cal" not in page.text("#moves"), "drawings are no words")
    to_move(page, 2)
    comment(page, "屏风马的起步")
    page.see("#moves", "屏风马的起步")
    to_move(page, 3)
    comment(page, "正着")
    page.click(".nag.m1:nth-child(2)")
    page.until(lambda: page.all("#moves .mv.at .mark.m1"), "the mark of the move")
    page.until(lambda: not page.all("#moves .mv.at .mark.m4"), "the mark of the record replaced")
    drag(page, "h0", "g2", button=2)
    page.until(lambda: page.all(".drawn .arrow.green"), "an arrow")
    shot(page, "study")

    def all_there(when):
        for words in ["开局", "当头炮", "屏风马的起步", "正着", "还架", "炮８平５"]:
            page.see("#moves", words)
        page.until(lambda: page.all(".drawn .arrow.green"), "the arrow, " + when)
        page.until(lambda: page.all("#moves .mv.at .mark.m1"), "the mark, " + when)
        page.see("#game-head", "甲")
    page.driver.refresh()
    all_there("after a reload")
    page.click("#language option[value='zh-Hans']")
    all_there("in another language")
    page.click("#language option[value='en']")
    page.click("#to-search")
    page.one(".searchform input[name=player]").send_keys("许银川\n")
    page.click("table.found tbody tr a")
    page.see("#game-head", "许银川")
    page.driver.back()
    page.see("#view-search:not([hidden]) .count", "1")
    page.driver.back()
    page.driver.back()
    all_there("after a search")
    text = pgn(page)
    for part in ["甲", "开局", "当头炮", "屏风马的起步", "正着", "$1", "[%cal Gh0g2]", "[%csl Gh2]", "还架", "炮８平５"]:
        check(part in text, f"{part} in the PGN:\n{text}")
    return text


def read_by_command_line(page, text):
    """What was copied is read by the tools, and by the page again."""
    with tempfile.NamedTemporaryFile("w", suffix=".pgn", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        out = subprocess.run(["xq", "convert", file.name, "--to", "pgn"], check=True, capture_output=True, text=True).stdout
        for part in ["屏风马的起步", "[%cal Gh0g2]", "炮８平５"]:
            check(part in out, f"{part} in what xq convert writes:\n{out}")
    before = page.js("return location.hash")
    paste(page, text)
    page.until(lambda: page.js("return location.hash") != before, "another study")
    page.see("#moves", "屏风马的起步")
    same(pgn(page), text, "the PGN of what was read again")


def variations(page, server):
    """A variation is made the main line, deleted, and each step taken back and made again."""
    opened(page, server)
    paste(page, PASTED)
    page.see("#moves", "炮８平５")
    page.click("#moves .variation .mv")
    page.see("#status", "炮８平５")
    main_line = lambda: [e.text for e in page.all("#moves > .moves > button.mv")]
    page.click("button[aria-label^='Make this']")
    page.until(lambda: main_line()[:2] == ["炮二平五", "炮８平５"], "the variation as the main line")
    control(page, "z")
    page.until(lambda: main_line()[1:2] == ["马８进７"], "the main line of before")
    control(page, "y")
    page.until(lambda: main_line()[1:2] == ["炮８平５"], "the variation again")
    page.click("button[aria-label='Delete from here']")
    page.until(lambda: "炮８平５" not in page.text("#moves"), "the variation deleted")
    page.driver.refresh()
    page.see("#moves", "马８进７")
    check("炮８平５" not in page.text("#moves"), "what was deleted stays so")


def own_moves(page, server):
    """Moves tried on the start board stay over a reload, with their variations; a new board keeps them as a study."""
    opened(page, server)
    click_square(page, "h2")
    click_square(page, "e2")
    page.see("#status", "炮二平五")
    page.until(lambda: page.all("#legal-moves option"), "an answer about the position")
    page.key(Keys.ARROW_LEFT)
    page.until(lambda: page.all("#legal-moves option[value='兵七进一']"), "legal moves at the start")
    page.one("#move-input").send_keys("兵七进一\n")
    page.see("#moves", "兵七进一")
    page.driver.refresh()
    page.see("#moves", "炮二平五")
    page.see("#moves .variation", "兵七进一")
    page.click(".linetools button[aria-label^='New board']")
    page.see("#moves", "Play a move")
    page.click("#to-kept")
    page.see("#dialog .kept", "From the start position")
    page.click("#dialog .kept li a")
    page.see("#moves .variation", "兵七进一")


def database_game(page, server):
    """A game of the database is commented here; the database has it as it was."""
    opened(page, server, "#game=1")
    to_move(page, 1)
    comment(page, "my own words")
    page.see("#changed", "You have changed")
    page.driver.refresh()
    page.see("#moves", "my own words")
    page.see("#game-head", "五羊杯")
    page.click("#changed button")
    page.until(lambda: "my own words" not in page.text("#moves"), "the game as it was")
    page.driver.refresh()
    page.see("#moves", "车９平８")
    check("my own words" not in page.text("#moves"), "the comment forgotten")


def step_while_writing(page, server):
    """A step back by its button takes the last change back, not the words that are being written."""
    opened(page, server)
    paste(page, PASTED)
    to_move(page, 1)
    comment(page, "中炮")
    to_move(page, 2)
    comment_field(page).send_keys("屏风马")
    page.click(".linetools button[aria-label^='Undo']")
    page.see("#moves", "当头炮")
    same(page.one("#moves textarea.comment").get_attribute("value"), "屏风马", "the words that are being written")
    page.one("#moves textarea.comment").send_keys(Keys.CONTROL, Keys.ENTER)
    page.see("#moves .human", "")
    page.see("#moves", "屏风马")


def whole_file(page, server):
    """All games of a file are kept; one is deleted; the rest saved together."""
    opened(page, server)
    page.js("localStorage.clear()")
    page.driver.refresh()
    page.until(lambda: page.all("#legal-moves option"), "an answer about the position")
    paste(page, GAMES)
    page.click("#dialog .keep-all")
    page.see("#game-head", "许银川")
    page.click("#to-kept")
    page.until(lambda: len(page.all("#dialog .kept li")) == 2, "two games that are kept")
    shot(page, "kept")
    page.js("""window.saved = ''; URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return '#'; }""")
    page.click("#dialog .save-all")
    text = page.until(lambda: page.js("return window.saved"), "a file of both")
    check("许银川" in text and "胡荣华" in text, "both games in the file")
    page.click("#to-kept") if not page.all("#dialog[open]") else None
    names = lambda: page.js("return [...document.querySelectorAll('#dialog .kept b')].map(b => b.textContent)")
    before = names()
    drag_row(page, "#dialog .kept li", 1, 0)
    same(names(), before[::-1], "the order after a row was dragged")
    page.js("window.saved = ''")
    page.click("#dialog .save-all")
    text = page.until(lambda: page.js("return window.saved"), "the file again")
    same(text.index("许银川") > text.index("胡荣华"), "许银川" in before[0], "the order in the file is that of the list")
    page.click("#dialog .close")
    page.click("#to-kept")
    same(names(), before[::-1], "the order stays")
    page.js("document.querySelectorAll('#dialog .grip')[0].focus()")
    page.key(Keys.ARROW_DOWN)
    same(names(), before, "the order after a key")
    page.click("#dialog .kept li:nth-child(2) .forget")
    page.click("#dialog .kept li:nth-child(2) .forget")
    page.until(lambda: len(page.all("#dialog .kept li")) == 1, "one game left")


def link_for_others(page, server):
    """The link of a study leads others to the position."""
    opened(page, server)
    paste(page, PASTED)
    page.see("#moves", "炮８平５")
    to_move(page, 3)
    page.see("#status", "马二进三")
    page.js("navigator.clipboard.writeText = async text => { window.copied = text; }; window.copied = ''")
    page.click("#exports button[data-text=copyLink]")
    link = page.until(lambda: page.js("return window.copied"), "the link")
    own = page.js("return location.href")
    with Window() as other:
        for address in [link, own]:
            other.open("about:blank")
            other.open(address)
            other.see("#status", "马二进三")


def on_a_phone(page, server):
    """A game is pasted on a phone, a move commented by the button and marked; nothing is wider than the screen, a reload keeps it."""
    page.size(390, 844)
    opened(page, server)
    paste(page, PASTED)
    page.see("#moves", "炮８平５")
    page.all("#moves > .moves > button.mv")[2].click()
    page.see("#status", "马二进三")
    page.click(".linetools button[aria-label=Comment]")
    page.one("#moves textarea.comment").send_keys("on the phone")
    page.click(".nag.m2")  # while the comment is being written
    same(page.one("#moves textarea.comment").get_attribute("value"), "on the phone", "the comment that is being written")
    page.click("#status")
    page.until(lambda: not page.all("#moves textarea"), "the field closed")
    shot(page, "phone")
    wide = page.js("return document.documentElement.scrollWidth - innerWidth")
    check(wide <= 0, f"{wide} pixels too wide")
    page.driver.refresh()
    page.see("#moves", "on the phone")
    page.see("#moves .mv.at", "?!")
    page.size(1280, 900)


def signs(page, server):
    """Signs that other programs know are shown beside their moves, and stay."""
    opened(page, server)
    paste(page, "1. 炮二平五! $16 马8进7 $7 *")
    page.until(lambda: [m.text for m in page.all("#moves button.mv .mark")] == ["!", "±", "□"], "the signs")
    to_move(page, 1)
    page.click("#tools .nag:nth-child(5)")
    page.until(lambda: [m.text for m in page.all("#moves button.mv .mark")] == ["?", "±", "□"], "another mark")
    check("$16" in pgn(page), "the sign in the PGN")


def two_tabs(page, server):
    """Another tab of the same study shows what is written in this one."""
    opened(page, server)
    paste(page, PASTED)
    page.see("#moves", "炮８平５")
    place, first = page.js("return location.href"), page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.open(place)
    page.see("#moves", "炮８平５")
    to_move(page, 3)
    page.see("#status", "马二进三")
    comment(page, "from the other tab")
    page.driver.switch_to.window(first)
    page.see("#moves", "from the other tab")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-study-") as folder, Server(folder, GAMES) as server, Window() as page:
        text = pasted_game(page, server)
        read_by_command_line(page, text)
        for part in [variations, own_moves, database_game, step_while_writing, whole_file, link_for_others, on_a_phone, signs, two_tabs]:
            part(page, server)
        same(page.complaints(), [], "errors in the console")
    print("passed")


main()
