"""The engine in the visitor's browser: it analyses, also with the server gone; stops at once; is loaded only when asked for."""
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Server, Window, check, opened, same, skip  # noqa: E402

GAMES = """[Event "One"]\n[Red "胡荣华"]\n[Black "徐天红"]\n[Result "1-0"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 1-0\n"""
LOADED = "return performance.getEntriesByType('resource').filter(e => e.name.includes('/page/xq')).length"


def nodes_grow(page):
    state = lambda: page.js("return document.querySelector('.engine-state').textContent")  # noqa: E731
    page.see(".engine-state", "depth")
    first = state()
    page.until(lambda: "depth" in state() and state() != first, "a deeper search")


def analyse(page, server):
    opened(page, server, "#game=1")
    page.see("#game-head", "胡荣华")
    same(page.js(LOADED), 0, "parts of the engine that the first page loads")
    check(page.js("return crossOriginIsolated"), "the page may share memory")
    page.click(".engine-switch")
    nodes_grow(page)
    line = page.js("return document.querySelector('ol.lines').textContent")
    check("炮" in line or "马" in line, f"moves are named: {line}")
    check(page.one(".engine-place").get_attribute("value") == "here", "it is this browser's engine")


def choose_lines(page):
    page.js("const s = document.querySelector('.engine-head select'); s.value = '3'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: len(page.all("ol.lines li")) == 3, "three lines")


def go_on_alone(page, server):
    server.process.kill()
    server.process.wait()
    page.click("#step-forward")
    page.until(lambda: page.js("return document.querySelector('#moves .at')?.textContent || ''"), "the first move")
    nodes_grow(page)
    page.click("#step-forward")
    nodes_grow(page)
    begin = time.monotonic()
    page.click(".engine-switch")
    page.until(lambda: not page.all("ol.lines li"), "the engine to stop")
    check(time.monotonic() - begin < 5, "it stops at once")
    page.click(".engine-switch")
    nodes_grow(page)


def the_servers_engine(page, server):
    opened(page, server)
    page.js("const s = document.querySelector('.engine-place'); s.value = 'server'; s.dispatchEvent(new Event('change'))")
    page.click(".engine-switch")
    nodes_grow(page)
    same(page.js(LOADED), 0, "parts of the engine that are loaded for the server's")
    page.js("const s = document.querySelector('.engine-place'); s.value = 'here'; s.dispatchEvent(new Event('change'))")
    page.until(lambda: page.js(LOADED) > 0, "the own engine")
    nodes_grow(page)
    page.click(".engine-switch")
    same(page.complaints(), [], "complaints of the browser")


def main():
    with tempfile.TemporaryDirectory(prefix="xq-own-engine-") as folder:
        with Server(folder, GAMES) as server, Window() as page:
            page.open(server.address)
            if not page.js("return document.querySelector('meta[name=xq-engine]') !== null"):
                skip("this build has no engine for browsers (./run wasm)")
            the_servers_engine(page, server)
            analyse(page, server)
            choose_lines(page)
            go_on_alone(page, server)
    print("the browser's own engine")


main()
