import { screen, within } from '@testing-library/react';
import { adminAnswers, fakeAdmin, fakeEdgeNode } from '../../../testing/fake-admin.ts';
import { installFakeApi } from '../../../testing/fake-api.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';

const edge = {
  nodes: [fakeEdgeNode(Date.now()), { ...fakeEdgeNode(Date.now()), node: 'edge-2', alive: false }],
  config_sequence: 40,
  drained_elsewhere: ['edge-9'],
  publications: { waiting: 1, oldest_at: null, failing: 1 },
  certificates: { failing: 2, expired: 1, domains: ['shop.example', 'blog.example'] },
};

const open = (tab: string) => {
  storeSession(fakeAdmin);
  const api = installFakeApi({ ...adminAnswers, 'GET /api/admin/edge/nodes': { body: edge } });
  renderApp(`/admin?tab=${tab}`);
  return api;
};

describe('the state of the edge', () => {
  it('has its home in the tab of the edge: nodes, what they are to take over, and certificates', async () => {
    open('edge');
    const nodes = await screen.findByRole('region', { name: 'Edge nodes' });
    const panel = screen.getByRole('tabpanel');
    expect(within(nodes).getByRole('row', { name: /edge-2.*Not reporting/ })).toBeTruthy();
    expect(panel.textContent).toContain('Edge nodes alive1 of 2');
    expect(panel.textContent).toContain('edge-9 is drained and does not report');
    expect(panel.textContent).toContain(
      'Certificates in trouble31 certificate expired, 2 certificates cannot be issued or renewed: shop.example, blog.example and 1 more',
    );
  });

  it('is not shown a second time beside the services', async () => {
    open('system');
    await screen.findByRole('heading', { name: 'Mail service' });
    expect(screen.queryByText('Edge nodes')).toBeNull();
    expect(screen.queryByText('Edge nodes alive')).toBeNull();
  });
});
