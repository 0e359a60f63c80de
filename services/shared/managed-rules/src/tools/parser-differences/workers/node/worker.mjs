// Reads lists of request cases line by line and answers what each parser of Node hands to an application: names and values, files aside.
// Packages come from the folder in PARSERS_FOLDER.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import querystring from 'node:querystring';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const load = createRequire(path.join(process.env.PARSERS_FOLDER, 'package.json'));
const qs = load('qs');
const fastQuerystring = load('fast-querystring');
const busboy = load('busboy');
const fastifyBusboy = load('@fastify/busboy');
const subtext = load('@hapi/subtext');
const statehood = load('@hapi/statehood');
const Cookies = load('cookies');
const multer = load('multer');
const multiparty = load('multiparty');
const bodyParser = load('body-parser');
const cookie = load('cookie');
const cookieParser = load('cookie-parser');
const { XMLParser } = load('fast-xml-parser');
const xml2js = load('xml2js');
const { formidable } = load('formidable');
const json5 = load('json5');
const jsYaml = load('js-yaml');
const yaml = load('yaml');
const graphql = load('graphql');
const { Hono } = load('hono');
const { getCookie } = load('hono/cookie');
const { Elysia } = load('elysia');
const h3 = load('h3');
const remix = load('@remix-run/multipart-parser');
const multipartData = load('parse-multipart-data');
const queryString = load('query-string').default;
const picoquery = load('picoquery');
const hjson = load('hjson');
const jsonc = load('jsonc-parser');
const { SaxesParser } = load('saxes');
const { DOMParser, onErrorStopParsing } = load('@xmldom/xmldom');

// Parsers throw at every second case, and the stack traces are not needed.
Error.stackTraceLimit = 0;

/** A form that does not end keeps some parsers waiting. */
const TIMEOUT_MS = 2_000;

const bytes = (text) => Buffer.from(text, 'latin1');
const asBytes = (value) => Buffer.from(String(value), 'utf8').toString('latin1');

/** All names and texts of a value of any type. */
function flatten(value, into = []) {
  if (value === null || value === undefined || typeof value === 'boolean') return into;
  if (value instanceof Map) for (const pair of value) flatten(pair, into);
  else if (value instanceof Uint8Array) into.push(Buffer.from(value).toString('latin1'));
  else if (typeof value === 'object')
    for (const key of Object.getOwnPropertyNames(value)) {
      if (!Array.isArray(value)) into.push(asBytes(key));
      if (!(Array.isArray(value) && key === 'length')) flatten(value[key], into);
    }
  else into.push(asBytes(value));
  return into;
}

/** The texts of a document: what its elements are called has the parser's own signs in it. */
function texts(value, into = []) {
  if (typeof value === 'string') into.push(asBytes(value));
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) texts(member, into);
  return into;
}

function requestOf({ target, contentType, cookie: header, body }) {
  const stream = Readable.from([bytes(body)], { objectMode: false });
  const headers = { host: 'a.example', 'content-length': String(body.length) };
  if (contentType !== null) headers['content-type'] = contentType;
  if (header !== null) headers.cookie = header;
  return Object.assign(stream, { method: 'POST', url: target, httpVersion: '1.1', headers, socket: {} });
}

const nothing = () => undefined;
const response = { on: () => response, setHeader: nothing, end: nothing };

const middleware = (handler) => (one) =>
  new Promise((resolve, reject) => {
    const request = requestOf(one);
    handler(request, response, (error) => (error ? reject(error) : resolve(request)));
  });

const bodyOf = (handler) => async (one) => flatten((await middleware(handler)(one)).body);

const readBusboy = (options) => (one) =>
  new Promise((resolve, reject) => {
    const found = [];
    const request = requestOf(one);
    const parser = busboy({ headers: request.headers, ...options });
    parser.on('field', (name, value) => found.push(...[name, value].map(asBytes)));
    parser.on('file', (name, stream, info) => {
      found.push(...[name, info.filename ?? ''].map(asBytes));
      stream.on('error', reject).resume();
    });
    parser.on('error', () => resolve(found));
    parser.on('close', () => resolve(found));
    request.pipe(parser);
  });

const readFastifyBusboy = (one) =>
  new Promise((resolve) => {
    const found = [];
    const request = requestOf(one);
    const parser = fastifyBusboy({ headers: request.headers });
    parser.on('field', (name, value) => found.push(...[name, value].map(asBytes)));
    parser.on('file', (name, stream, filename) => {
      found.push(...[name, filename ?? ''].map(asBytes));
      stream.on('error', () => resolve(found)).resume();
    });
    parser.on('error', () => resolve(found));
    parser.on('finish', () => resolve(found));
    request.pipe(parser);
  });

