import fc from 'fast-check';
import { FORM } from '../../../test/support/inspect.ts';
import { type AuditRecord, type CompiledRuleSet, compileRuleSet, type RuleSetOverlay } from '../../index.ts';

/** A rule set that steers itself as large ones do: defaults, levels, scores by level, jumps, rules that take others away. */
const RULES = `SecRuleEngine On
SecAction "id:1,phase:1,pass,nolog,setvar:tx.known=1"
SecRule &TX:level "@eq 0" "id:2,phase:1,pass,nolog,setvar:tx.level=1"
SecRule &TX:limit "@eq 0" "id:3,phase:1,pass,nolog,setvar:tx.limit=5"
SecAction "id:4,phase:1,pass,nolog,setvar:tx.score=0,setvar:tx.score_pl1=0,setvar:tx.score_pl2=0,setvar:tx.hit=3"
SecRule ARGS:quiet "@streq yes" "id:5,phase:1,pass,nolog,skipAfter:END"
SecRule ARGS:raise "@rx ^(\\d)$" "id:6,phase:1,pass,nolog,capture,setvar:tx.level=%{TX.1}"
SecRule ARGS:lower "@streq yes" "id:7,phase:1,pass,nolog,setvar:!tx.limit"
SecRule ARGS:named "@rx ^\\w+$" "id:8,phase:1,pass,nolog,setvar:tx.seen_%{MATCHED_VAR}=1"
SecRule ARGS:remove "@streq yes" "id:9,phase:1,pass,nolog,ctl:ruleRemoveById=30"
SecRule ARGS:target "@streq yes" "id:10,phase:1,pass,nolog,ctl:ruleRemoveTargetById=20;ARGS:q"
SecRule ARGS:off "@streq yes" "id:11,phase:1,pass,nolog,ctl:ruleEngine=Off"
SecRule ARGS:allow "@streq yes" "id:12,phase:1,allow:phase,nolog"
SecRule TX:seen_x "@eq 1" "id:13,phase:1,pass,log,msg:'seen'"
SecMarker END
SecRule TX:level "@lt 1" "id:19,phase:2,pass,nolog,skipAfter:END-1"
SecRule ARGS "@contains bad" "id:20,phase:2,pass,log,msg:'bad',setvar:tx.score_pl1=+%{tx.hit}"
SecRule TX:level "@lt 2" "id:21,phase:2,pass,nolog,skipAfter:END-1"
SecRule ARGS "@contains odd" "id:22,phase:2,pass,log,msg:'odd',setvar:tx.score_pl2=+%{tx.hit}"
SecMarker END-1
SecRule TX:level "@ge 1" "id:30,phase:2,pass,nolog,setvar:tx.score=+%{tx.score_pl1}"
SecRule TX:level "@ge 2" "id:31,phase:2,pass,nolog,setvar:tx.score=+%{tx.score_pl2}"
SecRule TX:score "@ge %{tx.limit}" "id:32,phase:2,deny,status:403,log,msg:'score %{tx.score} of %{tx.limit}'"
SecRule &TX:/^seen_/ "@ge 1" "id:33,phase:2,pass,log,msg:'names'"
SecRule TX:score "@gt 0" "id:40,phase:5,pass,log,msg:'ended with %{tx.score}',chain"
SecRule TX:known "@eq 1" "setvar:tx.done=1"
SecRule TX:done "@eq 1" "id:41,phase:5,pass,log,msg:'done at level %{tx.level}'"`;

const compile = (evaluation: 'naive' | 'indexed', rules = RULES): CompiledRuleSet =>
  compileRuleSet([{ name: 'test.conf', text: rules }], { evaluation });

function run(ruleSet: CompiledRuleSet, overlay: RuleSetOverlay, query: string, phases: number): AuditRecord {
  const transaction = ruleSet.withOverlay(overlay).beginTransaction({
    id: 'x',
    clientAddress: '192.0.2.1',
    clientPort: 1,
    serverAddress: '192.0.2.2',
    serverPort: 80,
  });
  transaction.requestLine('GET', `/?${query}`, 'HTTP/1.1');
  if (phases >= 1) transaction.requestHeaders(FORM);
  if (phases >= 2) transaction.requestBody();
  if (phases >= 3) {
    transaction.responseHeaders(200, 'HTTP/1.1', []);
    transaction.responseBody();
  }
  transaction.logging();
  return transaction.audit();
}

const OVERLAYS: readonly RuleSetOverlay[] = [
  {},
  { tx: { level: '2', limit: '3' } },
  { mode: 'DetectionOnly', tx: { level: '2' } },
  { tx: { Level: '0' } },
  { exclusions: [{ name: 'no scoring', by: { id: '30' } }] },
  { exclusions: [{ name: 'no level', by: { id: '19-21' }, target: 'TX:level' }], tx: { level: '2' } },
  { exclusions: [{ name: 'argument', by: { id: '20' }, target: 'ARGS:q', pathPrefix: '/' }] },
];

describe('what a site settles beforehand', () => {
  it('changes no record, whatever the request does to the rules', () => {
    const naive = compile('naive');
    const planned = compile('indexed');
    const parts = ['quiet', 'lower', 'remove', 'target', 'off', 'allow'].map((name) => `${name}=yes`);
    const part = fc.constantFrom(
      ...parts,
      ...[
        'raise=2',
        'raise=0',
        'raise=x',
        'named=x',
        'named=limit',
        'q=bad',
        'p=bad',
        'q=odd',
        'r=odd+bad',
        'a=1',
      ],
    );
    let blocked = 0;
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 5 }),
        fc.constantFrom(...OVERLAYS),
        fc.integer({ min: 0, max: 3 }),
        (query, overlay, phases) => {
          const expected = run(naive, overlay, query.join('&'), phases);
          expect(run(planned, overlay, query.join('&'), phases)).toEqual(expected);
          if (expected.interruption !== null) blocked++;
        },
      ),
      { numRuns: 4000, seed: 11 },
    );
    expect(blocked).toBeGreaterThan(100);
  });

  it('leaves rule sets alone that ask what the rule before them has matched', () => {
    const rules = `SecRuleEngine On
      SecRule ARGS:q "@contains bad" "id:1,phase:1,pass,nolog"
      SecRule TX:none "@eq 1" "id:2,phase:1,pass,nolog"
      SecRule MATCHED_VAR "@contains bad" "id:3,phase:1,pass,log,msg:'left over'"
      SecRule ARGS:q "@contains bad" "id:4,phase:1,pass,nolog"
      SecRule MATCHED_VAR "@contains bad" "id:5,phase:1,pass,log,msg:'left over'"`;
    const [naive, planned] = [compile('naive', rules), compile('indexed', rules)];
    const expected = run(naive, {}, 'q=bad', 3);
    expect(expected.matches.map(({ ruleId }) => ruleId)).toEqual([5]);
    expect(run(planned, {}, 'q=bad', 3)).toEqual(expected);
  });
});
