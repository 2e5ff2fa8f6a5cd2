"""The report of `xq annotate`, opened from a file: table, search in both scripts, a game, keys, languages, phone."""
import os
import subprocess
import sys
import tempfile
import time

from browser import Keys, Window, check, same

GAMES = """[Event "银荔杯"]
[Red "许银川"]
[Black "吕钦"]
[Result "1-0"]
[Date "1999.12.15"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 炮8平9 4. 帅五进一 卒3进1 1-0

[Event "<script>document.title='bad'</script>"]
[Red "<img src=x onerror=document.title='bad'>"]
[Black "趙鑫鑫"]
[Result "0-1"]

1. 兵七进一 卒7进1 {</script><b>words</b>} 0-1
"""


def make_report(folder, language):
    games, report = os.path.join(folder, "games.pgn"), os.path.join(folder, "report.html")
    with open(games, "w", encoding="utf-8") as out:
        out.write(GAMES)
    subprocess.run(["xq", "--lang", language, "annotate", "-q", games, "--nodes", "3000", "--report", report, "-o",
                    os.path.join(folder, "out.pgn")], check=True)
    return "file://" + report


def search(page):
    def rows(text):
        field = page.one("#search")
        field.clear()
        field.send_keys(text)
        return [r.text for r in page.all("table.games tbody tr")]
    same(len(rows("")), 2, "games without a filter")
    for text in ["许银川", "許銀川", "银荔杯 许", "銀荔杯", "吕钦"]:
        found = rows(text)
        same(len(found), 1, "games for " + text)
        check("许银川" in found[0], "the game of 许银川 for " + text)
    check("趙鑫鑫" in rows("赵鑫鑫")[0], "a traditional name is found by simplified words")
    same(len(rows("nobody")), 0, "games of nobody")
    rows("")


def walk(page):
    page.open(page.driver.current_url.split("#")[0] + "#g1")
    page.see(".now", "Start")
    first = lambda: page.js("return document.querySelector('.boardbox .pieces use[href=\"#pK\"]').style.transform")
    below = first()
    page.key(Keys.ARROW_RIGHT)
    page.see(".now", "1. 炮二平五")
    page.key(Keys.END)
    page.see(".now", "4… 卒３进１")
    page.key(Keys.HOME)
    page.see(".now", "Start")
    page.key("f")
    page.until(lambda: first() != below, "the king on the other side")
    page.key("f")
    page.until(lambda: first() == below, "the king back")
    page.click(".moves button.mv:nth-of-type(3)")
    page.see(".now", "2. 马二进三")
    check(page.all(".critical .moment"), "a move that exposes the king is a critical moment")
    check(page.all(".valuebar .share"), "an evaluation bar")
    order = page.js("const y = s => document.querySelector(s).getBoundingClientRect().top; return y('.critical') < y('.sheet')")
    check(order, "critical moments stand before the curve")
    page.js("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.click(".copies button:nth-child(1)")
    page.until(lambda: page.js("return window.copied") ==
               "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 0 2"
               or "/1C2C1N2/9/RNBAKAB1R b - - 0 2" in (page.js("return window.copied") or ""), "the FEN of the position")
    page.click(".copies button:nth-child(2)")
    page.until(lambda: "1. H2-E2 H9-G7" in page.js("return window.copied") and '[Red "许银川"]' in page.js("return window.copied"), "the PGN")


def choose(page, name, value):
    page.click(f"#setting-{name} option[value='{value}']")


def languages(page):
    choose(page, "language", "zh-Hant")
    page.see(".critical h3", "關鍵著法")
    page.see(".moves", "馬二進三")
    choose(page, "notation", "wxf")
    page.see(".moves", "C2=5")
    choose(page, "pieces", "letters")
    same(page.js("return document.querySelector('#pN text').textContent"), "H", "the face of a horse")
    choose(page, "language", "zh-Hans")
    page.see(".critical h3", "关键着法")
    choose(page, "theme", "dark")
    dark = page.js("return getComputedStyle(document.body).backgroundColor")
    choose(page, "theme", "light")
    check(page.js("return getComputedStyle(document.body).backgroundColor") != dark, "dark and light differ")
    for name in ["language", "notation", "pieces", "theme"]:
        choose(page, name, "auto")


def hostile(page):
    page.open(page.driver.current_url.split("#")[0] + "#g2")
    page.see(".moves", "</script><b>words</b>")
    page.see("h2", "<img src=x")
    check(not page.all("main img, main b > b, main script"), "no element comes from a game")
    check(page.driver.title != "bad", "no script of a game has run")


def layout(page):
    for width, height in [(1280, 900), (390, 844)]:
        page.size(width, height)
        for place in ["", "#g1-4"]:
            page.open("about:blank")
            page.open(page.home + place)
            page.one("table.games, .game")
            wide = page.js("return document.documentElement.scrollWidth - innerWidth")
            check(wide <= 0, f"{place or 'the table'} fits into {width} pixels")
    overlaps = page.js("""
      const boxes = [...document.querySelectorAll('h2, h3, .caption, .now, .facts')].map(e => [e, e.getBoundingClientRect()]);
      return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([b, q]) => p.width && q.width && !a.contains(b) && !b.contains(a) &&
        p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1).map(([b]) => a.textContent + ' / ' + b.textContent));""")
    same(overlaps, [], "captions over headings")


def many_games(page, folder):
    """2,000 games stay small and open in a second."""
    source = open(page.home[len("file://"):], encoding="utf-8").read()
    head, rest = source.split('id="games">\n')
    line, foot = rest.split("\n")[0], rest[rest.index("</script>"):]
    path = os.path.join(folder, "many.html")
    with open(path, "w", encoding="utf-8") as out:
        out.write(head + 'id="games">\n')
        out.writelines(f"[{i}," + line.split(",", 1)[1] + "\n" for i in range(1, 2001))
        out.write(foot)
    check(os.path.getsize(path) < 10e6, "2,000 games are less than 10 MB")
    begin = time.monotonic()
    page.open("file://" + path)
    page.see(".count", "2000")
    print(f"2,000 games: {os.path.getsize(path) / 1e6:.1f} MB, opened in {time.monotonic() - begin:.2f} s")
    took = page.js("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    check(took < 5000, f"2,000 games open soon ({took:.0f} ms)")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-report-") as folder, Window(notation=None) as page:
        page.home = make_report(folder, "en")
        page.open(page.home)
        search(page)
        walk(page)
        languages(page)
        hostile(page)
        layout(page)
        many_games(page, folder)
        same(page.complaints(), [], "errors in the console")
        requests = page.js("return performance.getEntriesByType('resource').map(e => e.name)")
        same(requests, [], "requests to anywhere")
    print("passed")


if __name__ == "__main__":
    sys.exit(main())
