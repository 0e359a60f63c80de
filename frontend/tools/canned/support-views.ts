// Administrators who ask to see a customer's dashboard, see it, and saw it.
import type { SupportView, SupportViews } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import type { Bodies } from './reply.ts';

const view = (n: number, state: SupportView['state'], minutes: number, more: Partial<SupportView> = {}) => ({
  id: id(n),
  state,
  administrator_id: id(1),
  administrator: 'Grace Hopper (grace@palisade.example)',
  reason:
    'You wrote that customers of your shop are blocked at the checkout. We look at the log of that hour.',
  asked_at: ago(minutes),
  answered_at: null,
  opened_at: null,
  ends_at: null,
  ended_at: null,
  looks: [],
  looks_total: more.looks?.length ?? 0,
  ...more,
});
const look = (path: string, first: number, last: number) => ({
  path,
  first_at: ago(first),
  last_at: ago(last),
  times: 3,
});
const looks = [
  look('/api/auth/me', 31, 31),
  look('/api/dashboard/now', 30, 30),
  look('/api/dashboard/logs/recent', 28, 9),
  look(`/api/domains/${id(3)}/waf-config`, 14, 12),
];
const past = [
  view(942, 'ended', 60 * 24 * 9, {
    opened_at: ago(60 * 24 * 9 - 12),
    ended_at: ago(60 * 24 * 9 - 30),
    looks,
  }),
  view(943, 'refused', 60 * 24 * 40, { reason: 'Do you want us to look at the certificates of your sites?' }),
];

const of = (...views: SupportView[]): SupportViews => ({ views });
export const asked = of(view(941, 'asked', 12), ...past);
export const allowed = of(view(941, 'allowed', 40, { answered_at: ago(9), ends_at: ago(-51) }), ...past);
export const open = of(
  view(941, 'open', 60, { answered_at: ago(33), opened_at: ago(31), ends_at: ago(-27), looks }),
  ...past,
);

export const answers: Bodies = {
  'GET /api/settings/support-views': { views: [] },
  'GET /api/admin/users/{id}/support-views': of(...past),
};
