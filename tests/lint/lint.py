#!/usr/bin/env python3
"""lint.py [--root FOLDER] [FILE|FOLDER...]: clang-tidy on sources, and each header compiled by itself.

Without FILE: every source and header of the project. A header that is named is looked at by clang-tidy, too; else that is done
where a source includes it. What is for Windows alone needs the headers of Windows and is left out; so is python/ where there
is no pybind11.

Sources are checked many at a time, as one translation unit, since most of the time goes into the standard library's headers;
-Wshadow is left to the builds: in one unit a local name may be that of a variable of another file. In the same way a header is
compiled together with one that includes it: nothing comes before the first, and nothing but what it includes before the second.
clang-tidy does not check the system's headers: a plugin (own_code.cpp) tells it so. Where clang's own headers are missing, which the
plugin needs to be compiled, it takes three times as long. Sources that are named are looked at each by itself, too, with clang's analyzer: it follows every
path, which takes it 20 seconds a file, three hours for all.

What was clean is remembered, each file by itself, under a hash of all that was read: the file and what it includes, the headers
of the system, flags, .clang-tidy, the compiler's version, VERSION of this script. Paths are relative to the root, so that clones share it.
XQ_LINT_CACHE: the folder for that (default: xq/lint in the user's cache). What was found is never remembered. Findings are
printed; what clang-tidy said of a unit is in build/lint/UNIT.log. JOBS: how many processes. The status is 1 if there is a finding.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import typing

VERSION = 1  # of what is looked at and how, besides flags and folders: another one forgets all that was clean
FOLDERS = ["libxq", "tools", "tests", "docs", "python"]
INCLUDE_FOLDERS = ["libxq/include", "libxq/src", "tools", "tests"]
FLAGS = """-std=c++20 -fconstexpr-steps=50000000 -D_GLIBCXX_ASSERTIONS
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual
  -DXQ_VERSION="0" -DXQ_REVISION="r" -DXQ_COMPILER="c" -DXQ_ARCHITECTURE="a" -DXQ_IS_NATIVE=0 -DXQ_SOURCE_DIR="" -DXQ_SHARED_DATA=""
  -DXQ_TEST_CHILD="" """.split()
# The sources of a unit are included, and their names do not end in .hpp. The analyzer looks at no function that is included.
TIDY = ["clang-tidy", "--quiet", "--config-file=.clang-tidy", "--checks=-bugprone-suspicious-include"]
PATHS = ["clang-tidy", "--quiet", "--config-file=.clang-tidy", "--checks=-*,clang-analyzer-*,-clang-analyzer-optin.performance.Padding"]
PLUGIN = "tests/lint/own_code.cpp"  # it needs clang's headers
UNIT = 16  # sources: of more, too many do not fit together
STATES = 20  # of a file that are remembered, for branches and clones
DAY = 24 * 3600


def is_python(name):
    return name.startswith("python/")


def python_flags():
    """What the binding needs besides FLAGS; None where Python's headers or pybind11 are missing."""
    flags = ["-isystem", sysconfig.get_path("include")]
    command = ["clang++", "-x", "c++", "-std=c++20", "-fsyntax-only", *flags, "-include", "pybind11/pybind11.h", "/dev/null"]
    return flags if subprocess.run(command, capture_output=True, check=False).returncode == 0 else None


class Tree:
    """The files below a root, named relative to it; what they hold and what they include is read once."""

    def __init__(self, root):
        self.root = root
        self.names = set()
        self._hashes, self._texts, self._closures = {}, {}, {}
        for folder in FOLDERS:
            for inner, folders, files in os.walk(os.path.join(root, folder)):
                folders.sort()
                at = os.path.relpath(inner, root)
                self.names.update(f"{at}/{file}" for file in files)

    def path(self, name):
        return os.path.join(self.root, name)

    def hash(self, name):
        """Of what the file (one of the tree, or of the system) holds now; "" if there is none."""
        if name not in self._hashes:
            state = self._state(name)  # before it is read: what changes while it is read is seen by unchanged()
            try:
                self._hashes[name] = (hashlib.sha256(pathlib.Path(self.path(name)).read_bytes()).hexdigest(), state)
            except OSError:
                self._hashes[name] = ("", None)
        return self._hashes[name][0]

    def unchanged(self, name):
        """Whether the file is as it was when its hash was taken."""
        return self.hash(name) != "" and self._hashes[name][1] == self._state(name)

    def _state(self, name):
        try:
            state = os.stat(self.path(name))
        except OSError:
            return None
        return state.st_mtime_ns, state.st_size, state.st_ino

    def text(self, name):
        if name not in self._texts:
            self._texts[name] = pathlib.Path(self.path(name)).read_text(encoding="utf-8", errors="replace")
        return self._texts[name]

    def closure(self, name):
        """The file and all that it includes of the tree, under whatever conditions: as a sorted list."""
        if name not in self._closures:
            seen, left = {name}, [name]
            while left:
                here = left.pop()
                new = {found for found in self._included(here) if found not in seen}
                seen |= new
                left += new
            self._closures[name] = sorted(seen)
        return self._closures[name]

    def _included(self, name):
        for quote, wanted in re.findall(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)', self.text(name), re.M):
            folders = ([os.path.dirname(name)] if quote == '"' else []) + INCLUDE_FOLDERS
            for folder in folders:
                found = os.path.normpath(f"{folder}/{wanted}")
                if found in self.names:
                    yield found
                    break


