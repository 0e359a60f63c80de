"""Reads lists of request cases line by line and answers what each parser of Python hands to an application, files' contents aside."""

import asyncio
import io
import json
import logging
import sys
import warnings
from http.cookies import SimpleCookie
from importlib.metadata import version
from types import SimpleNamespace
from urllib.parse import parse_qsl
from xml.etree import ElementTree

import aiohttp.web
import bottle
import django.conf
import falcon
import lxml.etree
import multipart
import graphql
import orjson
import simplejson
import tornado.escape
import tornado.httputil
import ujson
import yaml
from aiohttp.http_parser import RawRequestMessage
from multidict import CIMultiDict, CIMultiDictProxy
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Request as WerkzeugRequest
from yarl import URL

warnings.simplefilter("ignore")
logging.disable()
django.conf.settings.configure(
    DATA_UPLOAD_MAX_NUMBER_FIELDS=None, DATA_UPLOAD_MAX_NUMBER_FILES=None, ALLOWED_HOSTS=["*"], USE_TZ=True
)
import django  # noqa: E402
from django.core.handlers.wsgi import WSGIRequest  # noqa: E402
from django.http.cookie import parse_cookie as django_cookies  # noqa: E402
from starlette.requests import Request as StarletteRequest  # noqa: E402
from starlette.requests import cookie_parser as starlette_cookies  # noqa: E402

django.setup()
loop = asyncio.new_event_loop()


def as_bytes(value):
    if isinstance(value, (bytes, bytearray)):
        return value.decode("latin1")
    text = str(value)
    try:
        return text.encode("utf-8", "surrogateescape").decode("latin1")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass").decode("latin1")


def flatten(value, into=None):
    into = [] if into is None else into
    if value is None or isinstance(value, bool):
        return into
    if isinstance(value, dict):
        for key, member in value.items():
            into.append(as_bytes(key))
            flatten(member, into)
    elif isinstance(value, (list, tuple, set)):
        for member in value:
            flatten(member, into)
    else:
        into.append(as_bytes(value))
    return into


def query_of(case):
    return case["target"].partition("?")[2]


def environ(case):
    path, _, query = case["target"].partition("?")
    body = case["body"].encode("latin1")
    made = {
        "REQUEST_METHOD": "POST" if body else "GET",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "a.example",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "a.example",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
        "CONTENT_LENGTH": str(len(body)),
    }
    if case["contentType"] is not None:
        made["CONTENT_TYPE"] = case["contentType"]
    if case["cookie"] is not None:
        made["HTTP_COOKIE"] = case["cookie"]
    return made


def headers(case):
    found = [(b"host", b"a.example")]
    if case["contentType"] is not None:
        found.append((b"content-type", case["contentType"].encode("latin1")))
    if case["cookie"] is not None:
        found.append((b"cookie", case["cookie"].encode("latin1")))
    return found


def file_names(files):
    return [as_bytes(text or "") for name, file in files for text in (name, getattr(file, "filename", None) or getattr(file, "name", ""))]


def werkzeug_form(case):
    request = WerkzeugRequest(environ(case))
    return flatten(list(request.form.items(multi=True))) + file_names(request.files.items(multi=True))


def django_form(case):
    request = WSGIRequest(environ(case))
    return flatten(list(request.POST.lists())) + [
        as_bytes(text or "") for name, files in request.FILES.lists() for file in files for text in (name, file.name)
    ]


async def starlette_form(case):
    sent = False

    async def receive():
        nonlocal sent
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": case["body"].encode("latin1"), "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers(case)}
    async with StarletteRequest(scope, receive).form() as form:
        return [as_bytes(text or "") for name, value in form.multi_items() for text in (name, value if isinstance(value, str) else value.filename)]


# Of its connection a request asks these alone; mocks of everything take longer to make than all parsers need together.
CONNECTION = SimpleNamespace(ssl_context=None, peername=None, sockname=None, max_headers=128, max_field_size=8190)


