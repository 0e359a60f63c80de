// What the gateway answers out of several services' calls, out of what is canned for each of them.
import type { ApiResponses } from '../../src/testing/api-responses.gen.ts';
import type { Reply } from './reply.ts';

export const ATTENTION = '/api/admin/attention';

const PARTS: Record<keyof ApiResponses['GET /api/admin/attention'], string> = {
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

/** @param replyTo what the call at a path is answered with */
export function attention(replyTo: (path: string) => Reply): Reply {
  const parts: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(PARTS)) {
    const reply = replyTo(path);
    if (reply === 'never') return reply;
    parts[name] = reply.status < 400 ? { data: reply.body } : { problem: reply.body };
  }
  return { status: 200, body: parts };
}
