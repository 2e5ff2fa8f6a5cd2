"""Two people, one who looks on, the engine and an analysis, over real WebSockets.

  play.py XQ

Starts `XQ serve` and plays: a whole game with an illegal move that is refused and a connection that
is lost and comes back, a game that is lost on time, one that goes on after the server was killed, one
against the engine that the end of the server interrupts. Then those that are over must be in the
database, and of a disk that is full nothing is lost.
Exit status 1 and the reason otherwise.
"""
import base64
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

MATE = ["b2e2", "h9i7", "e2e6", "h7c7", "h2h4", "c7c8", "h4e4"]

# Windows has no SIGTERM; the request to stop is Ctrl-C there.
STOP = signal.SIGINT if "XQ_UNDER_WINE" in os.environ else signal.SIGTERM


class Client:
    """A WebSocket (RFC 6455) without anything that a client may leave out."""

    def __init__(self, port, path, visitor=""):
        self.socket = socket.create_connection(("127.0.0.1", port), 20, (visitor, 0) if visitor else None)
        self.bytes = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            .encode())
        head = self.read_until(b"\r\n\r\n").decode()
        self.status = int(head.split()[1])

    def read_until(self, end):
        while end not in self.bytes:
            self.more()
        head, self.bytes = self.bytes.split(end, 1)
        return head

    def more(self):
        got = self.socket.recv(65536)
        assert got, "the server closed the connection"
        self.bytes += got

    def take(self, count):
        while len(self.bytes) < count:
            self.more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, **message):
        data = json.dumps(message).encode()
        assert len(data) < 126
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data))
        self.socket.sendall(bytes([0x81, 0x80 | len(data)]) + mask + masked)

    def frame(self):
        code, length = self.take(2)
        if length == 126:
            length = int.from_bytes(self.take(2), "big")
        elif length == 127:
            length = int.from_bytes(self.take(8), "big")
        return code & 15, self.take(length)

    def receive(self):
        while True:
            code, data = self.frame()
            if code == 1:
                return json.loads(data)
            assert code == 9, f"a frame of kind {code}: {data}"

    def wait_for(self, wanted):
        """The next message that `wanted` takes."""
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def state(self, plies):
        """The next state with so many moves."""
        return self.wait_for(lambda m: m["type"] == "state" and len(m["moves"]) == plies)


class Server:
    def __init__(self, xq, database, stderr=None):
        # Writing beyond a limit is to be an error, as on a full disk, and no signal.
        self.process = subprocess.Popen(
            [xq, "serve", "--listen", "0", "-q", "--analyses", "1", "--hash", "4", "--keep-games", database],
            stdout=subprocess.PIPE, stderr=stderr, text=True, restore_signals=False)
        self.url = self.process.stdout.readline().strip()
        self.port = int(self.url.rstrip("/").rsplit(":", 1)[1])

    def new_game(self, **wanted):
        request = urllib.request.Request(self.url + "play", json.dumps(wanted).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            assert answer.status == 201, answer.status
            return json.load(answer)

    def sit(self, game, key=None):
        client = Client(self.port, f"/play/{game['id']}" + (f"?key={key}" if key else ""))
        assert client.status == 101, client.status
        return client


def whole_game(server):
    game = server.new_game(minutes=5, increment=2, names={"red": "Li", "black": "Wang"})
    players = [server.sit(game, game["key"]), server.sit(game, game["other"]["key"])]
    watcher = server.sit(game)
    assert watcher.state(0)["you"] is None
    assert Client(server.port, f"/play/{game['id']}?key=0").status == 403
    assert Client(server.port, "/play/nothing").status == 404

    players[0].send(type="move", move="b2b8", ply=0)
    refused = players[0].wait_for(lambda m: m["type"] == "error")
    assert "not legal" in refused["error"], refused
    for ply, move in enumerate(MATE):
        if ply == 3:  # Black's cable is pulled; the game waits
            players[1].socket.close()
            players[0].wait_for(lambda m: m["type"] == "state"
                                and not m["players"]["black"]["here"])
            players[1] = server.sit(game, game["other"]["key"])
            state = players[1].receive()
            assert state["you"] == "black" and len(state["moves"]) == 3 and state["legal"], state
        players[ply % 2].send(type="move", move=move, ply=ply)
        states = [client.state(ply + 1) for client in (*players, watcher)]
        for state in states:
            assert state["fen"] == states[0]["fen"]
            assert [played["uci"] for played in state["moves"]] == MATE[:ply + 1]
    for state in states:
        assert state["result"]["reason"] == "checkmate", state["result"]
        assert state["result"]["score"] == "1-0" and state["clocks"]["running"] is None
    with urllib.request.urlopen(f"{server.url}play/{game['id']}.pgn", timeout=20) as answer:
        pgn = answer.read().decode()
    assert '[Red "Li"]' in pgn and '[Termination "checkmate"]' in pgn and "1-0" in pgn, pgn


def time_over(server):
    game = server.new_game(minutes=0.02)
    red = server.sit(game, game["key"])
    black = server.sit(game, game["other"]["key"])
    red.send(type="move", move="h2e2", ply=0)
    result = black.wait_for(lambda m: m["type"] == "state" and m["result"])["result"]
    assert result["reason"] == "time" and result["winner"] == "red", result
    black.send(type="move", move="h9g7", ply=1)
    black.wait_for(lambda m: m["type"] == "error" and "over" in m["error"])
    red.wait_for(lambda m: m["type"] == "state" and m["result"])


def against_the_engine(server):
    game = server.new_game(opponent="engine", level=2, minutes=10)
    red = server.sit(game, game["key"])
    analyst = Client(server.port, "/analysis")
    analyst.send(type="go", id=1, moves=["h2e2"], depth=30)  # the only engine is busy
    analyst.wait_for(lambda m: m["type"] == "info")
    red.send(type="move", move="h2e2", ply=0)
    assert red.state(2)["turn"] == "red"
    red.send(type="undo")
    red.state(0)
    red.send(type="move", move="b0c2", ply=0)
    red.state(2)
    analyst.send(type="stop")
    done = analyst.wait_for(lambda m: m["type"] == "done")
    assert done["reason"] == "stopped", done
    return red


def fill_disk(server, full=True):
    """No file can grow any more, or all can again."""
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0 if full else hard, hard))


