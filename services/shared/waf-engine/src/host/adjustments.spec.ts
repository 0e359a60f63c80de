import { compileRuleSet } from './rule-set.ts';

const RULES = `SecRuleEngine On
SecRule ARGS:a "@contains bad" "id:1,phase:2,pass,log,msg:'bad',setvar:tx.inbound_anomaly_score=+5,setvar:tx.sql_score=+5"
SecRule ARGS:b "@contains bad" "id:2,phase:2,deny,status:418,log"
SecRule ARGS:c "@contains bad" "id:3,phase:2,pass,log,chain"
  SecRule ARGS:c "@contains very" "setvar:tx.inbound_anomaly_score=+3"
SecRule TX:inbound_anomaly_score "@ge 5" "id:9,phase:2,deny,status:403,log"
SecRule TX:sql_score "@gt 100" "id:10,phase:2,deny,status:451,log"
`;
const CONNECTION = { id: 'x', clientAddress: '192.0.2.1', clientPort: 1, serverAddress: '', serverPort: 80 };

type Adjustments = NonNullable<
  Parameters<ReturnType<typeof compileRuleSet>['withOverlay']>[0]['adjustments']
>;

describe.each(['indexed', 'naive'] as const)('rules that a site has adjusted, %s', (evaluation) => {
  const ruleSet = compileRuleSet([{ name: 'r', text: RULES }], { evaluation });
  const judge = (query: string, adjustments: Adjustments, mode: 'On' | 'DetectionOnly' = 'On') => {
    const transaction = ruleSet.withOverlay({ mode, adjustments }).beginTransaction(CONNECTION);
    transaction.requestLine('GET', `/?${query}`, 'HTTP/1.1');
    transaction.requestHeaders(['Host', 'a.example']);
    transaction.requestBody();
    transaction.logging();
    const { interruption, wouldInterrupt, matches, inboundScore } = transaction.audit();
    return {
      status: (interruption ?? wouldInterrupt)?.status ?? null,
      rules: matches.map(({ ruleId, score }) => [ruleId, score]),
      inboundScore,
    };
  };

  it('that only log are recorded, score nothing and stop nothing', () => {
    expect(judge('a=bad', [])).toEqual({
      status: 403,
      rules: [
        [1, 5],
        [9, 0],
      ],
      inboundScore: 5,
    });
    const logOnly = [1, 2].map((ruleId) => ({ ruleId, logOnly: true }));
    expect(judge('a=bad', logOnly)).toEqual({ status: null, rules: [[1, 0]], inboundScore: 0 });
    expect(judge('b=bad', logOnly)).toEqual({ status: null, rules: [[2, 0]], inboundScore: 0 });
    expect(judge('b=bad', logOnly, 'DetectionOnly')).toMatchObject({ status: null });
  });

  it('score what the site says, wherever they count it', () => {
    expect(judge('a=bad', [{ ruleId: 1, logOnly: false, score: 2 }])).toEqual({
      status: null,
      rules: [[1, 2]],
      inboundScore: 2,
    });
    expect(judge('a=bad', [{ ruleId: 1, logOnly: false, score: 101 }]).status).toBe(403);
    expect(judge('c=verybad', [{ ruleId: 3, logOnly: false, score: 5 }])).toMatchObject({ status: 403 });
  });

  it('leave all others, and other sites, as they are', () => {
    const others = [{ ruleId: 77, logOnly: true }];
    expect(judge('a=bad', others)).toEqual(judge('a=bad', []));
    expect(judge('b=bad', [{ ruleId: 1, logOnly: true }])).toMatchObject({ status: 418 });
  });
});
