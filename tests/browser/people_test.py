"""Names, titles, filters and repeats in the explorer of `xq serve`, and the pages of players and events, in Chromium."""
import tempfile

from browser import Keys, Server, Window, check, opened, same, shot

LINE = "炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1"


def game(red, black, result, event, date, moves):
    return f'[Event "{event}"]\n[Red "{red}"]\n[Black "{black}"]\n[Result "{result}"]\n[Date "{date}"]\n\n{moves} {result}\n\n'


GAMES = (game("胡荣华", "徐天红", "1-0", "五羊杯", "1990.01.06", LINE) + game("胡荣华", "徐天红", "1-0", "五羊杯", "1990.01.06", LINE + " 车二进六") +
         game("徐天红", "吕钦", "1/2-1/2", "五羊杯", "1990.01.07", "兵七进一 炮2平3 炮二平五") + game("吕钦", "胡荣华", "0-1", "五羊杯", "1990.01.08", "炮二平五 炮8平5 马二进三") +
         game("胡荣华", "李来群", "1-0", "银荔杯", "1992.03.08", "相三进五 炮8平5"))


def title(page, text):
    page.until(lambda: page.driver.title == text, lambda: f"the title {text!r}, it is {page.driver.title!r}")


def english(page, server):
    """On an English page moves are WXF and openings English; the title says what is shown."""
    opened(page, server)
    title(page, "xq: openings, games and play")
    page.see("table.book tbody", "C2=5")
    page.click("table.book tbody tr button.move")
    page.see("#opening", "Central Cannon")
    check(not any("一" <= c <= "鿿" for c in page.text("#opening")), "no Chinese name beside the English one")
    page.until(lambda: "Central Cannon" in page.driver.title and page.driver.title.endswith(" · xq"), "the opening in the title")
    opened(page, server, "#game=1")
    title(page, "胡荣华 – 徐天红, 1990 · xq")
    page.see("#moves", "H2+3")
    page.click("#language option[value='zh-Hans']")
    page.see("#moves", "马二进三")
    page.see("#game-head", "中炮")
    page.click("#language option[value='en']")


def filters(page, server):
    """A filter is a chip and a part of the address; a reload and a game that is opened keep it; the chip takes it away."""
    opened(page, server)
    count = lambda: page.text("table.book tfoot td.n")
    page.until(lambda: count() == "5", "all games")
    page.click(".filter summary")
    page.one(".filter input[maxlength='60']").send_keys("徐天红\n")
    page.click(".filter option[value=red]")
    page.until(lambda: count() == "1", "games of 徐天红 as Red")
    same([chip.text for chip in page.all(".chip")], ["Player: 徐天红 ✕", "Side: Red ✕"], "chips")
    check("color=red" in page.js("return location.hash"), "the filter is in the address")
    page.driver.refresh()
    page.until(lambda: page.all("table.book tfoot") and count() == "1", "the same after a reload")
    page.click("#games a")
    page.see("#game-head", "吕钦")
    check("color=red" in page.js("return location.hash"), "the filter is in the address of the game")
    page.driver.back()
    page.until(lambda: len(page.all(".chip")) == 2, "the chips, back from the game")
    page.all(".chip")[1].click()
    page.until(lambda: count() == "3", "games of 徐天红")
    page.driver.back()
    page.until(lambda: count() == "1", "the filter of before")


def sorting(page, server):
    opened(page, server)
    names = lambda: [b.text for b in page.all("table.book button.move")]
    page.until(lambda: names()[:1] == ["C2=5"], "the most played move first")
    page.click("table.book button[data-column=results]")
    page.until(lambda: page.all("th[aria-sort=descending] [data-column=results]"), "sorted by results")
    page.until(lambda: names()[:1] == ["E3+5"], "the move that won all first")
    page.click("table.book button[data-column=results]")
    page.until(lambda: names()[-1:] == ["E3+5"], "the other way round")
    page.click("table.book button[data-column=games]")
    page.until(lambda: names()[:1] == ["C2=5"], "by games again")