def short_game(server, name):
    game = server.new_game(names={"red": name})
    red = server.sit(game, game["key"])
    red.send(type="move", move="h2e2", ply=0)
    red.state(1)
    red.send(type="resign")
    red.wait_for(lambda m: m["type"] == "state" and m["result"])


def killed(xq, folder):
    """kill -9 at any moment: both links lead back, and no move that was seen is lost."""
    database = os.path.join(folder, "killed.xqdb")
    server = Server(xq, database)
    game = server.new_game(minutes=5, names={"red": "Sun"})
    for ply, move in enumerate(MATE):
        players = [server.sit(game, game["key"]), server.sit(game, game["other"]["key"])]
        states = [player.state(ply) for player in players]
        assert [state["you"] for state in states] == ["red", "black"], states
        assert states[0]["players"]["red"]["name"] == "Sun" and states[0]["clocks"]["red"] > 290000, states
        players[ply % 2].send(type="move", move=move, ply=ply)
        players[1 - ply % 2].state(ply + 1)
        server.process.kill()
        server.process.wait()
        server = Server(xq, database)
    assert server.sit(game, game["key"]).receive()["result"]["reason"] == "checkmate"
    server.process.send_signal(STOP)
    assert server.process.wait(20) == 0, server.process.returncode
    kept = subprocess.run([xq, "export", "-q", "--db", database, "-o", "-", "--to", "pgn"],
                          capture_output=True, text=True, check=True).stdout
    assert kept.count('[Red "Sun"]') == 1 and '[Termination "checkmate"]' in kept, kept


def told_of_database(server):
    """The next line that is not about games under way, which a full disk does not take either."""
    line = server.process.stderr.readline()
    return told_of_database(server) if ".running.jsonl: games that are played" in line else line


def full_disk(xq, folder):
    """What a full disk does not take is told at once, tried again, and written out at the end."""
    database = os.path.join(folder, "full.xqdb")
    server = Server(xq, database, subprocess.PIPE)
    fill_disk(server)
    short_game(server, "Zhao")
    told = told_of_database(server)
    assert told.startswith("xq: 1 game cannot be kept now: ") and database in told, told
    fill_disk(server, False)
    told = told_of_database(server)
    assert told == f"xq: {database}: games are kept again.\n", told
    fill_disk(server)
    short_game(server, "Qian")
    assert "1 game cannot be kept now" in told_of_database(server)
    server.process.send_signal(STOP)
    told = server.process.communicate(timeout=30)[1]
    assert server.process.returncode == 3, server.process.returncode
    assert '[Red "Qian"]' in told and "炮二平五" in told and "Zhao" not in told, told
    assert "could not be kept" in told.splitlines()[-1], told
    kept = subprocess.run([xq, "export", "-q", "--db", database, "-o", "-", "--to", "pgn"],
                          capture_output=True, text=True, check=True).stdout
    assert '[Red "Zhao"]' in kept and "Qian" not in kept, kept


def main():
    xq = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        if "XQ_UNDER_WINE" not in os.environ:  # its limit of a file's size is the system's, not that of Windows
            full_disk(xq, folder)
        killed(xq, folder)
        server = Server(xq, os.path.join(folder, "kept.xqdb"))
        try:
            whole_game(server)
            time_over(server)
            red = against_the_engine(server)
            server.process.send_signal(STOP)
            assert server.process.wait(20) == 0, server.process.returncode
            try:
                while red.frame()[0] != 8:
                    pass
            except (AssertionError, OSError):
                pass  # the connection ended without a close frame, or in the middle of one
        finally:
            server.process.kill()
            server.process.wait()
        kept = subprocess.run([xq, "export", "-q", "--db", os.path.join(folder, "kept.xqdb"), "-o",
                               "-", "--to", "pgn"], capture_output=True, text=True, check=True)
    ends = [line for line in kept.stdout.splitlines() if line.startswith("[Termination")]
    assert ends == ['[Termination "checkmate"]', '[Termination "time"]'], kept.stdout
    print("played")


if __name__ == "__main__":
    main()
