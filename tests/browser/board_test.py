"""The board of `xq serve` in Chromium: its size in each window, wheel, swipe, early clicks, drawing, fingers, sounds, faces, small boards, and the editor."""
import tempfile
import time

from browser import ActionChains, Keys, Server, Window, check, click_square, drag, opened, point_of, same, shot

GAMES = ('[Event "五羊杯"]\n[Red "许银川"]\n[Black "吕钦"]\n[Result "1-0"]\n[Date "2001.05.06"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 1-0\n\n'
         '[Event "银荔杯"]\n[Red "胡荣华"]\n[Black "柳大华"]\n[Result "1/2-1/2"]\n[Date "2002.05.06"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 1/2-1/2\n\n')
# Counts what would be heard.
SOUNDS = """window.heard = []; for (const name of ['createBufferSource', 'createOscillator']) { const made = AudioContext.prototype[name];
  AudioContext.prototype[name] = function () { window.heard.push(name); return made.call(this); }; }"""


def ply(page):
    return page.js("return (new URLSearchParams(location.hash.slice(1)).get('moves') || '').split(',').filter(Boolean).length")


def at(page, number):
    page.until(lambda: ply(page) == number, f"ply {number}")


def sizes(page, server):
    """As large as the window allows, all of it visible, nothing wider than the window; smaller by the handle, also after a reload."""
    for width, height, least in [(1280, 900, 760), (1920, 1080, 880), (390, 844, 370), (844, 390, 330), (1000, 700, 500)]:
        page.size(width, height)
        opened(page, server)
        box = page.js("const r = document.querySelector('.board').getBoundingClientRect(); return [r.top, r.bottom, r.height, r.right]")
        check(box[2] >= least, f"{width}x{height}: a board of {box[2]:.0f} pixels, at least {least}")
        check(box[0] >= 0 and box[1] <= height, f"{width}x{height}: the board is inside the window: {box}")
        wide = page.js("return document.documentElement.scrollWidth - innerWidth")
        check(wide <= 0, f"{width}x{height}: {wide} pixels too wide")
    page.size(1280, 900)
    opened(page, server)
    height = lambda: page.js("return document.querySelector('.board').getBoundingClientRect().height")
    full = height()
    page.one(".size-handle").send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.until(lambda: abs(height() / full - .8) < .03, "a board of four fifths")
    page.driver.refresh()
    page.until(lambda: abs(height() / full - .8) < .03, "the same size after a reload")
    page.js("document.querySelector('.size-handle').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))")
    page.until(lambda: abs(height() - full) < 2, "the whole size")
    same(page.js("return [...document.querySelectorAll('.coordinates text')].every(t => { const b = t.getBBox(); return b.y > 405 || b.y + b.height < 15; })"),
         True, "coordinates clear of the pieces")


def sizes_of_editor(page, server):
    for width, height in [(1280, 900), (390, 844), (844, 390)]:
        page.size(width, height)
        page.open("about:blank")
        page.open(server.address + "#edit=3k5/9/9/9/9/9/9/9/9/4K4_w")
        page.one(".editor .board")
        wide = page.js("return document.documentElement.scrollWidth - innerWidth")
        check(wide <= 0, f"editor at {width}x{height}: {wide} pixels too wide")
        box = page.js("const r = document.querySelector('.editor .board').getBoundingClientRect(); return [r.top, r.bottom]")
        check(box[1] <= height, f"editor at {width}x{height}: the board is inside the window: {box}")
    page.size(1280, 900)


def gestures(page, server):
    opened(page, server, "#game=1")
    wheel = lambda by: page.js("""document.querySelector('.board').dispatchEvent(new WheelEvent('wheel', { deltaY: arguments[0], bubbles: true, cancelable: true }))""", by)
    wheel(100)
    page.see("#status", "1. ")
    page.js("return new Promise(done => setTimeout(done, 80))")
    wheel(100)
    page.see("#status", "1… ")
    page.js("return new Promise(done => setTimeout(done, 80))")
    wheel(-100)
    page.see("#status", "1. ")
    swipe = """const b = document.querySelector('.board'), r = b.getBoundingClientRect(), y = r.top + r.height / 2;
      const send = (type, x) => b.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', isPrimary: true, pointerId: 7, clientX: x, clientY: y, bubbles: true }));
      send('pointerdown', r.left + arguments[0]); send('pointerup', r.left + arguments[1]);"""
    page.js(swipe, 200, 100)
    page.see("#status", "1… ")
    page.js(swipe, 100, 200)
    page.see("#status", "1. ")


