"""The explorer of `xq serve` in Chromium: walking, board, languages, search, games, pasting, hostile names."""
import sys
import tempfile

from browser import Keys, Server, Window, check, click_square, drag, same

LINE = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9 车二平三 炮9退1 马八进七 士4进5 炮八平九 炮9平7 车三平四 马7进8 车九平八 车1平2".split()
HOSTILE = "<img src=x onerror=document.title='bad'><script>document.title='bad'</script>"
VIOLATIONS = """window.violations = []; document.addEventListener('securitypolicyviolation', e => window.violations.push(e.violatedDirective + ' ' + e.blockedURI));"""


def movetext(moves):
    return " ".join((f"{i // 2 + 1}. " if i % 2 == 0 else "") + m for i, m in enumerate(moves))


def game(red, black, result, event, moves, comment=""):
    return (f'[Event "{event}"]\n[Red "{red}"]\n[Black "{black}"]\n[Result "{result}"]\n[Date "2001.05.06"]\n\n'
            f'{movetext(moves)} {comment} {result}\n\n')


GAMES = (game("许银川", "吕钦", "1-0", "五羊杯", LINE) + game("胡荣华", "柳大华", "1/2-1/2", "银荔杯", LINE[:12]) +
         game("趙鑫鑫", "王天一", "0-1", "象甲", ["兵七进一", "卒7进1", "炮二平三", "炮8平5"]) +
         game(HOSTILE, HOSTILE, "1-0", HOSTILE, ["仕四进五", "士4进5"], "{" + HOSTILE + "}") +
         '[Event "评注"]\n[Red "甲"]\n[Black "乙"]\n[Result "*"]\n\n1. 炮二平五 {[%eval +0.35,12]} 马8进7 {[%eval +0.40,12] 正着} '
         '( 炮8平5 {[%eval +0.60,12]} 2. 马二进三 ) 2. 马二进三 {[%eval -0.80,12]} $4 车9平8 *\n\n')


def ply(page):
    return page.js("return (new URLSearchParams(location.hash.slice(1)).get('moves') || '').split(',').filter(Boolean).length")


def at(page, number):
    page.until(lambda: ply(page) == number, lambda: f"ply {number}, it is {ply(page)}")


def first_page(page, server):
    page.open(server.address)
    page.see("table.book tbody tr", "炮二平五")
    facts = page.js("""const all = [...performance.getEntriesByType('resource'), performance.getEntriesByType('navigation')[0]];
      return [all.reduce((n, e) => n + e.transferSize, 0), Math.max(...all.map(e => e.responseEnd)), all.map(e => new URL(e.name).host)]""")
    print(f"first page: {facts[0] / 1000:.0f} kB, last answer after {facts[1]:.0f} ms")
    check(facts[0] < 400e3, f"first page in less than 400 kB: {facts[0]}")
    same(set(facts[2]), {server.address.split("/")[2]}, "hosts that are asked")


def walk(page):
    for number in range(1, 21):
        page.see(".answer:first-child, #book:not(.stale) .answer", "Σ")
        page.until(lambda: not page.all("#book.stale"), "the table of this position")
        page.click("table.book tbody tr:first-child button.move")
        at(page, number)
    page.see("#status", "10… 车１平２")
    page.key(Keys.HOME)
    at(page, 0)
    for number in range(1, 21):
        page.key(Keys.ARROW_RIGHT)
        at(page, number)
    page.key(Keys.ARROW_LEFT)
    at(page, 19)
    page.key(Keys.END)
    at(page, 20)
    page.key(Keys.HOME)
    at(page, 0)
    page.until(lambda: page.all("table.book tbody tr") and not page.all("#book.stale"), "the first table")
    page.js("document.activeElement.blur()")
    page.key(Keys.SPACE)
    at(page, 1)
    check(page.all(".moves .mv.at[aria-current]"), "the move is marked in the list")


