#!/usr/bin/env python3
"""load.py XQ DATA [ARCHIVE] - what a visitor feels while others load `XQ serve`, each from an address
of this machine of their own:

  127.0.0.2  60 clients who ask for a large answer and do not read it
  127.0.0.3  60 clients who declare a body of 4 MB and send a little of it
  127.0.0.4  20 clients who ask for reports
  127.0.0.5  101 analyses
  127.0.0.6  12 games of 300 minutes against the engine
  127.0.0.1  the visitor: explorer, a game of the database, a file, a move of the engine, an analysis

Database and book are of DATA/games.pgn, or of ARCHIVE. Times are printed, and not judged: they are the
machine's. What is judged is what others did before the visitor had an answer, and the greatest memory of
the server. The exit status is the number of things that are wrong.
"""
import http.client, json, os, signal, socket, subprocess, sys, tempfile, threading, time

from play import Client

XQ, DATA = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
MOST_MEMORY = 400  # MB
wrong = 0


def check(right, what):
    global wrong
    if not right:
        wrong += 1
        print("WRONG:", what)


class Server:
    def __init__(self):
        self.process = subprocess.Popen([XQ, "serve", "-q", "--listen", "0", "-t", "2", "--analyses", "1", "--hash", "16",
                                         "--db", "games.xqdb", "--book", "games.xqbook"], stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline().strip().rstrip("/").rsplit(":", 1)[1])

    def ask(self, method, path, body=None, visitor="127.0.0.1"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, 60, (visitor, 0))
        connection.request(method, path, body)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def connect(self, visitor):
        return socket.create_connection(("127.0.0.1", self.port), 20, (visitor, 0))

    def memory(self):
        """The most that it had, in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) // 1024


def head(path, length):
    return f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()


class Load:
    """The others. What they hold is open until close()."""

    def __init__(self, server, games):
        self.server, self.open, self.counts = server, [], {"reports": 0, "moves": 0}
        self.going, self.lock = True, threading.Lock()
        for _ in range(60):
            client = self.keep(server.connect("127.0.0.2"))
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.sendall(head("/read", len(games)) + games)
        for _ in range(60):
            self.keep(server.connect("127.0.0.3")).sendall(head("/read", 4_000_000) + games[:20_000])
        for i in range(20):
            threading.Thread(target=self.report, args=(i,), daemon=True).start()
        for _ in range(101):
            analysis = Client(server.port, "/analysis", "127.0.0.5")
            self.keep(analysis.socket)
            analysis.send(type="go", seconds=60)
        for _ in range(12):
            wanted = json.dumps({"opponent": "engine", "level": 8, "minutes": 300, "side": "black"})
            status, game = server.ask("POST", "/play", wanted, "127.0.0.6")
            check(status == 201, f"a game of another visitor: {status}")
            game = json.loads(game)
            player = Client(server.port, f"/play/{game['id']}?key={game['key']}", "127.0.0.6")
            self.keep(player.socket)
            threading.Thread(target=self.watch, args=(player,), daemon=True).start()

    def keep(self, connection):
        self.open.append(connection)
        return connection

    def count(self, what):
        with self.lock:
            self.counts[what] += 1

    def report(self, number):
        """One after the other, none of which was asked before."""
        for n in range(1, 1000):
            if not self.going:
                return
            try:
                self.server.ask("GET", f"/report/player?name=%E8%AE%B8&common={1000 * number + n}", None, "127.0.0.4")
                self.count("reports")
            except (OSError, http.client.HTTPException):
                return

    def watch(self, player):
        player.socket.settimeout(120)
        try:
            player.state(1)
            self.count("moves")
        except (AssertionError, OSError, ValueError):
            pass

    def close(self):
        self.going = False
        for connection in self.open:
            connection.close()


def visit(server, load):
    def timed(what, action):
        before = dict(load.counts)
        begin = time.monotonic()
        result = action()
        took = 1000 * (time.monotonic() - begin)
        others = {name: load.counts[name] - before[name] for name in before}
        print(f"{what}: {took:.0f} ms; others meanwhile: {others}")
        return result, others

    for n, play in enumerate(["h2e2", "c3c4", "h2e2,h9g7", "c3c4,g6g5", "h2e2,h9g7,h0g2"]):
        (status, _), others = timed(f"explorer {n + 1}", lambda: server.ask("GET", f"/explorer?play={play}&moves={20 + n}"))
        check(status == 200, f"the explorer answers: {status}")
        check(others["reports"] <= 2, f"the explorer waits for {others['reports']} reports")
    (status, _), others = timed("a game", lambda: server.ask("GET", "/game/7"))
    check(status == 200 and others["reports"] <= 2, f"a game of the database: {status}, after {others}")
    pgn = "1. C2=5 H8+7 *\n".encode()
    (status, _), others = timed("a file to read", lambda: server.ask("POST", "/read", pgn))
    check(status == 200, f"a file while others stall: {status}")
    check(others["reports"] <= 4, f"a file waits for {others['reports']} reports of one visitor")

    wanted = json.dumps({"opponent": "engine", "level": 1, "side": "black"})
    (status, game), _ = timed("a new game", lambda: server.ask("POST", "/play", wanted))
    check(status == 201, f"a new game: {status}")
    game = json.loads(game)
    _, others = timed("a move of level 1", lambda: Client(server.port, f"/play/{game['id']}?key={game['key']}").state(1))
    check(others["moves"] <= 1, f"the visitor's move waits for {others['moves']} moves of another visitor's games")

    analysis = Client(server.port, "/analysis")
    analysis.send(type="go", seconds=1, id=1)
    answer = analysis.wait_for(lambda m: m["type"] in ("queued", "info", "error"))
    check(answer["type"] != "error" and answer.get("place", 1) <= 2, f"an analysis has its turn: {answer}")


def main():
    with open(os.path.join(DATA, "games.pgn"), "rb") as file:
        games = file.read()
    archive = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else os.path.join(DATA, "games.pgn")
    with tempfile.TemporaryDirectory(prefix="xq-load-") as folder:
        os.chdir(folder)
        subprocess.run([XQ, "import", "-q", archive, "--db", "games.xqdb"], check=True)
        subprocess.run([XQ, "book", "build", "-q", "--db", "games.xqdb", "-o", "games.xqbook"], check=True)
        server = Server()
        try:
            check(server.ask("GET", "/explorer")[0] == 200, "the server answers")
            print(f"memory before: {server.memory()} MB")
            begin = time.monotonic()
            load = Load(server, games)
            print(f"the others are there after {time.monotonic() - begin:.1f} s")
            visit(server, load)
            check(server.ask("GET", "/about")[0] == 200, "the server answers at the end")
            print(f"greatest memory: {server.memory()} MB")
            check(server.memory() < MOST_MEMORY, f"the server had {server.memory()} MB")
            load.close()
            server.process.send_signal(signal.SIGINT if "XQ_UNDER_WINE" in os.environ else signal.SIGTERM)
            check(server.process.wait(40) == 0, "the server ends")
        finally:
            server.process.kill()
            server.process.wait()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
