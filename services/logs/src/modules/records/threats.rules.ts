/**
 * Names and severities of threats in the dashboard (specification, "Log threat classification"; command and code
 * injection are separate from other rules, since their severity is the highest). Codes are stored.
 */
export const THREATS = {
  safe: { code: 0, name: null, severity: 'SAFE' },
  sqlInjection: { code: 1, name: 'SQL Injection', severity: 'CRITICAL' },
  xss: { code: 2, name: 'XSS Attack', severity: 'HIGH' },
  pathTraversal: { code: 3, name: 'Path Traversal', severity: 'HIGH' },
  badBot: { code: 4, name: 'Bad Bot', severity: 'MEDIUM' },
  rateLimiting: { code: 5, name: 'Rate Limiting', severity: 'MEDIUM' },
  securityRule: { code: 6, name: 'Security Rule', severity: 'MEDIUM' },
  commandInjection: { code: 7, name: 'Command Injection', severity: 'CRITICAL' },
  codeInjection: { code: 8, name: 'Code Injection', severity: 'CRITICAL' },
  /** Refused because the site does not offer it, such as WebSocket: no attack. Not counted as a threat. */
  siteSetting: { code: 9, name: 'Site Setting', severity: 'SAFE' },
} as const satisfies Record<string, { code: number; name: string | null; severity: Severity }>;

/**
 * A request without a threat that ended in a 5xx: neither an attack nor clean. No code is stored for it; the status
 * tells.
 */
export const SERVER_ERROR = { name: 'Server Error', severity: 'ERROR' } as const;
export const MIN_SERVER_ERROR = 500;

/** Number of counted codes; codes without a class here come from a later version. */
export const THREAT_CODES = 32;

export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'SAFE';
export type Threat = keyof typeof THREATS;

const BY_CODE = new Map<number, Threat>(
  (Object.keys(THREATS) as Threat[]).map((threat) => [THREATS[threat].code, threat]),
);

/** A later version's code is treated as the class for everything else. */
export function threatOfCode(code: number): Threat {
  return BY_CODE.get(code) ?? 'securityRule';
}

/** Display name; anything without one is a security rule. */
export function threatName(code: number): string {
  return THREATS[threatOfCode(code)].name ?? THREATS.securityRule.name;
}