class Cache:
    """What was clean. A file for each file that was checked, with a line for each state: its key, the list of the other files
    that were read (those of the system), and the hash of what these held. There is one list that grows, not one a file: a new
    header of the system comes seldom."""

    def __init__(self, tree, folder):
        self.tree = tree
        self.folder = pathlib.Path(folder)
        self._contents = {}
        try:
            (self.folder / "lists").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            sys.exit(f"lint: {error}. Name another folder in XQ_LINT_CACHE.")
        newest = max((self.folder / "lists").iterdir(), key=lambda path: -self._age(path), default=None)
        self._others = {name for name in newest.read_text().splitlines() if tree.hash(name)} if newest else set()

    def has(self, kind, name, key):
        path = self.folder / kind / name
        try:
            lines = path.read_text().splitlines()
        except OSError:
            return False
        for line in lines:
            if line.startswith(key) and self._held(line.split()[1]) == line.split()[2]:
                if line != lines[0] or self._age(path) > DAY:
                    self._write(path, [line, *(other for other in lines if other != line)])
                return True
        return False

    def keep(self, kind, name, key, others):
        """Remember it, if all the files that were read are still what they were."""
        if not all(self.tree.unchanged(file) for file in [*self.tree.closure(name), *others]):
            return
        path = self.folder / kind / name
        lines = path.read_text().splitlines() if path.exists() else []
        inside = self._list(others)
        older = [line for line in lines if not line.startswith(key)][: STATES - 1]
        self._write(path, [f"{key} {inside} {self._held(inside)}", *older])

    def prune(self):
        """Remove what was of no use for 30 days."""
        for path in self.folder.rglob("*"):
            if path.is_file() and self._age(path) > 30 * DAY:
                path.unlink(missing_ok=True)

    def _list(self, others):
        self._others |= others
        lines = sorted(self._others)
        name = hash_of(lines)
        if name not in self._contents:
            self._write(self.folder / "lists" / name, lines)
        return name

    def _held(self, inside):
        if inside not in self._contents:
            try:
                path = self.folder / "lists" / inside
                self._contents[inside] = hash_of([self.tree.hash(name) for name in path.read_text().splitlines()])
                if self._age(path) > DAY:
                    path.touch()
            except OSError:
                self._contents[inside] = ""
        return self._contents[inside]

    @staticmethod
    def _age(path):
        try:
            return time.time() - path.stat().st_mtime
        except FileNotFoundError:  # another run has removed it
            return math.inf

    @staticmethod
    def _write(path, lines):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
            file.write("".join(f"{line}\n" for line in lines))
        os.replace(file.name, path)


def hash_of(parts):
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Outcome(typing.NamedTuple):
    """Of a unit: the files that were read, what was found, and the files in which it does not compile."""

    files: set
    findings: list
    broken: set


