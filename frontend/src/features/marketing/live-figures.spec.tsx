import { screen, waitFor, within } from '@testing-library/react';
import { installFakeApi } from '../../testing/fake-api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const figures = { since: '2026-10-26T09:00:00Z', sites: 14, requests: 1_200_000, blocked: 9_800 };

/** Somebody who sees all of the page. */
class Seen {
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect = () => undefined;
}

describe('live figures on the home page', () => {
  beforeEach(() => {
    Object.assign(globalThis, { IntersectionObserver: Seen });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });

  it('are what the installation tells', async () => {
    installFakeApi({ 'GET /api/live-figures': { body: { figures: figures } } });
    renderApp('/');
    const section = within(await screen.findByRole('region', { name: 'Counted at our own edge' }));
    section.getByText('threats blocked since Oct 26, 2026');
    section.getByText('9,800');
    section.getByText('1.2M');
    section.getByText('14');
  });

  it('are nowhere where it tells none', async () => {
    const api = installFakeApi({ 'GET /api/live-figures': { body: { figures: null } } });
    renderApp('/');
    await screen.findByRole('heading', { name: /A fence around your website/ });
    await waitFor(() => expect(api.asked('GET /api/live-figures')).toHaveLength(1));
    expect(screen.queryByText('Counted at our own edge')).toBeNull();
  });
});
