// What the gateway answers out of several services' calls, out of what is canned for each of them.
import type { ApiResponses } from '../../src/testing/api-responses.gen.ts';
import type { Reply } from './reply.ts';

type Parts<Call extends keyof ApiResponses> = Record<keyof ApiResponses[Call], string>;

const ATTENTION: Parts<'GET /api/admin/attention'> = {
  edge: '/api/admin/edge/nodes',
  controls: '/api/admin/edge/controls',
  failed_mails: '/api/admin/smtp/mails',
  smtp: '/api/admin/smtp',
  delivery: '/api/admin/smtp/delivery',
  campaigns: '/api/admin/campaigns',
  orders: '/api/orders',
  auth_backlog: '/api/admin/auth/backlog',
  billing_backlog: '/api/admin/billing/backlog',
  domains_backlog: '/api/admin/edge/backlog',
  logs_backlog: '/api/admin/logs/backlog',
  mail_backlog: '/api/admin/smtp/backlog',
};
const BACKLOGS: Parts<'GET /api/admin/backlogs'> = {
  auth: '/api/admin/auth/backlog',
  billing: '/api/admin/billing/backlog',
  domains: '/api/admin/edge/backlog',
  logs: '/api/admin/logs/backlog',
  mail: '/api/admin/smtp/backlog',
};
const FAILED_WORK: Parts<'GET /api/admin/failed-work'> = {
  auth: '/api/admin/auth/failed-work',
  billing: '/api/admin/billing/failed-work',
  domains: '/api/admin/edge/failed-work',
  logs: '/api/admin/logs/failed-work',
  mail: '/api/admin/smtp/failed-work',
};
const CALLS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/admin/attention': ATTENTION,
  '/api/admin/backlogs': BACKLOGS,
  '/api/admin/failed-work': FAILED_WORK,
};

/** @param replyTo what the call at a path is answered with; undefined for a call that no answers are gathered for */
export function gathered(call: string, replyTo: (path: string) => Reply): Reply | undefined {
  const wanted = CALLS[call];
  if (wanted === undefined) return undefined;
  const parts: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(wanted)) {
    const reply = replyTo(path);
    if (reply === 'never') return reply;
    parts[name] = reply.status < 400 ? { data: reply.body } : { problem: reply.body };
  }
  return { status: 200, body: parts };
}
