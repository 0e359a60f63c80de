import { alertRequests } from './alert-requests.ts';

const condition = {
  measure: 'requests',
  percentile: 95,
  filter: { status: 'blocked', path: '/login*' },
  window_minutes: 5,
  compare: 'threshold',
  direction: 'above',
  value: 100,
  min_requests: 0,
  hold_minutes: 10,
} as const;

describe('the requests of an alert', () => {
  const queryOf = (link: string) =>
    Object.fromEntries(new URL(link, 'https://palisade.example').searchParams);

  it('are those of its rule, from the window in which it began until its end', () => {
    const link = alertRequests({
      condition,
      domain_name: 'shop.example',
      fired_at: '2026-03-10T12:00:00.000Z',
      resolved_at: '2026-03-10T12:40:00.000Z',
    });
    expect(queryOf(link)).toEqual({
      status: 'blocked',
      path: '/login*',
      domain: 'shop.example',
      from: '2026-03-10T11:45:00.000Z',
      to: '2026-03-10T12:40:00.000Z',
    });
  });

  it('are those of all sites and until now, where it goes on and is of no single site', () => {
    const link = alertRequests({
      condition: null,
      domain_name: null,
      fired_at: '2026-03-10T12:00:00.000Z',
      resolved_at: null,
    });
    expect(queryOf(link)).toEqual({ from: '2026-03-10T11:00:00.000Z' });
  });
});
