#!/usr/bin/env python3
"""pages.py SOURCE FOLDER - the documents as pages for a browser: docs/ in FOLDER, the documents of the top folder in
FOLDER/project. Links between them, to headings and to pictures stay; a link to another file becomes its text.
Needs cmark-gfm."""
import html, os, re, shutil, subprocess, sys

source, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
page = """<!DOCTYPE html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
body {{ max-width: 60rem; margin: 1rem auto; padding: 0 1rem; background: #fffdf9; color: #26221c; overflow-wrap: anywhere;
  font: 16px/1.5 system-ui, "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }}
a {{ color: #1258a8; }} img {{ max-width: 100%; }}
pre {{ background: #f6f2e9; padding: .6rem; overflow-x: auto; font-size: .85rem; overflow-wrap: normal; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; overflow-wrap: normal; }}
td, th {{ border: 1px solid #ddd3c2; padding: .2rem .6rem; text-align: left; vertical-align: top; }}
blockquote {{ margin-left: 0; padding-left: 1rem; border-left: 3px solid #ddd3c2; }}
</style></head>
<body>
{body}</body>
</html>
"""


def documents():
    """From paths in SOURCE to paths in FOLDER."""
    found = {name: "project/" + name[:-3] + ".html" for name in os.listdir(source) if name.endswith(".md")}
    for place, _, names in os.walk(os.path.join(source, "docs")):
        inner = os.path.relpath(place, os.path.join(source, "docs"))
        for name in names:
            path = os.path.normpath(os.path.join(inner, name))
            if name.endswith(".md"):
                found["docs/" + path] = path[:-3] + ".html"
            elif name.endswith((".png", ".svg")):
                found["docs/" + path] = path
    return found


pages = documents()


def anchor(heading):
    """What tests/style/links.sh takes for the name of a heading."""
    text = html.unescape(re.sub(r"<[^>]*>", "", heading)).lower().replace(" ", "-")
    return re.sub(r"[\]`.,:;!?()“”\"'/*&+=|[，。：；！？（）、《》]", "", text)


def with_links(body, name):
    def target(match):
        kind, link, text = match.groups()
        if re.match(r"[a-z]+:", link):
            return match.group(0)
        path, sign, heading = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
        if path not in pages:
            return text or ""
        new = os.path.relpath(pages[path], os.path.dirname(pages[name])).replace(os.sep, "/") + sign + heading
        return f'<a href="{new}">{text}</a>' if kind == "a href" else f'<img src="{new}"'
    body = re.sub(r'<(a href)="([^"]*)">(.*?)</a>', target, body, flags=re.S)
    return re.sub(r'<(img src)="([^"]*)"()', target, body)


for name, path in sorted(pages.items()):
    out = os.path.join(folder, path)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    if name.endswith((".png", ".svg")):
        shutil.copyfile(os.path.join(source, name), out)
        continue
    body = subprocess.run(["cmark-gfm", "-e", "table", os.path.join(source, name)], check=True, capture_output=True).stdout.decode()
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda m: f'<h{m[1]} id="{html.escape(anchor(m[2]))}">{m[2]}</h{m[1]}>', body)
    title = re.search(r"<h1[^>]*>(.*?)</h1>", body)
    with open(out, "w", encoding="utf-8", newline="\n") as file:
        file.write(page.format(language="zh-Hans" if name.endswith(".zh-CN.md") else "en",
                               title=re.sub(r"<[^>]*>", "", title[1]) if title else path, body=with_links(body, name)))
