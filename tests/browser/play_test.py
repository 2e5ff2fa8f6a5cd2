"""Play over the network in two browsers: a whole game, a refused move, a lost connection, a spectator, chat, resignation, the engine; and analysis."""
import sys
import tempfile

import browser
from browser import Keys, Server, Window, check, opened, same

# So that a test can cut the connection as a network does.
SOCKETS = """window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...a) { super(...a); window.sockets.push(this); } };
  window.violations = []; document.addEventListener('securitypolicyviolation', e => window.violations.push(e.violatedDirective));"""
BOARD = ".play .board"


def click_square(page, square):
    browser.click_square(page, square, BOARD)


def moves(page):
    return len(page.all(".play .moves button.mv"))


def play(page, move, number):
    page.until(lambda: moves(page) == number - 1, lambda: f"{number - 1} moves before {move}, there are {moves(page)}")
    page.until(lambda: page.js("return document.querySelector('.play .game-status').textContent").endswith("Your move") or
               "Your move" in page.text(".play .game-status"), "the turn before " + move)
    click_square(page, move[:2])
    page.until(lambda: page.all(".play .hints circle"), "places for " + move)
    click_square(page, move[2:])
    page.until(lambda: moves(page) >= number, f"{move} on the own board")  # the engine may have answered


def new_game(page, server, **choices):
    page.open(server.address)
    page.until(lambda: page.all("#to-play:not([hidden])"), "the button for a new game")
    page.click("#to-play")
    for name, value in choices.items():
        if value is True:
            page.click(f".newgame [name={name}]")
        else:
            page.click(f".newgame [name={name}] option[value='{value}']")
    page.click(".newgame button[type=submit]")
    page.one(".play .plate")
    page.see(".play .game-status", "move")


def whole_game(server, red, black):
    new_game(red, server, side="red", minutes="10", increment="2", chat=True)
    link = red.until(lambda: red.js("return document.querySelector('.link-other')?.value"), "the link for the other player")
    check("key=" in link, "the link has a key")
    black.open(link)
    black.see(".play .game-status", "Red to move")
    red.until(lambda: not red.all(".link-other"), "the link to go when the other one has come")
    for number, move in enumerate(["h2e2", "a9a8", "e2e6", "a8a9"], 1):
        play(red if number % 2 else black, move, number)
        (black if number % 2 else red).until(lambda: moves(black) == moves(red), "the move on the other board")
    check(red.all(".play .clock.running"), "a clock runs")
    # A move that is none is refused by the server, and the game goes on.
    red.one(".play .moveform input").send_keys("a0a9\n")
    red.until(lambda: red.text(".play [role=alert]"), "a refusal")
    same(moves(red), 4, "moves after the refused one")
    # The connection is lost, a move is played meanwhile, the page comes back by itself.
    black.js("window.sockets.at(-1).close()")
    play(red, "b2b4", 5)
    black.until(lambda: moves(black) == 5, "the move after the connection came back")
    play(black, "a9a8", 6)
    red.one(".play .chat input").send_keys("<b>good</b> game\n")
    black.see(".chat-lines", "<b>good</b> game")
    # The page is loaded anew.
    red.driver.refresh()
    red.until(lambda: moves(red) == 6, "the game after loading the page anew")
    play(red, "b4e4", 7)
    for page in [red, black]:
        page.see(".play .game-status", "Red wins: checkmate (1-0)")
        check(not page.all(".play .actions:not([hidden])"), "no offers after the end")
    return link


def spectator(page, server, link):
    address = link.split("&key=")[0]
    page.open(address)
    page.see(".play .game-status", "Red wins: checkmate")
    check(not page.all(".play .actions:not([hidden])"), "a spectator has no buttons")
    pgn = page.js("const r = await fetch('/play/' + arguments[0] + '.pgn'); return r.text();", address.split("play=")[1])
    check('[Result "1-0"]' in pgn, "the PGN of the game")


def offers(server, red, black):
    new_game(red, server, side="red")
    black.open(red.until(lambda: red.js("return document.querySelector('.link-other')?.value"), "the link"))
    play(red, "h2e2", 1)
    black.until(lambda: moves(black) == 1, "the move")
    red.click(".do-undo")
    black.see(".play .game-status", "Red asks to take back")
    black.click(".do-accept")
    red.until(lambda: moves(red) == 0, "the move taken back")
    black.click(".do-draw")
    red.see(".play .game-status", "Black offers a draw")
    red.click(".do-decline")
    black.until(lambda: "offers" not in black.text(".play .game-status"), "the offer declined")
    black.click(".do-resign")
    black.click(".do-really")
    red.see(".play .game-status", "Red wins: resignation (1-0)")


