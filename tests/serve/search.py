#!/usr/bin/env python3
"""search.py XQ DATA - /search, /stats and /report answer what `xq search`, `xq stats` and `xq report` print: each option of a
search by itself, then many of them together, every order, all pages. What one of them refuses the other refuses, too. Fails when `xq search` has
an option that is not tried here. XQ_ROUNDS: so many times as many random questions, and every pair of a place and an option."""
import http.client, json, os, random, re, signal, subprocess, sys, tempfile
from urllib.parse import urlencode, urlsplit

XQ, DATA = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
SEED = 20261122
ROUNDS = int(os.environ.get("XQ_ROUNDS", 1))
wrong = 0

GAMES = """[Event "Spring cup"]
[Site "Guangzhou"]
[Date "2024.03.01"]
[Round "第2轮"]
[Red "Hu Ronghua"]
[Black "Li Laiqun"]
[RedTeam "Shanghai"]
[BlackTeam "Hebei"]
[RedElo "2610"]
[BlackElo "2480"]
[Opening "Same Direction Cannons"]
[Result "1-0"]

1. 炮二平五 {a good move, 棄車 comes later} 炮8平5 2. 马二进三 {sacrifices nothing} 马8进7 3. 车一平二 卒7进1 1-0

[Event "Spring cup"]
[Site "广州"]
[Date "2024.03.??"]
[Round "10"]
[Red "李来群"]
[Black "胡荣华"]
[RedElo "2485"]
[Result "0-1"]

1. 炮八平五 马2进3 2. 马八进七 车1平2 3. 车九平八 马8进7 4. 兵三进一 {弃车} 0-1

[Event "Autumn cup"]
[Red "胡荣华"]
[Black "Wang"]
[BlackElo "2300"]
[Date "2023"]
[Variation "Sideline"]
[Result "1/2-1/2"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 马八进七 卒7进1 1/2-1/2

[Event "Autumn cup"]
[Red "胡榮華"]
[Black "Wang"]
[Result "1/2-1/2"]

1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 车一平二 马2进3 4. 马八进七 卒7进1 1/2-1/2

"""
NAMES = "[players]\n胡荣华 | 胡榮華 | Hu Ronghua\n李来群 | Li Laiqun\n[sites]\n广州 | Guangzhou\n"
PATTERN = "____k____/_________/_________/_________/_________/_________/_________/____C____/_________/_________"

# By option, values; a flag has None. Those of one row of POSITIONS exclude the others.
FILTERS = {
    "player": ["胡荣华", "hu", "许银川", "nobody", "%", "a\nb"], "red": ["李", "xq"], "black": ["胡榮華", "Wang"],
    "event": ["cup", "象棋"], "site": ["廣州", "Guang"], "since": ["2023", "1999-12", "2024.03.02"],
    "until": ["2023", "2024.02", "1999.12.10"], "result": ["1-0", "0-1", "1/2-1/2", "*"], "ecco": ["B", "C2", "C47", "屏风马", "屏風馬"],
    "opening": ["屏风马", "Cannons", "side"], "red-elo": ["2400-", "2485", "0-2500"], "black-elo": ["2400-2500", "0"],
    "min-plies": ["0", "8", "100"], "max-plies": ["8", "0", "60"], "marks": ["?", "??,?!", "!"], "comment": ["弃车", "good move", '"good move"', "sacri*", "sacri"],
    "game": ["2-9,1", "7-", "1,3,5"], "unique": [None], "no-names": [None]}
