import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const PREFERENCES = '/api/settings/notifications';
const stored = {
  email_alerts: false,
  attack_notifications: true,
  weekly_reports: true,
  marketing_emails: false,
};

const fakeReportSettings = {
  weekly: true,
  monthly: false,
  together: true,
  site_ids: [],
  with_pdf: true,
  brand_name: '',
  brand_colour: '',
  logo: null,
  may_brand: true,
  max_sites: 20,
  first_day: null,
};

beforeEach(() => localStorage.clear());

it('what is turned before the server has answered stays turned, and is what is saved', async () => {
  const user = fakeUser();
  storeSession(user);
  const { promise: answered, resolve: answer } = Promise.withResolvers<{ body: typeof stored }>();
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    [`GET ${PREFERENCES}`]: () => answered,
    [`PUT ${PREFERENCES}`]: { body: stored },
    'GET /api/domains': { body: [] },
    'GET /api/dashboard/traffic-reports': { body: fakeReportSettings },
  });
  renderApp('/dashboard/settings?tab=notifications');
  const toggle = (name: string) => screen.getByRole('switch', { name });
  await screen.findByRole('switch', { name: 'Reports' });
  fireEvent.click(toggle('Reports'));
  answer({ body: stored });
  await waitFor(() => expect(toggle('Email Alerts').getAttribute('aria-checked')).toBe('false'));
  expect(toggle('Reports').getAttribute('aria-checked')).toBe('false');
  fireEvent.click(screen.getByRole('button', { name: 'Save Preferences' }));
  await screen.findByText('Notification preferences updated');
  expect(api.asked(`PUT ${PREFERENCES}`)[0]?.body).toEqual({ ...stored, weekly_reports: false });
});