def repetition(server, page):
    """Why a repetition ended the game: the article, and what each move of the round is."""
    page.open(server.address)
    made = page.js("""const r = await fetch('/play', { method: 'POST', body: JSON.stringify(arguments[0]) }); return r.json();""",
                   {"opponent": "human", "side": "black", "rules": "cxa", "fen": "9/3R5/4k4/9/9/9/9/7p1/5K3/9 w", "moves": (["d8d2", "e7e8", "d2d8", "e8e7"] * 3)[:11]})
    page.open(f"{server.address}#play={made['id']}&key={made['key']}")
    page.see(".play .game-status", "Your move")
    same(page.all(".play .judgement *"), [], "a verdict before the end")
    page.one(".play .moveform input").send_keys("e8e7\n")
    page.see(".play .game-status", "Black wins: perpetual attack (0-1)")
    page.see(".play .judgement .why", "check and chase in turn must change or lose")
    page.see(".play .judgement .acts", "chases the pawn h2 with the rook d2")
    page.see(".play .judgement .proof", "then 车六平二")


def rules(server, red, black):
    """The rules of repetition that the dialogue names are those by which the game is judged, and both players see them."""
    new_game(red, server, side="red")
    red.see(".play .game-rules", "Rules of repetition: Asian rules")
    for chosen, shown, end in [("cxa", "Chinese rules 2020", "Black wins: perpetual attack (0-1)"), ("none", "none: always a draw", "Draw: repetition (1/2-1/2)")]:
        red.open("about:blank")
        red.open(server.address + "#fen=" + "9/3R5/4k4/9/9/9/9/7p1/5K3/9 w".replace(" ", "%20"))
        red.until(lambda: red.all("#to-play:not([hidden])"), "the button for a new game")
        red.click("#to-play")
        for name, value in [("side", "red"), ("rules", chosen), ("start", "here")]:
            red.click(f".newgame [name={name}] option[value='{value}']")
        red.click(".newgame button[type=submit]")
        black.open(red.until(lambda: red.js("return document.querySelector('.link-other')?.value"), "the link"))
        for page in [red, black]:
            page.see(".play .game-rules", shown)
        for ply in range(12):
            page, move = (black if ply % 2 else red), ["d8d2", "e7e8", "d2d8", "e8e7"][ply % 4]
            page.until(lambda: moves(page) == ply, f"{ply} moves")
            if page.js("return /[(]/.test(document.querySelector('.play .game-status').textContent)"):
                break
            page.until(lambda: "Your move" in page.text(".play .game-status"), "the turn")
            page.one(".play .moveform input").send_keys(move + "\n")
        red.see(".play .game-status", end)


