// What visitors wrote on pages of refusal, and one request by its address.
import { logs } from '../canned/dashboard.ts';
import { customer } from '../canned/people.ts';
import { reply } from '../canned/reply.ts';
import type { Screen } from './screen.ts';

const at = '/dashboard/reports';
const entries = (found: typeof logs) =>
  reply('GET /api/dashboard/logs/recent', { logs: found, next: null, searched_to: null });

const screens: Screen[] = [
  { name: 'reports', at, as: customer },
  {
    name: 'reports-none',
    at,
    as: customer,
    answers: reply('GET /api/dashboard/reports', { reports: [], open: 0, next: null }),
  },
  {
    name: 'reports-exception',
    at,
    as: customer,
    act: (page) => page.getByRole('button', { name: 'Create an exclusion' }).first().click(),
  },
  {
    name: 'log-entry',
    at: `/dashboard/logs/${logs[0]?.id}`,
    as: customer,
    answers: entries(logs.slice(0, 1)),
  },
  { name: 'log-entry-none', at: `/dashboard/logs/${logs[1]?.id}`, as: customer, answers: entries([]) },
];
export default screens;