/** As hapi reads it; the content of a file is left out. What it calls text it hands over as it is. */
async function readSubtext(one) {
  if (/^\s*text\//i.test(one.contentType ?? '')) return null;
  const options = { parse: true, output: 'data', multipart: { output: 'annotated' } };
  const { payload } = await subtext.parse(requestOf(one), null, options);
  return Buffer.isBuffer(payload) ? [] : flatten(withoutFiles(payload));
}

function withoutFiles(value) {
  if (Array.isArray(value)) return value.map(withoutFiles);
  if (typeof value !== 'object' || value === null) return value;
  if (typeof value.filename === 'string' && 'headers' in value) return value.filename;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutFiles(member)]));
}

/** A name of it that has nothing but the words of several pairs, of which no attack is made. */
const WORDS_OVER_PAIRS = /^[\w.\s-]*;[\w.;\s-]*$/;
const hapiCookies = new statehood.Definitions({ strictHeader: false, ignoreErrors: true });

/** As Koa gets them, by name; which names there are it does not say. */
function readKoaCookies(one) {
  const { request, header } = cookies(one);
  const jar = new Cookies(request, response);
  const names = new Set(header.split(/[;,]/).map((pair) => pair.split('=')[0].trim()));
  return [...names].flatMap((name) => {
    const value = jar.get(name, { signed: false });
    return value === undefined ? [] : [asBytes(name), asBytes(value)];
  });
}

async function readFormidable(one) {
  const form = formidable({
    fileWriteStreamHandler: () => new Readable({ read: nothing }).on('data', nothing),
    allowEmptyFiles: true,
    minFileSize: 0,
  });
  const found = [];
  form.onPart = (part) => {
    found.push(asBytes(part.name ?? ''), asBytes(part.originalFilename ?? ''));
    const chunks = [];
    part.on('data', (chunk) => chunks.push(chunk));
    part.on('end', () => {
      if (part.mimetype === undefined || part.mimetype === null || !part.originalFilename)
        found.push(Buffer.concat(chunks).toString('latin1'));
    });
  };
  await form.parse(requestOf(one)).catch(() => []);
  return found;
}

const readMultiparty = (one) =>
  new Promise((resolve) => {
    const form = new multiparty.Form();
    const found = [];
    form.on('field', (name, value) => found.push(asBytes(name), asBytes(value)));
    form.on('part', (part) => {
      found.push(asBytes(part.name ?? ''), asBytes(part.filename ?? ''));
      part.on('error', () => part.resume());
      part.resume();
    });
    form.on('error', () => resolve(found));
    form.on('close', () => resolve(found));
    form.parse(requestOf(one));
  });

async function readFormData({ contentType, body }) {
  const form = await new Response(bytes(body), { headers: { 'content-type': contentType } }).formData();
  const found = [];
  for (const [name, value] of form)
    found.push(asBytes(name), asBytes(typeof value === 'string' ? value : value.name));
  return found;
}

const fetchRequest = ({ target, contentType, cookie: header, body }) =>
  new Request(`http://a.example${target}`, {
    method: 'POST',
    body: bytes(body),
    headers: {
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(header === null ? {} : { cookie: header }),
    },
  });

const hasFiles = (value) => typeof File !== 'undefined' && value instanceof File;
const fileNames = (value) => {
  if (hasFiles(value)) return value.name;
  if (Array.isArray(value)) return value.map(fileNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fileNames(member)]));
};

/** What a framework over `fetch` hands to its handler; one says it by calling `take`. */
const byHandler = (handle) => async (one) => {
  let found = null;
  await handle(fetchRequest(one), (value) => {
    found = flatten(fileNames(value));
  });
  return found;
};
const honoReads = (of) =>
  byHandler(async (request, take) => {
    const app = new Hono();
    app.all('*', async (context) => {
      take(await of(context));
      return context.body(null);
    });
    await app.fetch(request);
  });
const elysiaReads = (of) =>
  byHandler(async (request, take) => {
    const app = new Elysia({ aot: false }).all('/*', (context) => {
      take(of(context));
      return '';
    });
    await app.handle(request);
  });
const h3Reads = (of) => async (one) => flatten(await of(h3.createEvent(requestOf(one), response)));

const asRead = (value) => (typeof value === 'string' ? null : value);

async function readRemix({ contentType, body }) {
  const boundary = remix.getMultipartBoundary(contentType);
  const found = [];
  for (const part of remix.parseMultipart(bytes(body), { boundary }))
    found.push(...[part.name ?? '', part.filename ?? '', part.isFile ? '' : part.text].map(asBytes));
  return found;
}

function readMultipartData({ contentType, body }) {
  const parts = multipartData.parse(bytes(body), multipartData.getBoundary(contentType));
  return parts.flatMap(({ name, filename, data }) => [
    asBytes(name ?? ''),
    asBytes(filename ?? ''),
    filename ? '' : Buffer.from(data).toString('latin1'),
  ]);
}

