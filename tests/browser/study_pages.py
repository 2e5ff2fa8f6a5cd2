"""What readers do with a game in the page."""
from browser import ActionChains, Keys
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput


def paste(page, text):
    page.js("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));""", text)


def comment_field(page):
    """The field for a comment of this place, opened."""
    page.js("document.activeElement.blur()")
    page.key("c")
    return page.one("#moves textarea.comment")


def comment(page, text):
    comment_field(page).send_keys(Keys.CONTROL, "a", Keys.NULL, text, Keys.CONTROL, Keys.ENTER)
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


def drag_row(page, rows, start, end, kind="mouse", let_go=True):
    """Drags the grip of a row of the list `rows` (a selector of its items) to the place of another row."""
    at = lambda i: page.js("""const b = document.querySelectorAll(arguments[0])[arguments[1]].querySelector('.grip').getBoundingClientRect();
      return [Math.round(b.left + b.width / 2), Math.round(b.top + b.height / 2)];""", rows, i)
    page.js("document.querySelector(arguments[0]).parentNode.scrollIntoView({ block: 'center' })", rows)
    (x, y), (_, to) = at(start), at(end)
    to += 4 if to > y else -4
    actions = ActionBuilder(page.driver, mouse=PointerInput(kind, kind), duration=20)
    pointer = actions.pointer_action
    pointer.move_to_location(x, y)
    pointer.pointer_down()
    pointer.move_to_location(x, (y + to) // 2)
    pointer.move_to_location(x, to)
    if let_go:
        pointer.pointer_up()
    actions.perform()
