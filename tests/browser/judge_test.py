"""A reader has a game analysed in the page, in Chromium: marks, curve, accuracy and lines of `xq annotate`, and the mistakes as exercises."""
import json
import subprocess
import tempfile

from browser import Keys, Server, Window, check, opened, same, shot
from study_pages import comment, comment_field, paste, pgn, to_move

GAMES = '[Red "许银川"]\n[Black "吕钦"]\n[Result "1-0"]\n\n1. 炮二平五 马8进7 1-0\n\n'
PASTED = ('[Red "甲"]\n[Black "乙"]\n\n1. 炮二平五 {当头炮} 马8进7 2. 马二进三 车9平8 3. 兵三进一 炮8平9 4. 炮五进四 马7进5 *\n\n')


def annotated(folder):
    """What the command makes of it."""
    path = folder + "/pasted.pgn"
    with open(path, "w", encoding="utf-8") as out:
        out.write(PASTED)
    return json.loads(subprocess.run(["xq", "annotate", "--json", path], check=True, capture_output=True, text=True).stdout)


def analysed(page, server, folder):
    opened(page, server)
    paste(page, PASTED)
    page.see("#moves", "炮８平９")
    page.click("#judge .judge")
    page.until(lambda: page.all("#judge progress, #judge .accuracy"), "progress, or the end of it")
    to_move(page, 1)
    comment(page, "中炮")  # meanwhile
    to_move(page, 2)
    comment_field(page).send_keys("屏风")
    page.until(lambda: page.all("#judge .accuracy"), "the accuracy of both sides")
    page.key("马")  # what is being written when the answer comes is not lost
    page.one("#moves textarea.comment").send_keys(Keys.CONTROL, Keys.ENTER)
    page.until(lambda: not page.all("#moves textarea"), "the field closed")
    shot(page, "judge")
    review = annotated(folder)
    page.see("#judge .accuracy", f"{review['red_summary']['accuracy']:.1f}%")
    page.see("#judge .accuracy", f"{review['black_summary']['accuracy']:.1f}%")
    page.one("#curve svg.curve")
    marks = [m["mark"] for m in review["positions"][1:] if m.get("mark")]
    check(marks, "the game has mistakes")
    same([e.text for e in page.all("#moves .moves > .mv .mark")], marks, "marks at the moves")
    for words in ["中炮", "屏风马"]:  # what people wrote stays
        page.see("#moves", words)
    remark = next(m["remark"] for m in review["positions"] if m.get("remark") and "loses" in m["remark"])
    page.see("#moves", remark.split(",")[0].split(";")[0])
    text = pgn(page)
    for m in review["positions"][1:]:
        check(f"[%eval {m['value']},{m['depth']}]" in text, f"the value of move {m['ply']} in the PGN")
    page.js("document.querySelector('#curve svg').dispatchEvent(new PointerEvent('pointerdown', { clientX: 1e5, bubbles: true }))")
    page.until(lambda: page.js("return document.querySelector('#moves .at')?.textContent.includes('马７进５')"), "the curve leads to the last move")
    page.driver.refresh()
    page.until(lambda: page.all("#judge .accuracy") and page.all("#curve svg"), "all of it after a reload")
    return review


def practised(page, review):
    page.click("#judge .practise")
    page.see(".practice", "1/")
    check(not page.one("#moves").is_displayed(), "the moves are hidden")
    first = next(m for m in review["positions"] if m.get("mark") in ("?", "??"))
    before = review["positions"][first["ply"] - 1]
    field = page.one("#move-input")
    page.until(lambda: page.all("#legal-moves option"), "legal moves")
    field.send_keys(first["move"], Keys.ENTER)
    page.until(lambda: page.all(".practice .verdict.wrong"), "what was played is refused")
    page.one("#move-input").send_keys("e0e1", Keys.ENTER)
    page.see(".practice .verdict.wrong", "is not the move")
    page.one("#move-input").send_keys(before["lines"][0]["moves"][0], Keys.ENTER)
    page.see(".practice .verdict.solved", "Right!")
    shot(page, "practice")
    page.click(".practice .end")
    page.until(lambda: page.one("#moves").is_displayed(), "the game again")


def kept_waiting(page):
    """While others keep the engine busy an exercise says so; the same move is weighed once there is room again."""
    page.js("""window.others = Array.from({ length: 130 }, () => new WebSocket(location.origin.replace('http', 'ws') + '/analysis'));
      window.refusals = 0;
      for (const other of window.others) {
        other.onmessage = e => { window.refusals += JSON.parse(e.data).type === 'error'; };
        other.onopen = () => other.send(JSON.stringify({ type: 'go', fen: arguments[0], moves: [], seconds: 60 }));
      }""", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
    page.until(lambda: page.js("return window.refusals") > 0, "no room for one more analysis")
    page.click("#judge .practise")
    page.see(".practice", "1/")
    page.until(lambda: page.all("#legal-moves option"), "legal moves")
    page.one("#move-input").send_keys("e0e1", Keys.ENTER)
    page.see(".practice .verdict.wrong", "too many analyses")
    shot(page, "practice_kept_waiting")
    page.js("window.others.forEach(other => other.close())")
    page.one("#move-input").send_keys("e0e1", Keys.ENTER)
    page.see(".practice .verdict.wrong", "is not the move")
    page.click(".practice .end")
    page.until(lambda: page.one("#moves").is_displayed(), "the game again")


def cancelled(page):
    page.click("#judge .judge")
    page.click("#judge .cancel")
    page.until(lambda: not page.all("#judge progress") and page.all("#judge .judge:not([disabled])"), "no analysis any more")


with tempfile.TemporaryDirectory() as folder, Server(folder, GAMES) as server, Window() as page:
    review = analysed(page, server, folder)
    practised(page, review)
    kept_waiting(page)
    cancelled(page)
    same(page.complaints(), [], "complaints of the browser")
print("ok")
