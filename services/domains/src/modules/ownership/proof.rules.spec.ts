import { ancestorsOf } from '../domain-store/proof-names.rules.ts';
import { agree, levelsOf, type Proof, siblingNames } from './proof.rules.ts';

const proof = (fields: Partial<Proof>): Proof => ({
  state: 'ok',
  method: 'cname',
  found: [],
  message: '',
  wildcard: false,
  ...fields,
});
const OK = proof({});
const MISSING = proof({ state: 'missing' });
const SILENT = proof({ state: 'unreachable' });
const WILD = proof({ state: 'missing', method: 'txt', wildcard: true });

describe('names around a claim', () => {
  it.each([
    ['example.com', []],
    ['a.b.example.com', ['b.example.com', 'example.com']],
    ['a.example.co.uk', ['example.co.uk']],
    ['x.myapp.github.io', ['myapp.github.io']],
    ['a.b.test', ['b.test']],
    ['_srv.b.test', ['b.test']],
  ])('above %s: %j', (name, above) => {
    expect(ancestorsOf(name)).toEqual(above);
  });

  it('asks fresh siblings at every level, a bounded number of them', () => {
    const names = siblingNames('a.example.com');
    expect(names).toHaveLength(3);
    expect(names.filter((name) => /^waf-[0-9a-f]{20}\.a\.example\.com$/.test(name))).toHaveLength(2);
    expect(names.filter((name) => /^waf-[0-9a-f]{20}\.example\.com$/.test(name))).toHaveLength(1);
    expect(siblingNames('a.example.com')).not.toEqual(names);
    const deep = `${'a.'.repeat(100)}example.com`;
    expect(levelsOf(deep)).toHaveLength(4);
    expect(siblingNames(deep)).toHaveLength(5);
  });
});

describe('several resolvers', () => {
  it.each([
    ['all see it', [OK, OK], 'ok'],
    ['one is silent', [OK, OK, SILENT], 'ok'],
    ['half are silent', [OK, SILENT], 'ok'],
    ['more than half are silent', [OK, SILENT, SILENT], 'unreachable'],
    ['all are silent', [SILENT, SILENT], 'unreachable'],
    ['one sees nothing', [OK, OK, MISSING], 'missing'],
    ['one sees a wildcard', [OK, OK, WILD], 'missing'],
  ] as const)('%s', (_what, seen, state) => {
    const [first, ...others] = seen;
    expect(agree([first, ...others]).state).toBe(state);
  });

  it('none may hide a wildcard, and one that sees the proof keeps its owner from losing the domain', () => {
    expect(agree([OK, WILD])).toMatchObject({ wildcard: true, seenBySome: true });
    expect(agree([SILENT, WILD])).toMatchObject({ wildcard: true, seenBySome: false });
    expect(agree([MISSING, OK])).toMatchObject({ state: 'missing', seenBySome: true });
  });
});