class Checker:
    """Runs clang on units: kind "tidy" is clang-tidy, "paths" its analyzer, for one file, "alone" the compiler. `python`: see
    python_flags()."""

    def __init__(self, tree, out, python):
        self.tree = tree
        self.out = out
        self.python = python or []
        self.plugin = []
        self.includes = [f"-I{tree.root}/{folder}" for folder in INCLUDE_FOLDERS]
        versions = [subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout for tool in ("clang-tidy", "clang++")]
        environment = [os.environ.get(name, "") for name in ("CPATH", "CPLUS_INCLUDE_PATH")]
        self.common = hash_of([*versions, *environment, str(VERSION), *FLAGS, *INCLUDE_FOLDERS, *TIDY, tree.text(".clang-tidy")])

    def load_plugin(self):
        """Compiles own_code.cpp for clang-tidy. Without it the same is found, later; a line on stderr says why."""
        here, made = pathlib.Path(__file__).parent, pathlib.Path(self.out, "own_code").resolve()
        resources = subprocess.run(["clang++", "-print-resource-dir"], check=True, capture_output=True, text=True).stdout.strip()
        cached = ["ccache"] if shutil.which("ccache") else []
        flags = ["-std=c++17", "-O1", "-fPIC", "-fno-rtti", "-I", f"{resources}/../../../include"]
        for command in ([*cached, "clang++", *flags, "-c", "own_code.cpp", "-o", f"{made}.o"], ["clang++", "-shared", f"{made}.o", "-o", f"{made}.so"]):
            if subprocess.run(command, cwd=here, capture_output=True, check=False).returncode != 0:
                print("lint: own_code.cpp cannot be compiled (are clang's headers there? libclang-dev): clang-tidy takes three times as long", file=sys.stderr, flush=True)
                return
        self.plugin = [f"-load={made}.so"]

    def _own_flags(self, name):
        return self.python if is_python(name) else []

    def key(self, kind, name):
        closure = self.tree.closure(name)
        checks = PATHS if kind == "paths" else []
        return hash_of([self.common, *self._own_flags(name), *checks, kind, name, *closure, *(self.tree.hash(file) for file in closure)])

    def run(self, kind, unit):
        """By a thread of its own: it changes nothing here. The files of a unit have the same flags."""
        with tempfile.NamedTemporaryFile(prefix="dependencies-", dir=self.out) as dependencies:
            flags = ["-x", "c++", *FLAGS, *self._own_flags(unit[0]), *self.includes, f"-Wp,-MD,{dependencies.name}"]
            includes = [word for name in unit for word in ("-include", self.tree.path(name))]
            command = {"tidy": [*TIDY, *self.plugin, "/dev/null", "--", *flags, *includes],
                       "paths": [*PATHS, self.tree.path(unit[0]), "--", *flags],
                       "alone": ["clang++", "-fsyntax-only", "-Werror", *flags, *includes, "/dev/null"]}[kind]
            done = subprocess.run(command, cwd=self.tree.root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
            files = {self._name(path) for path in paths_of(pathlib.Path(dependencies.name).read_text(encoding="utf-8"))} - {"/dev/null"}
        if done.returncode == 0:
            return Outcome(files, [], set())
        log = f"{self.out}/{kind}-{unit[0].replace('/', '_')}.log"
        pathlib.Path(log).write_text(done.stdout, encoding="utf-8")
        lines = [line.replace(f"{self.tree.root}/", "") for line in done.stdout.splitlines()]
        findings = [line for line in lines if re.search(r": (warning|(fatal )?error): ", line)]
        broken = [line for line in findings if "[clang-diagnostic-error]" in line or (kind == "alone" and "[-Werror" not in line)]
        names = {line.split(":")[0] for line in broken}
        if done.returncode < 0:  # clang-tidy 14 crashes on some sources that stand together
            names = set(unit)
        if kind == "tidy" and len(unit) > 1 and findings and not names:
            findings = self._confirmed(unit, findings)
            if not findings:
                return Outcome(files, [], set())
        return Outcome(files, findings or [f"{unit[0]}: status {done.returncode}, see {log}"], names)

    def _confirmed(self, unit, findings):
        """What clang-tidy finds in a source by itself, too. In a unit a header's Problem may be that of the unnamed namespace of the
        source before it: then a function that takes one looks unused."""
        own = {file for name in unit for file in self.tree.closure(name)}
        confirmed = [line for line in findings if line.split(":")[0] not in own]
        left = set(findings).difference(confirmed)
        for name in unit:
            if any(line.split(":")[0] in self.tree.closure(name) for line in left):
                alone = self.run("tidy", [name]).findings
                confirmed += alone
                left.difference_update(alone)
        return confirmed

    def _name(self, path):
        path = os.path.normpath(path)
        return os.path.relpath(path, self.tree.root) if path.startswith(f"{self.tree.root}/") else path


def paths_of(dependencies):
    """The files in what a compiler wrote for make."""
    words = re.findall(r"(?:\\[^\n]|[^\s\\])+", dependencies.partition(":")[2])
    return [re.sub(r"\\(.)", r"\1", word).replace("$$", "$") for word in words]


def by_flags(names, divide):
    """Units of files that have the same flags."""
    return [unit for python in (False, True) for unit in divide([name for name in names if is_python(name) == python])]


def joined_sources(tree, names, size):
    """Units of about so many sources, neighbours together, none of which defines what another one does."""
    own = {name: defined_in(tree.text(name)) for name in names}
    counts = collections.Counter(word for words in own.values() for word in words)
    units = []  # (names, what they define)
    # What many define (main) comes last: one is added to each unit.
    for common, name in sorted((max(map(counts.get, own[name]), default=0) > 7, name) for name in names):
        for unit, taken in units:
            if len(unit) < size + 2 * common and own[name].isdisjoint(taken):
                unit.append(name)
                taken |= own[name]
                break
        else:
            units.append(([name], set(own[name])))
    # Tests come last: what they declare used is so for what follows.
    return [sorted(unit, key=lambda name: (name.startswith("tests"), name)) for unit, _ in units]


def defined_in(text):
    """Names that a source defines, and its macros: more or less, as clang-format has left it, by what begins at column 0. It need
    not be exact: a unit that cannot be compiled is divided."""
    found = {("", word) for word in re.findall(r"^#define (\w+)", text, re.M)}
    space = next(iter(re.findall(r"^namespace ([\w:]+) \{", text, re.M)), "")
    for line in text.splitlines():
        match = re.match(r"(?:struct|class|enum(?: class)?|union) (\w+)(?: final)?(?: [{:]|;)|(?:using|namespace) (\w+) =", line) \
            or re.match(r"(?!namespace |using |template |return |struct |class |enum |union )[a-z].*? [*&]*([\w:~]*[a-z]\w*)(?:[({;\[]| = )", line)
        if match:
            found.add((space, match[match.lastindex]))
    return found


def chains_of_headers(tree, names):
    """Units of headers, each of which is included by the one after it."""
    left = sorted(names, key=lambda name: (-len(tree.closure(name)), name))
    chains = []
    while left:
        chain = left[:1]
        for name in left[1:]:
            if name in tree.closure(chain[-1]):
                chain.append(name)
        left = [name for name in left if name not in chain]
        chains.append(chain[::-1])
    return chains


class Lint:
    """Checks what is not known to be clean."""

    def __init__(self, tree, cache, checker, jobs):
        self.tree = tree
        self.cache = cache
        self.checker = checker
        self.jobs = jobs
        self.findings = []

    def check(self, kind, names, divide):
        """Prints what is found in the files, and returns those of them, and those they include, that cannot be compiled."""
        keys = {name: self.checker.key(kind, name) for name in names}
        left = [name for name in names if not self.cache.has(kind, name, keys[name])]
        print(f"lint: {kind}: {len(names)} files, {len(left)} to look at", file=sys.stderr, flush=True)
        if kind == "tidy" and left:
            self.checker.load_plugin()
        broken = set()
        units = divide(left)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as threads:
            while units:
                strays, again = [], []
                runs = {threads.submit(self.checker.run, kind, unit): unit for unit in units}
                for run in concurrent.futures.as_completed(runs):
                    unit, outcome = runs[run], run.result()
                    misfits = [name for name in unit if name in outcome.broken]
                    if not outcome.findings:
                        self._keep(kind, unit, keys, outcome.files)
                    elif outcome.broken and len(unit) > 1 and kind == "tidy":
                        if 0 < len(misfits) < len(unit):
                            strays += misfits
                            again.append([name for name in unit if name not in misfits])
                        else:
                            again += [unit[::2], unit[1::2]]
                    else:
                        self._report(outcome.findings)
                        broken |= outcome.broken
                units = again + divide(strays)
        return broken

    def _keep(self, kind, unit, keys, files):
        others = files.difference(*(self.tree.closure(name) for name in unit))
        for name in unit:
            self.cache.keep(kind, name, keys[name], others)

    def _report(self, findings):
        new = sorted(set(findings).difference(self.findings))
        self.findings += new
        for line in new:
            print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    for file in options.files:
        if not os.path.exists(file):
            parser.error(f"there is no {file}")
    tree = Tree(os.path.realpath(options.root))
    out = f"{tree.root}/build/lint"
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    user = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    cache = Cache(tree, os.environ.get("XQ_LINT_CACHE") or f"{user}/xq/lint")
    jobs = int(os.environ.get("JOBS") or os.cpu_count() or 2)
    wanted = [os.path.relpath(os.path.realpath(file), tree.root) for file in options.files] or FOLDERS
    names = sorted(name for name in tree.names if "/windows/" not in name and name != PLUGIN and any(name == here or name.startswith(f"{here}/") for here in wanted))
    python = python_flags() if any(map(is_python, names)) else None
    if python is None and any(map(is_python, names)):
        print("lint: no pybind11 (pybind11-dev, python3-dev): python/ is left out", file=sys.stderr)
        names = [name for name in names if not is_python(name)]
    lint = Lint(tree, cache, Checker(tree, out, python), jobs)
    headers = [name for name in names if name.endswith(".hpp")]
    sources = [name for name in names if name.endswith(".cpp")] + [name for name in headers if name in wanted]
    broken = lint.check("alone", headers, lambda left: by_flags(left, lambda some: chains_of_headers(tree, some)))
    # Sources that include a header with errors would repeat them.
    sources = [name for name in sources if broken.isdisjoint(tree.closure(name))]
    size = lambda left: min(UNIT, max(4, -(-len(left) // jobs)))
    lint.check("tidy", sources, lambda left: by_flags(left, lambda some: joined_sources(tree, some, size(left))))
    if named := [name for name in sources if name in wanted]:
        lint.check("paths", named, lambda left: [[name] for name in left])
    cache.prune()
    return 1 if lint.findings else 0


if __name__ == "__main__":
    sys.exit(main())