def aiohttp_request(method, fields, payload):
    found = CIMultiDictProxy(CIMultiDict(fields))
    message = RawRequestMessage(method, "/", aiohttp.HttpVersion11, found, (), False, None, False, False, URL("/"))
    return aiohttp.web.BaseRequest(message, payload, CONNECTION, None, None, loop)


async def aiohttp_form(case):
    stream = aiohttp.StreamReader(NoTransport(), 2**20, loop=loop)
    stream.feed_data(case["body"].encode("latin1"))
    stream.feed_eof()
    fields = {name.decode(): value.decode("utf-8", "surrogateescape") for name, value in headers(case)}
    form = await aiohttp_request("POST", fields, stream).post()
    return [
        as_bytes(text or "")
        for name, value in form.items()
        for text in (name, value.filename if hasattr(value, "filename") else value)
    ]


class NoTransport:
    _reading_paused = False

    def pause_reading(self, **_):
        return None

    def resume_reading(self, **_):
        return None


def bottle_form(case):
    request = bottle.BaseRequest(environ(case))
    return flatten(list(request.forms.allitems())) + [
        as_bytes(text or "") for name, file in request.files.allitems() for text in (name, file.raw_filename)
    ]


def falcon_query(case):
    request = falcon.Request(environ(case))
    return flatten(request.params)


def falcon_form(case):
    request = falcon.Request(environ(case))
    media = request.get_media()
    if isinstance(media, dict):
        return flatten(media)
    found = []
    for part in media:
        found += [as_bytes(part.name or ""), as_bytes(part.filename or "")]
        if not part.filename:
            content = part.get_data()
            found += [as_bytes(content), as_bytes(part.get_text() or "")]
    return found


def falcon_cookies(case):
    return flatten(falcon.Request(environ(case)).cookies)


def defnull_form(case):
    forms, files = multipart.parse_form_data(environ(case), strict=False)
    return flatten(list(forms.iterallitems())) + file_names(files.iterallitems())


def tornado_form(case):
    arguments, files = {}, {}
    fields = tornado.httputil.HTTPHeaders({name.decode(): value.decode("latin1") for name, value in headers(case)})
    tornado.httputil.parse_body_arguments(case["contentType"] or "", case["body"].encode("latin1"), arguments, files, fields)
    return flatten(arguments) + [as_bytes(file.filename) for group in files.values() for file in group]


def element_texts(element):
    found = []
    for one in element.iter():
        if not isinstance(one.tag, str):
            continue
        found += [as_bytes(text) for text in (one.text, one.tail, *one.attrib.values()) if text]
        found.append(as_bytes("".join(one.itertext())))
    return found


def text_of(case):
    return case["body"].encode("latin1")


def simple_cookies(case):
    return flatten({name: morsel.value for name, morsel in SimpleCookie(case["cookie"]).items()})


def by_line(case):
    found = []
    for line in text_of(case).decode("utf-8", "surrogateescape").splitlines():
        try:
            flatten(json.loads(line), found)
        except ValueError:  # Readers of lines leave out what is none.
            continue
    return found


def yaml_texts(loader):
    return lambda case: flatten(list(yaml.load_all(text_of(case), Loader=loader)))


class Texts(graphql.Visitor):
    def __init__(self):
        super().__init__()
        self.found = []

    def enter_string_value(self, node, *_):
        self.found.append(as_bytes(node.value))


def graphql_texts(case):
    source = json.loads(text_of(case))["query"] if "json" in case["contentType"].lower() else text_of(case).decode()
    texts = Texts()
    graphql.visit(graphql.parse(source), texts)
    return texts.found


