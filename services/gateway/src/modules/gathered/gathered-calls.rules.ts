import type { Access } from '@palisade/nest-kit';

/** Several calls of a screen in one: each part is answered by its own service, and may fail alone. */
export interface GatheredCall {
  operationId: string;
  tag: string;
  description: string;
  /** Access that every part requires; without it no service is asked. */
  access: Access;
  /** By part name: the call that answers it, with its query. */
  parts: Readonly<Record<string, string>>;
}

/** By path. */
export const GATHERED_CALLS: Readonly<Record<string, GatheredCall>> = {
  '/api/admin/attention': {
    operationId: 'getAttention',
    tag: 'admin-attention',
    description:
      'The operator’s overview of every service in one call: each part has `data`, the response of its call, or `problem`, why it failed. `failed_mails` are the newest 50, `orders` the newest five.',
    access: { level: 'admin', scope: 'admin' },
    parts: {
      edge: '/api/admin/edge/nodes',
      controls: '/api/admin/edge/controls',
      failed_mails: '/api/admin/smtp/mails?status=failed&limit=50',
      smtp: '/api/admin/smtp',
      delivery: '/api/admin/smtp/delivery',
      campaigns: '/api/admin/campaigns',
      orders: '/api/orders?limit=5',
      auth_backlog: '/api/admin/auth/backlog',
      billing_backlog: '/api/admin/billing/backlog',
      domains_backlog: '/api/admin/edge/backlog',
      logs_backlog: '/api/admin/logs/backlog',
      mail_backlog: '/api/admin/smtp/backlog',
    },
  },
  '/api/admin/backlogs': {
    operationId: 'getBacklogs',
    tag: 'admin-attention',
    description:
      'What waits in every service. For each part: `data`, the response of its call, or `problem`, why it failed.',
    access: { level: 'admin', scope: 'admin' },
    parts: {
      auth: '/api/admin/auth/backlog',
      billing: '/api/admin/billing/backlog',
      domains: '/api/admin/edge/backlog',
      logs: '/api/admin/logs/backlog',
      mail: '/api/admin/smtp/backlog',
    },
  },
  '/api/admin/failed-work': {
    operationId: 'listFailedWork',
    tag: 'admin-attention',
    description:
      'What every service gave up on. For each part: `data`, the response of its call, or `problem`, why it failed.',
    access: { level: 'admin', scope: 'admin' },
    parts: {
      auth: '/api/admin/auth/failed-work',
      billing: '/api/admin/billing/failed-work',
      domains: '/api/admin/edge/failed-work',
      logs: '/api/admin/logs/failed-work',
      mail: '/api/admin/smtp/failed-work',
    },
  },
};
