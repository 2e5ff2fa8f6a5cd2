"""What the browser tests have in common: Debian's chromium without a window, conditions to wait for, checks."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

SKIPPED = 77


def skip(reason):
    print("skipped: " + reason)
    sys.exit(SKIPPED)


# Debian's chromium-headless-shell draws no windows: the tests take a quarter less of the processor's time than with chromium.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
CHROMIUM, DRIVER = SHELL if os.path.exists(SHELL) else shutil.which("chromium"), shutil.which("chromedriver")
if not CHROMIUM or not DRIVER:
    skip("there is no Chromium or no chromedriver (on Debian: apt-get install chromium-headless-shell chromium-driver)")
try:
    from selenium import webdriver
    from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, TimeoutException
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    skip("there is no python3-selenium (on Debian: apt-get install python3-selenium)")

PATIENCE = 60  # seconds for a condition; what works takes milliseconds, on a machine with ten times as much to do a second
SWITCHES = ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--lang=en",
            # To save the processor's time: among others, no process for each address.
            "--disable-gpu", "--in-process-gpu", "--disable-extensions", "--renderer-process-limit=1",
            "--disable-site-isolation-trials", "--force-prefers-reduced-motion",
            "--disable-features=SpareRendererForSitePerProcess,ProactivelySwapBrowsingInstance,BackForwardCache,IsolateOrigins,site-per-process"]
if CHROMIUM != SHELL:  # no window, no tabs and tool bars
    SWITCHES += ["--headless=new", "--app=data:,"]

# Where a click reaches the first such element: nowhere while it is not there, has no size, cannot be used or is covered. Whether it
# came there is noted: an element may move just before, or be drawn anew.
PLACE = """const find = () => document.querySelector(arguments[0]), e = find();
  if (!e || e.disabled) return null;
  if (e.matches('option')) return 'option';
  e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = [...e.getClientRects()].find(r => r.width && r.height);
  if (!box) return null;
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2, y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  if (!e.contains(document.elementFromPoint(x, y))) return null;
  window.clickedThere = false;
  addEventListener('click', event => { window.clickedThere = !!find()?.contains(event.target); }, { capture: true, once: true });
  return [x, y];"""

# Why there is no such place.
HINDRANCE = """const e = document.querySelector(arguments[0]), tell = of => of ? of.outerHTML.slice(0, 300) : 'nothing';
  if (!e) return `there is none in ${location.hash}: ${tell(document.querySelector('main'))}`;
  const boxes = [...e.getClientRects()].map(r => [r.left, r.top, r.width, r.height].map(Math.round)), [x, y, w, h] = boxes[0] || [0, 0, 0, 0];
  return `${tell(e)} at ${JSON.stringify(boxes)} of ${innerWidth}x${innerHeight}, disabled: ${e.disabled}; there is ${tell(document.elementFromPoint(x + w / 2, y + h / 2))}`;"""


class Window:
    """A browser of its own: nothing is shared with another one."""

    def __init__(self, width=1280, height=900, notation="chinese", motion=False):
        """With `motion` pieces glide, as for readers who have not asked for less of it: each frame is work for the processor."""
        self.scratch = tempfile.mkdtemp(prefix="xq-browser-")  # chromedriver makes the profile there, and both leave files
        options = Options()
        options.binary_location = CHROMIUM
        switches = [s for s in SWITCHES if not motion or s != "--force-prefers-reduced-motion"]
        for switch in switches + [f"--window-size={width},{height}"]:
            options.add_argument(switch)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER, env={**os.environ, "TMPDIR": self.scratch}), options=options)
        if notation:  # the pages are in English, whose readers get WXF
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
                "source": f"try {{ localStorage.xq ||= JSON.stringify({{ notation: '{notation}' }}); }} catch {{}}"})

    def __enter__(self):
        return self

    def __exit__(self, kind, problem, trace):
        if kind is not None and os.environ.get("XQ_BROWSER_SHOT"):
            self.driver.save_screenshot(os.environ["XQ_BROWSER_SHOT"])
        self.driver.quit()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def open(self, url):
        self.driver.get(url)

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})

    def js(self, script, *values):
        return self.driver.execute_script(script, *values)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        """The only or first element, waited for."""
        return self.until(lambda: next(iter(self.all(selector)), None), "an element " + selector)

    def text(self, selector):
        while True:
            try:
                return self.one(selector).text
            except StaleElementReferenceException:  # it was drawn anew
                pass

    def click(self, selector):
        self.until(lambda: self._clicked(selector), lambda: f"a click on {selector}: {self.js(HINDRANCE, selector)}")

    def _clicked(self, selector):
        place = self.js(PLACE, selector)
        if place and place != "option":
            self.press(*place)
            if self.js("return window.clickedThere !== false"):  # it is not known where the click leads to another page
                return True
        try:  # chromedriver finds other places, and scrolls other boxes
            self.one(selector).click()
            return True
        except Exception:  # it moved, or is covered for a moment
            return False

    def press(self, x, y):
        """A click of the mouse. (Selenium's takes five times as much of the processor.)"""
        for kind, button, buttons in (("mouseMoved", "none", 0), ("mousePressed", "left", 1), ("mouseReleased", "left", 0)):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": button, "buttons": buttons,
                                                                     "clickCount": int(button == "left")})

    def key(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def until(self, condition, what):
        """Waits until the condition holds; `what` names it, or is a function that does. Each look is work for the browser, so
        those of a long wait are rare."""
        end, pause = time.monotonic() + PATIENCE, .02
        while True:
            try:
                found = condition()
            except (NoSuchElementException, StaleElementReferenceException):
                found = None
            if found:
                return found
            if time.monotonic() > end:
                raise TimeoutException("waited for " + (what() if callable(what) else what))
            time.sleep(pause)
            pause = min(pause * 1.4, .2)

    def see(self, selector, text):
        """Waits until the element shows `text`."""
        shown = lambda: self.js("return document.querySelector(arguments[0])?.textContent || ''", selector)
        self.until(lambda: text in shown(), lambda: f"'{text}' in {selector}; there is '{shown()}'")

    def complaints(self):
        """What the console says of errors and of what the content security policy forbade."""
        return [e["message"] for e in self.driver.get_log("browser") if e["level"] == "SEVERE"]


def point_of(page, square, board=".board"):
    """Where a square of a board is in the window."""
    return page.js("""const b = document.querySelector(arguments[0]), f = 'abcdefghi'.indexOf(arguments[1][0]), k = 9 - arguments[1][1];
      const king = b.querySelector('.pieces use[href="#pK"]');
      const flipped = king && king.style.transform.match(/, (\\d+)/)[1] < 200;
      const p = new DOMPoint(30 + 40 * (flipped ? 8 - f : f), 30 + 40 * (flipped ? 9 - k : k)).matrixTransform(b.getScreenCTM());
      return [p.x, p.y];""", board, square)


def click_square(page, square, board=".board", button=0):
    x, y = point_of(page, square, board)
    if button == 0:
        page.press(x, y)
        return
    actions = ActionChains(page.driver, duration=0)  # which know of keys that are held
    actions.w3c_actions.pointer_action.move_to_location(round(x), round(y))
    actions.w3c_actions.pointer_action.click(button=button)
    actions.perform()


def drag(page, start, end, board=".board", button=0):
    (x, y), (u, v) = point_of(page, start, board), point_of(page, end, board)
    actions = ActionChains(page.driver, duration=20)
    pointer = actions.w3c_actions.pointer_action
    pointer.move_to_location(round(x), round(y))
    pointer.pointer_down(button=button)
    pointer.move_to_location(round((x + u) / 2), round((y + v) / 2))
    pointer.move_to_location(round(u), round(v))
    pointer.pointer_up(button=button)
    actions.perform()


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def same(is_, should, what):
    check(is_ == should, f"{what}: {is_!r} instead of {should!r}")


def shot(page, name):
    """A picture for who wants to look: XQ_BROWSER_SHOTS names the folder."""
    if os.environ.get("XQ_BROWSER_SHOTS"):
        page.driver.save_screenshot(os.path.join(os.environ["XQ_BROWSER_SHOTS"], name + ".png"))


def opened(page, server, place=""):
    page.open("about:blank")
    page.open(server.address + place)
    page.until(lambda: page.all("#legal-moves option"), "an answer about the position")


class Server:
    """`xq serve` on a free port, over the games of a PGN text."""

    def __init__(self, folder, games, *options, judge=None):
        paths = {end: os.path.join(folder, "games." + end) for end in ["pgn", "xqdb", "xqbook"]}
        with open(paths["pgn"], "w", encoding="utf-8") as out:
            out.write(games)
        subprocess.run(["xq", "import", "-q", paths["pgn"], "--db", paths["xqdb"]], check=True)
        if judge:  # what xq annotate --db writes of this game
            with sqlite3.connect(paths["xqdb"]) as database:
                database.executescript(f"""INSERT INTO analyst VALUES (1, 'an engine');
                  INSERT INTO annotation VALUES ({judge}, 1, 0, 90, 90, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0);
                  INSERT INTO annotation_move VALUES ({judge}, 1, 1, 35, 0, ''), ({judge}, 1, 2, 250, .2, '??'), ({judge}, 1, 3, 240, 0, '');""")
            database.close()
        subprocess.run(["xq", "book", "build", "-q", paths["pgn"], "-o", paths["xqbook"]], check=True)
        self.paths, self.options = paths, options
        self.start("--listen", "127.0.0.1:0", *options)

    def start(self, *options):
        """Also once more, after the process was killed."""
        self.process = subprocess.Popen(["xq", "serve", "--db", self.paths["xqdb"], "--book", self.paths["xqbook"], *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.process.stdout.readline().strip()
        check(self.address.startswith("http://127.0.0.1:"), f"xq serve tells its address: {self.address!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
