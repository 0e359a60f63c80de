import path from 'node:path';

/** No person makes as many calls a minute as tests do; what the limits do is tested in the gateway. */
const CALLS_A_MINUTE = ['--rate-limit', '100000'];
/** The edge takes visitors for who `X-Forwarded-For` says they are. */
const VISITORS_FROM_ANYWHERE = ['--trusted-proxies', '127.0.0.1'];

/** Has the one of `leaked-password.ts`; named from here and from where this file is built. */
const LEAKED_PASSWORDS = [
  '--leaked-passwords',
  path.resolve(import.meta.dirname, '../../src/shared/leaked-passwords.txt'),
];

/** Tests that wait for an alert need not wait a minute for it. */
const ALERTS_SOON = ['--alert-seconds', '5'];

/** Where few visitors come, the second process of the edge would only be started. */
const ONE_EDGE_PROCESS = ['--workers', '1'];

/** The access matrix uses one token for longer than browsers do. */
const LONG_TOKENS = ['--access-token-seconds', '86400'];

/**
 * Test files that share one running product, with the launcher's options. Files of a group run in any order and at the
 * same time, so each works with users, domains and plans of its own, and changes nothing that another one looks at.
 */
export const GROUPS = {
  /** What customers and strangers do. */
  customers: [...CALLS_A_MINUTE, ...VISITORS_FROM_ANYWHERE, ...LEAKED_PASSWORDS, ...ALERTS_SOON],
  /** What changes the product for everybody, such as its plans and mail servers. */
  administrators: [...CALLS_A_MINUTE, ...VISITORS_FROM_ANYWHERE, ...ONE_EDGE_PROCESS],
  /** The demo with its visitors, as `npm start` shows it. */
  demo: [...CALLS_A_MINUTE, ...ONE_EDGE_PROCESS, '--demo-traffic', 'on'],
  /** Access tokens that run out while somebody looks on. */
  renewals: [...CALLS_A_MINUTE, ...ONE_EDGE_PROCESS, '--access-token-seconds', '6'],
  /** Every call of the API, and what is left of it on disk; logs say as much as they can. */
  records: [...CALLS_A_MINUTE, ...ONE_EDGE_PROCESS, ...LONG_TOKENS, '--log-level', 'debug'],
} as const satisfies Record<string, readonly string[]>;

export type Group = keyof typeof GROUPS;