def leaving(server, red, black):
    """Who goes to another page is not there any more, and is again on the way back."""
    new_game(red, server, side="red")
    link = red.until(lambda: red.js("return document.querySelector('.link-other')?.value"), "the link")
    black.open(link)
    red.until(lambda: not red.all(".play .away-mark"), "the other player there")
    black.js("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")  # as where the browser keeps the page
    red.see(".play .plate .away-mark", "not here")
    black.js("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    red.until(lambda: not red.all(".play .away-mark"), "the other player back")
    black.open("about:blank")
    red.see(".play .plate .away-mark", "not here")


def restarted(folder, page):
    """The server comes back without the game: the page says so, tries no more, and its clocks stand."""
    first, second = [tempfile.mkdtemp(dir=folder) for _ in range(2)]
    with Server(first, "1. 炮二平五 马8进7 *\n") as server:
        new_game(page, server, side="red", minutes="10")
        play(page, "h2e2", 1)
        page.until(lambda: page.all(".play .clock.running"), "a clock that runs")
        port = server.address.rstrip("/").rsplit(":", 1)[1]
    page.see(".play .connection", "onnect")
    page.until(lambda: not page.all(".play .clock.running"), "clocks that stand")
    with Server(second, "1. 炮二平五 马8进7 *\n", "--listen", "127.0.0.1:" + port):
        page.until(lambda: page.js("return document.querySelector('.play .connection').dataset.state") == "refused", "the end of the attempts")
        page.see(".play .connection", "no such game")


def engine(server, page):
    new_game(page, server, opponent="engine", side="black")
    page.until(lambda: moves(page) == 1, "the engine's first move")
    play(page, "h9g7", 2)
    page.until(lambda: moves(page) == 3, "the engine's second move")
    page.key(Keys.ARROW_LEFT)
    page.until(lambda: page.js("return [...document.querySelectorAll('.play .mv')].findIndex(e => e.matches('.at'))") == 1, "the move before")


def analysis(page, server):
    opened(page, server, "#moves=h2e2")
    page.click(".engine-switch")
    page.one("ol.lines li .pv")
    page.see(".engine-state", "depth")
    check(page.text(".valuebar .value") != "", "a value beside the board")
    page.js("document.querySelector('ol.lines li .pv').focus()")
    state = page.text(".engine-state")
    page.until(lambda: page.text(".engine-state") != state, "the next lines")
    check(page.js("return document.activeElement.matches('ol.lines .pv')"), "the keyboard's place among lines that were drawn anew")
    # The lines change while the mouse is pressed on one: the move is made that was pressed.
    x, y = page.js("""addEventListener('mousedown', event => { window.pressed = event.target.closest('.pv'); }, { capture: true, once: true });
      const box = document.querySelector('ol.lines li .pv').getBoundingClientRect();
      return [box.left + 4, box.top + box.height / 2];""")
    mouse = lambda kind: page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
    mouse("mousePressed")
    pressed = page.js("return window.pressed.textContent")
    state = page.text(".engine-state")
    page.until(lambda: page.text(".engine-state") != state, "the engine's next report")
    check(page.js("return window.pressed.isConnected"), "what is pressed stays")
    mouse("mouseReleased")
    page.until(lambda: len(page.all("#moves button.mv")) == 2, "the engine's move in the list")
    check(pressed.split(" ")[-1] in page.text("#moves"), f"{pressed!r}, which was pressed")
    page.click(".engine-switch")
    page.until(lambda: not page.all("ol.lines li"), "the engine to stop")
    opened(page, server, "#fen=5ab2/2Nkan3/9/p4N2p/4P1b2/2p6/P2Cc4/9/4A4/1cBA1K3_w")  # a mate that is proved stands above the lines
    page.click(".engine-switch")
    page.see("#analysis .proof", "Mate in 2, proved; none is shorter")
    check(len(page.all("#analysis .proof .pv")) == 3, "the moves of the mate")
    page.one("ol.lines li .pv")
    page.click(".engine-switch")
    page.until(lambda: page.text("#analysis .proof") == "", "the proof to go")


def threats(page, server):
    """What the other side would do: an arrow and moves of its own, which cannot be played; a move puts an end to it."""
    opened(page, server, "#fen=4k4/9/9/9/9/9/9/3r5/4A4/3AK3R_w")  # Black would take the advisor
    check(not page.all("#analysis .threat:not([hidden])"), "no threat without the engine")
    page.click(".engine-switch")
    page.one("ol.lines li button.pv")
    page.key("x")
    page.until(lambda: page.all(".arrow.threat"), "an arrow of the threat")
    check(page.all("ol.lines li span.pv") and not page.all("ol.lines li button.pv"), "moves that cannot be played")
    check(page.text("ol.lines li .pv").startswith("1… "), f"a move of Black: {page.text('ol.lines li .pv')}")
    page.click("#analysis .threat")
    page.until(lambda: page.all("ol.lines li button.pv") and not page.all(".arrow.threat"), "the lines of the place")
    page.key("x")
    page.until(lambda: page.all(".arrow.threat"), "the threat once more")
    page.one("#move-input").send_keys("i0i9", Keys.ENTER)  # a check: Black cannot leave out a move
    page.until(lambda: not page.all(".arrow.threat") and page.all("ol.lines li button.pv"), "the threat to go")
    page.click("#analysis .threat")
    page.until(lambda: not page.all("ol.lines li"), "no threat while in check")
    page.click(".engine-switch")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-play-") as folder, Server(folder, "1. 炮二平五 马8进7 *\n") as server, \
            Window() as red, Window(390, 844) as black:
        for page in [red, black]:
            page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SOCKETS})
        link = whole_game(server, red, black)
        spectator(black, server, link)
        offers(server, red, black)
        leaving(server, red, black)
        rules(server, red, black)
        repetition(server, red)
        engine(server, red)
        analysis(red, server)
        threats(red, server)
        restarted(folder, black)
        for page in [red, black]:
            same(page.js("return window.violations"), [], "violations of the content security policy")
    print("passed")


if __name__ == "__main__":
    sys.exit(main())
