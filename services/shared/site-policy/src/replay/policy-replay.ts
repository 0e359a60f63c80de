/** Effect of a policy change on a batch of the recorded requests, as returned by `POST /dashboard/policy-replays`. */
export interface PolicyReplay {
  judged: number;
  stands_for: number;
  recorded: number;
  newly_refused: number;
  newly_passed: number;
  groups: ReplayGroup[];
  unknown: { cause: string; requests: number }[];
  not_replayed: (
    | 'rate_limits'
    | 'ddos_protection'
    | 'upload_scanning'
    | 'client_certificates'
    | 'trusted_proxies'
  )[];
  next: string | null;
}

export interface ReplayGroup {
  direction: 'refused' | 'passed';
  path: string;
  reason: string;
  rule_id: number;
  message: string;
  field: string;
  requests: number;
  stands_for: number;
  look_like_attacks: number;
  clients: string[];
  examples: { request_id: string; timestamp: string; method: string; target: string; client: string }[];
}
