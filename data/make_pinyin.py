#!/usr/bin/env python3
"""Makes pinyin.txt: make_pinyin.py Unihan_Readings.txt NAMES.txt > pinyin.txt

Unihan_Readings.txt is in Debian's package unicode-data. Taken are the characters of GB 2312 and those
of NAMES.txt (UTF-8, any text), each with the first reading of kMandarin, without its tone.
"""
import sys
import unicodedata

# Surnames that are read otherwise than the character usually is.
SURNAMES = {"曾": "zeng", "单": "shan", "仇": "qiu", "解": "xie", "区": "ou", "查": "zha", "盖": "ge",
            "覃": "qin", "翟": "zhai", "任": "ren", "朴": "piao", "缪": "miao", "冼": "xian", "尉": "wei"}

HEAD = """\
# Sounds of Chinese characters, without tones (ü is v): a line for each sound. Made by make_pinyin.py from field
# kMandarin of Unihan_Readings.txt of the Unicode Character Database 15.0.0, changed: only the first reading, no tones,
# only characters of GB 2312 and of names of players, some surnames read as surnames are.
#
# Copyright (c) 1991-2022 Unicode, Inc. All rights reserved. Distributed under the Terms of Use in
# https://www.unicode.org/copyright.html.
# Permission is hereby granted, free of charge, to any person obtaining a copy of the Unicode data files and any associated
# documentation (the "Data Files") or Unicode software and any associated documentation (the "Software") to deal in the
# Data Files or Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
# distribute, and/or sell copies of the Data Files or Software, and to permit persons to whom the Data Files or Software are
# furnished to do so, provided that either (a) this copyright and permission notice appear with all copies of the Data Files
# or Software, or (b) this copyright and permission notice appear in associated Documentation.
# THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
# LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY RIGHTS. IN
# NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR
# CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
# CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES
# OR SOFTWARE.
# Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to promote
# the sale, use or other dealings in these Data Files or Software without prior written authorization of the copyright holder.
"""


def plain(reading):
    letters = unicodedata.normalize("NFD", reading.replace("ü", "v").replace("ǖ", "v").replace("ǘ", "v")
                                    .replace("ǚ", "v").replace("ǜ", "v"))
    return "".join(c for c in letters if "a" <= c <= "z")


def gb2312():
    for high in range(0xB0, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                yield bytes([high, low]).decode("gb2312")
            except UnicodeDecodeError:
                pass


wanted = set(gb2312()) | set(open(sys.argv[2], encoding="utf-8").read())
sounds = {}
for line in open(sys.argv[1], encoding="utf-8"):
    parts = line.split("\t")
    if len(parts) == 3 and parts[1] == "kMandarin":
        character = chr(int(parts[0][2:], 16))
        if character in wanted:
            sound = SURNAMES.get(character) or plain(parts[2].split()[0])
            sounds.setdefault(sound, []).append(character)
sys.stdout.write(HEAD)
for sound in sorted(sounds):
    print(sound, "".join(sorted(sounds[sound])))