/** As h3 reads parts: of files no more than their names. */
async function readH3Parts(event) {
  const parts = (await h3.readMultipartFormData(event)) ?? [];
  return parts.map(({ name, filename, data }) => [name, filename, filename ? '' : data]);
}

function readSaxes(one) {
  const found = [];
  const open = [''];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('text', (text) => {
    open[open.length - 1] += text;
  });
  parser.on('cdata', (text) => {
    open[open.length - 1] += text;
  });
  parser.on('opentag', ({ attributes }) => {
    for (const { value } of Object.values(attributes)) found.push(asBytes(value));
    open.push('');
  });
  parser.on('closetag', () => found.push(asBytes(open.pop())));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(utf8(one)).close();
  return found;
}

/** It forgives what strict readers refuse, and no server asks it for what is not called XML. */
function readXmldom(one) {
  if (!/xml/i.test(one.contentType)) return [];
  const { documentElement } = new DOMParser({ onError: onErrorStopParsing }).parseFromString(
    utf8(one),
    'text/xml',
  );
  const found = [];
  const walk = (node) => {
    for (const { value } of Array.from(node.attributes ?? [])) found.push(asBytes(value));
    found.push(asBytes(node.textContent ?? ''));
    for (let child = node.firstChild; child; child = child.nextSibling) if (child.nodeType === 1) walk(child);
  };
  walk(documentElement);
  return found;
}

const queryOf = ({ target }) => {
  const at = target.indexOf('?');
  return at < 0 ? '' : target.slice(at + 1);
};
const cookies = (one) => {
  const request = requestOf(one);
  return { request, header: request.headers.cookie };
};
const xml = new XMLParser({ ignoreAttributes: false, processEntities: true, parseTagValue: false });
const utf8 = ({ body }) => bytes(body).toString('utf8');

/** As it becomes where a text is expected of it: of several, one with commas. Of words alone nothing is made so. */
const joined = (value) =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) =>
        Array.isArray(one) ? [asBytes(one.flat(9).map(String))] : joined(one),
      )
    : [];