PLACES = [
    {"position": ["startpos", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b"], "then": ["炮８平５", "炮二平五", "马8进7"]},
    {"moves": ["炮二平五 马8进7", "h2e2", "炮八平五, 马2进3"], "then": ["马二进三", "h0g2", "马八进七", "马8进7"]},
    {"material": ["RRHHCCPPPPP-RRHHCCPPPPP", "R*C*-R*C*", "RC-RC"], "hold": ["1", "4"]},
    {"balance": ["P-", "-", "-C", "R-CC"], "hold": ["1", "3", "10"]},
    {"sub-position": [PATTERN, "9/9"], "hold": ["1", "5"]}]
OF_MOVES = {"at-ply": ["0", "2-", "1-20", "40-80"], "no-mirror": [None], "colors-exchanged": [None], "wxf-style": ["index", "1997"]}
PATHS = {"manoeuvre": ["h0-g2", "Nh0-g2-f4", "马二进三,马三进四", "马2进3", "H2+3"]}
COLUMNS = "game date red black result ecco plies at repeats event site round red-team black-team red-elo black-elo opening".split()
ELSEWHERE = {"db", "sort", "columns", "limit", "after", "duplicates"}  # tried by every question
NOT_OFFERED = {"source", "output", "to", "to-encoding", "names", "help", "threads", "json", "force", "quiet", "verbose", "progress", "lang", "color", "version"}
REFUSED = [
    {"since": "soon"}, {"until": "1999.13"}, {"result": "won"}, {"ecco": "象棋"}, {"min-plies": "-1"}, {"max-plies": "x"},
    {"red-elo": "2600-2400"}, {"black-elo": "high"}, {"comment": '""'}, {"comment": " ".join(f"w{i}" for i in range(17))},
    {"position": "startpos", "moves": "h2e2"}, {"moves": "h2e2", "material": "R-R"}, {"material": "RP"}, {"balance": "RX-"},
    {"sub-position": "9/8"}, {"then": "炮二平五"}, {"position": "startpos", "then": "炮二平二"}, {"hold": "3"}, {"hold": "0", "balance": "-"},
    {"position": "nonsense"}, {"moves": "h2e2 h2e2"}, {"manoeuvre": "前马进四"}, {"at-ply": "1-2"}, {"at-ply": "40-20", "balance": "-"},
    {"no-mirror": None}, {"colors-exchanged": None}, {"wxf-style": "new"}, {"sort": "name"}, {"columns": "game,game"}, {"columns": ""},
    {"after": "x"}, {"after": "1e3"}]


def check(right, what):
    global wrong
    if not right:
        wrong += 1
        print("WRONG:", what)


def words(asked):
    return [word for name, value in asked.items() for word in ([f"--{name}"] if value is None else [f"--{name}={value}"])]


def run(*arguments):
    return subprocess.run([XQ, *arguments], capture_output=True, text=True)


class Server:
    def __init__(self):
        self.process = subprocess.Popen([XQ, "serve", "--quiet", "--listen", "0", "--db", "games.xqdb"], stdout=subprocess.PIPE)
        url = urlsplit(self.process.stdout.readline().decode().strip())
        self.connection = http.client.HTTPConnection(url.hostname, url.port, timeout=30)

    def ask(self, path, asked):
        self.connection.request("GET", f"{path}?" + urlencode({name: "1" if value is None else value for name, value in asked.items()}))
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())


def all_pages(server, asked, limit):
    games, after = [], {}
    while True:
        status, page = server.ask("/search", {**asked, **after, "limit": limit})
        if status != 200:
            return page["error"]
        games += page["games"]
        check(len(page["games"]) == limit or not page["more"], f"a page that is not the last is full: {asked}")
        if not page["more"]:
            check(page["count"] == len(games), f"all games came, each once: {asked}")
            return games
        after = {"after": page["next"]}


def compare(server, question, columns, order, limit):
    """How many games are found; None where both refuse, since a move of the question cannot be made there."""
    asked = {**question, "columns": ",".join(columns), **({"sort": ",".join(order)} if order else {})}
    printed = run("search", "--db", "games.xqdb", "--to", "jsonl", "--limit", "0", "--quiet", *words(asked))
    found = all_pages(server, asked, limit)
    if printed.returncode == 2:
        check(isinstance(found, str) and not asks_sensibly(question), f"xq search {asked}: {printed.stderr}")
        return None
    check(printed.returncode in (0, 1), f"xq search {asked}: {printed.stderr}")
    expected = [json.loads(line) for line in printed.stdout.splitlines()]
    check(found == expected, f"{asked}: {found} and not {expected}")
    return len(expected)


def compare_statistics(server, asked):
    told, counted = run("stats", "--db", "games.xqdb", "--json", "--limit", "0", *words(asked)), {}
    expected = json.loads(told.stdout)
    status, found = server.ask("/stats", {**asked, "limit": "200"})
    check(status == 200, f"/stats {asked}: {found}")
    for ours, theirs in [("games", "games"), ("red", "red_wins"), ("black", "black_wins"), ("draws", "draws"), ("plies", "plies")]:
        check(found[ours] == expected[theirs], f"/stats {asked}: {ours} {found[ours]} and not {expected[theirs]}")
    for row in expected["red"] + expected["black"]:
        counted[row["name"]] = counted.get(row["name"], 0) + row["games"]
    check({row["name"]: row["games"] for row in found["players"]} == counted, f"/stats {asked}: players {found['players']} and not {counted}")


def compare_report(server, kind, names, asked):
    """`names`: the arguments of the command and the parameters that stand for them."""
    told = run("report", kind, *names.values(), "--db", "games.xqdb", "--json", *words(asked))
    check(told.returncode == 0, f"xq report {kind} {names} {asked}: {told.stderr}")
    status, found = server.ask(f"/report/{kind}", {**names, **asked})
    check(status == 200 and found == json.loads(told.stdout or "null"), f"/report/{kind} {names} {asked}: {found} and not {told.stdout}")


def reports(server):
    for names in [{"name": "胡荣华"}, {"name": "许银川"}]:
        compare_report(server, "player", names, {})
    for asked in [{"since": "2024"}, {"no-names": None}, {"common": "1", "max-ply": "4"}, {"moves": "炮二平五"}, {"result": "1/2-1/2", "unique": None}]:
        compare_report(server, "player", {"name": "胡荣华"}, asked)
    compare_report(server, "opponent", {"name": "胡荣华", "other": "李来群"}, {})
    for asked in [{}, {"points": "3-1-0"}, {"ranking": "swiss"}, {"since": "2024"}]:
        compare_report(server, "event", {"name": "cup"}, asked)
    for path, asked in [("player", {}), ("opponent", {"name": "胡"}), ("event", {"name": ""}), ("player", {"name": "胡", "player": "胡"}),
                        ("event", {"name": "cup", "event": "x"}), ("event", {"name": "cup", "points": "2-1"}),
                        ("event", {"name": "cup", "ranking": "x"}), ("player", {"name": "胡", "since": "soon"})]:
        status, answer = server.ask(f"/report/{path}", asked)
        check(status == 400 and answer["error"].endswith("."), f"/report/{path} {asked}: {status} {answer}")


def random_question(chance):
    asked = {}
    if chance.random() < 0.5:
        place = chance.choice(PLACES)
        first, second = place.keys()
        asked[first] = chance.choice(place[first])
        if chance.random() < 0.4:
            asked[second] = chance.choice(place[second])
    if chance.random() < 0.2:
        asked["manoeuvre"] = chance.choice(PATHS["manoeuvre"])
    if asked:
        asked |= {name: chance.choice(values) for name, values in OF_MOVES.items() if chance.random() < 0.3}
    return asked | {name: chance.choice(values) for name, values in FILTERS.items() if chance.random() < 0.1}


def random_list(chance):
    columns = chance.sample(COLUMNS, chance.randint(1, 6))
    order = [chance.choice(["", "-"]) + column for column in chance.sample(COLUMNS, chance.randint(0, 3))]
    return columns, order, chance.choice([1, 3, 7, 50, 200])


def singles():
    for name, values in (FILTERS | PATHS).items():
        yield from ({name: value} for value in values)
    for place in PLACES:
        first, second = place.keys()
        for value in place[first]:
            yield {first: value}
            if value != place[first][0] and ROUNDS == 1:
                continue  # how the move to it is looked for does not depend on the place
            for name, others in ({second: place[second]} | OF_MOVES).items():
                yield from ({first: value, name: other} for other in others)


def tried_all():
    options = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", run("search", "--help").stdout.split("\nOptions:")[1], re.M))
    tried = {name for table in [FILTERS, OF_MOVES, PATHS, *PLACES] for name in table} | ELSEWHERE
    check(options - tried - NOT_OFFERED == set(), f"options of xq search that /search may lack: {options - tried - NOT_OFFERED}")
    check(tried - options == set(), f"no options of xq search: {tried - options}")


def asks_sensibly(asked):
    printed = run("search", "--db", "games.xqdb", "--limit", "1", *words(asked))
    return printed.returncode != 2


def refusals(server):
    for asked in REFUSED:
        check(run("search", "--db", "games.xqdb", *words(asked)).returncode == 2, f"xq search takes {asked}")
        if asked == {"columns": ""}:  # what is empty is not asked for here
            continue
        status, answer = server.ask("/search", asked)
        check(status == 400 and answer["error"].endswith("."), f"/search {asked}: {status} {answer}")
    for asked in [{"columns": "source"}, {"sort": "-source"}, {"sort": "date,event,red,black,site"}, {"limit": "0"}, {"limit": "201"},
                  {"sort": "date", "after": "99999"}, {"play": "h2e2", "moves": "h2e2"}, {"fen": "x"}, {"play": "h2e2", "balance": "-"}]:
        status, answer = server.ask("/search", asked)
        check(status == 400 and answer["error"].endswith("."), f"/search {asked}: {status} {answer}")


def main():
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory(prefix="xq-search-") as folder:
        os.chdir(folder)
        open("own.pgn", "w").write(GAMES)
        open("names.txt", "w").write(NAMES)
        for command in [["import", "-q", f"{DATA}/games.pgn", f"{DATA}/founding.pgn", "--db", "games.xqdb"], ["import", "-q", "--strict", "own.pgn", "--db", "games.xqdb"],
                        ["names", "-q", "--db", "games.xqdb", "--load", "names.txt"]]:
            done = run(*command)
            check(done.returncode == 0, f"{command}: {done.stderr}")
        server = Server()
        tried_all()
        counts = [compare(server, asked, ["game", *(["at"] if set(asked) - set(FILTERS) else [])], [], 200) for asked in singles()]
        for indexed in [False, True]:
            if indexed:
                run("index", "-q", "--db", "games.xqdb")
            for _ in range(25 * ROUNDS):
                asked = random_question(chance)
                if chance.random() < 0.1:
                    asked["duplicates"] = None
                counts.append(compare(server, asked, *random_list(chance)))
        counts = [count for count in counts if count is not None]
        found, questions = sum(count > 0 for count in counts), len(counts)
        for column in COLUMNS:
            for sign in ["", "-"]:
                compare(server, {"moves": "炮二平五"} if column == "at" else {"duplicates": None} if column == "repeats" else {},
                        list(dict.fromkeys(["game", column])), [sign + column, "-game"], 150)
        for asked in [{}, {"no-names": None}, {"player": "胡荣华"}, {"player": "胡荣华", "no-names": None}, {"unique": None}, {"comment": "弃车"},
                      {"moves": "炮二平五", "then": "马8进7"}, {"manoeuvre": "h0-g2", "result": "1-0"}]:
            compare_statistics(server, asked)
        refusals(server)
        reports(server)
        server.process.send_signal(signal.SIGINT if "XQ_UNDER_WINE" in os.environ else signal.SIGTERM)
        check(server.process.wait(30) == 0, "the server ends")
    check(found * 2 > questions, f"half of the questions find something: {found} of {questions}")
    print(f"{questions} questions, {found} found something" + ("" if wrong == 0 else f"; {wrong} wrong (seed {SEED})"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
