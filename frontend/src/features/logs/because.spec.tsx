import { render, screen } from '@testing-library/react';
import type { LogEntry, LogMatch } from '../../shared/api/types.ts';
import { Because, findingText } from './because.tsx';

type Target = LogMatch['targets'][number];
const target = (over: Partial<Target>): Target => ({
  name: 'ARGS:q',
  value: '',
  transformed: '',
  value_offset: 0,
  match_offset: 0,
  match_length: 0,
  transformations: ['urldecodeuni'],
  operator: '@detectSQLi',
  ...over,
});
const entry = (targets: Target[], over: Partial<LogEntry> = {}) =>
  ({
    status: 'blocked',
    action: 'block',
    modsec_rule_id: 1001,
    matches: [{ rule_id: 1001, message: 'SQL injection', targets }],
    ...over,
  }) as LogEntry;
const text = (log: LogEntry) => render(<Because log={log} />).container.textContent;

describe('why a request was blocked', () => {
  const found = target({
    name: 'MATCHED_VARS:ARGS:q',
    transformed: '*****1=1**',
    match_offset: 5,
    match_length: 3,
  });

  it('is one sentence with the field’s words and what was found in it', () => {
    expect(text(entry([target({}), found]))).toBe('Blocked because of the parameter q, which contains 1=1.');
    expect(screen.getByText('1=1').tagName).toBe('CODE');
  });

  it('says the field alone where nothing of it is kept', () => {
    expect(text(entry([target({ name: 'REQUEST_HEADERS:user-agent' })]))).toBe(
      'Blocked because of the header user-agent.',
    );
  });

  it('says what would have been, and what was too little', () => {
    const allowed = { status: 'allowed', action: 'log_only' } as const;
    expect(text(entry([found], allowed))).toMatch(/^Would have been blocked because of the parameter q/);
    expect(text(entry([found], { status: 'allowed', action: 'allow' }))).toMatch(
      /^Not enough to block: the parameter q/,
    );
  });

  it('shows the beginning of what is long, and controls as signs', () => {
    const long = target({ transformed: `\u0000${'a'.repeat(200)}`, match_length: 201 });
    expect(text(entry([long]))).toBe(
      `Blocked because of the parameter q, which contains ␀${'a'.repeat(59)}….`,
    );
  });

  it('is nothing for rules that look at no field of the request', () => {
    expect(text(entry([target({ name: 'TX:inbound_anomaly_score' })]))).toBe('');
  });
});

describe('what a rule found', () => {
  const match = (explanation: string) =>
    ({ rule_id: 1001, message: 'SQL injection', explanation }) as LogMatch;

  it.each([
    [
      'Rule 1001 (SQL injection) fired on parameter “q”, which contains “1=1”.',
      'Fired on parameter “q”, which contains “1=1”.',
    ],
    ['Rule 1002 (SQL injection) fired.', 'Rule 1002 (SQL injection) fired.'],
    ['Your rule “No bots” fired.', 'Your rule “No bots” fired.'],
  ])('of %s: %s', (explanation, text) => {
    expect(findingText(match(explanation))).toBe(text);
  });
});