const SIGN = /['"`<>(){}[\]*/\\|$#;]|--/;

/** Texts of a document of GraphQL, by itself or in JSON. */
function graphqlTexts(one) {
  const text = utf8(one);
  const source = /json/i.test(one.contentType) ? JSON.parse(text).query : text;
  const found = [];
  graphql.visit(graphql.parse(source), { StringValue: ({ value }) => void found.push(asBytes(value)) });
  return found;
}

const PARSERS = {
  query: {
    URLSearchParams: (one) => [...new URL(one.target, 'http://a.example').searchParams].flat().map(asBytes),
    querystring: (one) => flatten(querystring.parse(queryOf(one))),
    'querystring, joined': (one) => joined(querystring.parse(queryOf(one))).filter((text) => SIGN.test(text)),
    qs: (one) => flatten(qs.parse(queryOf(one), { allowPrototypes: true })),
    'qs with dots and commas': (one) =>
      flatten(qs.parse(queryOf(one), { allowDots: true, comma: true, delimiter: /[&;]/ })),
    'fast-querystring': (one) => flatten({ ...fastQuerystring.parse(queryOf(one)) }),
    Hono: honoReads((context) => context.req.queries()),
    Elysia: elysiaReads(({ query }) => query),
    h3: h3Reads((event) => h3.getQuery(event)),
    picoquery: (one) => flatten(picoquery.parse(queryOf(one))),
    'query-string': (one) => flatten({ ...queryString.parse(queryOf(one)) }),
    'query-string with lists': (one) =>
      flatten({
        ...queryString.parse(queryOf(one), { arrayFormat: 'bracket-separator', arrayFormatSeparator: '|' }),
      }),
  },
  form: {
    'body-parser extended': bodyOf(bodyParser.urlencoded({ extended: true })),
    'body-parser simple': bodyOf(bodyParser.urlencoded({ extended: false })),
    'qs of charset': (one) => flatten(qs.parse(utf8(one), { charset: 'iso-8859-1', charsetSentinel: true })),
    formidable: readFormidable,
    busboy: readBusboy({}),
    'fastify busboy': readFastifyBusboy,
    'hapi subtext': readSubtext,
    fetch: readFormData,
    Hono: honoReads((context) => context.req.parseBody({ all: true, dot: true })),
    Elysia: elysiaReads(({ body }) => body),
    // What it takes for no form it hands over as it is.
    h3: h3Reads(async (event) => asRead(await h3.readBody(event))),
  },
  multipart: {
    busboy: readBusboy({}),
    'fastify busboy': readFastifyBusboy,
    'hapi subtext': readSubtext,
    'busboy in UTF-8 with paths': readBusboy({ defParamCharset: 'utf8', preservePath: true }),
    multer: bodyOf(multer().any()),
    formidable: readFormidable,
    multiparty: readMultiparty,
    fetch: readFormData,
    Hono: honoReads((context) => context.req.parseBody({ all: true, dot: true })),
    h3: h3Reads(readH3Parts),
    Remix: readRemix,
    'parse-multipart-data': readMultipartData,
  },
  json: {
    'JSON.parse': (one) => flatten(JSON.parse(utf8(one))),
    'body-parser json': bodyOf(bodyParser.json({ strict: false, type: () => true })),
    'hapi subtext': readSubtext,
    json5: (one) => flatten(json5.parse(utf8(one))),
    hjson: (one) => (/json/i.test(one.contentType) ? flatten(hjson.parse(utf8(one))) : []),
    'jsonc-parser': (one) => {
      const faults = [];
      const value = jsonc.parse(utf8(one), faults, { allowTrailingComma: true });
      return faults.length > 0 ? [] : flatten(value);
    },
    'JSON.parse by line': (one) =>
      flatten(
        utf8(one)
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ),
  },
  xml: {
    // It forgives what strict readers refuse, and no server asks it for what is not called XML.
    'fast-xml-parser': (one) => (!/xml/i.test(one.contentType) ? [] : texts(xml.parse(utf8(one)))),
    saxes: readSaxes,
    xmldom: readXmldom,
    xml2js: async (one) => texts(await xml2js.parseStringPromise(utf8(one))),
  },
  cookies: {
    cookie: (one) => flatten({ ...cookie.parse(cookies(one).header) }),
    'hapi statehood': async (one) =>
      flatten((await hapiCookies.parse(cookies(one).header)).states).filter(
        (text) => !WORDS_OVER_PAIRS.test(text),
      ),
    'cookies of Koa': readKoaCookies,
    Hono: honoReads((context) => getCookie(context)),
    Elysia: elysiaReads(({ cookie: jar }) => Object.entries(jar).map(([name, { value }]) => [name, value])),
    h3: h3Reads((event) => h3.parseCookies(event)),
    'cookie-parser': async (one) => flatten({ ...(await middleware(cookieParser('secret'))(one)).cookies }),
  },
  yaml: {
    'js-yaml': (one) => flatten(jsYaml.loadAll(utf8(one))),
    yaml: (one) =>
      flatten(
        yaml
          .parseAllDocuments(utf8(one))
          .map((document) => (document.errors.length > 0 ? null : document.toJS({ mapAsMap: true }))),
      ),
    'yaml 1.1': (one) =>
      flatten(
        yaml
          .parseAllDocuments(utf8(one), { version: '1.1', merge: true })
          .map((document) => (document.errors.length > 0 ? null : document.toJS({ mapAsMap: true }))),
      ),
  },
  graphql: { graphql: graphqlTexts },
};

async function read(one) {
  const answers = {};
  for (const [name, parser] of Object.entries(PARSERS[one.kind])) {
    try {
      const reading = parser(one);
      const values = reading instanceof Promise ? await orLate(reading) : reading;
      if (values) answers[name] = values;
    } catch {
      // A parser that refuses hands nothing over.
    }
  }
  return answers;
}

async function orLate(reading) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Parsers throw from their own callbacks, too.
process.on('uncaughtException', nothing);
process.on('unhandledRejection', nothing);

const packages = [
  'qs',
  'fast-querystring',
  'busboy',
  '@fastify/busboy',
  '@hapi/subtext',
  '@hapi/statehood',
  'cookies',
  'multer',
  'formidable',
  'multiparty',
  'body-parser',
  'fast-xml-parser',
  'xml2js',
  'cookie',
  'cookie-parser',
  'json5',
  'js-yaml',
  'yaml',
  'graphql',
  'hono',
  'elysia',
  'h3',
  '@remix-run/multipart-parser',
  'parse-multipart-data',
  'picoquery',
  'query-string',
  'hjson',
  'jsonc-parser',
  'saxes',
  '@xmldom/xmldom',
];
const versionOf = (name) =>
  JSON.parse(
    readFileSync(path.join(process.env.PARSERS_FOLDER, 'node_modules', name, 'package.json'), 'utf8'),
  ).version;
const versions = {
  Node: process.versions.node,
  undici: process.versions.undici,
  ...Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
};
console.log(JSON.stringify({ versions }));
for await (const line of createInterface({ input: process.stdin })) {
  const answers = [];
  for (const one of JSON.parse(line)) answers.push({ id: one.id, read: await read(one) });
  console.log(JSON.stringify(answers));
}
process.exit(0);
