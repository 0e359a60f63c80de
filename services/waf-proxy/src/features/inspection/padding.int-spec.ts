/** With any amount of padding before it, an attack is blocked or the request is refused as too long; it never passes uninspected. */
import { EdgeAction } from '../../request/verdict.ts';
import { stopAll } from '../../test-support/forwarding-edge.ts';
import {
  browserForm,
  chunked,
  FORM_TYPE,
  send,
  stand,
  typed,
  utf8,
  wire,
} from '../../test-support/managed-edge.ts';

const ATTACK = "1' UNION SELECT username, password FROM users-- -";
const CODED = encodeURIComponent(ATTACK);
const FORM = typed('application/x-www-form-urlencoded');
const JSON_TYPE = typed('application/json');
const MEGABYTE = 1_000_000;

const BEHIND_ARGUMENTS: Readonly<Record<string, (count: number) => Buffer>> = {
  query: (count) => wire('', Buffer.alloc(0), `/?${'a&'.repeat(count)}q=${CODED}`, 'GET'),
  'query before a form': (count) => wire(FORM, utf8('a=1'), `/?${'a&'.repeat(count)}q=${CODED}`),
  form: (count) => wire(FORM, utf8(`${'a&'.repeat(count)}q=${CODED}`)),
  'form of names': (count) =>
    wire(FORM, utf8(`${Array.from({ length: count }, (_, index) => `a${index}=1&`).join('')}q=${CODED}`)),
  JSON: (count) => wire(JSON_TYPE, utf8(`[${'1,'.repeat(count)}${JSON.stringify(ATTACK)}]`)),
  'JSON without a type': (count) => wire('', utf8(`[${'"a",'.repeat(count)}${JSON.stringify(ATTACK)}]`)),
  multipart: (count) =>
    chunked(
      FORM_TYPE,
      browserForm([
        ...Array.from({ length: count }, () => ({ name: 'a', value: '' })),
        { name: 'q', value: ATTACK },
      ]),
    ),
  cookies: (count) => wire(`Cookie: ${'a=1; '.repeat(count)}q=${CODED}\r\n`, Buffer.alloc(0), '/', 'GET'),
};

const BEHIND_BYTES: Readonly<Record<string, (bytes: number) => Buffer>> = {
  'a form, one value': (bytes) => chunked(FORM, utf8(`a=${'some words '.repeat(bytes / 11)}&q=${CODED}`)),
  'JSON, one text': (bytes) =>
    chunked(JSON_TYPE, utf8(JSON.stringify({ a: 'some words '.repeat(bytes / 11), q: ATTACK }))),
  'JSON of many texts': (bytes) =>
    chunked(
      JSON_TYPE,
      utf8(JSON.stringify([...Array(Math.ceil(bytes / 203)).fill('words '.repeat(33)), ATTACK])),
    ),
  'a multipart field': (bytes) =>
    chunked(
      FORM_TYPE,
      browserForm([
        { name: 'a', value: 'some words '.repeat(bytes / 11) },
        { name: 'q', value: ATTACK },
      ]),
    ),
};

/** An attack; too long; too many fields or too long a target of a head. */
const REFUSED = [403, 413, 414, 431];
/** So few are no reason to refuse: the attack itself is found. */
const MAX_SEEN_ARGUMENTS = 1_000;

afterEach(stopAll);

it.each(Object.keys(BEHIND_ARGUMENTS))(
  'an attack behind 1 to 150,000 arguments is stopped: %s',
  async (place) => {
    const { edge, sawAttack } = await stand('medium');
    for (const count of [1, 100, 1_001, 20_000, 100_000, 150_000]) {
      const status = await send(edge.port, BEHIND_ARGUMENTS[place]!(count));
      expect([count, REFUSED.includes(status), status]).toEqual([count, true, status]);
      if (count <= MAX_SEEN_ARGUMENTS) expect([count, status]).toEqual([count, 403]);
    }
    expect(sawAttack()).toBe(false);
    expect(
      edge.records.every(({ action }) => action === EdgeAction.BLOCK || action === EdgeAction.REJECT),
    ).toBe(true);
  },
);

it.each(Object.keys(BEHIND_BYTES))('an attack behind 0.3 to 30 MB is stopped: %s', async (place) => {
  const { edge, sawAttack } = await stand('medium');
  const answers: [number, number][] = [];
  for (const megabytes of [0.3, 1.2, 8, 30])
    answers.push([megabytes, await send(edge.port, BEHIND_BYTES[place]!(megabytes * MEGABYTE))]);
  expect(answers).toEqual([
    [0.3, 403],
    [1.2, 413],
    [8, 413],
    [30, 413],
  ]);
  expect(sawAttack()).toBe(false);
  const tooLong = edge.records.filter(({ reason }) => reason === 'body_too_large');
  expect(tooLong.map(({ interruption }) => interruption?.ruleId)).toEqual([123, 123, 123]);
});
