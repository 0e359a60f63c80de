import type { AuditRecord } from '@palisade/waf-engine';
import { keptWords } from './kept-words.ts';
import { maskRequest, type PlainRequest } from './masking/mask-request.ts';
import { SensitiveNames } from './masking/sensitive-names.ts';
import { Substitution } from './masking/substitution.ts';

const names = SensitiveNames.ofSecretsAndPersons(['kundennummer']);
const ATTACK = 'hunter2 union select x';
const FOUND = { transformed: ATTACK, matchOffset: 8, matchLength: 12 };
const AS_MASKED = /(?!hunter2)[a-z]{6}[1-9] union select [qvwyzk]/;

function mask(request: Partial<PlainRequest>, ...targets: string[]) {
  const audit = { matches: targets.map((name) => ({ targets: [{ name, ...FOUND }] })) };
  const substitution = new Substitution();
  const masked = maskRequest(
    { target: '/', fields: [], body: null, ...request },
    {
      names,
      substitution,
      masksQueryValues: false,
      harmless: null,
      keptIn: keptWords(audit as unknown as AuditRecord, names),
    },
  );
  return { text: [masked.target, ...masked.fields, masked.body].join('\n'), hides: substitution.hidesCode };
}
const bodyOf = (type: string, body: string) => ({ fields: ['Content-Type', type], body });
const PART = 'multipart/form-data; boundary=b';
const FORM = 'application/x-www-form-urlencoded';

it.each<[what: string, request: Partial<PlainRequest>, target: string]>([
  ['an element', bodyOf('text/xml', `<a><password>${ATTACK}</password></a>`), 'XML:/*'],
  ['CDATA', bodyOf('text/xml', `<a><password><![CDATA[${ATTACK}]]></password></a>`), 'XML:/*'],
  ['an attribute', bodyOf('text/xml', `<a><user token="${ATTACK}"/></a>`), 'XML://@*'],
  ['an element that names itself', bodyOf('text/xml', `<i name="token" value="${ATTACK}"/>`), 'XML://@*'],
  [
    'a member of an object that names itself',
    bodyOf('application/json', `[{"value":"${ATTACK}","name":"token"}]`),
    'ARGS:json.value',
  ],
  ['YAML', bodyOf('application/yaml', `password: ${ATTACK}\n`), 'ARGS:request_body'],
  ['a text', bodyOf('text/plain', `password: ${ATTACK}\n`), 'REQUEST_BODY'],
  [
    'lines of JSON',
    bodyOf('application/x-ndjson', `{"password":"${ATTACK}"}\n{"a":1}\n`),
    'ARGS:json.0.password',
  ],
  [
    'a part',
    bodyOf(PART, `--b\r\nContent-Disposition: form-data; name="pass"\r\n\r\n${ATTACK}\r\n--b--`),
    'ARGS:pass',
  ],
  [
    'a text in a part',
    bodyOf(PART, `--b\r\nContent-Disposition: form-data; name="note"\r\n\r\npassword: ${ATTACK}\r\n--b--`),
    'ARGS:note',
  ],
  ['a form', bodyOf(FORM, `password=${ATTACK}`), 'ARGS:password'],
  ['a name with escapes', bodyOf(FORM, `user%5BPassword%5D=${ATTACK}`), 'ARGS:user[password]'],
  ['a query', { target: `/?password=${ATTACK}` }, 'ARGS:password'],
  ['a query that is looked at as a whole', { target: `/?password=${ATTACK}` }, 'QUERY_STRING'],
  ['a cookie', { fields: ['Cookie', `sid=${ATTACK}`] }, 'REQUEST_COOKIES:sid'],
  ['a field', { fields: ['X-Api-Key', ATTACK] }, 'REQUEST_HEADERS:X-Api-Key'],
  ['an address in a field', { fields: ['Referer', `/?password=${ATTACK}`] }, 'REQUEST_HEADERS:Referer'],
])('words that a rule has found stay in %s, and nothing else', (_what, request, target) => {
  const { text, hides } = mask(request, target);
  expect(text).toMatch(AS_MASKED);
  expect(hides).toBe(true);
});

it('a secret with some words of a match only keeps none, and the record says so', () => {
  const xml = (secret: string) => bodyOf('text/xml', `<a><b>${ATTACK}</b><password>${secret}</password></a>`);
  const part = mask(xml('select'), 'XML:/*');
  expect(part.text).toMatch(/<password>[qvwyzk]{6}</);
  expect(part.hides).toBe(true);
  const other = mask(xml('summer'), 'XML:/*');
  expect(other.text).toMatch(/<password>[qvwyzk]{6}</);
  expect(other.hides).toBe(false);
});

it('nothing stays of a field that the owner names, and the record says so', () => {
  const { text, hides } = mask(bodyOf(FORM, `kundennummer=${ATTACK}`), 'ARGS:kundennummer');
  expect(text).not.toMatch(/union|select|hunter/);
  expect(hides).toBe(true);
});
