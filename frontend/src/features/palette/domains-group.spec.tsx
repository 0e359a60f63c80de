import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';

const user = fakeUser();
const name = (n: number) => `site-${String(n).padStart(3, '0')}.castle.example`;

async function open() {
  storeSession(user);
  installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': {
      body: Array.from({ length: 500 }, (_, n) => fakeDomain({ id: `d${n}`, domain_name: name(n) })),
    },
  });
  renderApp('/dashboard/settings');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  await palette.findByText(name(0));
  const sites = () =>
    palette.getAllByRole('option').filter(({ textContent }) => textContent?.includes('castle'));
  const type = (text: string) => fireEvent.change(palette.getByRole('combobox'), { target: { value: text } });
  return { palette, sites, type };
}

beforeEach(() => localStorage.clear());

it('shows the first of five hundred sites, and finds the others by a part of their names', async () => {
  const { palette, sites, type } = await open();
  expect(sites()).toHaveLength(20);
  palette.getByText('And 480 more: type a part of the name.');
  type('321.cas');
  await palette.findByText(name(321));
  expect(sites()).toHaveLength(1);
  expect(palette.queryByText(/^Nothing found/)).toBeNull();
});
