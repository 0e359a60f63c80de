import { seededRandom } from '@palisade/testing';
// Secrets of many kinds, at all the places of a request where people and programs put them: for tests of masking.

import type { PlainRequest } from '../features/recording/masking/mask-request.ts';

export interface Planted {
  kind: string;
  place: string;
  secret: string;
  request: PlainRequest;
}

type Random = () => number;

const HEX = '0123456789abcdef';
const LETTERS = 'abcdefghijklmnoprstuxABCDEFGHIJKLMNOPRSTUX';
const URL_SAFE = `${LETTERS}0123456789-_`;
const BASE64 = `${LETTERS}0123456789+/`;

const pick = (random: Random, from: readonly string[]): string => from[Math.floor(random() * from.length)]!;
const some = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => pick(random, [...alphabet])).join('');
/** With noughts: what is put in the place of digits has none, so that none is found there by chance. */
const digits = (random: Random, length: number): string =>
  Array.from({ length }, (_, at) => (at % 4 === 1 ? '0' : some(random, '0123456789', 1))).join('');

/** With the last digit that makes it a card's. */
function card(random: Random): string {
  const body = `4${digits(random, 14)}`;
  const sum = [...body].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
/** As input methods of East Asia write them. */
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const grouped = (text: string, sign: string): string => text.match(/.{1,4}/g)!.join(sign);
const iban = (random: Random): string => `DE${digits(random, 20)}`;
const coded = (random: Random, length: number): string => some(random, BASE64, length);
const webToken = (random: Random): string =>
  `eyJ${some(random, URL_SAFE, 30)}.eyJ${some(random, URL_SAFE, 60)}`;
const uuid = (random: Random): string =>
  `${some(random, HEX, 8)}-${some(random, HEX, 4)}-4${some(random, HEX, 3)}-a${some(random, HEX, 3)}-${some(random, HEX, 12)}`;

interface Kind {
  /** By what a field for it is called. */
  name: string;
  make: (random: Random) => string;
  /** It is known by its look alone, whatever it is called. */
  byLook?: true;
  /** A password or token without blanks, which log-ins are written with. */
  isWord?: true;
  /** Elsewhere its name means other things as well. */
  namedAt?: readonly string[];
}

/** In pieces, or whoever looks for committed secrets would find them. */
const KINDS: Readonly<Record<string, Kind>> = {
  password: {
    name: 'password',
    make: (random) => `${some(random, LETTERS, 9)}!${digits(random, 3)}`,
    isWord: true,
  },
  'password of many words': {
    name: 'user[password]',
    make: (random) => `${some(random, LETTERS, 7)} ${some(random, LETTERS, 6)}`,
  },
  'Cyrillic password': { name: 'passwd', make: (random) => some(random, 'абвгдежзиклмнопрст', 9) },
  'Japanese password': {
    name: 'newPassword',
    make: (random) => some(random, 'あいうえおかきくけこ漢字日本', 8),
  },
  'password of signs': { name: 'pwd', make: (random) => some(random, '😀😁🔑🐱🌊', 5) },
  'session id': { name: 'PHPSESSID', make: (random) => some(random, HEX, 32), byLook: true },
  'session id of letters': { name: 'session_id', make: (random) => some(random, URL_SAFE, 43), isWord: true },
  'session id of an unusual name': {
    name: 'tmpref',
    make: (random) => `a1b2${some(random, HEX, 28)}`,
    byLook: true,
    namedAt: [],
  },
  'random id': { name: 'sessionToken', make: uuid, byLook: true },
  'web token': {
    name: 'jwt',
    make: (random) => `${webToken(random)}.${some(random, URL_SAFE, 43)}`,
    byLook: true,
  },
  'web token without a signature': { name: 'id_token', make: webToken, byLook: true },
  'basic log-in': { name: 'authorization', make: (random) => `Basic ${coded(random, 22)}==`, byLook: true },
  'bearer token': {
    name: 'access_token',
    make: (random) => `Bearer ${some(random, URL_SAFE, 24)}`,
    byLook: true,
  },
  'key of a payment service': {
    name: 'api_key',
    make: (random) => `sk_${'live'}_${some(random, `${LETTERS}0123456789`, 24)}`,
    byLook: true,
  },
  'key of a cloud': {
    name: 'AccessKeyId',
    make: (random) => `AK${'IA'}${some(random, 'ABCDEFGHIJKLMNOPRSTUX234567', 16)}`,
    byLook: true,
  },
  'secret of a cloud': { name: 'secretAccessKey', make: (random) => coded(random, 40) },
  'token of a code host': {
    name: 'private-token',
    make: (random) => `gh${'p'}_${some(random, LETTERS, 36)}`,
    byLook: true,
  },
  'token of a chat': {
    name: 'bot_token',
    make: (random) => `xox${'b'}-${digits(random, 12)}-${some(random, LETTERS, 24)}`,
    byLook: true,
  },
  'card number': { name: 'cardNumber', make: card, byLook: true },
  'card number with blanks': {
    name: 'cc_number',
    make: (random) => grouped(card(random), ' '),
    byLook: true,
  },
  'card number with hyphens': {
    name: 'creditCard',
    make: (random) => grouped(card(random), '-'),
    byLook: true,
  },
  'card number in full-width digits': {
    name: 'card_number',
    make: (random) => wide(card(random)),
    byLook: true,
  },
  'full-width password': { name: 'password2', make: (random) => wide(some(random, LETTERS, 9)) },
  'code of a card': { name: 'cvv2', make: (random) => digits(random, 4) },
  account: { name: 'iban', make: iban, byLook: true },
  'account with blanks': { name: 'debtorIban', make: (random) => grouped(iban(random), ' '), byLook: true },
  'telephone number': { name: 'phone', make: (random) => `+49 30 ${digits(random, 8)}`, byLook: true },
  'telephone number of America': {
    name: 'mobile',
    make: (random) => `(212) ${digits(random, 3)}-${digits(random, 4)}`,
    byLook: true,
  },
  'mail address': {
    name: 'email',
    make: (random) => `${some(random, LETTERS, 8)}.${some(random, LETTERS, 6)}@mail.example`,
    byLook: true,
  },
  'mail address with a tag': {
    name: 'contact',
    make: (random) => `${some(random, LETTERS, 8)}+${some(random, LETTERS, 6)}@shop.example`,
    byLook: true,
    namedAt: [],
  },
  'social security number': {
    name: 'ssn',
    make: (random) => `5${digits(random, 2)}-${digits(random, 2)}-${digits(random, 4)}`,
    byLook: true,
  },
  'private key': {
    name: 'privateKey',
    make: (random) =>
      `-----BEGIN ${'PRIVATE'} KEY-----\n${coded(random, 64)}\n${coded(random, 64)}\n-----END ${'PRIVATE'} KEY-----`,
    byLook: true,
  },
  'one-time code': { name: 'otp', make: (random) => digits(random, 6) },
  'code of OAuth': {
    name: 'code',
    make: (random) => some(random, URL_SAFE, 22),
    namedAt: ['query', 'form', 'JSON member'],
  },
  'token against forgery': { name: '_csrf', make: (random) => some(random, URL_SAFE, 16) },
  assertion: { name: 'SAMLResponse', make: (random) => `PHNhbWxw${coded(random, 60)}`, byLook: true },
  'log-in within an address': {
    name: 'webhook',
    make: (random) => `https://${some(random, LETTERS, 8)}:${some(random, LETTERS, 8)}@intern.example`,
    byLook: true,
    namedAt: [],
  },
  'signature of a link': { name: 'X-Amz-Signature', make: (random) => some(random, HEX, 64), byLook: true },
  'date of birth': {
    name: 'birthdate',
    make: (random) => `19${digits(random, 2)}-0${digits(random, 1)}-1${digits(random, 1)}`,
  },
  'number that the owner names': { name: 'Kundennummer', make: (random) => `K${digits(random, 7)}` },
};

const FORM = 'application/x-www-form-urlencoded';
const bytes = (text: string): string => Buffer.from(text).toString('latin1');
const get = (target: string, ...fields: string[]): PlainRequest => ({
  target,
  fields: ['Host', 'shop.example', 'User-Agent', 'Mozilla/5.0 (X11; Linux x86_64)', ...fields.map(bytes)],
  body: null,
});
const send = (type: string, body: string, target = '/account'): PlainRequest => ({
  target,
  fields: ['Host', 'shop.example', 'Content-Type', type],
  body: bytes(body),
});
const part = (head: string, value: string, lineEnd = '\r\n') =>
  send(
    'multipart/form-data; boundary="XX YY"; charset=utf-8'.replace(' YY', ''),
    [
      '--XX',
      'Content-Disposition: form-data; name="page"',
      '',
      '7',
      '--XX',
      head,
      '',
      value,
      '--XX--',
      '',
    ].join(lineEnd),
  );
const inUrl = encodeURIComponent;
const oneLine = (text: string): boolean => !text.includes('\n');
/** Every character as an escape of JSON. */
const escapedWhole = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
const inCell = (text: string): string => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const inShell = (text: string): string => (/[^\w./+=-]/.test(text) ? `'${text}'` : text);
const json = (value: unknown) => send('application/json', JSON.stringify(value));
const xml = (body: string) => send('text/xml', `<?xml version="1.0"?>\n${body}`);
const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Place = (name: string, secret: string) => PlainRequest | null;

/** Where a name says what it is. */
const NAMED: Readonly<Record<string, Place>> = {
  query: (name, secret) => get(`/a?page=2&${inUrl(name)}=${inUrl(secret)}&sort=up`),
  'query with a name that is escaped whole': (name, secret) =>
    get(`/a?${[...name].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')}=${inUrl(secret)}`),
  'address within a query': (name, secret) =>
    get(`/login?next=${inUrl(`/b?x=1&${name}=${inUrl(secret)}&y=2`)}`),
  'address in an address within a query': (name, secret) =>
    get(`/login?next=${inUrl(`/c?to=${inUrl(`/b?${name}=${secret}`)}`)}`),
  referer: (name, secret) => get('/a', 'Referer', `https://shop.example/b?${inUrl(name)}=${inUrl(secret)}`),
  'fragment of a referer': (name, secret) =>
    get('/a', 'Referer', `https://shop.example/cb#state=1&${inUrl(name)}=${inUrl(secret)}`),
  'rewritten address': (name, secret) => get('/a', 'X-Original-URL', `/b?${inUrl(name)}=${inUrl(secret)}`),
  form: (name, secret) => send(FORM, `page=2&${inUrl(name)}=${inUrl(secret)}&go=1`),
  'form as browsers send it': (name, secret) =>
    send(
      FORM,
      new URLSearchParams([
        ['a', '1'],
        [name, secret],
      ]).toString(),
    ),
  'JSON in a form': (name, secret) =>
    send(FORM, `payload=${inUrl(JSON.stringify({ a: 1, [name]: secret, b: 2 }))}`),
  'JSON in a query': (name, secret) => get(`/a?filter=${inUrl(JSON.stringify({ [name]: secret }))}`),
  part: (name, secret) => part(`Content-Disposition: form-data; name="${name}"`, secret),
  'part whose name has no quotes': (name, secret) =>
    part(`Content-Disposition: form-data; name=${name}`, secret),
  'part whose file name comes first': (name, secret) =>
    part(`Content-Disposition: form-data; filename="name"; name="${name}"`, secret),
  'part with plain line ends': (name, secret) =>
    part(`Content-Disposition: form-data; name="${name}"`, secret, '\n'),
  'JSON in a part': (name, secret) =>
    part('Content-Disposition: form-data; name="data"', JSON.stringify({ [name]: secret })),
  'settings in an uploaded file': (name, secret) =>
    part(
      'Content-Disposition: form-data; name="f"; filename="app.env"',
      `PORT=80\n${name}="${secret}"\nDEBUG=1`,
    ),
  'JSON member': (name, secret) => json({ page: 2, [name]: secret, go: true }),
  'JSON within a sensitive member': (name, secret) =>
    json({ credentials: { of: [{ x: secret }] }, [name]: 1 }),
  'JSON with all escaped': (name, secret) =>
    send('application/json', `{"a":1,"${escapedWhole(name)}":"${escapedWhole(secret)}","b":2}`),
  'JSON of names and values': (name, secret) =>
    json([
      { name: 'page', value: '2' },
      { name, value: secret },
    ]),
  'JSON in a string of JSON': (name, secret) => json({ body: JSON.stringify({ a: 1, [name]: secret }) }),
  'JSON in a string in a string': (name, secret) =>
    json({ body: JSON.stringify({ body: JSON.stringify({ [name]: secret }) }) }),
  'form in a string of JSON': (name, secret) => json({ body: `a=1&${inUrl(name)}=${inUrl(secret)}` }),
  'variables of GraphQL': (name, secret) =>
    json({ query: 'mutation($x: In!) { signIn(x: $x) { id } }', variables: { x: { [name]: secret } } }),
  'arguments of GraphQL': (name, secret) =>
    json({ query: `mutation { signIn(name: "ann", ${name}: ${JSON.stringify(secret)}) { id } }` }),
  'object of JavaScript': (name, secret) => send('text/plain', `{page: 2, '${name}': '${secret}', go: 1}`),
  'settings as YAML': (name, secret) => send('text/plain', `page: 2\n${name}: ${secret}\ngo: true\n`),
  'XML element': (name, secret) => xml(`<a><page>2</page><${name}>${inXml(secret)}</${name}></a>`),
  'XML element with a section': (name, secret) =>
    xml(`<a><page>2</page><${name}><![CDATA[${secret}]]></${name}></a>`),
  'XML within a sensitive element': (_name, secret) =>
    xml(`<a><credentials><x>${inXml(secret)}</x></credentials></a>`),
  'XML attribute': (name, secret) => xml(`<a><user id="1" ${name}="${inXml(secret)}" x="2"/></a>`),
  'XML of names and values': (name, secret) => xml(`<a><field name="${name}" value="${inXml(secret)}"/></a>`),
  'object within a sensitive one, in a form': (_name, secret) =>
    send(FORM, `data=${inUrl(JSON.stringify({ credentials: { of: [{ x: secret }] } }))}&b=1`),
  'object within a sensitive one, in a query': (_name, secret) =>
    get(`/a?variables=${inUrl(JSON.stringify({ credentials: { x: secret } }))}`),
  'object within a sensitive one, in a string of JSON': (_name, secret) =>
    json({ body: JSON.stringify({ credentials: { x: secret }, b: 2 }) }),
  'JSON behind a byte order mark': (_name, secret) =>
    send('application/json', `\ufeff${JSON.stringify({ credentials: { x: secret } })}`),
  'JSON behind many blanks': (_name, secret) =>
    send('application/json', `${' '.repeat(200)}${JSON.stringify({ credentials: { x: secret } })}`),
  'JSON behind a guard': (_name, secret) =>
    send('application/json', `)]}',\n${JSON.stringify({ credentials: { x: secret } })}`),
  'JSON of values and names': (name, secret) => json([{ value: secret, name }]),
  'XML of values and names': (name, secret) => xml(`<a><field value="${inXml(secret)}" name="${name}"/></a>`),
  'XML whose names are numbers': (name, secret) =>
    xml(
      `<a><field name="${[...name].map((one) => `&#${one.charCodeAt(0)};`).join('')}" value="${inXml(secret)}"/></a>`,
    ),
  'XML element in a string of JSON': (name, secret) =>
    json({ body: `<a><page>2</page><${name}>${inXml(secret)}</${name}></a>` }),
  'XML element in a form': (name, secret) =>
    send(FORM, `page=2&x=${inUrl(`<a><n:${name}>${inXml(secret)}</n:${name}></a>`)}`),
  'text of many lines in YAML': (name, secret) =>
    send('application/yaml', `page: 2\n${name}: |-\n${secret.replaceAll(/^/gm, '  ')}\ngo: true\n`),
  'settings in columns': (name, secret) =>
    send('text/plain', `page                  = 2\n${name.padEnd(22)}= "${secret}"\n`),
  'array of PHP': (name, secret) =>
    send(FORM, `d=${inUrl(`a:1:{s:${name.length}:"${name}";s:${secret.length}:"${secret}";}`)}&b=1`),
  'address in addresses within a query': (name, secret) =>
    get(`/login?next=${inUrl(`/d?to=${inUrl(`/c?to=${inUrl(`/b?${name}=${secret}`)}`)}`)}`),
  'column of a table': (name, secret) =>
    send('text/csv', `page,${name},go\r\n2,${inCell(secret)},1\r\n3,${inCell(secret)},0\r\n`),
  'column of an uploaded table': (name, secret) =>
    part(
      'Content-Disposition: form-data; name="f"; filename="users.csv"\r\nContent-Type: text/csv',
      `page;"${name}"\n2;"${secret.replaceAll('"', '""')}"`,
    ),
  'column of a table in a string of JSON': (name, secret) =>
    json({ rows: `${name},page\n${inCell(secret)},2\n` }),
  'column of a table in a form': (name, secret) =>
    send(FORM, new URLSearchParams({ rows: `page,${name}\r\n2,${inCell(secret)}\r\n` }).toString()),
  'option of a command': (name, secret) =>
    send('text/plain', `run it --${name} ${inShell(secret)} --page 2\n`),
  'option of a command in a string of JSON': (name, secret) =>
    json({ command: `run it --${name} ${inShell(secret)} --page 2` }),
  'option of a command in a form': (name, secret) =>
    send(FORM, new URLSearchParams({ command: `run it --${name} ${inShell(secret)} --page 2` }).toString()),
  'comment of JSON': (name, secret) =>
    send('application/json', `{"page": 2, // "${name}": ${JSON.stringify(secret)}\n"go": true}`),
  'comment of many lines of JSON': (name, secret) =>
    send('application/json', `{"page": 2, /* ${name}: ${JSON.stringify(secret)},\n go */ "go": true}`),
  'line of an environment': (name, secret) =>
    send('text/plain', `PAGE=2\nexport ${name}=${inShell(secret)}\nGO=1\n`),
  'XML property': (name, secret) => xml(`<a><property name="${name}">${inXml(secret)}</property></a>`),
  header: (name, secret) => get('/a', name, secret),
  'header of its own kind': (name, secret) => get('/a', `X-${name}`, secret),
};

/** Where only its look says so, or the place. */
const BY_LOOK: Readonly<Record<string, Place>> = {
  'query of an unusual name': (_name, secret) => get(`/a?zz=${inUrl(secret)}&x=1`),
  'name of a query parameter': (_name, secret) => get(`/a?${inUrl(secret)}=1`),
  'path segment': (_name, secret) =>
    secret.includes('/') || secret.includes(' ') ? null : get(`/a/${inUrl(secret)}/edit`),
  'header of an unusual name': (_name, secret) => get('/a', 'X-Zz', secret),
  'form field of an unusual name': (_name, secret) => send(FORM, `zz=${inUrl(secret)}&a=b`),
  'text of a form': (_name, secret) =>
    send(FORM, new URLSearchParams({ zz: `please use ${secret} now` }).toString()),
  'text of JSON': (_name, secret) => json({ text: `please use ${secret} now` }),
  'member of JSON': (_name, secret) => json({ a: { zz: [secret] } }),
  'name of a member of JSON': (_name, secret) => json({ [secret]: true }),
  'text of XML': (_name, secret) => xml(`<a><b>see ${inXml(secret)} there</b></a>`),
  'text of a part': (_name, secret) =>
    part('Content-Disposition: form-data; name="zz"', `see ${secret} there`),
  'plain text': (_name, secret) => send('text/plain', `see ${secret} there`),
};

/** What is a password by the words around it. */
const OF_LOG_INS: Readonly<Record<string, Place>> = {
  'log-in of curl': (_name, secret) =>
    send('text/plain', `curl -s -u ann:${secret} https://shop.example/api\n`),
  'log-in of curl in a string of JSON': (_name, secret) =>
    json({ text: `try curl --user 'ann:${secret}' https://shop.example/api` }),
  'log-in of curl in a form': (_name, secret) =>
    send(FORM, new URLSearchParams({ text: `curl -u ann:${secret} https://shop.example` }).toString()),
  'log-in of MySQL': (_name, secret) => send('text/plain', `mysql -h db -uroot -p${secret} shop < a.sql\n`),
  'log-in of MySQL in a form': (_name, secret) =>
    send(FORM, new URLSearchParams({ text: `mysqldump -u root -p'${secret}' shop` }).toString()),
  'log-in of a database': (_name, secret) =>
    json({ dsn: `Server=db;Database=shop;Uid=sa;Pwd=${secret};Encrypt=yes` }),
  'address of a database': (_name, secret) =>
    send('text/plain', `DATABASE_URL=postgres://app:${secret}@db.example:5432/shop\n`),
  'source name of a database': (_name, secret) => json({ text: `app:${secret}@tcp(db.example:3306)/shop` }),
  'cookies in a text': (_name, secret) =>
    send('text/plain', `GET / HTTP/1.1\nCookie: theme=dark; shop=${secret}; x=1\n\n`),
  'cookies in a string of JSON': (_name, secret) =>
    json({ text: `Cookie: theme=dark; shop=${secret}`, go: true }),
  'bearer in a text': (_name, secret) => json({ text: `send Authorization: Bearer ${secret} with it` }),
};

/** Whatever it is. */
const ANYWHERE: Readonly<Record<string, Place>> = {
  cookie: (_name, secret) => get('/a', 'Cookie', `theme=${inUrl(secret)}; lang=de`),
  'cookie in quotes': (_name, secret) => get('/a', 'Cookie', `lang="x"; theme="${inUrl(secret)}"`),
  'cookie without a name': (_name, secret) => get('/a', 'Cookie', inUrl(secret)),
  'argument of a call in XML': (_name, secret) =>
    xml(
      `<methodCall><methodName>wp.getUsersBlogs</methodName><params><param><value><string>${inXml(secret)}</string></value></param></params></methodCall>`,
    ),
};

/** Places that take a name as it is. */
const OF_PLAIN_NAMES = /^XML (?:element|attribute)|GraphQL|header|option|environment|comment/;
const PLAIN_NAME = /^[A-Za-z_][\w-]*$/;

function placesOf({ name, byLook, namedAt, isWord }: Kind): [string, Place][] {
  const isOpen = ([place]: [string, Place]) =>
    (namedAt === undefined || namedAt.includes(place)) &&
    (!OF_PLAIN_NAMES.test(place) || PLAIN_NAME.test(name));
  return [
    ...Object.entries(NAMED).filter(isOpen),
    ...(byLook ? Object.entries(BY_LOOK) : []),
    ...(isWord === undefined ? [] : Object.entries(OF_LOG_INS)),
    ...Object.entries(ANYWHERE),
  ];
}

/** Each kind at each of its places in turn, until there are so many. */
export function plantedSecrets(count: number, seed = 1): Planted[] {
  const random = seededRandom(seed);
  const planted: Planted[] = [];
  for (let turn = 0; planted.length < count; turn++)
    for (const [kind, facts] of Object.entries(KINDS)) {
      if (planted.length === count) break;
      const open = placesOf(facts);
      const [place, requestWith] = open[turn % open.length]!;
      const secret = facts.make(random);
      const isOfOneLine = /header|cookie|YAML|referer|rewritten|JavaScript|uploaded|option|environment/.test(
        place,
      );
      const request = isOfOneLine && !oneLine(secret) ? null : requestWith(facts.name, secret);
      if (request !== null) planted.push({ kind, place, secret, request });
    }
  return planted;
}

/** Words of the secret that stand in the text, whatever is undone of its escapes. */
export function foundOf(secret: string, text: string): string[] {
  const readings = new Set([text]);
  for (let turn = 0; turn < 3; turn++) for (const reading of [...readings]) readings.add(unescaped(reading));
  const decoded = [...readings]
    // No secret has an escape of its own, and `%20` in front of masked digits spells others by chance.
    .map((reading) => reading.replace(/%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}/g, '\0'))
    .flatMap((reading) => [reading, Buffer.from(reading, 'latin1').toString()]);
  const words = secret.match(/[A-Za-z0-9]{4,}|\P{ASCII}{3,}/gu) ?? [];
  return [...new Set(words)].filter(
    (word) => isTelling(word) && decoded.some((reading) => reading.includes(word)),
  );
}
/** Short numbers without a nought may have come about by masking. */
const isTelling = (word: string): boolean =>
  !OUR_OWN.test(word) && (!/^[1-9]+$/.test(word) || word.length >= 8);

/** What names a kind, and is no secret. */
const OUR_OWN = /^(?:Basic|Bearer|BEGIN|PRIVATE|https|mail|shop|intern|example|live|PHNhbWxw)$/;

const unescaped = (text: string): string =>
  text
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(?:\\u[0-9A-Fa-f]{4})+/g, (escapes) =>
      Buffer.from(JSON.parse(`"${escapes}"`)).toString('latin1'),
    );
