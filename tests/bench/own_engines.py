"""own_engines.py XQ GAMES.xqdb [VISITORS]: what visitors whose browsers run the engine cost `xq serve` (built with it, ./run wasm).

Each visitor loads the page and the parts of the engine, packed as browsers ask for them, and after that asks for nothing while the engine
thinks: what is measured is the server's own processor time, from /proc.
"""
import os
import subprocess
import sys
import time
import urllib.request

PARTS = ["/page/xq.js", "/page/xq.wasm", "/page/xq.worker.js"]


def load(url):
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})) as answer:
        return len(answer.read())


def seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main():
    xq, games, visitors = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 200
    server = subprocess.Popen([xq, "serve", "-q", "--listen", "0", "--db", games], stdout=subprocess.PIPE, text=True)
    try:
        url = server.stdout.readline().strip().rstrip("/")
        sizes = [load(url + part) for part in PARTS]  # packed once, by the first visitor
        print("bytes of", ", ".join(f"{part} {size}" for part, size in zip(PARTS, sizes)))
        before = seconds(server.pid)
        for _ in range(visitors):
            for part in PARTS:
                load(url + part)
        loaded = seconds(server.pid)
        time.sleep(10)
        print(f"{visitors} visitors: {loaded - before:.2f} s of the server's processor time to load the engine, then {seconds(server.pid) - loaded:.2f} s in 10 s")
    finally:
        server.terminate()
        server.wait(20)


main()