def board(page, server):
    page.open("about:blank")
    page.open(server.address)
    page.see("table.book tbody tr", "炮二平五")  # the board keeps its place from here on
    legal = lambda: page.until(lambda: len(page.all("#legal-moves option")) > 20, "legal moves")
    legal()
    click_square(page, "h2")
    page.until(lambda: page.all(".hints .target"), "places for the cannon")
    same(len(page.all(".hints .target")), 11, "places for the cannon")
    same(len(page.all(".hints .capture")), 1, "captures of the cannon")
    click_square(page, "e2")
    at(page, 1)
    legal()
    drag(page, "h9", "h7")  # no horse goes there
    at(page, 1)
    drag(page, "h9", "g7")
    at(page, 2)
    legal()
    page.one("#move-input").send_keys("H2+3\n")
    at(page, 3)
    page.driver.back()
    at(page, 2)
    page.key("f")
    page.js("document.activeElement.blur()")
    page.key("f")
    page.until(lambda: page.js("return localStorage.xq.includes('\"flipped\":\"yes\"')"), "a board that is flipped")
    legal()
    click_square(page, "h0")
    click_square(page, "g2")
    at(page, 3)
    page.key("f")
    page.until(lambda: page.all(".arrows .arrow"), "arrows for the moves of the book")
    same(page.text("#opening")[:1] in "ABCDE", True, "the code of the opening")


def choose(page, name, value):
    page.click("#to-settings")
    page.click(f"#setting-{name} option[value='{value}']")
    page.click("#dialog .close")


def languages(page):
    choose(page, "notation", "auto")
    for value, text in [("zh-Hant", "黑方行棋"), ("zh-Hans", "黑方行棋"), ("en", "Black to move")]:
        page.click(f"#language option[value='{value}']")
        page.see("#status", text)
        same(page.js("return document.documentElement.lang"), value, "language of the page")
    page.click("#language option[value='zh-Hant']")
    page.see("#moves", "馬二進三")
    page.click("#to-settings")
    page.click("#setting-notation option[value='uci']")
    page.see("#moves", "h0g2")
    page.click("#setting-notation option[value='auto']")
    page.see("#moves", "馬二進三")
    page.click("#setting-pieces option[value='simplified']")
    same(page.js("return document.querySelector('#pK text').textContent"), "帅", "the red king")
    page.click("#setting-pieces option[value='auto']")
    page.click("#dialog .close")
    page.click("#language option[value='en']")
    page.see("#moves", "H2+3")
    choose(page, "notation", "chinese")
    page.js("document.activeElement.blur()")  # letters chose in the list of languages
    page.key("?")
    page.see("#dialog", "Home End")
    page.key(Keys.ESCAPE)
    page.until(lambda: not page.all("#dialog[open]"), "the dialogue closed")


def search(page):
    page.key("/")
    page.one(".searchform input[name=player]").send_keys("許銀川\n")
    page.see("table.found tbody", "吕钦")
    same(len(page.all("table.found tbody tr")), 1, "games of 许银川")
    page.click("table.found tbody tr a")
    page.see("#game-head", "五羊杯")
    page.key(Keys.END)
    page.see("#status", "10… 车１平２")
    page.key(Keys.HOME)
    page.key(Keys.ARROW_RIGHT)
    page.see("#status", "1. 炮二平五")
    page.driver.back()
    page.see("#view-search:not([hidden]) table.found tbody", "吕钦")


def search_for_board(page, server):
    """By hand: moves on the board, a search for where they lead, a game that was found."""
    page.open("about:blank")
    page.open(server.address)
    page.until(lambda: len(page.all("#legal-moves option")) > 20, "legal moves")
    click_square(page, "h2")
    click_square(page, "e2")
    at(page, 1)
    page.until(lambda: page.all("#legal-moves option"), "legal moves")
    drag(page, "h9", "g7")
    at(page, 2)
    page.click("#to-search")
    page.click(".searchform input[name=here]")
    page.click(".searchform button[type=submit]")
    page.see("table.found tbody", "吕钦")
    check(page.all("#view-play[hidden]"), "no game room")
    check(page.one(".searchform input[name=here]").is_selected(), "the position stays chosen")
    page.until(lambda: len(page.all("table.found tbody tr")) == 3, "the games that came here")
    page.click("table.found tbody tr a")
    page.see("#game-head", "五羊杯")
    page.see("#status", "1… 马８进７")
    page.driver.back()
    page.see("table.found tbody", "吕钦")
    page.driver.refresh()
    page.see("table.found tbody", "吕钦")


