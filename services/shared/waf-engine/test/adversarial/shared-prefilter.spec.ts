import { jest } from '@jest/globals';
import fc from 'fast-check';
import { PackedPrefilter } from '../../src/accelerate/prefilter/prefilter.ts';
import { compileRuleSet, type SiteRuleSet } from '../../src/index.ts';
import { inSlices } from '../support/in-slices.ts';

const CONNECTION = { id: 's', clientAddress: '::1', clientPort: 1, serverAddress: '::1', serverPort: 1 };
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** Rules behind a gate, with a test that cannot share a scan: they are a group of their own. */
const RULES = `SecRuleEngine On
SecRequestBodyAccess On
SecArgumentsLimit 0
SecAction "id:1,phase:1,nolog,pass,setvar:tx.level=2"
SecRule REQUEST_HEADERS:Content-Type "@contains json" "id:2,phase:1,nolog,pass,ctl:requestBodyProcessor=JSON"
SecRule ARGS|ARGS_NAMES "@rx (?i)union\\s+select" "id:3,phase:2,pass"
SecRule ARGS:json.pinned|ARGS:pinned "!@rx ^good$" "id:4,phase:2,pass"
SecRule TX:level "@lt 2" "id:5,phase:2,nolog,pass,skipAfter:END-STRICT"
SecRule ARGS|ARGS_NAMES "@detectXSS" "id:6,phase:2,pass"
SecRule ARGS|ARGS_NAMES "@rx evil" "id:7,phase:2,pass,t:lowercase"
SecRule ARGS:json.held|ARGS:held "!@rx ^fine$" "id:8,phase:2,pass"
SecMarker END-STRICT`;

const compile = (naive = false): SiteRuleSet =>
  compileRuleSet([{ name: 'shared.conf', text: RULES }], {
    evaluation: naive ? 'naive' : 'indexed',
  }).withOverlay({});

function judge(site: SiteRuleSet, type: string, body: string) {
  const transaction = site.beginTransaction(CONNECTION);
  transaction.requestLine('POST', '/', 'HTTP/1.1');
  transaction.requestHeaders(['Content-Type', type]);
  transaction.requestBodyChunk(Buffer.from(body, 'latin1'));
  transaction.requestBody();
  transaction.logging();
  return transaction.audit().matches;
}

describe('groups of rules that look at the same arguments', () => {
  const indexed = compile();
  const naive = compile(true);

  it('have what nobody wants looked at once', () => {
    const items = Array.from({ length: 300 }, (_, id) => ({ id, name: 'a shirt' }));
    const next = jest.spyOn(PackedPrefilter.prototype, 'next');
    try {
      expect(judge(indexed, JSON_TYPE, JSON.stringify({ items }))).toEqual([]);
      const lookedAt = next.mock.calls.reduce((all, [from, end]) => all + end - from, 0);
      // The values and the names of 600 arguments.
      expect(lookedAt).toBe(1200);
    } finally {
      next.mockRestore();
    }
  });

  it('find what they find alone, whole and in slices', () => {
    const word = fc.constantFrom(
      'plain',
      'union select',
      '<script>alert(1)</script>',
      'EVIL',
      'union select evil',
      'good',
      'fine',
      'a'.repeat(2_100),
      `${'a'.repeat(2_100)} evil`,
    );
    const name = fc.constantFrom('a', 'b', 'pinned', 'held', 'evil', '<svg onload=x>', 'union select');
    const members = fc.array(fc.tuple(name, word), { maxLength: 24 });
    const sliced = [1, 40, 400].map((steps) => {
      const count = { pauses: 0 };
      // Between two slices another request is judged, which has the looks of its own.
      const other = () => judge(indexed, JSON_TYPE, '{"a":"union select","b":["evil",{"c":"plain"}]}');
      return { count, site: inSlices(indexed, steps, other, count) };
    });
    let found = 0;
    fc.assert(
      fc.property(members, fc.boolean(), (list, isForm) => {
        const body = isForm
          ? list.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
          : JSON.stringify(list.map(([key, value]) => ({ [key]: value, pinned: 'good', at: [1, value] })));
        const type = isForm ? FORM : JSON_TYPE;
        const truth = judge(naive, type, body);
        if (truth.length > 0) found++;
        expect(judge(indexed, type, body)).toEqual(truth);
        for (const { site } of sliced) expect(judge(site, type, body)).toEqual(truth);
      }),
      { numRuns: 150, seed: 20_261_123 },
    );
    expect(found).toBeGreaterThan(75);
    expect(sliced[0]!.count.pauses).toBeGreaterThan(1000);
  });
});
