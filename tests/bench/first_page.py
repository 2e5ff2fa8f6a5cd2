"""first_page.py XQ GAMES.xqdb [BOOK.xqbook]: how long the page of `xq serve` takes to show, in Chromium without a window.

Prints the median of nine visits with nothing cached, first each in a browser that was just started, then in one that runs:
milliseconds from the start of the navigation to the first board with all its pieces, to the table of moves, and to the end of
loading; how many requests that were, and the bytes as sent. Then a walk of 24 plies by clicks on the table of moves: milliseconds
from each click to the frame that has the next table, half of them after a rest, in which the page has fetched what likely follows.
Beside these times, which a busy machine prolongs, stands the processor time of the page's main thread, which it does not.
"""
import os
import statistics
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "browser"))
from browser import Window  # noqa: E402

RUNS = 9
# Watches from the first moment on. What was drawn is painted when the next frame ends, and a message comes after that.
WATCH = """(() => {
  const seen = window.seen = {}, asked = {};
  const painted = name => {
    if (asked[name]) return;
    asked[name] = true;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { seen[name] = performance.now(); };
      channel.port2.postMessage(0);
    });
  };
  const look = () => {
    if (document.querySelector('main')?.hidden !== false) return;
    if (document.querySelectorAll('.board .pieces use').length === 32) painted('board');
    if (document.querySelectorAll('#book tbody tr').length > 0) painted('moves');
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['hidden'] });
})()"""
FIGURES = """const all = [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')];
  return { board: seen.board, moves: seen.moves, load: performance.getEntriesByType('navigation')[0].loadEventEnd,
    requests: all.length, bytes: all.reduce((sum, e) => sum + e.transferSize, 0) };"""


CLICK = """const done = arguments[arguments.length - 1], rows = [...document.querySelectorAll('#book button.move')], begin = performance.now();
  new MutationObserver((list, me) => { me.disconnect(); requestAnimationFrame(() => done(performance.now() - begin)); })
    .observe(document.querySelector('#book .answer'), { childList: true, subtree: true });
  rows[Math.min(arguments[0], rows.length - 1)].click();"""


def watch(page):
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})


def busy(page):
    """Milliseconds of processor time that the main thread has worked in this page."""
    return 1000 * next(m["value"] for m in page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"] if m["name"] == "TaskDuration")


def visit(page, url):
    page.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.open("about:blank")
    before = busy(page)
    page.open(url)
    page.until(lambda: page.js("return window.seen.board && window.seen.moves"), "board and moves")
    return {**page.js(FIGURES), "busy": busy(page) - before}


def visit_in_new_browser(url):
    with Window() as page:
        watch(page)
        return visit(page, url)


def clicks(page, url):
    """Milliseconds of clicks that were waited with, and of those that were not: until the table is there, and of the thread."""
    waited, at_once = [], []
    for row in (0, 5):  # the move that most play, and one that was not fetched in advance
        page.open("about:blank")
        page.open(url)
        for ply in range(12):
            page.until(lambda: page.all("#book button.move") and not page.all("#book.stale"), "the table")
            if row == 0:
                page.driver.execute_async_script("setTimeout(arguments[0], 600)")
            before = busy(page)
            took = page.driver.execute_async_script(CLICK, row)
            (waited if row == 0 else at_once).append((took, busy(page) - before))
    return waited, at_once


def report(what, visits):
    print(what)
    for name in ("board", "moves", "load", "busy"):
        times = sorted(v[name] for v in visits)
        print(f"  {name:5} {statistics.median(times):6.0f} ms (from {times[0]:.0f} to {times[-1]:.0f})")
    print(f"  {visits[0]['requests']} requests, {visits[0]['bytes'] / 1000:.0f} KB")


def main():
    xq, games, *books = sys.argv[1:]
    options = [word for book in books for word in ("--book", book)]
    server = subprocess.Popen([xq, "serve", "-q", "--listen", "0", "--db", games, *options], stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().strip()
        report("in a browser just started", [visit_in_new_browser(url) for _ in range(RUNS)])
        with Window() as page:
            watch(page)
            visit(page, url)
            report("in a browser that runs", [visit(page, url) for _ in range(RUNS)])
            for what, times in zip(("fetched in advance", "not fetched in advance"), clicks(page, url)):
                took, worked = zip(*times)
                print(f"click to table, {what}: {statistics.median(took):.0f} ms (from {min(took):.0f} to {max(took):.0f}), processor {statistics.median(worked):.0f} ms")
    finally:
        server.terminate()
        server.wait(20)


main()
