import { classify } from './threat.ts';

const blocked = (rule: number | null, message = '') => ({
  status: 'blocked',
  modsec_rule_id: rule,
  modsec_message: message,
});

describe('classify', () => {
  it.each([
    [blocked(1003), 'SQL Injection', 'CRITICAL'],
    [blocked(null, 'SQL meta characters'), 'SQL Injection', 'CRITICAL'],
    [blocked(2001, 'in a path'), 'XSS Attack', 'HIGH'],
    [blocked(3002), 'Path Traversal', 'HIGH'],
    [blocked(null, 'Known crawler'), 'Bad Bot', 'MEDIUM'],
    [blocked(null, 'DDoS limit'), 'Rate Limiting', 'MEDIUM'],
    [blocked(9999, 'other'), 'Security Rule', 'MEDIUM'],
    [{ status: 'allowed', modsec_rule_id: 1001 }, 'Clean', 'SAFE'],
  ])('reads %j as %s, %s', (entry, type, severity) => {
    expect(classify(entry)).toEqual({ type, severity });
  });

  it("prefers the server's class", () => {
    expect(classify({ status: 'blocked', threat_type: 'Protocol Violation', severity: 'medium' })).toEqual({
      type: 'Protocol Violation',
      severity: 'MEDIUM',
    });
  });
});
