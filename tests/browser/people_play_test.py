"""Two people with a browser each: invitation by link and by QR code, names, moves in advance, offers, rematch, a server that is killed, "my games", days for a move,
handicaps, the lobby; in three languages and on a phone."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile

from browser import Keys, Server, Window, check, same, shot
from play_pages import BOARD, click_square, invitation, moves, new_game, play

GAMES = "1. 炮二平五 马8进7 *\n"


def decoded(page, folder):
    """What another program reads in the picture of the code; None where there is none (on Debian: apt-get install zbar-tools)."""
    if not shutil.which("zbarimg"):
        return None
    path = os.path.join(folder, "code.png")
    page.js("document.querySelector('.play .qr').scrollIntoView()")
    with open(path, "wb") as out:
        out.write(page.one(".play .qr").screenshot_as_png)
    return subprocess.run(["zbarimg", "-q", "--raw", path], capture_output=True, text=True).stdout.strip()


def names_and_premove(server, red, black, folder):
    new_game(red, server, side="red", minutes="10", byoyomi="30", name="Li")
    link = invitation(red)
    shot(red, "play-invite")
    read = decoded(red, folder)
    check(read in (None, link), f"the QR code says {read!r} instead of {link!r}")
    black.open(link)
    black.one(".play .row.name input").send_keys("<i>Wang</i>\n")
    red.see(".play .plate", "<i>Wang</i>")
    black.until(lambda: "Li" in black.js("return document.title"), "the other one's name in the title")
    red.until(lambda: not red.all(".play .qr"), "the code to go when the other one has come")
    check("then 30 s a move" in red.text(".play .game-rules"), "byo-yomi among the rules")
    # Black gives a move in advance, takes it back, gives another one, which is made when Red has moved.
    click_square(black, "h9", BOARD)
    click_square(black, "g7", BOARD)
    black.see(".play .game-status", "in advance")
    black.key(Keys.ESCAPE)
    black.until(lambda: "in advance" not in black.text(".play .game-status"), "the move in advance taken away")
    click_square(black, "h7", BOARD)
    click_square(black, "h0", BOARD)
    black.see(".play .game-status", "in advance")
    check(black.all(".play .drawn .arrow"), "the move in advance is drawn")
    shot(black, "play-premove")
    play(red, "b2b6", 1)
    red.until(lambda: moves(red) == 2, "the move in advance")
    red.until(lambda: red.all(".play .captured use[href='#pN']"), "the captured horse beside its plate")
    red.until(lambda: red.js("return document.title").startswith("● Your move"), "the turn in the title")
    check(not black.js("return document.title").startswith("●"), "the other one's title")
    # One that is not legal any more is left out.
    click_square(black, "b7", BOARD)
    click_square(black, "b3", BOARD)
    black.see(".play .game-status", "in advance")
    play(red, "i0h0", 3)
    black.until(lambda: "Your move" in black.text(".play .game-status") and "in advance" not in black.text(".play .game-status"), "the illegal move left out")
    same(moves(black), 3, "moves after one in advance that is not legal")


def offers(red, black):
    red.click(".do-draw")
    black.see(".play .offer", "Red offers a draw")
    check(not black.js("return document.querySelector('.play .offer').contains(document.querySelector('.do-resign'))"), "Resign stands apart from what is offered")
    shot(black, "play-offer")
    black.click(".do-decline")
    red.until(lambda: not red.js("return document.querySelector('.do-draw').nextSibling.disabled") and "offers" not in red.text(".play .game-status"), "the draw refused")
    red.click(".do-undo")
    black.see(".play .offer", "Red asks to take back")
    black.click(".do-accept")
    red.until(lambda: moves(red) == 2, "the move taken back")


def killed(server, red, black):
    """kill -9, and both go on with what they have open."""
    port = server.address.rstrip("/").rsplit(":", 1)[1]
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    red.see(".play .connection", "onnect")
    server.start("--listen", "127.0.0.1:" + port, *server.options)
    for page in [red, black]:
        page.until(lambda: page.js("return document.querySelector('.play .connection').dataset.state") == "open", "the connection after the restart")
    play(red, "i0h0", 3)
    black.until(lambda: moves(black) == 3, "a move after the restart")
    black.see(".play .plate", "Li")


def found_again(server, page):
    """Who goes elsewhere is led back, also with a new window."""
    page.js("location.hash = 'search'")
    page.see("#running", "<i>Wang</i>")
    shot(page, "play-running")
    page.open("about:blank")
    page.open(server.address)
    page.click("#to-games")
    page.see(".running-games", "<i>Wang</i>")
    shot(page, "play-my-games")
    page.click(".running-games a")
    page.until(lambda: moves(page) == 3, "the game found again")
    check(page.js("return document.querySelector('#running').hidden"), "no line while the game is open")


def rematch(red, black):
    black.click(".do-resign")
    black.click(".do-really")
    red.see(".play .game-status", "Red wins: resignation (1-0)")
    first = red.js("return location.hash")
    red.click(".do-rematch")
    black.see(".play .offer", "Red would like to play again")
    shot(red, "play-end")
    black.click(".do-accept")
    red.until(lambda: red.js("return location.hash") != first, "the next game")
    black.see(".play .game-status", "Your move")
    red.see(".play .game-status", "Red to move")
    check("<i>Wang</i>" in black.text(".play") and "Li" in black.text(".play"), "the names in the next game")
    play(black, "h2e2", 1)
    red.until(lambda: moves(red) == 1, "a move of the next game")
    red.click(".do-resign")
    red.click(".do-really")
    black.see(".play .game-status", "Red wins")
    black.click(".do-analysis")
    black.until(lambda: len(black.all("#moves button.mv")) == 1, "the game as a study")
    check("study=" in black.js("return location.hash"), "the address of the study")


def correspondence(server, red, black):
    new_game(red, server, side="red", minutes="days-3")
    black.open(invitation(red))
    play(red, "h2e2", 1)
    red.see(".play .game-rules", "3 days for each move")
    black.until(lambda: black.text(".play .clock.black").startswith(("2 d 23 h", "3 d 0 h")), "days on the clock")
    black.open("about:blank")
    black.open(server.address)
    black.see("#running", "It is your move")
    black.click("#running a")
    play(black, "h9g7", 2)
    red.until(lambda: moves(red) == 2, "the answer")


def handicap(server, page):
    new_game(page, server, side="red", handicap="horse", giver="me")
    page.see(".play .game-rules", "Red gives: the left horse")
    same(len(page.all(".play .board .pieces use")), 31, "pieces on the board")


def lobby(server, red, black):
    page = red
    new_game(page, server, opponent="open", side="black", minutes="5")
    black.open("about:blank")
    black.open(server.address)
    black.click("#to-games")
    black.see(".open-games", "Li")
    black.see(".open-games", "5 min")
    shot(black, "play-lobby")
    black.click(".open-games .take")
    black.see(".play .game-status", "Your move")
    play(black, "h2e2", 1)
    page.until(lambda: moves(page) == 1, "a move of who came from the lobby")


def languages(server, page):
    new_game(page, server, side="red", minutes="10")
    for name, word in [("zh-Hans", "认输"), ("zh-Hant", "認輸"), ("en", "Resign")]:
        page.click(f"#language option[value='{name}']")
        page.see(".do-resign", word)
        for width, height in [(1280, 900), (390, 844), (844, 390)]:
            page.size(width, height)
            page.click("#to-play")
            beyond = page.js("const d = document.querySelector('#dialog'); return d.scrollWidth - d.clientWidth")
            check(beyond <= 0, f"{name} {width}: the dialogue is {beyond} pixels too wide")
            shot(page, f"play-new-{name}-{width}")
            page.click("#dialog .close")
            wide = page.js("return document.documentElement.scrollWidth - innerWidth")
            check(wide <= 0, f"{name} {width}: {wide} pixels beyond the window")
            shot(page, f"play-{name}-{width}")
    page.js("document.documentElement.dataset.theme = 'dark'")
    shot(page, "play-dark")
    page.size(1280, 900)


def main():
    with tempfile.TemporaryDirectory(prefix="xq-people-") as folder, \
            Server(folder, GAMES, "--lobby", "--keep-games", os.path.join(folder, "kept.xqdb")) as server, Window() as red, Window(390, 844) as black:
        names_and_premove(server, red, black, folder)
        offers(red, black)
        killed(server, red, black)
        found_again(server, red)
        rematch(red, black)
        correspondence(server, red, black)
        handicap(server, red)
        lobby(server, red, black)
        languages(server, red)
        for page in [red, black]:
            same([c for c in page.complaints() if "WebSocket" not in c and "ERR_CONNECTION" not in c and "404" not in c], [], "complaints of the browser")
    print("passed")


if __name__ == "__main__":
    sys.exit(main())
