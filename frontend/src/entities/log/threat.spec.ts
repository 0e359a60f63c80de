import { classify, judge } from './threat.ts';

const blocked = (rule: number | null, message = '') => ({
  status: 'blocked',
  modsec_rule_id: rule,
  modsec_message: message,
});

describe('classify', () => {
  it.each([
    [blocked(1001), 'SQL Injection', 'CRITICAL'],
    [blocked(1004), 'SQL Injection', 'CRITICAL'],
    [blocked(1005), 'Security Rule', 'MEDIUM'],
    [blocked(null, 'Command injection'), 'SQL Injection', 'CRITICAL'],
    [blocked(null, 'SQL meta characters'), 'SQL Injection', 'CRITICAL'],
    [blocked(2001, 'in a path'), 'XSS Attack', 'HIGH'],
    [blocked(2003), 'XSS Attack', 'HIGH'],
    [blocked(2004), 'Security Rule', 'MEDIUM'],
    [blocked(null, 'A script in a field'), 'XSS Attack', 'HIGH'],
    [blocked(null, 'XSS'), 'XSS Attack', 'HIGH'],
    [blocked(3001), 'Path Traversal', 'HIGH'],
    [blocked(3002), 'Path Traversal', 'HIGH'],
    [blocked(3003), 'Security Rule', 'MEDIUM'],
    [blocked(null, 'Directory traversal'), 'Path Traversal', 'HIGH'],
    [blocked(null, 'Bot'), 'Bad Bot', 'MEDIUM'],
    [blocked(null, 'Rate limit'), 'Rate Limiting', 'MEDIUM'],
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

describe('judge', () => {
  const passed = {
    status: 'allowed',
    action: 'allow',
    threat_type: 'Clean',
    severity: 'SAFE',
    http_status: 200,
  };

  it('calls what passed and went well clean and safe', () => {
    expect(judge(passed)).toEqual({ type: 'Clean', label: 'SAFE', tone: 'ok' });
  });

  it.each([
    ['SQL Injection', 'CRITICAL', 'danger'],
    ['XSS Attack', 'HIGH', 'warn'],
    ['Security Rule', 'MEDIUM', 'info'],
  ])('shows %s that was only logged as severe as one that was blocked', (type, label, tone) => {
    expect(judge({ ...passed, action: 'log_only', threat_type: type })).toEqual({ type, label, tone });
  });

  it.each([500, 502, 504])('does not call an answer of %d safe', (status) => {
    expect(judge({ ...passed, threat_type: null, http_status: status })).toEqual({
      type: 'Server Error',
      label: 'ERROR',
      tone: 'warn',
    });
  });

  it('takes the word of a server that tells failures apart', () => {
    const failed = { ...passed, threat_type: 'Server Error', severity: 'ERROR', http_status: 500 };
    expect(judge(failed)).toEqual({ type: 'Server Error', label: 'ERROR', tone: 'warn' });
  });

  it('keeps what the server said of a blocked one', () => {
    expect(
      judge({
        status: 'blocked',
        action: 'bot',
        threat_type: 'Bad Bot',
        severity: 'MEDIUM',
        http_status: 503,
      }),
    ).toEqual({ type: 'Bad Bot', label: 'MEDIUM', tone: 'info' });
  });
});
