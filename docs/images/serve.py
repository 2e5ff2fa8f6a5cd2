"""serve.py OUT GAMES.pgn: pictures of the page of `xq serve` for docs/serve.md; called by make.sh."""
import os
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "tests", "browser"))
from browser import Server, Window  # noqa: E402


def shoot(page, path):
    page.until(lambda: not page.all("#book.stale"), "a quiet page")
    page.js("document.activeElement.blur()")
    page.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    page.driver.save_screenshot(path)
    subprocess.run(["pngquant", "--force", "--strip", "--output", path, "64", path], check=True)


def main(out, games):
    with tempfile.TemporaryDirectory() as folder, open(games, encoding="utf-8") as text, Server(folder, text.read()) as server, Window(notation=None) as page:
        page.size(1280, 800)
        page.open(server.address + "#moves=h2e2,h9g7,h0g2,i9h9,i0h0,b9c7")
        page.see("table.book tfoot", "Σ")
        shoot(page, os.path.join(out, "serve.png"))
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        page.size(390, 780)
        page.click("#language option[value='zh-Hans']")
        page.see("#status", "红方行棋")
        shoot(page, os.path.join(out, "serve-phone.png"))
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        page.size(1000, 710)
        page.click("#language option[value='en']")
        page.open("about:blank")
        page.open(server.address)
        page.until(lambda: page.all("#to-play:not([hidden])"), "the button for a new game")
        page.click("#to-play")
        for name, value in [("opponent", "engine"), ("side", "red"), ("minutes", "15"), ("increment", "10")]:
            page.click(f".newgame [name={name}] option[value='{value}']")
        page.click(".newgame button[type=submit]")
        for number, move in enumerate(["h2e2", "h0g2", "i0h0"]):
            page.until(lambda: "Your move" in page.text(".play .game-status"), "the turn")
            page.one(".play .moveform input").send_keys(move + "\n")
            page.until(lambda: len(page.all(".play .moves button.mv")) == 2 * number + 2, "the answer")
        shoot(page, os.path.join(out, "serve-play.png"))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
