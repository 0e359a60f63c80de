// Requests that are recorded of a site, and what a change would have made of them.
import type { PolicyReplay, Recordings } from '../../src/shared/api/policy-replay-api.gen.ts';
import { ago, id } from './common.ts';

export const recorded: Recordings = {
  requests: 48_210,
  refused: 1_904,
  bytes: 31_400_000,
  oldest: ago(60 * 24 * 6),
  newest: ago(1),
  example: {
    request_id: id(1),
    masked_values: 3,
    text: [
      'POST /konto/anmelden HTTP/2',
      'host: keramik-lindner.example',
      'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
      'cookie: sitzung=••••••••',
      'content-type: application/x-www-form-urlencoded',
      '',
      'email=••••••••&passwort=••••••••&weiter=%2Fwerkstatt',
    ].join('\n'),
  },
};

const group = (
  direction: 'refused' | 'passed',
  path: string,
  message: string,
  field: string,
  requests: number,
  lookLikeAttacks: number,
  ruleId: number,
): PolicyReplay['groups'][number] => ({
  direction,
  path,
  message,
  field,
  requests,
  stands_for: requests,
  look_like_attacks: lookLikeAttacks,
  rule_id: ruleId,
  reason: 'managed_rules',
  clients: ['203.0.113.9'],
  examples: [{ client: '203.0.113.9', method: 'POST', request_id: id(1), target: path, timestamp: ago(40) }],
});

export const replay: PolicyReplay = {
  recorded: 48_210,
  judged: 48_210,
  stands_for: 301_400,
  newly_refused: 37,
  newly_passed: 412,
  next: null,
  groups: [
    group('passed', '/suche', 'SQL injection: a UNION that reads another table', 'ARGS:q', 380, 377, 1001),
    group(
      'passed',
      '/werkstatt/kurse/redaktion/artikel/speichern',
      'HTML with a script',
      'ARGS:text',
      32,
      2,
      2001,
    ),
    group('refused', '/gaestebuch', 'Path traversal', 'REQUEST_URI', 37, 0, 3002),
  ],
  unknown: [{ cause: 'body_cut', requests: 14 }],
  not_replayed: ['rate_limits', 'ddos_protection'],
};