def verdict(page, server):
    """A repetition is judged beneath the moves: at its end, by the rules that are chosen, with what each move is, in three languages."""
    figure = "fen=1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1_w"  # 象棋竞赛规则 2020, figure 2
    page.open("about:blank")
    page.open(f"{server.address}#{figure}&moves=" + ",".join(["h6i4", "i9h9", "i4h6", "h9i9"] * 3))
    page.see("#verdict .why", "Draw: ")
    page.see("#verdict", "6… 车８平９")
    page.click("#rules option[value='cxa']")
    page.see("#verdict .why", "Black wins: perpetual chase must change or loses")
    check(not page.all("#verdict details[open]"), "the moves of the round are folded up")
    page.click("#verdict summary")
    acts = page.until(lambda: [e.text for e in page.all("#verdict .acts li")], "the moves of the round")
    same(len(acts), 4, "moves of the round")
    same(acts[0].split(), "5. 马二退一 chases the rook i9 with the cannon i2 24.3 then 炮一进七".split(), "the first of them")
    same(acts[1].split(), "5… 车９平８ idle 24.8".split(), "the second of them")
    page.click("#verdict .acts li:nth-child(2) button")
    at(page, 10)
    page.see("#verdict .why", "Black wins")  # of the end of the moves still
    page.key(Keys.HOME)
    at(page, 0)
    page.see("#verdict .why", "Black wins")
    for value, words, what in [("zh-Hant", "黑勝", "閒著"), ("zh-Hans", "黑胜", "闲着"), ("en", "Black wins", "idle")]:
        page.click(f"#language option[value='{value}']")
        page.see("#verdict .why", words)
        page.see("#verdict .acts li:nth-child(2) .what", what)
    page.click("#rules option[value='wxf']")
    page.see("#verdict .why", "Draw: ")
    page.js("document.activeElement.blur()")
    page.js("localStorage.clear()")  # the moves behind are kept
    page.open("about:blank")
    page.open(f"{server.address}#{figure}&moves=h6i4,i9h9,i4h6")
    page.see("#status", "2. 马一进二")
    page.until(lambda: page.all("#legal-moves option"), "an answer about the position")
    same(page.all("#verdict *"), [], "a verdict where nothing is repeated")


def no_position(page, server):
    """An address that is no position: it is said, and the start position stands there."""
    for place in ["#fen=garbage", "#fen=9/9/9/9/9/9/9/9/9/9_w", "#moves=a0a9"]:
        page.open("about:blank")
        page.open(server.address + place)
        page.until(lambda: page.all("#notice:not([hidden])"), "what is wrong with " + place)
        same(page.js("return document.querySelectorAll('#board-place .pieces use').length"), 32, "men of the start position")
        page.see("#status", "Red to move")
    page.js("location.hash = 'fen=garbage'")  # in a page that shows something
    page.until(lambda: page.js("return location.hash") == "", "the address of the start position")


def value_bar(page, server):
    """A filter that no game passes leaves no value of other games."""
    page.open("about:blank")
    page.open(server.address)
    page.see("table.book tbody tr", "炮二平五")
    page.js("window.fetched = window.fetch; window.fetch = async url => { const r = await window.fetched(url); if (!url.startsWith('/explorer')) return r;"
            " const body = await r.json(); body.moves.forEach(m => { m.score = 50; }); return new Response(JSON.stringify(body)); }")
    page.click(".filter summary")
    page.one(".filter input[maxlength='7']").send_keys("1990\n")
    page.until(lambda: page.text(".valuebar .value"), "a value of the book")
    page.one(".filter input[maxlength='60']").send_keys("nobody\n")
    page.see(".answer", "No game")
    page.until(lambda: not page.text(".valuebar .value"), "the value gone")


def more_filters(page):
    page.click("#to-search")
    page.one(".searchform input[name=comment]").send_keys("正着\n")
    page.see("table.found tbody", "乙")
    same(len(page.all("table.found tbody tr")), 1, "games with the word in a comment")
    summary = page.one(".searchform summary")
    check(not page.all(".searchform details[open]"), "the other filters are folded up")
    summary.send_keys(Keys.ENTER)
    page.until(lambda: page.all(".searchform details[open]"), "the other filters")
    page.one(".searchform input[name=comment]").clear()
    page.one(".searchform input[name=max-plies]").send_keys("4\n")
    page.until(lambda: len(page.all("table.found tbody tr")) == 3, "short games")
    check(page.all(".searchform details[open]"), "the other filters stay")
    page.one(".searchform input[name=max-plies]").clear()
    page.one(".searchform input[name=manoeuvre]").send_keys("车一平二,车二进六\n")
    page.see("table.found tbody", "柳大华")
    page.click("table.found tbody tr a")
    page.see("#status", "5. 车二进六")
    page.driver.back()
    page.see("#view-search:not([hidden]) .count", "2")


