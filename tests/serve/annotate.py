"""A game that the server analyses is what `xq annotate` makes of it; a signal in the middle ends the server at once.

  annotate.py XQ DATA

Exit status 1 and the reason otherwise.
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

XQ, DATA = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
STOP = signal.SIGINT if "XQ_UNDER_WINE" in os.environ else signal.SIGTERM
GAME = '[Red "甲"]\n[Black "乙"]\n\n1. 炮二平五 {当头炮} 马8进7 2. 马二进三 车9平8 3. 兵三进一 炮8平9 4. 炮五进四 马7进5 *\n'


def check(condition, what):
    if not condition:
        print("wrong: " + what)
        sys.exit(1)


def ask(url, body=None, language="en"):
    request = urllib.request.Request(url, data=body, headers={"Accept-Language": language})
    return urllib.request.urlopen(request).read()


def judged(url, game, language):
    answer = json.loads(ask(url + "annotate?quality=quick", game, language))
    while answer["state"] in ("queued", "running"):
        time.sleep(.05)
        answer = json.loads(ask(f"{url}annotate/{answer['id']}"))
    check(answer["state"] == "done", f"the analysis ends: {answer}")
    return answer


def command(path, *options, language="en"):
    return subprocess.run([XQ, "annotate", "--quality", "quick", "--lang", language, *options, path], check=True, capture_output=True).stdout.decode()


def moves_of(pgn):
    """Moves and words, however comments are put between them."""
    return [w for w in re.sub("[{};]", " ", pgn.split("\n\n", 1)[1]).split() if not re.fullmatch(r"\d+\.+", w)]


server = subprocess.Popen([XQ, "serve", "--listen", "0", "--quiet", "--analyses", "1"], stdout=subprocess.PIPE, text=True)
url = server.stdout.readline().strip()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "game.pgn")
    with open(path, "w", encoding="utf-8") as out:
        out.write(GAME)
    read = json.loads(ask(url + "read", GAME.encode()))["games"][0]
    game = json.dumps({name: read[name] for name in ("tags", "fen", "moves")}).encode()
    for language in ("en", "zh_CN"):
        answer = judged(url, game, language)
        review = json.loads(command(path, "--json", language=language))
        for name in ("red_summary", "black_summary", "positions", "book_plies", "ecco"):
            check(answer["review"][name] == review[name], f"{name} as of the command: {answer['review'][name]}, {review[name]}")
        pgn = ask(url + "write?to=pgn", json.dumps(answer["game"]).encode()).decode()
        check(moves_of(pgn) == moves_of(command(path, language=language)), "moves with comments, marks and lines as of the command: " + pgn)
    waiting = [json.loads(ask(url + "annotate", game)) for _ in range(3)]
    began = time.monotonic()
    server.send_signal(STOP)
    check(server.wait(20) == 0, "exit status 0")
    check(time.monotonic() - began < 5, "a signal ends it at once")
print("passed")