LXML = lxml.etree.XMLParser(resolve_entities=True, no_network=True, load_dtd=False)
PARSERS = {
    "query": {
        "urllib.parse": lambda case: flatten(parse_qsl(query_of(case), keep_blank_values=True)),
        "Werkzeug": lambda case: flatten(list(WerkzeugRequest(environ(case)).args.items(multi=True))),
        "Django": lambda case: flatten(list(WSGIRequest(environ(case)).GET.lists())),
        "Starlette": lambda case: flatten(
            StarletteRequest({"type": "http", "query_string": query_of(case).encode("latin1"), "headers": []}).query_params.multi_items()
        ),
        "Tornado": lambda case: flatten(tornado.escape.parse_qs_bytes(query_of(case), keep_blank_values=True)),
        "Bottle": lambda case: flatten(list(bottle.BaseRequest(environ(case)).query.allitems())),
        "Falcon": falcon_query,
    },
    "form": {
        "Werkzeug": werkzeug_form,
        "Django": django_form,
        "Starlette": starlette_form,
        "aiohttp": aiohttp_form,
        "Bottle": bottle_form,
        "Falcon": falcon_form,
        "Tornado": tornado_form,
    },
    "multipart": {
        "Werkzeug": werkzeug_form,
        "Django": django_form,
        "Starlette": starlette_form,
        "aiohttp": aiohttp_form,
        "Bottle": bottle_form,
        "multipart": defnull_form,
        "Falcon": falcon_form,
        "Tornado": tornado_form,
    },
    "json": {
        "json": lambda case: flatten(json.loads(text_of(case))),
        "json with duplicates": lambda case: flatten(json.loads(text_of(case), object_pairs_hook=lambda pairs: [list(pair) for pair in pairs], strict=False)),
        "json by line": by_line,
        "simplejson": lambda case: flatten(simplejson.loads(text_of(case))),
        "orjson": lambda case: flatten(orjson.loads(text_of(case))),
        "ujson": lambda case: flatten(ujson.loads(text_of(case))),
    },
    "xml": {
        "expat": lambda case: element_texts(ElementTree.fromstring(text_of(case))),
        "libxml2": lambda case: element_texts(lxml.etree.fromstring(text_of(case), LXML)),
    },
    "cookies": {
        "SimpleCookie": simple_cookies,
        "Werkzeug": lambda case: flatten(list(parse_cookie(case["cookie"]).items(multi=True))),
        "Django": lambda case: flatten(django_cookies(case["cookie"])),
        "Django request": lambda case: flatten(WSGIRequest(environ(case)).COOKIES),
        "Starlette": lambda case: flatten(starlette_cookies(case["cookie"])),
        "aiohttp": lambda case: flatten(dict(aiohttp_request("GET", {"Cookie": case["cookie"]}, None).cookies)),
        "Falcon": falcon_cookies,
        "Tornado": lambda case: flatten(tornado.httputil.parse_cookie(case["cookie"])),
        "Bottle": lambda case: flatten(list(bottle.BaseRequest(environ(case)).cookies.allitems())),
    },
    "yaml": {"PyYAML": yaml_texts(yaml.SafeLoader), "libyaml": yaml_texts(yaml.CSafeLoader)},
    "graphql": {"graphql-core": graphql_texts},
}


def read(case):
    answers = {}
    for name, parser in PARSERS[case["kind"]].items():
        try:
            values = parser(case)
            answers[name] = loop.run_until_complete(values) if asyncio.iscoroutine(values) else values
        except BaseException:  # What a parser refuses it hands to nobody; bottle raises responses.
            continue
    return answers


def main():
    packages = ["Werkzeug", "Django", "starlette", "python-multipart", "aiohttp", "bottle", "falcon", "multipart", "tornado", "lxml", "orjson", "simplejson", "ujson", "PyYAML", "graphql-core"]
    versions = {"Python": sys.version.split()[0], **{name: version(name) for name in packages}}
    print(json.dumps({"versions": versions}), flush=True)
    asyncio.set_event_loop(loop)
    for line in sys.stdin:
        print(json.dumps([{"id": case["id"], "read": read(case)} for case in json.loads(line)]), flush=True)


main()
