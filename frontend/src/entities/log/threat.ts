/** `ERROR`: no threat, but what answered failed. */
export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'SAFE' | 'ERROR';
export interface ThreatClass {
  type: string;
  severity: Severity;
}

interface Classified {
  status: string;
  modsec_rule_id?: string | number | null;
  modsec_message?: string | null;
  threat_type?: string | null;
  severity?: string | null;
  http_status?: number | null;
}

const severities = new Set<string>(['CRITICAL', 'HIGH', 'MEDIUM', 'SAFE', 'ERROR']);

const classes: readonly {
  type: string;
  severity: Severity;
  words: readonly string[];
  ids?: [number, number];
}[] = [
  { type: 'SQL Injection', severity: 'CRITICAL', words: ['sql', 'injection'], ids: [1001, 1004] },
  { type: 'XSS Attack', severity: 'HIGH', words: ['xss', 'script'], ids: [2001, 2003] },
  { type: 'Path Traversal', severity: 'HIGH', words: ['path', 'traversal'], ids: [3001, 3002] },
  { type: 'Bad Bot', severity: 'MEDIUM', words: ['bot', 'crawler'] },
  { type: 'Rate Limiting', severity: 'MEDIUM', words: ['rate', 'ddos'] },
];

export type Tone = 'danger' | 'warn' | 'info' | 'ok';
const tones: Record<Severity, Tone> = {
  CRITICAL: 'danger',
  HIGH: 'warn',
  MEDIUM: 'info',
  SAFE: 'ok',
  ERROR: 'warn',
};

/** How an entry is shown. */
export interface Judgement {
  type: string;
  label: Severity;
  tone: Tone;
}

interface Judged extends Classified {
  action: string;
  http_status: number | null;
}

/** An attack that was only logged is as severe as one that was blocked, and a failure is no clean request. */
export function judge(entry: Judged): Judgement {
  const { type, severity } = classify(entry);
  if (severity !== 'SAFE') return { type, label: severity, tone: tones[severity] };
  if (entry.action === 'log_only') {
    const { severity: would } = classify({ ...entry, status: 'blocked', severity: null });
    const known = classes.find((one) => one.type === type)?.severity ?? would;
    return { type: type === 'Clean' ? 'Security Rule' : type, label: known, tone: tones[known] };
  }
  return { type, label: severity, tone: tones[severity] };
}

/** The class of a log entry. The server's, given at write time, counts; older entries are judged by rule id and text. */
export function classify(entry: Classified): ThreatClass {
  if (entry.threat_type && entry.severity && severities.has(entry.severity.toUpperCase())) {
    return { type: entry.threat_type, severity: entry.severity.toUpperCase() as Severity };
  }
  if (entry.status !== 'blocked')
    return (entry.http_status ?? 0) >= 500
      ? { type: 'Server Error', severity: 'ERROR' }
      : { type: 'Clean', severity: 'SAFE' };
  const id = Number(entry.modsec_rule_id);
  const text = (entry.modsec_message ?? '').toLowerCase();
  const byId = classes.find(({ ids }) => ids && id >= ids[0] && id <= ids[1]);
  const found = byId ?? classes.find(({ words }) => words.some((word) => text.includes(word)));
  return found
    ? { type: found.type, severity: found.severity }
    : { type: 'Security Rule', severity: 'MEDIUM' };
}
