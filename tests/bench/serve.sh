#!/usr/bin/env bash
# serve.sh XQ GAMES.xqdb BOOK.xqbook [SECONDS] - what `xq serve` bears on this machine, the load generator (wrk, package
# wrk) included: cloud-book probes and explorer answers a second, memory with idle connections and WebSockets, and
# memory before and after many requests. Reported, not asserted.
set -euo pipefail
xq=$(realpath "$1") games=$(realpath "$2") book=$(realpath "$3") seconds=${4:-10}
command -v wrk >/dev/null || { echo "serve.sh: wrk is not installed"; exit 77; }
scratch=$(mktemp -d)
ulimit -n 16384 2>/dev/null || ulimit -n "$(ulimit -Hn)"
"$xq" serve --quiet --db "$games" --book "$book" --listen 0 >"$scratch/address" & server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$scratch"' EXIT
for _ in $(seq 100); do [ -s "$scratch/address" ] && break; sleep 0.1; done
url=$(head -n 1 "$scratch/address")
memory() { awk '/^VmRSS/ { printf "%d MB", $2 / 1024 }' "/proc/$server/status"; }

# Questions by positions of many games, as users' clients ask: the most frequent first moves and what follows them.
cat >"$scratch/common.lua" <<'END'
local openings = {
  "", "h2e2", "h2e2,h9g7", "h2e2,h9g7,h0g2", "h2e2,h9g7,h0g2,i9h9", "h2e2,h9g7,h0g2,i9h9,i0h0", "h2e2,b9c7", "h2e2,h7e7",
  "g3g4", "g3g4,g6g5", "g3g4,b7e7", "g3g4,h7g7", "g0e2", "g0e2,h7e7", "g0e2,g6g5", "b2e2", "b2e2,b9c7", "b2e2,b9c7,b0c2",
  "b2e2,b9c7,b0c2,a9b9", "c3c4", "c3c4,c6c5", "c3c4,h9g7", "h0g2", "h0g2,g6g5", "b0c2", "c0e2", "c0e2,c6c5", "h2f2", "b2f2", "b2d2"}
local fens = {}
local count = 0
END
python3 - "$url" >"$scratch/fens.lua" <<'END'
import json, sys, urllib.parse, urllib.request
openings = ["", "h2e2", "h2e2,h9g7", "h2e2,h9g7,h0g2", "h2e2,h9g7,h0g2,i9h9", "h2e2,b9c7", "h2e2,h7e7", "g3g4", "g3g4,g6g5", "g3g4,b7e7",
            "g0e2", "g0e2,h7e7", "g0e2,g6g5", "b2e2", "b2e2,b9c7", "c3c4", "c3c4,c6c5", "c3c4,h9g7", "h0g2", "b0c2"]
print("local fens = {")
for play in openings:
    with urllib.request.urlopen(sys.argv[1] + "position?play=" + play) as answer:
        print('"' + urllib.parse.quote(json.load(answer)["fen"]) + '",')
print("}")
END
script() { # script FILE LIST PATTERN: asks for PATTERN with each of LIST in the place of %s
  { sed '/^local fens/d' "$scratch/common.lua"; cat "$scratch/fens.lua"
    printf 'local paths = {}\nfunction init()\n  for _, x in ipairs(%s) do\n' "$2"
    printf '    paths[#paths + 1] = wrk.format("GET", string.format("%s", x))\n  end\nend\n' "$3"
    printf 'function request() count = count + 1; return paths[count %% #paths + 1] end\n'; } >"$1"
}
report() { # report NAME SCRIPT CONNECTIONS
  wrk -t1 -c"$3" -d"$seconds"s --latency -s "$2" "${url%/}" >"$scratch/wrk" 2>&1 || { cat "$scratch/wrk"; return; }
  awk -v name="$1" -v memory="$(memory)" '/Requests\/sec/ { rate = $2 } /^ *50%/ { p50 = $2 } /^ *99%/ { p99 = $2 } /Non-2xx/ { bad = " NOT OK: " $NF }
    /Socket errors/ { errors = " " $0 } END { printf "%-44s %8.0f/s  p50 %-8s p99 %-8s %s%s%s\n", name, rate, p50, p99, memory, bad, errors }' "$scratch/wrk"
}
script "$scratch/cloud.lua" fens '/chessdb.php?action=queryall&board=%s'
script "$scratch/best.lua" fens '/chessdb.php?action=querybest&board=%s'
script "$scratch/explorer.lua" openings '/explorer?play=%s'
script "$scratch/about.lua" openings '/about?%s'
echo "$(nproc) cores shared with wrk, $seconds s each; memory at the start $(memory)"
report "one small answer (/about)" "$scratch/about.lua" 32
report "cloud book, queryall" "$scratch/cloud.lua" 32
report "cloud book, querybest" "$scratch/best.lua" 32
report "explorer with games" "$scratch/explorer.lua" 32
report "explorer with games, 256 connections" "$scratch/explorer.lua" 256

python3 - "$url" "$server" <<'END'
import base64, os, resource, socket, sys
from urllib.parse import urlsplit
url, server = urlsplit(sys.argv[1]), sys.argv[2]
def memory():
    return next(int(line.split()[1]) // 1024 for line in open(f"/proc/{server}/status") if line.startswith("VmRSS"))
def connect(request, wanted):
    client = socket.create_connection((url.hostname, url.port))
    client.sendall(f"{request}\r\nHost: {url.netloc}\r\n".encode())
    return client
idle, sockets = [], []
for _ in range(5000):
    client = connect("GET /about HTTP/1.1", b"200")
    client.sendall(b"\r\n")
    assert b" 200 " in client.recv(65536)
    idle.append(client)
for _ in range(500):
    client = connect("GET /analysis HTTP/1.1", b"101")
    client.sendall(b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                   + base64.b64encode(os.urandom(16)) + b"\r\n\r\n")
    answer = client.recv(65536)
    if b" 101 " not in answer:
        print("no WebSocket:", answer.split(b"\r\n")[0].decode())
        break
    sockets.append(client)
print(f"{len(idle)} idle connections and {len(sockets)} WebSockets: {memory()} MB")
END
before=$(memory)
wrk -t1 -c64 -d"$((3 * seconds))"s -s "$scratch/cloud.lua" "${url%/}" >"$scratch/wrk"
echo "memory before and after $(awk '/requests in/ { print $1 }' "$scratch/wrk") more requests: $before, $(memory)"
