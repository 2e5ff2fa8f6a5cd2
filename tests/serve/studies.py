"""Studies that the server keeps: what was answered is on the disk when the server is killed, and the command line reads it.

  studies.py XQ

Two writers change a chapter at once, the server is killed (SIGKILL) again and again while they write, then the games are exported and searched by
the command line. Exit status 1 and the reason otherwise.
"""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

XQ = os.path.abspath(sys.argv[1])


def check(condition, what):
    if not condition:
        print("wrong: " + what)
        os._exit(1)


class Server:
    def __init__(self, database, most_bytes=None):
        limit = most_bytes and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes)))
        self.process = subprocess.Popen([XQ, "serve", "--listen", "0", "-q", "--analyses", "1", "--hash", "1", "--keep-studies", database],
                                        stdout=subprocess.PIPE, text=True, preexec_fn=limit or None, restore_signals=False)  # SIGXFSZ stays ignored
        self.url = self.process.stdout.readline().strip()
        check(self.url.startswith("http"), "the server starts")

    def ask(self, path, body=None, **query):
        """Status and answer."""
        request = urllib.request.Request(self.url + path + "?" + urllib.parse.urlencode(query), data=None if body is None else body.encode())
        try:
            text = urllib.request.urlopen(request, timeout=20).read().decode()
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read())
        return 200, text if path.endswith(".pgn") else json.loads(text)

    def kill(self):
        self.process.kill()
        self.process.wait()


def game(*comments):
    moves = ["h2e2", "h9g7", "h0g2", "i9h9"]
    return json.dumps({"tags": {"Red": "甲", "Black": "乙"}, "moves": [{"uci": m, **({"comment": c} if c else {})} for m, c in zip(moves, [*comments, "", "", "", ""])]})


def basics(server):
    status, study = server.ask("study", "", name="开局研究")
    check(status == 200 and study["write"] and len(study["writeKey"]) == 32, f"a study is made: {study}")
    read, write, id = study["readKey"], study["writeKey"], "study/" + study["id"]
    status, chapter = server.ask(id + "/chapter", game("当头炮"), key=write, name="第一章")
    check((status, chapter["number"], chapter["version"]) == (200, 1, 1), f"a chapter: {chapter}")
    status, answer = server.ask(id + "/chapter", key=read, number=1)
    check(answer["game"]["moves"][0]["comment"] == "当头炮" and answer["name"] == "第一章", f"readers read: {answer}")
    check("writeKey" not in server.ask(id, key=read)[1] and not server.ask(id, key=read)[1]["write"], "readers get no key to write")
    for key in ("", "0" * 32, read):
        check(server.ask(id + "/chapter", game("x"), key=key, number=1, version=1)[0] == 403, "who has no key to write does not write")
    check(server.ask(id, key="0" * 32)[0] == 403 and server.ask(id)[0] == 403 and server.ask("study/nothing", key=read)[0] == 404, "keys are needed")
    check(server.ask(id + "/chapter", game("甲的"), key=write, number=1, version=1)[1]["version"] == 2, "a change")
    status, refusal = server.ask(id + "/chapter", game("乙的"), key=write, number=1, version=1)
    check(status == 409, f"the second one of two is told: {refusal}")
    check(server.ask(id + "/chapter", key=read, number=1)[1]["game"]["moves"][0]["comment"] == "甲的", "the first one stays")
    check(server.ask(id + "/chapter", json.dumps({"moves": [{"uci": "a0a9"}]}), key=write, number=1, version=2)[0] == 400, "moves are checked")
    check(server.ask(id + "/chapter", game(), key=write, name="第二章")[1]["number"] == 2, "a second chapter")
    check(server.ask(id + "/chapter/delete", "", key=write, number=2, version=9)[0] == 409, "an older version is not deleted")
    check(len(server.ask(id + "/chapter/delete", "", key=write, number=2, version=1)[1]["chapters"]) == 1, "a chapter is deleted")
    check(server.ask(id + "/chapter", game(), key=write)[1]["number"] == 3, "a number is not given twice")
    check(server.ask(id + "/name", "", key=write, name="新名")[1]["name"] == "新名", "another name")
    order(server, id, write, read)
    status, pgn = server.ask(id + ".pgn", key=read)
    check(pgn.count("[StudyName \"新名\"]") == 2 and "甲的" in pgn, f"the whole as PGN: {pgn}")
    return study


