import { requestLogV1 } from '@palisade/contracts';
import { actionOf } from './actions.rules.ts';
import { type ClassifiedRecord, classify } from './classification.rules.ts';
import { THREATS, threatOfCode } from './threats.rules.ts';

const { EdgeAction } = requestLogV1;
const record = (fields: Partial<ClassifiedRecord>): ClassifiedRecord => ({
  action: EdgeAction.BLOCK,
  ruleId: 0,
  ruleMessage: '',
  reason: '',
  matches: [],
  ...fields,
});
const match = (ruleId: number, tags: string[] = [], score = 5, message = '') => ({
  ruleId,
  tags,
  score,
  message,
});

describe('threat classification', () => {
  it.each([
    [EdgeAction.ALLOW, 'safe', false],
    [EdgeAction.UNSPECIFIED, 'safe', false],
    [EdgeAction.REJECT, 'securityRule', true],
    [EdgeAction.CHALLENGE, 'badBot', true],
    [EdgeAction.RATE_LIMIT, 'rateLimiting', true],
    [EdgeAction.BAN, 'rateLimiting', true],
    [EdgeAction.GEO, 'securityRule', true],
    [EdgeAction.IP_LIST, 'securityRule', true],
    [EdgeAction.BOT, 'badBot', true],
    [EdgeAction.DDOS, 'rateLimiting', true],
    [EdgeAction.CUSTOM_RULE, 'securityRule', true],
  ] as const)('action %i is %s, blocked: %s', (action, threat, blocked) => {
    expect(classify(record({ action, ruleMessage: 'sql injection' }))).toBe(threat);
    expect(actionOf(action).blocked).toBe(blocked);
  });

  it.each([EdgeAction.CUSTOM_RULE, EdgeAction.CHALLENGE, EdgeAction.LOG_ONLY])(
    "is a security rule where an owner's own rule decided, whatever it is called: action %i",
    (action) => {
      const fields = {
        action,
        reason: 'custom:1',
        ruleMessage: 'No scripts',
        matches: [match(0, ['custom:1'], 0)],
      };
      expect(classify(record(fields))).toBe('securityRule');
    },
  );

  it.each([
    [1001, 'sqlInjection'],
    [1004, 'sqlInjection'],
    [2001, 'xss'],
    [2003, 'xss'],
    [3001, 'pathTraversal'],
    [3002, 'pathTraversal'],
    [942_100, 'sqlInjection'],
    [941_110, 'xss'],
    [930_120, 'pathTraversal'],
    [913_100, 'badBot'],
    [912_120, 'rateLimiting'],
  ] as const)('rule %i is %s', (ruleId, threat) => {
    expect(classify(record({ ruleId }))).toBe(threat);
  });

  it.each([
    ['family/sql-injection', 'sqlInjection'],
    ['family/cross-site-scripting', 'xss'],
    ['family/path-traversal', 'pathTraversal'],
    ['family/command-execution', 'commandInjection'],
    ['family/shellshock', 'commandInjection'],
    ['family/java-lookup', 'codeInjection'],
    ['family/open-redirect', 'securityRule'],
    ['attack-sqli', 'sqlInjection'],
    ['attack-xss', 'xss'],
    ['attack-lfi', 'pathTraversal'],
    ['attack-rce', 'commandInjection'],
    ['attack-injection-php', 'codeInjection'],
    ['attack-reputation-scanner', 'badBot'],
    ['OWASP_CRS', 'securityRule'],
  ] as const)('tag %s is %s', (tag, threat) => {
    expect(classify(record({ ruleId: 500_000, matches: [match(500_000, [tag])] }))).toBe(threat);
  });

  it.each([
    ['SQL in a query', 'sqlInjection'],
    ['Command injection', 'sqlInjection'],
    ['Cross-site script', 'xss'],
    ['Path with dots', 'pathTraversal'],
    ['A crawler', 'badBot'],
    ['Rate exceeded', 'rateLimiting'],
    ['Something else', 'securityRule'],
    ['', 'securityRule'],
  ] as const)('message "%s" alone is %s', (ruleMessage, threat) => {
    expect(classify(record({ ruleId: 500_000, ruleMessage }))).toBe(threat);
  });

  it('does not let a message outweigh a family that is known', () => {
    const ruleMessage = 'Remote command execution: Unix command injection';
    expect(
      classify(record({ ruleId: 932_100, ruleMessage, matches: [match(932_100, ['attack-rce'])] })),
    ).toBe('commandInjection');
  });

  it('calls what the site does not offer no threat', () => {
    const fields = { action: EdgeAction.REJECT, reason: 'websocket_not_enabled' };
    expect(classify(record(fields))).toBe('siteSetting');
    expect(classify(record({ ...fields, reason: 'client_certificate:outdated' }))).toBe('siteSetting');
    expect(classify(record({ ...fields, reason: 'client_certificate:missing' }))).toBe('securityRule');
    expect(classify(record({ ...fields, reason: 'bad_framing:websocket_handshake' }))).toBe('securityRule');
  });

  it('looks behind the rule that only compares the score, at the heaviest that fired', () => {
    const matches = [
      match(920_350, ['attack-protocol'], 3),
      match(942_100, ['attack-sqli'], 5),
      match(949_110),
    ];
    expect(
      classify(record({ ruleId: 949_110, ruleMessage: 'Inbound Anomaly Score Exceeded', matches })),
    ).toBe('sqlInjection');
    expect(
      classify(record({ ruleId: 9001, matches: [match(2001, [], 5), match(9001, ['evaluation'])] })),
    ).toBe('xss');
  });

  it('says what log-only would have refused, without calling it blocked', () => {
    expect(classify(record({ action: EdgeAction.LOG_ONLY, ruleId: 1001 }))).toBe('sqlInjection');
    expect(actionOf(EdgeAction.LOG_ONLY).blocked).toBe(false);
  });

  it('has the specification’s names and severities, and three of ours', () => {
    expect(Object.values(THREATS).map(({ name, severity }) => [name, severity])).toEqual([
      [null, 'SAFE'],
      ['SQL Injection', 'CRITICAL'],
      ['XSS Attack', 'HIGH'],
      ['Path Traversal', 'HIGH'],
      ['Bad Bot', 'MEDIUM'],
      ['Rate Limiting', 'MEDIUM'],
      ['Security Rule', 'MEDIUM'],
      ['Command Injection', 'CRITICAL'],
      ['Code Injection', 'CRITICAL'],
      ['Site Setting', 'SAFE'],
    ]);
    for (const code of Object.values(THREATS).map((threat) => threat.code))
      expect(THREATS[threatOfCode(code)].code).toBe(code);
  });
});
