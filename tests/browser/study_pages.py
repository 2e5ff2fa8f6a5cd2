"""What readers do with a game in the page."""
from browser import ActionChains, Keys


def paste(page, text):
    page.js("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));""", text)


def comment(page, text):
    page.js("document.activeElement.blur()")
    page.key("c")
    area = page.one("#moves textarea.comment")
    area.send_keys(Keys.CONTROL, "a", Keys.NULL, text, Keys.CONTROL, Keys.ENTER)
    page.see("#moves .human", "")
    page.until(lambda: not page.all("#moves textarea"), "the field closed")


def to_move(page, number):
    page.js("document.activeElement.blur()")
    page.key(Keys.HOME, *[Keys.ARROW_RIGHT] * number)


def pgn(page):
    page.js("navigator.clipboard.writeText = async text => { window.copied = text; }; window.copied = ''")
    page.click("#exports button[data-text=copyPgn]")
    return page.until(lambda: page.js("return window.copied"), "PGN of the game")


def control(page, key):
    page.js("document.activeElement.blur()")
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()
