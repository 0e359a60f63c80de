import fc from 'fast-check';
import { describeWithFiles, testData } from '../../../regex/test/support/test-data.ts';
import { compileRuleSet, type SiteRuleSet } from '../../src/index.ts';
import { ftwSources } from '../../tools/ftw/engine-setup.ts';
import { exchange } from '../../tools/ftw/run-stage.ts';
import { readStages } from '../../tools/ftw/stage.ts';
import { filePorts, readRuleDirectory, readSource } from '../../tools/shared/rule-files.ts';
import { sampleCorpus, toWire } from '../support/corpus-requests.ts';

const RULES = '/usr/share/modsecurity-crs/rules';
const SETUP = '/etc/modsecurity/crs/crs-setup.conf';
const STAGES = testData('crs-3.3.4-ftw.jsonl.gz');
const ATTACKS = testData('corpus/attack.jsonl.gz');
const BENIGN = testData('corpus/benign.jsonl.gz');

const open = (evaluation: 'naive' | 'indexed'): SiteRuleSet =>
  compileRuleSet(ftwSources(RULES, SETUP), { ports: filePorts, evaluation }).withOverlay({
    exclusions: [
      { name: 'comments', by: { tag: 'attack-xss' }, target: 'ARGS:comment' },
      { name: 'search', by: { id: '942100-942199' }, pathPrefix: '/search' },
    ],
  });

const BLOCKING = `SecRuleEngine On
SecRequestBodyAccess On
SecResponseBodyAccess On
SecRule REQUEST_HEADERS:Content-Type "@rx ^application/json" "id:200001,phase:1,t:none,t:lowercase,pass,nolog,ctl:requestBodyProcessor=JSON"
SecRule REQBODY_ERROR "!@eq 0" "id:200002,phase:2,t:none,log,deny,status:400"`;

/** As sites run it: blocking, at the lower levels, with exclusions of whole rules. */
const openBlocking = (evaluation: 'naive' | 'indexed'): SiteRuleSet[] => {
  const sources = [{ name: 'base.conf', text: BLOCKING }, readSource(SETUP), ...readRuleDirectory(RULES)];
  const ruleSet = compileRuleSet(sources, { ports: filePorts, evaluation });
  return [
    ruleSet.withOverlay({}),
    ruleSet.withOverlay({
      tx: { paranoia_level: '2', inbound_anomaly_score_threshold: '10' },
      exclusions: [
        { name: 'scores', by: { id: '949060-949063' } },
        { name: 'reports', by: { id: '980100-980199' }, pathPrefix: '/search' },
        { name: 'xss', by: { tag: 'attack-xss' } },
      ],
    }),
  ];
};

describeWithFiles('selecting rules by value', [RULES, SETUP, STAGES, ATTACKS, BENIGN], () => {
  let naive: SiteRuleSet;
  let indexed: SiteRuleSet;

  beforeAll(() => {
    naive = open('naive');
    indexed = open('indexed');
  });

  const expectSame = (wire: Buffer): void => {
    const [left, right] = [exchange(naive, wire), exchange(indexed, wire)];
    // Cheap first: building two large diffs for thousands of requests would be most of this test.
    if (JSON.stringify(left) !== JSON.stringify(right)) expect(right).toEqual(left);
  };

  it('gives the audit records of rule-by-rule evaluation over all CRS stages', () => {
    const stages = readStages(STAGES);
    for (const stage of stages) expectSame(Buffer.from(stage.wire_b64, 'base64'));
    expect(stages).toHaveLength(2396);
  });

  it('and over a sample of attacks and of benign requests', () => {
    let count = 0;
    for (const path of [ATTACKS, BENIGN]) {
      for (const wire of sampleCorpus(path, 40)) {
        expectSame(wire);
        count++;
      }
    }
    expect(count).toBeGreaterThan(1800);
  });

  it('and blocking, at the levels that sites use, with JSON among the bodies', () => {
    const [left, right] = [openBlocking('naive'), openBlocking('indexed')];
    let count = 0;
    for (const path of [ATTACKS, BENIGN]) {
      for (const wire of sampleCorpus(path, 180)) {
        for (const [index, naiveSite] of left.entries()) {
          const records = [exchange(naiveSite, wire), exchange(right[index]!, wire)];
          if (JSON.stringify(records[0]) !== JSON.stringify(records[1]))
            expect(records[1]).toEqual(records[0]);
        }
        count++;
      }
    }
    expect(count).toBeGreaterThan(400);
  });

  it('and over generated requests', () => {
    const piece = fc.constantFrom(
      ...[
        "' or 1=1--",
        '<script>',
        '%3Csvg',
        '../',
        '/etc/passwd',
        'union select',
        '${jndi:ldap',
        ';cat ',
        '\\u0041',
        '&#x41;',
        '%00',
      ],
      ...['hello', 'A B', '1', 'foo=bar', '{"a":[1]}', 'é', '<a href=x>'],
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const name = fc.constantFrom('q', 'comment', 'id', '_method', 'a[b]');
    fc.assert(
      fc.property(
        text,
        text,
        name,
        fc.constantFrom('/', '/search', '/reflect'),
        (query, value, key, path) => {
          expectSame(
            toWire({
              method: 'POST',
              uri: `${path}?${key}=${encodeURIComponent(query)}`,
              headers: {
                'Content-Type': 'application/x-www-form-urlencoded',
                Cookie: `a=${encodeURI(value)}`,
              },
              body: `${key}=${encodeURIComponent(value)}`,
            }),
          );
        },
      ),
      { numRuns: 300, seed: 20_261 },
    );
  });
});
