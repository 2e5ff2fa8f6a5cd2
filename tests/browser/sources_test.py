"""Several databases and a book in the explorer, in Chromium: a tab each and all together, filters as chips, a book beside a player's games."""
import os
import subprocess
import tempfile

from browser import Server, Window, check, opened, same, shot

GAMES = "".join(f'[Event "五羊杯"]\n[Red "{red}"]\n[Black "吕钦"]\n[RedElo "{elo}"]\n[BlackElo "2500"]\n[Result "{result}"]\n[Date "{year}.05.06"]\n\n1. {move} {result}\n\n'
                for red, elo, result, year, move in [("许银川", 2600, "1-0", 2001, "炮二平五 马8进7"), ("许银川", 2600, "1/2-1/2", 2001, "炮二平五 炮8平5"),
                                                     ("赵国荣", 2400, "0-1", 2003, "相三进五 卒7进1"), ("赵国荣", 2300, "1-0", 2003, "马八进七 卒3进1")])
OTHERS = '[Event "银荔杯"]\n[Red "胡荣华"]\n[Black "柳大华"]\n[Result "1-0"]\n[Date "1990.05.06"]\n\n1. 炮二平五 炮8平5 1-0\n\n' + GAMES.split("\n\n[Event")[0] + "\n\n"


def rows(page):
    return page.js("return [...document.querySelectorAll('#book tbody tr')].map(r => r.textContent)")


def tab(page, name):
    page.js("[...document.querySelectorAll('.sources-tabs button')].find(b => b.textContent === arguments[0]).click()", name)
    page.until(lambda: page.js("return document.querySelector('.sources-tabs [aria-selected=true]').textContent") == name and not page.all("#book.stale"), "the tab " + name)


def total(page, games):
    page.until(lambda: page.js("return document.querySelector('#book tfoot td.n')?.textContent") == str(games), lambda: f"{games} games; {rows(page)}")


def tabs(page, server):
    opened(page, server)
    same(page.js("return [...document.querySelectorAll('.sources-tabs button')].map(b => b.textContent)"), ["games (Book)", "games (Database)", "others", "All together"], "book, databases, all")
    total(page, 4)
    tab(page, "others")
    total(page, 2)
    check("in=others" in page.js("return location.hash"), "the address names the database")
    tab(page, "All together")
    total(page, 5)  # four of the database, and of the two others one is among these; the book's are not added
    page.see("#book .answer .hint", "A book does not tell")
    same(page.js("return document.querySelector('#book thead [data-column=inBook]').textContent"), "Book", "the book's own column")
    same(page.js("return [...document.querySelectorAll('#book tbody tr')].map(r => r.querySelector('.inbook').textContent)"), ["50%", "25%", "25%"], "its shares")
    check("source=all" in page.js("return location.hash"), "the address says all")
    shot(page, "sources")
    page.until(lambda: "胡荣华" in page.js("return document.querySelector('#games').textContent"), "games of the second database")
    page.driver.refresh()
    total(page, 5)
    page.js("[...document.querySelectorAll('#games a')].find(a => a.textContent.includes('胡荣华')).click()")
    page.see("#game-head", "胡荣华")
    opened(page, server, "#source=all&player=胡荣华")
    total(page, 1)
    opened(page, server, "#source=all&player=许银川")  # of both databases
    total(page, 2)
    page.click(".filter summary")
    page.click(".filter input[name=repeats]")
    total(page, 3)
    check("repeats=1" in page.js("return location.hash"), "the address says that all records count")
    page.js("[...document.querySelectorAll('.chip')].find(b => b.textContent.includes('Repeated')).click()")
    total(page, 2)
    page.click(".history summary")
    page.until(lambda: len(page.all(".history .byyear rect")) == 1, "one year")
    opened(page, server, "#source=games&in=games")
    total(page, 4)


def filters(page, server):
    page.click(".filter summary")
    for value, games in [("1/2-1/2", 1), ("1-0", 2)]:
        page.click(f".filter option[value='{value}']")
        total(page, games)
    page.one(".filter input[placeholder='2400']").send_keys("2500\n")
    total(page, 1)
    check("rating=2500" in page.js("return location.hash") and "result=1-0" in page.js("return location.hash"), "filters in the address")
    for name in ("1-0", "2500"):
        page.js("[...document.querySelectorAll('.chip')].find(b => b.textContent.includes(arguments[0])).click()", name)
    total(page, 4)
    opened(page, server, "#event=" + "五羊杯" + "&source=games&in=games")
    total(page, 4)
    opened(page, server, "#event=nowhere&source=games&in=games")
    page.until(lambda: page.all("#book .nothing"), "no game of that event")


def book_against_player(page, server):
    opened(page, server, "#player=许银川")
    page.until(lambda: page.all("#book th button[data-column=inBook]"), "the book's column")
    page.until(lambda: len(rows(page)) == 3, "moves of the player and of the book")
    first = rows(page)[0]
    check("100%" in first and "50%" in first, "炮二平五: all of the player's games, half of the book's: " + first)


def main():
    with tempfile.TemporaryDirectory(prefix="xq-sources-") as folder:
        others = os.path.join(folder, "others")
        with open(others + ".pgn", "w", encoding="utf-8") as out:
            out.write(OTHERS)
        subprocess.run(["xq", "import", "-q", others + ".pgn", "--db", others + ".xqdb"], check=True)
        with Server(folder, GAMES, "--db", others + ".xqdb") as server, Window() as page:
            tabs(page, server)
            filters(page, server)
            book_against_player(page, server)
            same(page.complaints(), [], "errors in the console")
    print("passed")


main()
