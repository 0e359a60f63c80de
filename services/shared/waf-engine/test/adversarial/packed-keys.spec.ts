import { jest } from '@jest/globals';
import { StepBudget } from '@palisade/regex';
import fc from 'fast-check';
import { readJson } from '../../src/evaluate/body-processors/json.ts';
import { compileRuleSet, type SiteRuleSet } from '../../src/index.ts';
import { lowerAscii } from '../../src/model/entry.ts';
import { KeyedEntries } from '../../src/model/keyed-entries.ts';
import { type PackedArguments, Unpacking } from '../../src/model/packed-arguments.ts';
import { PackedKeys } from '../../src/model/packed-keys.ts';
import { runToEnd } from '../../src/model/pausable.ts';
import { bodyOf } from '../support/body.ts';
import { inSlices } from '../support/in-slices.ts';

const CONNECTION = { id: 'k', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
const BASICS = `SecRuleEngine On
SecRequestBodyAccess On
SecArgumentsLimit 0
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:1,phase:1,nolog,pass,ctl:requestBodyProcessor=JSON"
`;

const compile = (rules: string, naive = false): SiteRuleSet =>
  compileRuleSet([{ name: 'keys.conf', text: BASICS + rules }], {
    evaluation: naive ? 'naive' : 'indexed',
  }).withOverlay({});

/** The rules that match, with what they found, and how often packed arguments were made entries. */
function judge(site: SiteRuleSet, type: string, body: string, target = '/') {
  const unpacked = jest.spyOn(Unpacking.prototype, 'some');
  try {
    const transaction = site.beginTransaction(CONNECTION);
    transaction.requestLine('POST', target, 'HTTP/1.1');
    transaction.requestHeaders(['Content-Type', type]);
    transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
    transaction.requestBody();
    transaction.logging();
    return { matches: transaction.audit().matches, unpackings: unpacked.mock.calls.length };
  } finally {
    unpacked.mockRestore();
  }
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const PLAIN_JSON = JSON.stringify({
  items: Array.from({ length: 300 }, (_, id) => ({ id, name: 'a shirt', tags: ['x', 'y'] })),
});
const PLAIN_FORM = Array.from({ length: 300 }, (_, index) => `field_${index}=some+words`).join('&');

const KEYED = {
  'a key beside rules for all values': `SecRule ARGS "@rx evil" "id:2,phase:2,pass"
SecRule ARGS:s|ARGS:json.jsp "@rx bad" "id:3,phase:2,pass"`,
  'a key alone': 'SecRule ARGS:s|ARGS:json.jsp "@rx bad" "id:3,phase:2,pass"',
  'a key that must look like something': 'SecRule ARGS:s|ARGS:json.jsp "!@rx ^good$" "id:3,phase:2,pass"',
  'a key whose transformation changes everything': `SecRule ARGS "@rx evil" "id:2,phase:2,pass"
SecRule ARGS:s|ARGS:json.jsp "@rx bad" "id:3,phase:2,pass,t:hexEncode,t:hexDecode"`,
  'a number of values of a key': 'SecRule &ARGS:s|&ARGS:json.jsp "@ge 1" "id:3,phase:2,pass"',
  'a name': 'SecRule ARGS_NAMES:s|ARGS_NAMES:json.jsp "@rx ." "id:3,phase:2,pass"',
  'what a macro names': `SecAction "id:2,phase:2,nolog,pass,setvar:tx.found=%{ARGS.s}%{ARGS.json.jsp}"
SecRule TX:found "@rx bad" "id:3,phase:2,pass"`,
  'a query': 'SecRule ARGS_GET|ARGS_GET:s "@rx bad" "id:3,phase:2,pass"',
};

describe.each(Object.entries(KEYED))('%s', (name, rules) => {
  const site = compile(rules);

  it('is not worth an object for each argument of a body that has no such name', () => {
    expect(judge(site, JSON_TYPE, PLAIN_JSON)).toEqual({ matches: [], unpackings: 0 });
    expect(judge(site, FORM, PLAIN_FORM)).toEqual({ matches: [], unpackings: 0 });
  });

  it('is found where a body has it, among others and in any case', () => {
    const naive = compile(rules, true);
    for (const [type, body, target] of [
      [JSON_TYPE, `{"jsp":"bad",${PLAIN_JSON.slice(1)}`],
      [JSON_TYPE, `${PLAIN_JSON.slice(0, -1)},"JSP":"bad"}`],
      [FORM, `${PLAIN_FORM}&S=bad&${PLAIN_FORM}`],
      [FORM, PLAIN_FORM, '/?s=bad'],
    ] as const) {
      const { matches } = judge(site, type, body, target);
      expect(matches).toEqual(judge(naive, type, body, target).matches);
      const inQuery = target !== undefined;
      if (name === 'a query' || inQuery) expect(matches).toHaveLength(inQuery ? 1 : 0);
      else expect(matches).toHaveLength(1);
    }
  });

  it('answers the same in slices', () => {
    const body = `${PLAIN_FORM}&s=bad&${PLAIN_FORM}`;
    const count = { pauses: 0 };
    const sliced = inSlices(site, 64, () => undefined, count);
    expect(judge(sliced, FORM, body).matches).toEqual(judge(site, FORM, body).matches);
    expect(count.pauses).toBeGreaterThan(5);
  });
});

const packedOf = (document: unknown): PackedArguments =>
  runToEnd(
    readJson(
      bodyOf(Buffer.from(JSON.stringify(document)).toString('latin1')),
      32,
      Number.POSITIVE_INFINITY,
      new StepBudget(),
    ),
  ).found;

describe('names of packed arguments', () => {
  it('are told as if they were spelled out', () => {
    let found = 0;
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom('a', 'B', '.', '0', '1', 'array_', 'é') }),
        fc.array(fc.constantFrom('json', '.', 'a', 'b', 'array_', '0', '1', '10', 'é'), { maxLength: 6 }),
        (document, words) => {
          const packed = packedOf(document);
          const names = packed.entries('ARGS').map(({ lowerKey }) => lowerKey);
          const asked = [...new Set([...names, ...names.map((name) => `${name}a`), words.join('')])].map(
            lowerAscii,
          );
          for (const key of asked)
            for (const [index, name] of names.entries()) {
              expect(packed.isNamed(index, key)).toBe(name === key);
              if (name === key) found++;
            }
          const keys = new PackedKeys(asked.slice(0, 3));
          const first = names.findIndex((name) => asked.slice(0, 3).includes(name));
          expect(keys.next(packed, 0, new StepBudget())).toBe(first < 0 ? names.length : first);
          packed.giveBack();
        },
      ),
      { numRuns: 300, seed: 20_261_123 },
    );
    expect(found).toBeGreaterThan(300);
  });

  it('of more than 255 bytes are told, too', () => {
    const long = 'n'.repeat(300);
    const packed = packedOf({ [long]: 1, [`${long}x`]: 2 });
    const keys = new PackedKeys([`json.${long}x`]);
    expect([keys.keyOf(packed, 0), keys.keyOf(packed, 1)]).toEqual([null, `json.${long}x`]);
  });

  it('are spelled out at last where many keys are asked for, one after the other', () => {
    const entries = new KeyedEntries('ARGS');
    entries.add('query', '1');
    entries.addPacked(packedOf({ a: 1, b: [2] }));
    const asked = Array.from({ length: 12 }, (_, index) => {
      expect(entries.withKey(`absent${index}`)).toEqual([]);
      expect(entries.namesWithKey(`absent${index}`)).toEqual([]);
      return entries.packed !== null;
    });
    expect(asked.indexOf(false)).toBe(8);
    expect(entries.withKey('json.b.array_0').map(({ value }) => value)).toEqual(['2']);
    expect(entries.withKey('query')).toHaveLength(1);
  });

  it('that came later are known', () => {
    const entries = new KeyedEntries('ARGS');
    entries.addPacked(packedOf({ a: 1 }));
    expect(entries.withKey('json.b')).toEqual([]);
    entries.addPacked(packedOf({ b: 2 }));
    expect(entries.withKey('json.b')).toHaveLength(1);
    expect(entries.withKey('json.a')).toHaveLength(1);
  });
});
