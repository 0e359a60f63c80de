import { jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { LogEntry } from '../../shared/api/types.ts';
import { fakeDomain, fakePlans, fakeUser, installFakeApi } from '../../testing/fake-api.ts';
import { fakeLogEntry } from '../../testing/fake-log-entry.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { stopClock } from '../../testing/stopped-clock.ts';

const LOGS = 'GET /api/dashboard/logs/recent';
const LIVE = 'GET /api/dashboard/logs/live';
const STATS = 'GET /api/dashboard/stats';
const user = fakeUser();
const stats = {
  total_requests: 1000,
  blocked_threats: 250,
  block_rate: 25,
  allowed_requests: 750,
  uptime_percentage: null,
  uptime_since: null,
  avg_response_time: null,
};

const entries: LogEntry[] = ['one', 'two'].map((name, at) =>
  fakeLogEntry(`0195a000-0000-7000-8000-00000000000${at + 1}`, {
    timestamp: new Date(Date.now() - at * 1000).toISOString(),
    remote_addr: `203.0.113.${at + 1}`,
    request_uri: `/${name}`,
  }),
);
const askedLast = (api: ReturnType<typeof installFakeApi>) =>
  new URLSearchParams(api.asked(LOGS).at(-1)?.query);

function openLogs(
  at = '/dashboard/logs',
  logs: LogEntry[] = [],
  more: Parameters<typeof installFakeApi>[0] = {},
) {
  storeSession(user);
  const api = installFakeApi({
    'GET /api/auth/me': { body: user },
    'GET /api/plans': { body: fakePlans },
    'GET /api/domains': { body: [fakeDomain()] },
    [LOGS]: { body: { logs, next: null, searched_to: null } },
    [STATS]: { body: { stats, weekly_traffic: [], threat_types: [], recent_logs: [] } },
    ...more,
  });
  return { api, app: renderApp(at) };
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

describe('the activity log', () => {
  it('asks for a hundred entries, of all statuses and domains unless told otherwise', async () => {
    const { api } = openLogs();
    await screen.findByText('No logs found. Logs will appear here as your WAF protects your domains.');
    const asked = new URLSearchParams(api.asked(LOGS)[0]?.query);
    expect(asked.get('limit')).toBe('100');
    expect(asked.get('status_filter')).toBeNull();
    expect(asked.get('domain')).toBeNull();
    await screen.findByText('25%');
  });

  it('keeps what has been done in an open entry when newer ones come', async () => {
    const newer = fakeLogEntry('0195a000-0000-7000-8000-000000000009', { request_uri: '/newer' });
    let logs = entries;
    const { app } = openLogs('/dashboard/logs', [], {
      [LOGS]: () => ({ body: { logs, next: null, searched_to: null } }),
    });
    const [, last] = await screen.findAllByRole('button', { name: 'Details' });
    await app.user.click(last!);
    const details = await screen.findByRole('region', { name: 'Attack Details' });
    logs = [newer, ...entries];
    await app.user.click(screen.getByRole('button', { name: 'Refresh Now' }));
    await screen.findByText('/newer');
    expect(screen.getByRole('region', { name: 'Attack Details' })).toBe(details);
  });

  it('passes its filters on', async () => {
    const { api } = openLogs('/dashboard/logs?status=blocked&domain=castle.example');
    await screen.findByText('25%');
    const asked = new URLSearchParams(api.asked(LOGS)[0]?.query);
    expect(asked.get('status_filter')).toBe('blocked');
    expect(asked.get('domain')).toBe('castle.example');
  });

  it('and its figures refresh every ten seconds while that is on', async () => {
    const { api } = openLogs();
    await screen.findByText('25%');
    const clock = stopClock();
    const toggle = screen.getByRole('switch', { name: 'Auto-refresh' });
    expect(toggle.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(toggle);
    await clock.pass(60_000);
    const before = { logs: api.asked(LOGS).length, stats: api.asked(STATS).length };
    const more = () => [api.asked(LOGS).length - before.logs, api.asked(STATS).length - before.stats];
    await clock.pass(60_000);
    expect(more()).toEqual([0, 0]);
    fireEvent.click(toggle);
    await clock.pass(9_999);
    expect(more()).toEqual([0, 0]);
    await clock.pass(1);
    await clock.until('both asked', () => more().every((count) => count === 1));
    await clock.pass(9_998);
    expect(more()).toEqual([1, 1]);
  });

  it('shows entries as they come, and asks for none again', async () => {
    let write: (text: string) => void = () => undefined;
    const events = new ReadableStream<Uint8Array>({
      start: (stream) => {
        write = (text) => stream.enqueue(new TextEncoder().encode(text));
      },
    });
    const tell = (logs: LogEntry[]) =>
      write(`id: somewhere\nevent: logs\ndata: ${JSON.stringify({ logs, gap: false })}\n\n`);
    const { api } = openLogs('/dashboard/logs?status=blocked', entries, { [LIVE]: { events } });
    await waitFor(() => expect(api.asked(LIVE)).toHaveLength(1));
    expect(api.asked(LIVE)[0]?.query).toBe('?status_filter=blocked');
    tell([]);
    tell([fakeLogEntry('0195a000-0000-7000-8000-000000000009', { request_uri: '/as-it-comes' })]);
    await screen.findByText('/as-it-comes');
    const rows = screen.getAllByText(/^\/(one|two|as-it-comes)$/).map(({ textContent }) => textContent);
    expect(rows).toEqual(['/as-it-comes', '/one', '/two']);
    const clock = stopClock();
    await clock.pass(30_000);
    expect(api.asked(LOGS)).toHaveLength(1);
  });

  it('asks once more where entries may be missing', async () => {
    const gap = `id: somewhere\nevent: logs\ndata: ${JSON.stringify({ logs: [], gap: true })}\n\n`;
    const events = new ReadableStream<Uint8Array>({
      start: (stream) => stream.enqueue(new TextEncoder().encode(gap)),
    });
    const { api } = openLogs('/dashboard/logs', entries, { [LIVE]: { events } });
    await waitFor(() => expect(api.asked(LOGS)).toHaveLength(2));
  });

  it('is filtered by a class of HTTP statuses, and by what differs from it', async () => {
    const { api, app } = openLogs();
    fireEvent.click(await screen.findByRole('radio', { name: '5xx' }));
    await waitFor(() => expect(askedLast(api).get('http_status')).toBe('5xx'));
    expect(app.router.state.location.search).toBe('?http_status=5xx');
    fireEvent.click(screen.getByRole('button', { name: 'HTTP status' }));
    await waitFor(() => expect(askedLast(api).get('http_status')).toBe('!5xx'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter HTTP status is not 5xx' }));
    await waitFor(() => expect(app.router.state.location.search).toBe(''));
  });

  it('shows the columns that were chosen, also when one comes back', async () => {
    openLogs('/dashboard/logs', entries);
    await screen.findByText('/one');
    const header = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(header()).toContain('Domain');
    fireEvent.click(screen.getByRole('button', { name: 'View' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Cache' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Domain' }));
    expect(screen.getAllByText('Hit')).toHaveLength(2);
    cleanup();
    openLogs('/dashboard/logs', entries);
    await screen.findByText('/one');
    expect(header()).toContain('Cache');
    expect(header()).not.toContain('Domain');
  });

  it('is walked by j and k, opened by Enter, and leaves out an address by x', async () => {
    const { api, app } = openLogs('/dashboard/logs', entries);
    await screen.findByText('/one');
    const currentRow = () => document.querySelector('tr[aria-current]')?.textContent ?? '';
    const press = (key: string) => fireEvent.keyDown(document.body, { key });
    await waitFor(() => {
      press('k');
      expect(currentRow()).toContain('/one');
    });
    press('j');
    await waitFor(() => expect(currentRow()).toContain('/two'));
    press('k');
    await waitFor(() => expect(currentRow()).toContain('/one'));
    press('Enter');
    await screen.findByRole('region', { name: 'Attack Details' });
    // Typed characters are text, even if they are keyboard shortcuts.
    fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'x' });
    expect(app.router.state.location.search).toBe('');
    press('x');
    await waitFor(() => expect(askedLast(api).get('address')).toBe('!203.0.113.1'));
  });

  it('opens the one request that its address names', async () => {
    openLogs(`/dashboard/logs?id=${entries[1]?.id}`, entries.slice(1));
    await screen.findByRole('region', { name: 'Attack Details' });
  });

  it('keeps filters under a name', async () => {
    openLogs('/dashboard/logs?http_status=5xx&status=allowed');
    fireEvent.click(await screen.findByRole('button', { name: 'Save this view' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Failures' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const link = await screen.findByRole('link', { name: 'Failures' });
    expect(link.getAttribute('href')).toBe('/dashboard/logs?http_status=5xx&status=allowed');
    expect(screen.queryByRole('button', { name: 'Save this view' })).toBeNull();
  });

  it('puts an address on the block list, off the other, and back', async () => {
    const domain = fakeDomain();
    const path = `/api/domains/${domain.id}/waf-config`;
    const policyConfig = { allowed_ips: ['203.0.113.1'], blocked_ips: [] };
    const stored = { originConfig: {}, policyConfig, version: 3, published: true };
    const { api } = openLogs('/dashboard/logs', entries, {
      [`GET ${path}`]: { body: stored },
      [`PUT ${path}`]: { body: { ...stored, version: 4 } },
    });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Details' }))[0]!);
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for this request' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Block 203.0.113.1' }));
    await screen.findByText(/203\.0\.113\.1 is on the block list, no longer on the allow list/);
    expect(api.asked(`PUT ${path}`)[0]?.body).toEqual({
      policyConfig: { allowed_ips: [], blocked_ips: ['203.0.113.1'] },
      version: 3,
    });
  });
});