def early(page, server):
    """A man that is clicked on, or a move that is entered, before the service has told the legal moves: it is taken when they are known."""
    opened(page, server)
    page.until(lambda: page.all(".pieces .own"), "men that can be moved")
    page.js("""const ask = window.fetch;
      window.hold = () => { const held = new Promise(go => { window.letGo = go; }); window.fetch = (...all) => held.then(() => ask(...all)); };
      window.hold();""")
    click_square(page, "a3") # nobody has been there: the answer is not known yet
    click_square(page, "a4")
    at(page, 1)
    same(len(page.all(".pieces .own")), 0, "men that can be moved, before the service answers")
    click_square(page, "h9")
    same(len(page.all(".hints .target")), 0, "places to go to, before the service answers")
    page.js("window.letGo()")
    page.until(lambda: page.all(".hints .target"), "where the horse can go")
    page.js("window.hold()")
    click_square(page, "g7")
    at(page, 2)
    page.one("#move-input").send_keys("炮二平五\n")
    same(page.one("#move-input").get_attribute("aria-invalid") == "true", False, "whether a move is refused before the service answers")
    page.js("window.letGo()")
    at(page, 3)


def drawing(page, server):
    """The right button draws arrows and rings in four colours; the same again takes them away."""
    opened(page, server)
    drag(page, "h2", "e2", button=2)
    page.until(lambda: page.all(".drawn .arrow.green"), "a green arrow")
    for keys, colour in [([Keys.SHIFT], "red"), ([Keys.ALT], "blue"), ([Keys.SHIFT, Keys.ALT], "yellow")]:
        actions = ActionChains(page.driver)
        for key in keys:
            actions.key_down(key)
        actions.perform()
        click_square(page, {"red": "a3", "blue": "c3", "yellow": "e3"}[colour], button=2)
        ActionChains(page.driver).key_up(Keys.SHIFT).key_up(Keys.ALT).perform()
        page.until(lambda: page.all(".drawn .ring." + colour), "a ring, " + colour)
    shot(page, "drawing")
    drag(page, "h2", "e2", button=2)
    page.until(lambda: not page.all(".drawn .arrow"), "the arrow gone")
    same(ply(page), 0, "moves that were made")


def fingers(page, server):
    """A finger drags a man while the page stays; where it rests it draws, and each time in the next colour."""
    touch = lambda kind, *points: page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    def from_to(start, end, rests=0):
        (x, y), (u, v) = point_of(page, start), point_of(page, end)
        touch("touchStart", (x, y))
        time.sleep(rests)
        for part in range(1, 7):
            touch("touchMove", (x + (u - x) * part / 6, y + (v - y) * part / 6))
        touch("touchEnd")

    page.size(390, 600)
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        opened(page, server)
        page.until(lambda: page.all(".pieces .own"), "men that can be dragged")
        from_to("b0", "c2")
        at(page, 1)
        same(page.js("return scrollY"), 0, "how far the page was scrolled by a dragged man")
        for colour in ["green", "red", "blue", "yellow", None]:
            from_to("e4", "e4", rests=.6)
            page.until(lambda: [r.get_attribute("class") for r in page.all(".drawn .ring")] == (["ring " + colour] if colour else []), f"a ring, {colour}")
        from_to("h2", "h6", rests=.6)
        page.until(lambda: page.all(".drawn .arrow.green"), "an arrow by a finger")
        same(page.js("return scrollY"), 0, "how far the page was scrolled by an arrow")
        same(ply(page), 1, "moves that were made")
        from_to("c5", "g5")
        at(page, 0)
        small = page.js("""return [...document.querySelectorAll('button, select, summary, nav a')].filter(e => e.checkVisibility() && !e.closest('.away'))
          .filter(e => e.getBoundingClientRect().height < 39.5).map(e => e.id || e.className)""")
        same(small, [], "what a finger hardly hits")
    finally:
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.size(1280, 900)


