import fc from 'fast-check';
import { describeWithFiles, testData } from '../../../regex/test/support/test-data.ts';
import { compileRuleSet, type SiteRuleSet } from '../../src/index.ts';
import { ftwSources } from '../../tools/ftw/engine-setup.ts';
import { exchange } from '../../tools/ftw/run-stage.ts';
import { readStages } from '../../tools/ftw/stage.ts';
import { generalInputs } from '../../tools/redos/hostile-inputs.ts';
import { filePorts } from '../../tools/shared/rule-files.ts';
import { sampleCorpus, toWire } from '../support/corpus-requests.ts';
import { inSlices, type SliceCount } from '../support/in-slices.ts';

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';
const STAGES = testData('crs-3.3.4-ftw.jsonl.gz');
const ATTACKS = testData('corpus/attack.jsonl.gz');
const BENIGN = testData('corpus/benign.jsonl.gz');

describeWithFiles('phases that run in slices', [RULES, SETUP, STAGES, ATTACKS, BENIGN], () => {
  let site: SiteRuleSet;
  /** Served between the slices: short, and full of what rules look for, so that it goes through the same automata. */
  const other = toWire({
    method: 'POST',
    uri: "/search?q=1'%20or%201=1--&x=<script>alert(1)</script>",
    headers: { 'Content-Type': 'application/json', Cookie: 'a=../../etc/passwd' },
    body: '{"a":["jndi:ldap://x",{"b":"union select x from y"}]}',
  });

  beforeAll(() => {
    site = compileRuleSet(ftwSources(RULES, SETUP), { ports: filePorts }).withOverlay({
      exclusions: [
        { name: 'comments', by: { tag: 'attack-xss' }, target: 'ARGS:comment' },
        { name: 'search', by: { id: '942100-942199' }, pathPrefix: '/search' },
      ],
    });
  });

  /** The same whole and in slices; how often the latter paused. */
  const expectSame = (wire: Buffer, steps: number, othersEvery: number): number => {
    const count: SliceCount = { pauses: 0 };
    const between = () => {
      if (count.pauses % othersEvery === 0) exchange(site, other);
    };
    const [whole, sliced] = [exchange(site, wire), exchange(inSlices(site, steps, between, count), wire)];
    // Cheap first: building two large diffs for thousands of requests would be most of this test.
    if (JSON.stringify(whole) !== JSON.stringify(sliced)) expect(sliced).toEqual(whole);
    return count.pauses;
  };

  it('give the audit records of phases that run at once, over the stages of CRS', () => {
    let pauses = 0;
    const stages = readStages(STAGES);
    for (let index = 0; index < stages.length; index += 3) {
      const wire = Buffer.from(stages[index]!.wire_b64, 'base64');
      pauses += expectSame(wire, 200 + (index % 5) * 400, 23);
    }
    expect(stages).toHaveLength(2396);
    expect(pauses).toBeGreaterThan(4000);
  });

  it('and over a sample of attacks and of benign requests', () => {
    let pauses = 0;
    for (const path of [ATTACKS, BENIGN])
      for (const wire of sampleCorpus(path, 200)) pauses += expectSame(wire, 700, 17);
    expect(pauses).toBeGreaterThan(2500);
  });

  it('and over hostile values, where slices end within a value', () => {
    for (const { text } of generalInputs(2048)) {
      const body = `q=${encodeURIComponent(Buffer.from(text, 'latin1').toString('latin1'))}&comment=${encodeURIComponent(text)}`;
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const wire = toWire({ method: 'POST', uri: '/search?q=1', headers, body });
      expect(expectSame(wire, 1500, 41)).toBeGreaterThan(5);
    }
  });

  it('and over generated requests, with slices so short that each does one thing', () => {
    const piece = fc.constantFrom(
      "' or 1=1--",
      '<script>',
      '%3Csvg',
      '../',
      '/etc/passwd',
      'union select',
      ';cat ',
      'A B',
      '%00',
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 6 });
    let pauses = 0;
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 400 }), (query, value, steps) => {
        const wire = toWire({
          method: 'POST',
          uri: `/search?q=${encodeURIComponent(query.join(''))}`,
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            Cookie: `a=${encodeURI(value.join(''))}`,
          },
          body: `comment=${encodeURIComponent(value.join(''))}&q=${encodeURIComponent(query.join(''))}`,
        });
        pauses += expectSame(wire, steps, 97);
      }),
      { numRuns: 40, seed: 20_262 },
    );
    expect(pauses).toBeGreaterThan(400);
  });
});
