import { deflateRawSync, deflateSync } from 'node:zlib';
import { browser, browserForm, browserJson, browserParts, client, noise } from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const bytes = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((one) => (typeof one === 'string' ? Buffer.from(one, 'latin1') : one)));
const upload = (file: string, type: string, content: string | Buffer): HoldoutRequest =>
  browserParts('/upload', [
    { name: '_token', content: 'aB3+/==' },
    { name: 'file', file, type, content },
    { name: 'description', content: "Ann's file; see <below> & above" },
  ]);
function zip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const heads = Object.entries(entries).map(([name, content]) => {
    const packed = deflateRawSync(Buffer.from(content as string));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(Buffer.byteLength(content), 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), packed]);
  });
  return Buffer.concat([...heads, Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')]);
}
const WORD =
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t xml:space="preserve">Select the union; drop a line &amp; wait</w:t></w:r><w:hyperlink r:id="rId4"/></w:p></w:body></w:document>';
const SHEET =
  '<worksheet><sheetData><row><c><f>IF(A1&gt;3,HYPERLINK("https://x.example","x"),"")</f></c></row></sheetData></worksheet>';
const jpeg = (size: number): Buffer =>
  bytes(
    '\xff\xd8\xff\xe1\x00\x80Exif\0\0MM\0*\0\0\0\x08',
    'Canon EOS R5\0 Adobe Photoshop 26.0 (Macintosh)\0',
    '<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmp:CreatorTool="a"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
    '\xff\xdb',
    noise(size, 'jpeg'),
    '\xff\xd9',
  );

/** Of the set `parsers`: files of all kinds, with bytes as compressors leave them; written before any rule was tried on it. */
export const UPLOAD_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'file: a photo': upload('IMG_2041 (1).JPG', 'image/jpeg', jpeg(60_000)),
  'file: a second photo': upload("Ann's & Bob's — Zürich.jpeg", 'image/jpeg', jpeg(20_000)),
  'file: PNG': upload(
    'Screenshot 2026-11-27 at 10.00.00.png',
    'image/png',
    bytes(
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
      noise(17),
      '\0\0\0\x20tEXtComment\0Created with GIMP; a < b',
      noise(30_000, 'png'),
    ),
  ),
  'file: WebP': upload('a.webp', 'image/webp', bytes('RIFF\x24\x3a\0\0WEBPVP8 ', noise(15_000, 'webp'))),
  'file: HEIC': upload(
    'IMG_1.HEIC',
    'image/heic',
    bytes('\0\0\0\x24ftypheic\0\0\0\0mif1heic', noise(20_000, 'heic')),
  ),
  'file: GIF': upload('a.gif', 'image/gif', bytes('GIF89a\x10\0\x10\0\xf7\0\0', noise(9000, 'gif'), '\0;')),
  'file: PDF': upload(
    'Q3 Report (final) v2.pdf',
    'application/pdf',
    bytes(
      '%PDF-1.7\n%\xb5\xb5\xb5\xb5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/Lang(en-US)/StructTreeRoot 15 0 R>>\nendobj\n4 0 obj\n<</Filter/FlateDecode/Length 9000>>\nstream\n',
      deflateSync(noise(9000, 'pdf')),
      '\nendstream\nendobj\n5 0 obj<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://x.example/?a=1&b=2)>>>>endobj\nxref\n0 6\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n',
    ),
  ),
  'file: PDF with a form': upload(
    'form.pdf',
    'application/pdf',
    bytes(
      "%PDF-1.6\n7 0 obj<</FT/Tx/T(Name)/V(O'Brien)/DA(/Helv 12 Tf 0 g)>>endobj\n8 0 obj<</AcroForm<</Fields[7 0 R]>>>>endobj\n%%EOF\n",
    ),
  ),
  'file: DOCX': upload(
    'Bericht.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    zip({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': WORD.repeat(20),
      'word/media/image1.png': noise(4000, 'docx'),
    }),
  ),
  'file: XLSX': upload(
    'Zahlen.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    zip({ 'xl/worksheets/sheet1.xml': SHEET, 'xl/sharedStrings.xml': '<sst><si><t>=A1+B1</t></si></sst>' }),
  ),
  'file: ODT': upload(
    'a.odt',
    'application/vnd.oasis.opendocument.text',
    zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office:document-content/>' }),
  ),
  'file: EPUB': upload(
    'a.epub',
    'application/epub+zip',
    zip({
      'META-INF/container.xml': '<container/>',
      'OEBPS/c1.xhtml': '<html><body><script src="a.js"></script></body></html>',
    }),
  ),
  'file: ZIP of a program': upload(
    'site.zip',
    'application/zip',
    zip({
      'site/index.php': '<?php require "a.php"; echo $x;',
      'site/.htaccess': 'RewriteEngine On',
      'site/a.sh': '#!/bin/sh\nrm -rf a && ls',
    }),
  ),
  'file: JAR': upload(
    'a.jar',
    'application/java-archive',
    zip({
      'META-INF/MANIFEST.MF': 'Main-Class: A\n',
      'A.class': bytes('\xca\xfe\xba\xbe\0\0\0A', noise(500), 'java/lang/Runtime'),
    }),
  ),
  'file: APK': upload(
    'app-release.apk',
    'application/vnd.android.package-archive',
    zip({ 'AndroidManifest.xml': noise(800, 'apk'), 'classes.dex': bytes('dex\n035\0', noise(3000, 'dex')) }),
  ),
  'file: 7z': upload('a.7z', 'application/x-7z-compressed', bytes('7z\xbc\xaf\x27\x1c', noise(12_000, '7z'))),
  'file: RAR': upload('a.rar', 'application/vnd.rar', bytes('Rar!\x1a\x07\x01\0', noise(12_000, 'rar'))),
  'file: tar.gz': upload(
    'a.tar.gz',
    'application/gzip',
    bytes('\x1f\x8b\x08\0\0\0\0\0\0\x03', noise(12_000, 'gz')),
  ),
  'file: MP4': upload(
    'clip.mp4',
    'video/mp4',
    bytes('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41\0\0\0\x08free\0\x03\0\0mdat', noise(90_000, 'mp4')),
  ),
  'file: MOV': upload('IMG_3.MOV', 'video/quicktime', bytes('\0\0\0\x14ftypqt  ', noise(40_000, 'mov'))),
  'file: WebM': upload(
    'rec.webm',
    'video/webm;codecs=vp9,opus',
    bytes('\x1aE\xdf\xa3', noise(30_000, 'webm')),
  ),
  'file: MP3': upload(
    "01 - Don't Stop; Go.mp3",
    'audio/mpeg',
    bytes("ID3\x04\0\0\0\0\x02\x01TIT2\0\0\0\x0c\0\0\x03Don't Stop", noise(30_000, 'mp3')),
  ),
  'file: a voice': upload('blob', 'audio/webm;codecs=opus', bytes('\x1aE\xdf\xa3', noise(9000, 'voice'))),
  'file: a font': upload('a.woff2', 'font/woff2', bytes('wOF2\0\x01\0\0', noise(20_000, 'font'))),
  'file: WebAssembly': upload(
    'a.wasm',
    'application/wasm',
    bytes('\0asm\x01\0\0\0', noise(5000, 'wasm'), '__wbindgen_throw'),
  ),
  'file: SQLite': upload(
    'a.sqlite',
    'application/vnd.sqlite3',
    bytes(
      'SQLite format 3\0\x10\0\x01\x01',
      noise(2000, 'sqlite'),
      'CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT)',
      noise(900),
    ),
  ),
  'file: STL': upload(
    'part.stl',
    'model/stl',
    bytes('Exported from Fusion 360 (a & b)'.padEnd(80, '\0'), noise(9000, 'stl')),
  ),
  'file: DICOM': upload(
    '1.dcm',
    'application/dicom',
    bytes('\0'.repeat(128), "DICM\x02\0\x10\0UI\x14\x00O'BRIEN^ANN^^", noise(9000, 'dicom')),
  ),
  'file: parquet': upload(
    'a.parquet',
    'application/octet-stream',
    bytes('PAR1', noise(9000, 'parquet'), 'ARROW:schema', 'PAR1'),
  ),
  'file: npz': upload(
    'w.safetensors',
    'application/octet-stream',
    bytes(
      '\x58\0\0\0\0\0\0\0',
      '{"a.weight":{"dtype":"F32","shape":[4,4],"data_offsets":[0,64]}}',
      noise(6000, 'weights'),
    ),
  ),
  'file: an icon': upload(
    'logo.svg',
    'image/svg+xml',
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Generator: Adobe Illustrator 29.0 -->\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><defs><style>.a{fill:url(#g);stroke:#fff}</style><linearGradient id="g" gradientTransform="rotate(45)"><stop offset="0" stop-color="#f00"/></linearGradient></defs><g class="a"><path d="M0 0h9v9H0z"/><use xlink:href="#b"/></g><text x="1">R&amp;D</text></svg>',
  ),
  'file: a drawing of Inkscape': upload(
    'a.svg',
    'image/svg+xml',
    '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns="http://www.w3.org/2000/svg"><sodipodi:namedview inkscape:zoom="1.2"/><image href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="/><animate attributeName="r" values="1;2;1" dur="2s" repeatCount="indefinite"/></svg>',
  ),
  'file: a drawing with an old DOCTYPE': upload(
    'a.svg',
    'image/svg+xml',
    '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>',
  ),
  'file: draw.io': upload(
    'a.drawio',
    'application/xml',
    '<mxfile host="app"><diagram><mxGraphModel><root><mxCell id="2" value="&lt;b&gt;R&amp;amp;D&lt;/b&gt;&lt;br&gt;x &amp;gt; 3" style="rounded=0;whiteSpace=wrap;html=1;" vertex="1"/></root></mxGraphModel></diagram></mxfile>',
  ),
  'file: CSV with formulas': upload(
    'a.csv',
    'text/csv',
    'name,phone,formula,note\r\n"O\'Brien, Ann",+41 79 000 00 00,=SUM(A1:A9),"-- none"\r\nNull,-5,"=IF(B2>3,""yes"",""no"")",@home\r\nSelect,=1+1,"=VLOOKUP(A2,Sheet2!A:C,3,FALSE)",<3\r\n',
  ),
  'file: CSV of a bank': upload(
    'bank.csv',
    'text/csv',
    '\ufeffDatum;Text;Betrag\r\n27.11.2026;"Miete; Dez";-1\'500.00\r\n26.11.2026;O\'Leary & Söhne (Union Str.);+12,50\r\n',
  ),
  'file: TSV': upload('a.tsv', 'text/tab-separated-values', "id\tname\tsql\n1\tO'B\tSELECT 1\n2\t<x>\tor\n"),
  'file: VTT': upload(
    'a.vtt',
    'text/vtt',
    "WEBVTT\n\n00:01.000 --> 00:04.000 align:start\n<v Ann>It's <i>fine</i>; drop it & go</v>\n",
  ),
  'file: SRT': upload(
    'a.srt',
    'application/x-subrip',
    '1\r\n00:00:01,000 --> 00:00:02,000\r\n- Who?\r\n- Me; or you.\r\n',
  ),
  'file: a calendar': upload(
    'a.ics',
    'text/calendar',
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Drop-in & select\\; it's free\r\nX-ALT-DESC;FMTTYPE=text/html:<html><body><p>Hi</p></body></html>\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ),
  'file: a mail': upload(
    'a.eml',
    'message/rfc822',
    'From: "O\'B" <a@x.example>\r\nTo: b@x.example\r\nSubject: Order\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><body><a href="https://x.example/?a=b&amp;c">x</a></body></html>\r\n',
  ),
  'file: GeoJSON': upload(
    'a.geojson',
    'application/geo+json',
    '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Coeur d\'Alene; <Union>"},"geometry":{"type":"Polygon","coordinates":[[[8.5,47.3],[-8.6,47.4],[8.5,47.3]]]}}]}',
  ),
  'file: KML': upload(
    'a.kml',
    'application/vnd.google-earth.kml+xml',
    '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><description><![CDATA[<b>Hut</b><br><img src="https://x.example/a.jpg" width="200"/>]]></description></Placemark></kml>',
  ),
  'file: a notebook of code': upload(
    'notes.md',
    'text/markdown',
    '# Notes\n\n```bash\ncat /etc/hosts | grep local && echo done\n```\n\n<details><summary>SQL</summary>\n\n`SELECT * FROM a WHERE b = 1 OR c = 2;`\n</details>\n',
  ),
  'file: a script': upload(
    'build.sh',
    'application/x-sh',
    '#!/usr/bin/env bash\nset -euo pipefail\nfor f in *.txt; do cat "$f" | tr a b > "/tmp/$f"; done\ncurl -fsSL https://x.example/a.tgz | tar xz\n',
  ),
  'file: a program of Python': upload(
    'a.py',
    'text/x-python',
    'import os, subprocess\nprint(os.environ.get("HOME"))\nsubprocess.run(["ls", "-l"])\n',
  ),
  'file: a program of JavaScript': upload(
    'a.js',
    'text/javascript',
    'document.addEventListener("click", (e) => { location.href = e.target.dataset.to; });\nconst f = new Function("a", "return a * 2");\n',
  ),
  'file: a dump of SQL': upload(
    'dump.sql',
    'application/sql',
    "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8mb4 */;\nDROP TABLE IF EXISTS `a`;\nCREATE TABLE `a` (`id` int, `n` text);\nINSERT INTO `a` VALUES (1,'O\\'Brien'),(2,'x');\n",
  ),
  'file: a log': upload(
    'access.log',
    'text/plain',
    '203.0.113.9 - - [27/Nov/2026:10:00:00 +0000] "GET /?id=1%27 HTTP/1.1" 403 12 "-" "curl/8"\n203.0.113.9 - - [27/Nov/2026:10:00:01 +0000] "GET /etc/passwd HTTP/1.1" 404 0 "-" "-"\n',
  ),
  'file: a page': upload(
    'page.html',
    'text/html',
    '<!doctype html><html><head><title>A</title><link rel="stylesheet" href="a.css"></head><body><h1>A &amp; B</h1><script src="a.js"></script></body></html>',
  ),
  'file: a bookmark list': upload(
    'bookmarks.html',
    'text/html',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<DL><p>\n<DT><A HREF="javascript:(function(){window.open(location.href)})()" ADD_DATE="1">Share</A>\n<DT><A HREF="https://x.example/?a=b&c=d">x</A>\n</DL><p>\n',
  ),
  'file: a config': upload(
    'settings.yaml',
    'application/yaml',
    'a: &x\n  cmd: "ls -la | head"\n  url: http://localhost:8080/\nb: *x\nc: !!str 1\n',
  ),
  'file: a key': upload(
    'id.pub',
    'application/octet-stream',
    `ssh-ed25519 ${noise(51, 'ssh').toString('base64')} ann@host\n`,
  ),
  'file: a certificate': upload(
    'a.pem',
    'application/x-pem-file',
    `-----BEGIN CERTIFICATE-----\n${noise(600, 'pem').toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  ),
  'file: a theme': upload(
    'theme.css',
    'text/css',
    '@import url("a.css");\n.a > .b:not(.c)::before { content: "\\f101"; background: url(data:image/svg+xml;base64,PHN2Zy8+); }\n',
  ),
  'file: translations': upload(
    'de.po',
    'text/x-gettext-translation',
    'msgid "Select %d of <b>%s</b>"\nmsgstr "%d aus <b>%s</b> wählen"\n',
  ),
  'file: five at once': browserParts(
    '/upload',
    Array.from({ length: 5 }, (_, at) => ({
      name: 'files[]',
      file: `IMG_${at} — Kopie (${at}).jpg`,
      type: 'image/jpeg',
      content: jpeg(6000 + at),
    })),
  ),
  'file: none was chosen': browserParts('/upload', [
    { name: 'file', file: '', type: 'application/octet-stream', content: '' },
    { name: 'note', content: 'none; ok' },
  ]),
  'file: a drop in pieces': browserParts('/upload', [
    { name: 'dzuuid', content: 'a-b' },
    { name: 'dzchunkindex', content: '2' },
    { name: 'file', file: 'big.iso', type: 'application/octet-stream', content: noise(50_000, 'iso') },
  ]),
  'bytes: a file by PUT': browser(
    'PUT',
    '/blob/a%20(1).bin?sv=2024&sr=b&sig=a%2Bb%2F%3D&se=2026-11-27T10%3A00%3A00Z&sp=rw',
    ['Content-Type', 'application/octet-stream', 'x-ms-blob-type', 'BlockBlob'],
    noise(40_000, 'blob'),
  ),
  'bytes: without a type': client('PUT', '/blob/2', [], noise(30_000, 'untyped')),
  'bytes: as a picture': client(
    'POST',
    '/ocr',
    ['Content-Type', 'image/png'],
    bytes('\x89PNG\r\n\x1a\n', noise(30_000, 'ocr')),
  ),
  'bytes: as a sound': client(
    'POST',
    '/speech',
    ['Content-Type', 'audio/wav'],
    bytes('RIFF\x24\x80\0\0WAVEfmt ', noise(30_000, 'wav')),
  ),
  'bytes: MessagePack': client(
    'POST',
    '/rpc',
    ['Content-Type', 'application/msgpack'],
    bytes(
      "\x84\xa4name\xa7O'Brien\xa3qty\x02\xa4note\xaegift & <3 -- x\xa4blob\xc5\x03\xe8",
      noise(1000, 'msgpack'),
    ),
  ),
  'bytes: CBOR': client(
    'POST',
    '/coap',
    ['Content-Type', 'application/cbor'],
    bytes("\xa2dnamegO'Briendblob\x59\x01\xf4", noise(500, 'cbor')),
  ),
  'bytes: Avro': client(
    'POST',
    '/topics/a',
    ['Content-Type', 'application/vnd.kafka.binary.v2+json'],
    JSON.stringify({ records: [{ key: 'a', value: noise(300, 'avro').toString('base64') }] }),
  ),
  'bytes: Bond of a browser': browser(
    'POST',
    '/OneCollector/1.0?cors=true&content-type=application/x-json-stream',
    ['Content-Type', 'text/plain;charset=UTF-8'],
    '{"name":"a.Click","data":{"t":"x > y"}}\n{"name":"b"}',
  ),
  'picture: in JSON': browserJson('/avatar', {
    image: `data:image/jpeg;base64,${jpeg(12_000).toString('base64')}`,
  }),
  'picture: in a form': browserForm('/avatar', {
    crop: '{"x":1,"y":2}',
    image: `data:image/png;base64,${noise(8000, 'avatar').toString('base64')}`,
  }),
  'picture: a signature': browserForm('/sign', {
    svg: `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M 1,2 C 3,4 5,6 7,8" stroke="black"/></svg>').toString('base64')}`,
    points: '[{"x":1.5,"y":2,"t":3}]',
  }),
  'picture: of a canvas': browserJson('/board', {
    objects: [
      {
        type: 'path',
        path: [
          ['M', 1, 2],
          ['Q', 3, 4, 5, 6],
        ],
        fill: 'rgb(0,0,0)',
      },
      { type: 'i-text', text: "it's <5 && >3" },
    ],
    background: '',
  }),
};

const cookie = (text: string): HoldoutRequest => ({
  ...client('GET', '/', [
    'User-Agent',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Cookie',
    text,
  ]),
});

/** Cookies of consent managers, of ad tech and of shops, as they are written. */
export const COOKIE_REQUESTS: Readonly<Record<string, HoldoutRequest>> = Object.fromEntries(
  [
    'OptanonConsent=isGpcEnabled=0&datestamp=Thu+Nov+27+2026+10%3A00%3A00+GMT%2B0100+(Central+European+Standard+Time)&version=202411.1.0&browserGpcFlag=0&isIABGlobal=false&hosts=&groups=C0001%3A1%2CC0002%3A0&AwaitingReconsent=false; OptanonAlertBoxClosed=2026-11-27T09:00:00.000Z',
    'euconsent-v2=CQIjYwAQIjYwAAcABBENBQFsAP_gAEPgAAqIKVNV_G__bWlr8X73aftkeY1P99h77sQxBhfJE-4FzLvW_JwXx2ExNA36tqIKmRIEu3bBIQNlHJDUTVigaogVryDMakWcoTNKJ6BkiFMRO2dYCF5vmwtj-QKY5vr993dx2D-t_dv83dzyz4VHn3a5_2e0WJCdA5-tDfv9bROb-9IPd_58v4v8_F_rE2_eT1l_tevp7D9-cts7_XW-9_fff79Ll_-mB_gAAA.YAAAAAAAAAAA; usprivacy=1---',
    'cookiefirst-consent=%7B%22necessary%22%3Atrue%2C%22performance%22%3Afalse%2C%22type%22%3A%22category%22%7D; borlabs-cookie=%7B%22consents%22%3A%7B%22essential%22%3A%5B%22borlabs-cookie%22%5D%7D%2C%22domainPath%22%3A%22shop.example%2F%22%7D',
    'klaro={"matomo":true,"youtube":false}; cc_cookie={"categories":["necessary"],"revision":0,"data":null,"consentId":"a-b","services":{"necessary":[]}}',
    'didomi_token=eyJ1c2VyX2lkIjoiMTkyIiwiY3JlYXRlZCI6IjIwMjYtMTEtMjdUMDk6MDA6MDAuMDAwWiIsInZlbmRvcnMiOnsiZW5hYmxlZCI6WyJnb29nbGUiXX0sInZlcnNpb24iOjJ9; axeptio_cookies={%22$$token%22:%22a%22%2C%22$$date%22:%222026-11-27%22%2C%22$$completed%22:true}',
    'FCCDCF=%5Bnull%2Cnull%2Cnull%2C%5B%22CQIj%22%2C%222~~dv.61.89%22%2C%22A-_%22%5D%2Cnull%2Cnull%2C%5B%5D%5D; __gads=ID=a1:T=1764233000:RT=1764233001:S=ALNI_MZ-_; __eoi=ID=b:T=1:S=AA-A',
    '_fbp=fb.1.1764233000000.1203948576; _fbc=fb.1.1764233000.IwZXh0bgNhZW0CMTEAAR3_x; _uetsid=8f; _clck=1x2%7C2%7Cfrd%7C0%7C1; _tt_enable_cookie=1; _pin_unauth=dWlkPU1=',
    '_hjSessionUser_1=eyJpZCI6IjEiLCJjcmVhdGVkIjoxfQ==; ajs_user_id=%22o%27b%40x.example%22; ajs_group_id=null; mp_a_mixpanel=%7B%22distinct_id%22%3A%22%24device%3A1%22%2C%22%24initial_referrer%22%3A%22%24direct%22%7D',
    'optimizelyEndUserId=oeu1r0.1; _vwo_uuid_v2=D1|a2; _vis_opt_s=1%7C; s_cc=true; s_sq=%5B%5BB%5D%5D; AMCV_1%40AdobeOrg=179643557%7CMCIDTS%7C20785%7CMCMID%7C1%7CMCAAMLH-1%7C6%7CMCOPTOUT-1s%7CNONE%7CvVersion%7C5.5.0; mbox=session#a#1|PC#b.37_0#2',
    'sid=s%3Aa-_.b%2Bc%2Fd%3D; XSRF-TOKEN=eyJpdiI6IkFBPT0iLCJ2YWx1ZSI6ImEiLCJtYWMiOiJmZiJ9; laravel_session=eyJpdiI6IkI9PSJ9; .AspNetCore.Antiforgery.a=CfDJ8A-_; ARRAffinity=ab; __cf_bm=a.b-1764233000-1.0.1.1-c_D; cf_clearance=x-1',
    'last_search=levi\'s 501 "slim" & <new>; cart={a:1,b:[2,3]}; geo=ch|zh|47.3,8.5; ab=exp_1.v2:exp_2.v1; utm=src=a|med=b|cmp=(none)',
    '__utmz=1.1764233000.1.1.utmcsr=google|utmccn=(organic)|utmcmd=organic|utmctr=select%20from%20union; __utma=1.2.3.4.5.6; __utmv=1.|1=type=a=1',
    'wp-settings-1=editor%3Dtinymce%26libraryContent%3Dbrowse; wordpress_logged_in_a=ann%7C1764233000%7CaB%7Cff; woocommerce_recently_viewed=12|34; wp_woocommerce_session_a=t_1%7C%7C1%7C%7C2%7C%7Cab; tk_ai=a%2Bb',
    'datadome=a~b_C; _abck=F1~-1~YAAQ~-1~||0||~-1; bm_sz=8F~YAAQ; ak_bmsc=A~0000~YAAQ; _px3=a:b=:1000:c==; reese84=3:a==:b/c+; incap_ses_1=a+b==; visid_incap_1=x',
    'intercom-session-a=TG9n--b; crisp-client%2Fsession%2Fa=session_b; __hstc=1.a.1.1.1.1; __hssrc=1; hubspotutk=a; drift_aid=a; _gid=GA1.2.3; tawkUUID=a%2Bb%2F%7C%7C2; zte2095=1',
    'perf="v10..sl=2&nt=2&fo=1&lp=,clz=1/1/1&oo=0&tbc=1"; lang="v=2&lang=de-de"; li_gc=MTsyMTsxNzY0; bcookie="v=2&a-b"; lidc="b=VGST:s=V:r=V:g=1:u=1:i=1:t=2:v=2:sig=AQ"',
    'ASP.NET_SessionId=a; .ASPXAUTH=FF; __RequestVerificationToken=a-_1; TS01=01ab; BIGipServerpool_a=!xK+/=; NSC_a=ffffffff09; JSESSIONID="0000a:-1"; LtpaToken2=a+/b==; SMSESSION=a/b+; PD-S-SESSION-ID=1_2_0_a+==; AWSALB=a/b+c; AWSALBTG=a',
  ].map((text) => [`cookies: ${text.slice(0, 60)}`, cookie(text)]),
);