def seen(page, server):
    """What is chosen or in check is tinted: the square and the piece."""
    opened(page, server)
    click_square(page, "h2")
    page.until(lambda: page.all(".marks rect.chosen"), "the square of the chosen piece")
    same(len(page.all(".pieces use.chosen")), 1, "pieces that are chosen")
    click_square(page, "e2")
    at(page, 1)
    page.until(lambda: len(page.all(".marks rect.place")) == 2, "the two squares of the last move")
    opened(page, server, "#fen=4k4/9/9/9/9/9/9/9/4R4/3K5_b")
    page.until(lambda: page.all(".marks rect.check"), "the square of the king in check")
    same(page.js("return document.querySelector('.pieces use.attacked').getAttribute('href')"), "#pk", "the piece in check")
    same(page.js("return getComputedStyle(document.querySelector('.pieces use')).transitionDuration"), "0.15s", "how long a move takes to show")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
    same(page.js("return getComputedStyle(document.querySelector('.pieces use')).transitionDuration"), "0s", "the same with reduced motion")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def sounds(page, server):
    opened(page, server)
    heard = lambda: page.js("return window.heard.length")
    click_square(page, "h2")
    click_square(page, "e2")
    page.until(lambda: heard() == 1, "the sound of a move")
    page.click("#to-sound")
    same(page.one("#to-sound").get_attribute("aria-pressed"), "false", "the switch")
    page.until(lambda: page.all("#legal-moves option"), "an answer about the position")
    click_square(page, "h9")
    click_square(page, "g7")
    at(page, 2)
    page.until(lambda: page.all("#legal-moves option"), "an answer about the position")
    same(heard(), 1, "sounds after they were switched off")
    page.click("#to-sound")


def faces(page):
    page.click("#to-settings")
    page.click("#setting-pieces option[value='symbols']")
    same(page.js("return [document.querySelector('#pK text').textContent, document.querySelectorAll('.man path').length]"), ["", 14], "symbols instead of characters")
    page.click("#setting-pieces option[value='alike']")
    same(page.js("return [...'Kk'].map(p => document.querySelector(`#p${p} text`).textContent)"), ["將", "將"], "the kings of both colours")
    page.click("#setting-boardLook option[value='green']")
    same(page.js("return document.documentElement.dataset.board"), "green", "the board")
    page.click("#setting-pieces option[value='auto']")
    same(page.js("return document.querySelectorAll('.man path').length"), 0, "symbols that are left")
    page.click("#setting-boardLook option[value='wood']")
    page.click("#dialog .close")


def small_boards(page, server):
    """The pointer on a game or a move shows where it leads."""
    opened(page, server)
    hover = lambda e: ActionChains(page.driver).move_to_element(e).perform()
    hover(page.one("#games li"))
    page.until(lambda: page.all(".preview:not([hidden]) .pieces use"), "a small board for a game")
    page.see(".preview", "200")
    shot(page, "preview")
    hover(page.one("#status"))
    page.until(lambda: not page.all(".preview:not([hidden])"), "the small board gone")
    opened(page, server, "#game=1")
    hover(page.all("#moves button.mv")[2])
    page.until(lambda: page.all(".preview:not([hidden])"), "a small board for a move")
    page.click("#to-search")
    page.until(lambda: not page.all(".preview:not([hidden])"), "the small board gone")


def editor(page, server):
    opened(page, server)
    page.click("#edit")
    page.one(".editor .board")
    shot(page, "editor")
    page.click(".editor .stack .row button:nth-of-type(3)")  # clear
    page.until(lambda: page.js("return document.querySelectorAll('.editor .pieces use').length") == 2, "two kings")
    page.see(".editor [role=status]", "can be played")
    board = ".editor .board"
    page.all(".editor .brushes")[1].find_elements("css selector", "button")[4].click()  # the red rook
    click_square(page, "d5", board)
    page.see(".editor [role=status]", "check")  # of the side that is not to move
    check(not page.one(".editor .primary").is_enabled(), "what is no position is not shown")
    page.all(".editor .brushes")[1].find_elements("css selector", "button")[4].click()  # none
    drag(page, "d5", "c5", board)
    page.until(lambda: page.one(".editor input[aria-label=FEN]").get_attribute("value").startswith("3k5/9/9/9/2R6/"), "the rook beside")
    page.click(".editor input[value=black]")
    page.see(".editor [role=status]", "can be played")
    page.until(lambda: "_b" in page.js("return location.hash"), "the side in the address")
    page.driver.refresh()
    page.until(lambda: page.js("return document.querySelectorAll('.editor .pieces use').length") == 3, "the position after a reload")
    page.until(lambda: page.one(".editor .primary").is_enabled(), "the position can be shown")
    page.click(".editor .primary")
    page.see("#status", "Black to move")
    same(page.js("return document.querySelectorAll('.explorer .pieces use').length"), 3, "pieces on the board")
    page.driver.back()
    page.one(".editor .board")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-board-") as folder, Server(folder, GAMES) as server, Window(motion=True) as page:
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SOUNDS})
        for part in [sizes, sizes_of_editor, gestures, early, drawing, fingers, seen, sounds, faces, small_boards, editor]:
            part(*[page, server][:part.__code__.co_argcount])
        same([c for c in page.complaints() if "/position" not in c], [], "errors in the console")
    print("passed")


main()
