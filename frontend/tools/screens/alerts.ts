// Alerts that owners write: what has fired, rules and channels.
import { customer } from '../canned/people.ts';
import { reply } from '../canned/reply.ts';
import { choose, clickExactly as click, steps } from './acts.ts';
import type { Screen } from './screen.ts';

const at = (tab: string) => `/dashboard/alerts?tab=${tab}`;

const screens: Screen[] = [
  { name: 'alerts', at: at('alerts'), as: customer },
  { name: 'alerts-none', at: at('alerts'), as: customer, answers: reply('GET /api/alerts', { alerts: [] }) },
  { name: 'alert-rules', at: at('rules'), as: customer },
  { name: 'alert-rule-new', at: at('rules'), as: customer, act: click('Add rule') },
  {
    name: 'alert-rule-preview',
    at: at('rules'),
    as: customer,
    act: steps(click('Add rule'), choose('Template', 'attack'), click('Test on past traffic')),
    answers: reply('POST /api/alert-rules/preview', {
      from: '2026-11-19T10:00:00.000Z',
      fired: [{ at: '2026-11-21T10:00:00.000Z', until: '2026-11-21T10:20:00.000Z' }],
      value: 4,
      limit: 120,
    }),
  },
  { name: 'alert-channels', at: at('channels'), as: customer },
  {
    name: 'alert-channel-new',
    at: at('channels'),
    as: customer,
    act: steps(click('Add channel'), choose('Kind', 'telegram')),
  },
  {
    name: 'alert-deliveries',
    at: at('channels'),
    as: customer,
    act: steps(click('More for Our gateway'), async (page) => {
      await page.getByRole('menuitem', { name: 'Delivery log' }).click();
      await page.getByText('HTTP 500').waitFor();
    }),
  },
];

export default screens;
