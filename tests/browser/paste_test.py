"""The paste box of `xq serve` in Chromium: what people paste is read as it is meant, and what is no game gets advice."""
import tempfile

from browser import Server, Window, check, same, shot

GAMES = '[Red "甲"]\n[Black "乙"]\n\n1. 炮二平五 马8进7 *\n\n'
CODE = ("[DhtmlXQ]\n[DhtmlXQ_title]五羊杯[/DhtmlXQ_title]\n[DhtmlXQ_redname]丙[/DhtmlXQ_redname]\n[DhtmlXQ_binit][/DhtmlXQ_binit]\n"
        "[DhtmlXQ_movelist]7747706279678070[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n")


def paste(page, text):
    page.click("#to-open")
    area = page.one("#dialog textarea")
    page.js("arguments[0].value = arguments[1]", area, text)
    page.click("#dialog button[type=submit]")


def closed(page):
    page.until(lambda: not page.all("#dialog[open] textarea"), "the box is closed")


def shows(page, *moves):
    closed(page)
    for move in moves:
        page.see("#moves", move)


def main():
    with tempfile.TemporaryDirectory(prefix="xq-paste-") as folder, Server(folder, GAMES) as server, Window() as page:
        page.open(server.address)
        page.see("table.book tbody tr", "炮二平五")

        paste(page, "① 炮二平五，马8进7\n② 马二进三，车9平8\n")  # out of a chat
        shows(page, "炮二平五", "车９平８")
        shot(page, "chat")

        paste(page, CODE)
        shows(page, "马二进三", "车９平８")
        page.see("#game-head", "丙")
        shot(page, "code")

        paste(page, "position startpos moves c3c4 g6g5 h2e2\n")
        shows(page, "兵七进一", "卒７进１", "炮二平五")
        shot(page, "uci")

        paste(page, "第1局：炮二平五 马8进7\n第2局：兵七进一 炮2平3\n")  # a list to choose from
        page.until(lambda: len(page.all("#dialog .choice button")) == 2, "two games to choose from")
        page.see("#dialog .choice", "第2局")
        shot(page, "two")
        page.all("#dialog .choice button")[1].click()
        shows(page, "兵七进一", "炮２平３")

        paste(page, "4k4/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1")
        closed(page)
        page.until(lambda: page.js("return document.querySelectorAll('#board-place .pieces use').length") == 3, "three men")
        shot(page, "fen")

        paste(page, "明天下午三点开会，请带电脑。\n")
        page.see("#dialog .problem", "h2e2")  # what can be pasted
        check(page.all("#dialog textarea"), "the box stays open, with the text")
        shot(page, "rubbish")
        same([c for c in page.complaints() if "/read" not in c], [], "errors in the console")


main()