def order(server, id, write, read):
    """Chapters 1 and 3: another order, for who may write."""
    place = lambda key, number, before: server.ask(id + "/chapter/place", "", key=key, number=number, before=before)
    numbers = lambda: [chapter["number"] for chapter in server.ask(id, key=read)[1]["chapters"]]
    check(place(read, 3, 1)[0] == 403 and place(write, 9, 1)[0] == 404 and place(write, 3, 9)[0] == 404 and place(write, 3, 3)[0] == 404, "what cannot be placed")
    before = server.ask(id, key=read)[1]["version"]
    check([c["number"] for c in place(write, 3, 1)[1]["chapters"]] == [3, 1] and numbers() == [3, 1], "the last one first")
    check(server.ask(id, key=read)[1]["version"] > before, "another version of the study")
    check(server.ask(id + "/chapter", game(), key=write)[1]["number"] == 4 and numbers() == [3, 1, 4], "a new one at the end")
    check([c["number"] for c in place(write, 3, 0)[1]["chapters"]] == [1, 4, 3], "the first one at the end")
    server.ask(id + "/chapter/delete", "", key=write, number=4, version=1)
    pgn = server.ask(id + ".pgn", key=read)[1]
    check(numbers() == [1, 3] and pgn.index("甲的") < pgn.rindex("[ChapterName"), "the order of the PGN: " + pgn)


def write_on(server, id, key, name, acknowledged):
    """Adds words to move after move until the server is gone; what it answered is noted."""
    try:
        for n in range(10_000):
            _, now = server.ask(id + "/chapter", key=key, number=1)
            words = (now["game"]["moves"][1].get("comment", "") + f" {name}{n}").strip()
            moves = now["game"]["moves"]
            moves[1]["comment"] = words
            status, answer = server.ask(id + "/chapter", json.dumps({"tags": now["game"]["tags"], "moves": moves}), key=key, number=1, version=now["version"])
            check(status in (200, 409), f"a writer is answered: {answer}")
            if status == 200:
                acknowledged.append(f"{name}{n}")
    except (OSError, urllib.error.URLError, ValueError):
        return


def killed(database, study):
    id, key = "study/" + study["id"], study["writeKey"]
    acknowledged = []
    for turn in range(4):
        server = Server(database)
        writers = [threading.Thread(target=write_on, args=(server, id, key, f"{who}{turn}.", acknowledged)) for who in "ab"]
        for writer in writers:
            writer.start()
        time.sleep(.3 + .1 * turn)
        server.kill()
        for writer in writers:
            writer.join()
    server = Server(database)
    words = server.ask(id + "/chapter", key=key, number=1)[1]["game"]["moves"][1]["comment"].split()
    missing = [w for w in acknowledged if w not in words]
    check(len(acknowledged) > 8 and not missing, f"all that was answered is there: {missing} of {len(acknowledged)}")
    check({w[0] for w in words} == {"a", "b"}, "both writers' words")
    server.process.send_signal(signal.SIGINT if "XQ_UNDER_WINE" in os.environ else signal.SIGTERM)
    check(server.process.wait(20) == 0, "exit status 0")


def read_by_command_line(database):
    pgn = subprocess.run([XQ, "export", "--db", database], check=True, capture_output=True).stdout.decode()
    check(pgn.count("[ChapterName ") == 2 and "甲的" in pgn, "xq export: " + pgn)
    found = subprocess.run([XQ, "search", database, "--comment", "甲的"], check=True, capture_output=True).stdout.decode()
    check("甲" in found, "xq search: " + found)
    check(subprocess.run([XQ, "verify", database], capture_output=True).returncode == 0, "xq verify")


def full_disk(database, study):
    """The file may not grow any more: who writes is told, what was answered before stays, and writing goes on when there is room."""
    id, key = "study/" + study["id"], study["writeKey"]
    server = Server(database, os.path.getsize(database) + 40_000)
    kept, refused = [], None
    for n in range(60):
        status, answer = server.ask(id + "/chapter", json.dumps({"moves": [{"uci": "h2e2", "comment": f"第{n}句" + f"{n:05}" * 2000}]}), key=key, name=f"满{n}")
        if status == 200:
            kept.append(f"第{n}句")
        else:
            refused = refused or (status, answer["error"])
    check(kept and refused and refused[0] == 503 and ("disk" in refused[1] or "space" in refused[1]), f"who writes is told: {refused}, {len(kept)} kept")
    check(server.ask(id, key=key)[0] == 200, "who reads is answered")
    server.kill()
    server = Server(database)
    pgn = server.ask(id + ".pgn", key=key)[1]
    check(all(word in pgn for word in kept) and "甲的" in pgn, "all that was answered is there")
    check(len(server.ask(id, key=key)[1]["chapters"]) == 2 + len(kept), "nothing else is")
    check(server.ask(id + "/chapter", game("有地方了"), key=key)[0] == 200, "writing goes on")
    for chapter in server.ask(id, key=key)[1]["chapters"][2:]:
        server.ask(id + "/chapter/delete", "", key=key, number=chapter["number"], version=chapter["version"])
    server.kill()


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "studies.xqdb")
    first = Server(path)
    made = basics(first)
    first.kill()
    full_disk(path, made)
    killed(path, made)
    read_by_command_line(path)
print("passed")