def repeats(page, server):
    """Records of one game are one row, unless they are asked for."""
    page.open("about:blank")
    page.open(server.address + "#search&player=徐天红")
    page.until(lambda: len(page.all("table.found tbody tr")) == 2, "two games of 徐天红")
    title(page, "Search, 徐天红 · xq")
    page.click(".searchform input[name=repeats]")
    page.click(".searchform button[type=submit]")
    page.until(lambda: len(page.all("table.found tbody tr")) == 3, "three records")
    page.driver.refresh()
    page.until(lambda: len(page.all("table.found tbody tr")) == 3, "the same after a reload")


def people(page, server):
    """From a game to its player, an opponent, the event with its cross table, and a game again."""
    opened(page, server, "#game=2")
    page.click("#game-head .redname a")
    page.see("#view-people h1", "胡荣华")
    title(page, "胡荣华 · xq")
    page.see("#view-people .hint", "3 games")
    page.see("#view-people", "Openings as Red")
    page.until(lambda: len(page.all(".years .year")) == 2, "columns of years")
    shot(page, "player")
    page.until(lambda: any(a.text == "吕钦" and (a.click() or True) for a in page.all("table.scores a")), "a click on an opponent")
    page.see("#view-people h1", "吕钦")
    page.until(lambda: any(a.text == "五羊杯" and (a.click() or True) for a in page.all("#view-people td a")), "a click on the event")
    page.see("#view-people h1", "五羊杯")
    same(len(page.all("table.cross tbody tr")), 3, "players of the cross table")
    same(page.text("table.cross tbody tr:first-child th"), "胡荣华", "the first of them")
    page.see("table.cross tbody tr:first-child", "2")
    shot(page, "event")
    page.driver.refresh()
    page.see("#view-people h1", "五羊杯")
    page.click("#language option[value='zh-Hant']")
    page.see("#view-people", "循環賽成績表")
    page.click("#language option[value='en']")
    page.click("table.cross td a")
    page.see("#game-head", "五羊杯")
    page.open("about:blank")
    page.open(server.address + "#report=player&name=胡荣华")
    page.click("#view-people .row a:nth-child(1)")
    page.until(lambda: len(page.all(".chip")) == 2, "what the player plays as Red")


def without_a_mouse(page, server):
    """The first key leads past the bar; headings follow each other; fingers find links of 40 pixels."""
    opened(page, server)
    focus = lambda: page.js("const e = document.activeElement; return [e.id || e.tagName, Math.round(e.getBoundingClientRect().height) > 9]")
    page.key(Keys.TAB)
    same(focus(), ["to-content", True], "what the first Tab shows")
    page.key(Keys.ENTER)
    same(focus()[0], "MAIN", "where it leads")
    page.key(Keys.TAB)
    check(page.js("return document.querySelector('main').contains(document.activeElement)"), "the next Tab is within the content")
    page.open("about:blank")
    page.open(server.address + "#report=player&name=胡荣华")
    page.see("#view-people h2", "Sides")
    shown = page.js("return [...document.querySelectorAll('h1, h2, h3')].filter(e => e.checkVisibility()).map(e => +e.tagName[1])")
    check(shown[0] == 1 and all(b <= a + 1 for a, b in zip(shown, shown[1:])), f"headings without gaps: {shown}")
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.size(390, 844)
    low = page.js("return [...document.querySelectorAll('#view-people a')].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 39.5).map(e => e.textContent)")
    same(low, [], "links that are too small for a finger")
    shot(page, "player_on_a_phone")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-people-") as folder, Server(folder, GAMES) as server, Window(notation=None) as page:
        for part in [english, filters, sorting, repeats, people, without_a_mouse]:
            part(page, server)
        same(page.complaints(), [], "errors in the console")
    print("passed")


main()
