// Canned API answers for the tools that take pictures and figures; nothing of the product reads this.
import { answers as account } from './account.mjs';
import { answers as admin } from './admin.mjs';
import { answers as dashboard } from './dashboard.mjs';
import { answers as domains, underDomain } from './domains.mjs';
import { plans } from './plans.mjs';

const table = { 'GET /plans': plans, ...account, ...admin, ...dashboard, ...domains };

/** What the API answers to a call, `{ status, body }`; `null` where nothing is canned. */
export function answer(method, path, who) {
  const key = `${method} ${path.replace(/\/$/, '')}`;
  if (key === 'GET /auth/me') return { status: 200, body: who };
  if (key in table) return { status: 200, body: table[key] };
  const under = /^GET \/domains\/[^/]+\/(.+)$/.exec(key)?.[1];
  if (under in underDomain) return { status: 200, body: underDomain[under] };
  return null;
}
