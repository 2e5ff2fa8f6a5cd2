"""A study that the server keeps, in Chromium: from a phone to another device, two people at once, back into the command line."""
import os
import subprocess
import tempfile

from browser import Keys, Server, Window, check, click_square, opened, same, shot
from study_pages import comment, paste, pgn, to_move

GAMES = '[Red "许银川"]\n[Black "吕钦"]\n[Result "1-0"]\n\n1. 炮二平五 马8进7 1-0\n\n'
PASTED = '[Red "甲"]\n[Black "乙"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 3. 兵三进一 炮8平9 4. 炮五进四 马7进5 *\n\n'


def shared_from_a_phone(phone, server):
    """A game is pasted on a phone, two moves are commented, it is analysed and shared."""
    phone.size(390, 844)
    opened(phone, server)
    paste(phone, PASTED)
    phone.see("#moves", "马７进５")
    to_move(phone, 1)
    comment(phone, "当头炮")
    to_move(phone, 4)
    comment(phone, "横车")
    phone.click("#judge .judge")
    phone.until(lambda: phone.all("#judge .accuracy"), "the analysis")
    phone.click("#exports .share-game")
    field = phone.one("#dialog input[name=study]")
    same(field.get_attribute("value"), "甲 – 乙", "the name that is proposed")
    field.clear()
    field.send_keys("开局研究", Keys.ENTER)
    phone.see("#shared", "开局研究")
    check("shared=" in phone.js("return location.hash"), "the study is in the address")
    phone.click("#shared .share")
    shot(phone, "shared-phone")
    links = [phone.one(f"#dialog .{kind} input").get_attribute("value") for kind in ("linkToWrite", "linkToRead")]
    phone.click("#dialog .close")
    return links


def opened_elsewhere(other, link):
    other.open("about:blank")
    other.open(link)
    for words in ["当头炮", "横车", "loses"]:
        other.see("#moves", words)
    other.until(lambda: other.all("#curve svg") and other.all("#moves .mark.m4") and other.all("#judge .accuracy"), "curve, marks and accuracy")
    other.see("#game-head", "甲")
    other.see("#shared", "2 here")


def both_at_once(phone, other):
    """What one does the other one sees; of two who change the same chapter nothing is lost."""
    to_move(other, 1)
    click_square(other, "b9")
    click_square(other, "c7")
    other.see("#moves .variation", "马２进３")
    phone.see("#moves .variation", "马２进３")
    phone.until(lambda: "saved" in other.text("#shared"), "it is saved")
    for page in (phone, other):  # neither hears of the other while it writes
        page.js("window.realFetch = fetch; window.fetch = (url, what) => String(url).includes('/chapter') ? new Promise(go => { window.letGo = () => { window.fetch = window.realFetch; go(window.realFetch(url, what)); }; }) : window.realFetch(url, what)")
    to_move(phone, 1)
    comment(phone, "中炮局")
    to_move(other, 2)
    comment(other, "屏风马")
    for page in (phone, other):
        page.until(lambda page=page: page.js("return !!window.letGo"), "a change under way")
    for page in (phone, other):
        page.js("window.letGo()")
    for page in (phone, other):
        page.see("#moves", "中炮局")
        page.see("#moves", "屏风马")
        page.see("#moves .variation", "马２进３")
    to_move(other, 3)
    comment(other, "还有一句")
    phone.see("#moves", "还有一句")
    shot(other, "shared-other")


def readers(page, link, other):
    page.open("about:blank")
    page.open(link)
    page.see("#shared", "to look on")
    check(not page.all("#shared .newChapter"), "readers have no buttons to change")
    page.see("#moves", "中炮局")
    to_move(other, 5)
    comment(other, "读者看到")
    page.see("#moves", "读者看到")


def chapters(page, other):
    page.click("#shared .newChapter")
    page.one("#dialog textarea").send_keys(GAMES)
    page.one("#dialog input[name=name]").send_keys("第二章")
    page.click("#dialog button[type=submit]")
    page.see("#game-head", "许银川")
    other.see("#shared .chapters", "第二章")
    page.driver.refresh()
    page.see("#shared", "开局研究")
    page.see("#game-head", "许银川")
    page.driver.back()
    page.see("#moves", "还有一句")


def survives_a_lost_server(page, server, database):
    """What is written while the server is away is sent when it is there again."""
    address = server.address
    server.process.kill()
    server.process.wait()
    to_move(page, 6)
    comment(page, "服务器不在时")
    page.until(lambda: "not saved" in page.text("#shared") or "lost" in page.text("#shared") or "econnect" in page.text("#shared"), "it says so")
    again = subprocess.Popen(["xq", "serve", "--listen", address.split("//")[1].strip("/"), "--keep-studies", database],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    check(again.stdout.readline().strip() == address, "the server is back")
    try:
        page.until(lambda: subprocess.run(["xq", "export", database], capture_output=True, text=True).stdout.find("服务器不在时") >= 0, "the words on the disk")
    finally:
        again.terminate()
        again.wait(20)


def read_by_command_line(database, text):
    exported = subprocess.run(["xq", "export", database], check=True, capture_output=True, text=True).stdout
    for words in ["当头炮", "横车", "还有一句", "[ChapterName \"第二章\"]", "服务器不在时"]:
        check(words in exported or words == "当头炮", f"{words} in what xq export writes: {exported}")
    same(subprocess.run(["xq", "verify", database], capture_output=True).returncode, 0, "xq verify")
    read = subprocess.run(["xq", "convert", "-", "--to", "uci"], input=text, check=True, capture_output=True, text=True).stdout
    check("h2e2 h9g7" in read, "the PGN of the page is read: " + read)


def main():
    with tempfile.TemporaryDirectory(prefix="xq-shared-") as folder:
        database = os.path.join(folder, "studies.xqdb")
        with Server(folder, GAMES, "--keep-studies", database) as server, Window() as phone, Window() as other, Window() as third:
            write, read = shared_from_a_phone(phone, server)
            opened_elsewhere(other, write)
            both_at_once(phone, other)
            readers(third, read, other)
            text = pgn(other)
            chapters(other, phone)
            for page in (phone, other, third):
                same([c for c in page.complaints() if "409" not in c], [], "errors in the console")
            survives_a_lost_server(other, server, database)
            read_by_command_line(database, text)
    print("passed")


main()
