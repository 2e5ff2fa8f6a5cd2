"""What people do with a game that two of them play."""
import browser

BOARD = ".play .board"


def click_square(page, square, board):
    page.js("document.querySelector(arguments[0]).scrollIntoView({ behavior: 'instant', block: 'center' })", board)  # a phone's page is longer than its window
    browser.click_square(page, square, board)


def moves(page):
    return len(page.all(".play .moves button.mv"))


def play(page, move, number):
    page.until(lambda: moves(page) == number - 1, f"{number - 1} moves before {move}")
    page.until(lambda: "Your move" in page.text(".play .game-status"), "the turn before " + move)
    click_square(page, move[:2], BOARD)
    page.until(lambda: page.all(".play .hints circle"), "places for " + move)
    click_square(page, move[2:], BOARD)
    page.until(lambda: moves(page) >= number, f"{move} on the own board")


def new_game(page, server, **choices):
    page.open(server.address)
    page.until(lambda: page.all("#to-play:not([hidden])"), "the button for a new game")
    page.click("#to-play")
    for name, value in choices.items():
        if name == "name":
            page.one(".newgame [name=name]").send_keys(value)
        else:
            page.click(f".newgame [name={name}] option[value='{value}']")
    page.click(".newgame button[type=submit]")
    page.one(".play .plate")
    page.see(".play .game-status", "move")


def invitation(page):
    return page.until(lambda: page.js("return document.querySelector('.link-other')?.value"), "the link for the other player")
