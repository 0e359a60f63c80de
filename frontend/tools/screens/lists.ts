// Lists of addresses, and where a policy chooses among them.
import { customer, userOf } from '../canned/people.ts';
import { refuse, reply } from '../canned/reply.ts';
import { type Act, click, dialogThere, steps } from './acts.ts';
import { configuration, enterprise } from './configuration.ts';
import type { Screen } from './screen.ts';

const at = '/dashboard/lists';
const none = reply('GET /api/lists', { lists: [], max_lists: 20, max_entries: 2_000_000 });
const chosen = (list: string, entry: string): Act =>
  steps(click(`More for ${list}`), (page) => page.getByRole('menuitem', { name: entry }).click());

const screens: Screen[] = [
  { name: 'lists', at, as: customer },
  { name: 'lists-none', at, as: customer, answers: none },
  { name: 'lists-locked', at, as: userOf('free'), answers: none, act: click('Add list') },
  { name: 'list-new', at, as: customer, act: click('Add list') },
  {
    name: 'list-new-url',
    at,
    as: customer,
    act: steps(click('Add list'), (page) => page.getByRole('radio', { name: 'From a URL' }).check()),
  },
  {
    name: 'list-new-crowdsec',
    at,
    as: customer,
    act: steps(click('Add list'), (page) => page.getByRole('radio', { name: 'CrowdSec' }).check()),
  },
  { name: 'list-edit', at, as: customer, act: steps(chosen('offices', 'Edit'), dialogThere) },
  {
    name: 'list-entries',
    at,
    as: customer,
    act: steps(chosen('scanners', 'Show entries'), (page) => page.getByText('203.0.113.200').waitFor()),
  },
  {
    name: 'list-in-use',
    at,
    as: customer,
    act: steps(chosen('offices', 'Delete'), (page) =>
      page.getByRole('button', { name: 'Delete list' }).click(),
    ),
    answers: refuse('DELETE /api/lists/{id}', 409, {
      code: 'list_in_use',
      detail: 'This list is used by keramik-lindner.example. Please take it out of their policies first.',
    }),
  },
  {
    name: 'policy-lists',
    at: '/dashboard/domains',
    as: enterprise,
    act: steps(configuration, async (page) => {
      await page.getByRole('tab', { name: 'WAF Policy' }).click();
      await page.locator('#policy-addresses').scrollIntoViewIfNeeded();
      await page.getByLabel('Challenged lists').first().scrollIntoViewIfNeeded();
    }),
  },
];

export default screens;
