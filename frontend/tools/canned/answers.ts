// Canned API answers for the tools that take pictures and figures; nothing of the product reads this.
import type { CurrentUser } from '../../src/shared/api/openapi.gen.ts';
import { answers as account } from './account.ts';
import { answers as admin } from './admin.ts';
import { answers as alerts } from './alerts.ts';
import { answers as clientLists } from './client-lists.ts';
import { answers as dashboard } from './dashboard.ts';
import { answers as domains } from './domains.ts';
import { answers as logExports } from './log-exports.ts';
import { answers as logStreams } from './log-streams.ts';
import { peace } from './now.ts';
import { plans } from './plans.ts';
import type { Bodies, Operation, Replies, Reply } from './reply.ts';
import { answers as status } from './status.ts';
import { answers as supportViews } from './support-views.ts';
import { answers as reports } from './visitor-reports.ts';

const table: Bodies = {
  'GET /api/plans': plans,
  'GET /api/dashboard/now': peace,
  ...account,
  ...admin,
  ...supportViews,
  ...alerts,
  ...clientLists,
  ...dashboard,
  ...domains,
  ...logExports,
  ...logStreams,
  ...reports,
  ...status,
};

/** The operation that a call belongs to among those of a table: exact paths before those with parameters. */
function operationOf(method: string, path: string, among: object): Operation | undefined {
  const call = `${method} ${path.replace(/\/$/, '')}`;
  const named = Object.keys(among);
  const found =
    named.find((one) => one === call) ?? named.find((one) => one.includes('{') && fits(one, call));
  return found as Operation | undefined;
}

function fits(operation: string, call: string): boolean {
  const expected = operation.split('/');
  const parts = call.split('/');
  return (
    expected.length === parts.length &&
    expected.every((part, index) => part.startsWith('{') || part === parts[index])
  );
}

/** What a screen of its own has answered to a call. */
export function replyAmong(replies: Replies, method: string, path: string): Reply | undefined {
  const operation = operationOf(method, path, replies);
  return operation && replies[operation];
}

/** What the API answers to a call; `undefined` where nothing is canned. */
export function answer(method: string, path: string, who: CurrentUser | null): Reply | undefined {
  if (method === 'GET' && path === '/api/auth/me') return { status: 200, body: who };
  const operation = operationOf(method, path, table);
  return operation && { status: 200, body: table[operation] };
}
