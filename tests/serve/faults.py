#!/usr/bin/env python3
"""faults.py XQ DATA - what the running program does when its world changes: stopped under load, its files locked,
replaced or gone, its log not read. Each check says what would be wrong; the exit status is the number of those."""
import http.client, json, os, shutil, signal, socket, sqlite3, subprocess, sys, tempfile, threading, time
from urllib.parse import urlsplit

XQ, DATA = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
wrong = 0
# Windows has no SIGTERM; the request to stop is Ctrl-C there.
WINE = "XQ_UNDER_WINE" in os.environ
STOP = signal.SIGINT if WINE else signal.SIGTERM


def check(right, what):
    global wrong
    if not right:
        wrong += 1
        print("WRONG:", what)


class Server:
    def __init__(self, *options, stdout=subprocess.PIPE):
        self.process = subprocess.Popen([XQ, "serve", "--quiet", "--listen", "0", *options], stdout=stdout,
                                        stderr=subprocess.PIPE)
        if stdout == subprocess.PIPE:
            self.url = urlsplit(self.process.stdout.readline().decode().strip())

    def connect(self):
        return http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=20)

    def ask(self, path):
        connection = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    def end(self, number=STOP):
        self.process.send_signal(number)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "still running after 30 s"


def run(*words):
    subprocess.run([XQ, *words], check=True)


def stop_under_load():
    server = Server("--db", "games.xqdb", "--book", "games.xqbook")
    counts = {"answered": 0, "closed": 0}
    stopping = threading.Event()
    lock = threading.Lock()

    def client(number):
        paths = ["/explorer?play=h2e2", "/stats", "/search?limit=50", "/about", "/explorer"]
        connection = server.connect()
        for i in range(100_000):
            try:
                connection.request("GET", paths[(i + number) % len(paths)])
                answer = connection.getresponse()
            except (ConnectionError, http.client.RemoteDisconnected, OSError) as e:
                check(stopping.is_set(), f"a connection was cut before the end: {e!r}")
                with lock:
                    counts["closed"] += 1
                return
            try: # what has begun is whole
                body = answer.read()
                json.loads(body)
                check(answer.status == 200, f"status {answer.status} under load: {body[:200]}")
                with lock:
                    counts["answered"] += 1
            except Exception as e:
                check(False, f"an answer that had begun was cut: {e!r}")
                return
            if answer.getheader("Connection") == "close":
                return

    clients = [threading.Thread(target=client, args=(n,)) for n in range(8)]
    for thread in clients:
        thread.start()
    time.sleep(1)
    stopping.set()
    begin = time.monotonic()
    status = server.end()
    check(status == 0, f"exit status after SIGTERM under load: {status}")
    check(time.monotonic() - begin < 15, "the end took 15 seconds")
    for thread in clients:
        thread.join()
    check(counts["answered"] > 50, f"only {counts['answered']} answers")
    check(server.process.stderr.read() == b"", "messages at the end")


def second_signal():
    server = Server()
    half = socket.create_connection((server.url.hostname, server.url.port))
    half.sendall(b"GET /about HTTP/1.1\r\n")
    time.sleep(0.2)
    server.process.send_signal(STOP)
    time.sleep(0.5)
    check(server.process.poll() is None, "the request that had begun was not waited for")
    time.sleep(2)
    begin = time.monotonic()
    status = server.end()
    check(WINE or status == -STOP, f"exit status after the second signal: {status}")
    check(time.monotonic() - begin < 2, "the second signal did not end it at once")
    half.close()


def locked_database():
    shutil.copy("games.xqdb", "locked.xqdb")
    server = Server("--db", "locked.xqdb", "--cache", "0")
    check(server.ask("/search?limit=3")[0] == 200, "no answer before the lock")
    lock = sqlite3.connect("locked.xqdb", isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    status, answer = server.ask("/search?limit=4")
    check(status in (200, 503) and (status == 200 or "error" in answer), f"a locked database gives {status} {answer}")
    check(server.ask("/position")[0] == 200, "a lock holds up other questions")
    lock.execute("ROLLBACK")
    check(server.ask("/search?limit=5")[0] == 200, "no answer after the lock")
    check(server.end() == 0, "exit status after a lock")


def replaced_files():
    shutil.copy("games.xqdb", "now.xqdb")
    shutil.copy("games.xqbook", "now.xqbook")
    server = Server("--db", "now.xqdb", "--book", "now.xqbook")
    before = server.ask("/about")[1]["databases"][0]["games"]
    statuses, end = [], threading.Event()

    def client():
        while not end.is_set():
            statuses.append(server.ask("/explorer?play=h2e2")[0])
            statuses.append(server.ask("/search?limit=5")[0])

    thread = threading.Thread(target=client)
    thread.start()
    for _ in range(10):
        for name in ("few", "games"):
            for ending in ("xqdb", "xqbook"):
                shutil.copy(f"{name}.{ending}", f"next.{ending}")
                os.replace(f"next.{ending}", f"now.{ending}")
            time.sleep(0.02)
    for ending in ("xqdb", "xqbook"):
        shutil.copy(f"few.{ending}", f"next.{ending}")
        os.replace(f"next.{ending}", f"now.{ending}")
    time.sleep(1.5)
    after = server.ask("/about")[1]["databases"][0]["games"]
    end.set()
    thread.join()
    check(set(statuses) <= {200, 503}, f"while files were replaced: {sorted(set(statuses))}")
    check(statuses.count(200) > len(statuses) / 2, "most questions failed while files were replaced")
    check(after < before, f"still {after} games of {before} after the database was replaced")
    os.remove("now.xqdb")
    os.remove("now.xqbook")
    status, answer = server.ask("/search?limit=6")
    check(status in (200, 404, 503), f"without its files it answers {status} {answer}")
    check(server.end() == 0, "exit status after files were replaced")


def unread_log():
    read, write = os.pipe()
    server = Server("--log", stdout=write)
    os.close(write)
    server.url = urlsplit(os.read(read, 100).decode().split()[0])
    for _ in range(3):
        check(server.ask("/about")[0] == 200, "no answer while the log is not read")
    os.close(read)
    for _ in range(3):
        check(server.ask("/about")[0] == 200, "no answer when nobody can read the log")
    check(server.end() == 141, "that nobody reads the log must show in the exit status")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    run("import", "-q", f"{DATA}/games.pgn", "--db", "games.xqdb")
    run("book", "build", "-q", "--db", "games.xqdb", "-o", "games.xqbook")
    run("import", "-q", f"{DATA}/founding.pgn", "--db", "few.xqdb")
    run("book", "build", "-q", "--db", "few.xqdb", "-o", "few.xqbook")
    for test in (stop_under_load, second_signal, locked_database, replaced_files, unread_log):
        begin = time.monotonic()
        try:
            test()
        except Exception as e:
            check(False, f"{test.__name__}: {e!r}")
        print(f"{test.__name__}: {time.monotonic() - begin:.1f} s")
sys.exit(min(wrong, 100))
