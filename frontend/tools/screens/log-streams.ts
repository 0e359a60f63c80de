// Log streams: of an owner, and of the operator.
import { admin, customer } from '../canned/people.ts';
import { reply } from '../canned/reply.ts';
import { choose, click, dialogThere, steps } from './acts.ts';
import type { Screen } from './screen.ts';

const at = '/dashboard/log-streams';

const screens: Screen[] = [
  { name: 'log-streams', at, as: customer },
  {
    name: 'log-streams-none',
    at,
    as: customer,
    answers: reply('GET /api/log-streams', { streams: [], max_streams: 50 }),
  },
  { name: 'log-stream-new', at, as: customer, act: steps(click('Add stream'), choose('Send to', 's3')) },
  {
    name: 'log-stream-edit',
    at,
    as: customer,
    act: steps(
      (page) =>
        page
          .getByRole('button', { name: /^More for / })
          .first()
          .click(),
      (page) => page.getByRole('menuitem', { name: 'Edit' }).click(),
      dialogThere,
    ),
  },
  { name: 'admin-log-streams', at: '/admin?tab=streams', as: admin },
];

export default screens;