def sorting(page):
    page.click("#to-search")
    page.one(".searchform input[name=until]").send_keys("2020\n")
    names = lambda: [td.text for td in page.all("table.found tbody td:first-child")]
    page.until(lambda: len(names()) == 4, "the dated games")
    unsorted = names()
    for order, expected in [("descending", 20), ("ascending", 2)]:
        page.js("document.querySelector('button.sort[data-sort=plies]').focus()")
        page.driver.switch_to.active_element.send_keys(Keys.ENTER)
        page.until(lambda: page.all(f"table.found th[aria-sort={order}] button[data-sort=plies]"), f"{order} order")
        page.until(lambda: page.all("table.found tbody tr") and page.text("table.found tbody tr td:last-child") == str(expected), f"{expected} plies first")
        same(page.js("return document.activeElement.dataset.sort"), "plies", "the heading that has the focus")
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda: not page.all("table.found th[aria-sort]") and names() == unsorted, "the first order")


def annotated(page):
    page.click("#to-search")
    field = page.one(".searchform input[name=event]")
    field.send_keys("评注\n")
    page.see("table.found tbody", "乙")
    page.click("table.found tbody tr a")
    page.see("#moves", "炮８平５")
    page.see("#moves", "正着")
    check(page.one("#curve svg"), "a curve")
    page.key(Keys.END)
    page.see("#status", "2… 车９平８")
    page.until(lambda: not page.all("#book.stale"), "the table of this position, whose height moves what is below it")
    page.click("#moves .variation .mv")
    page.see("#status", "1… 炮８平５")


def judged(page):
    """Values and marks that xq annotate --db left in the database."""
    page.click("#to-search")
    page.one(".searchform input[name=event]").send_keys("银荔杯\n")
    page.see("table.found tbody", "柳大华")
    page.click("table.found tbody tr a")
    page.see("#game-head", "银荔杯")
    check(page.one("#curve svg"), "a curve")
    page.see("#moves .val", ".")
    page.until(lambda: page.all("#moves .mark"), "a mark")


def exchange(page):
    paste = """const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));"""
    page.js(paste, "4k4/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1")
    page.until(lambda: page.js("return document.querySelectorAll('#board-place .pieces use').length") == 3, "three men")
    check("fen=" in page.js("return location.hash"), "the position is in the address")
    page.js(paste, '[Red "A"]\n[Black "B"]\n\n1. C2=5 H8+7 2. H2+3 *')
    page.see("#game-head", "B")
    page.see("#moves", "马二进三")
    page.js("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.click("#exports button[data-text=copyPgn]")
    page.until(lambda: '[Red "A"]' in (page.js("return window.copied") or ""), "PGN of the game")


def hostile(page):
    page.click("#to-search")
    page.one(".searchform input[name=event]").send_keys("<img\n")
    page.see("table.found tbody", HOSTILE)
    page.click("table.found tbody tr a")
    page.see("#game-head", HOSTILE)
    page.see("#plate-below", HOSTILE)
    page.see("#moves", HOSTILE)
    page.key(Keys.ARROW_RIGHT)
    page.see("#games", HOSTILE)
    same(page.all("main img, main script"), [], "elements from a game")
    check(page.driver.title != "bad", "no script of a game has run")


def phone(page, server):
    page.size(390, 844)
    for place in ["", "#search&player=许", "#search&player=许&max-plies=99", "#moves=h2e2,h9g7"]:
        page.open("about:blank")
        page.open(server.address + place)
        page.see("main", "许" if "search" in place else "Σ")
        wide = page.js("return document.documentElement.scrollWidth - innerWidth")
        check(wide <= 0, f"{place or 'the first page'} fits into 390 pixels, {wide} too wide")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-explorer-") as folder, Server(folder, GAMES, judge=2) as server, Window() as page:
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": VIOLATIONS})
        violations = []
        for part in [first_page, walk, board, languages, search, search_for_board, more_filters, sorting, annotated, judged, exchange, hostile, value_bar, verdict, phone]:
            part(*[page, server][:part.__code__.co_argcount])
            violations += page.js("return window.violations") or []
        same(violations, [], "violations of the content security policy")
        same(page.complaints(), [], "errors in the console")
        no_position(page, server)  # where refusals are in the console
    print("passed")


if __name__ == "__main__":
    sys.exit(main())
