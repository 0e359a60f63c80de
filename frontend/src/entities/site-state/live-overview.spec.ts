import { waitFor } from '@testing-library/react';
import { createStore } from '../../app/store.ts';
import { generatedApi } from '../../shared/api/openapi.gen.ts';
import { fakeUser } from '../../testing/fake-api.ts';
import { storeSession } from '../../testing/render-app.tsx';
import { followOverview } from './live-overview.ts';

const event = (id: string, requests: number) =>
  `id: ${id}\nevent: overview\ndata: ${JSON.stringify({ now: { hour: { requests } }, stats: { requests } })}\n\n`;

/** A server whose streams a test writes. */
function installStreams() {
  const asked: Request[] = [];
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const refusals: number[] = [];
  globalThis.fetch = async (input: RequestInfo | URL) => {
    const request = input as Request;
    asked.push(request);
    if (new URL(request.url).pathname === '/api/auth/renew')
      return Response.json({ access_token: 'a-new-token', expires_in: 900, user_id: fakeUser().id });
    const refusal = refusals.shift();
    if (refusal !== undefined)
      return Response.json({ code: 'token_expired', detail: 'expired' }, { status: refusal });
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  return {
    asked,
    refusals,
    streams,
    write: (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text)),
  };
}

const showPage = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('figures that come by themselves', () => {
  let leave: (() => void) | undefined;
  beforeEach(() => {
    localStorage.clear();
    storeSession(fakeUser());
    showPage('visible');
  });
  afterEach(() => leave?.());

  function follow() {
    const server = installStreams();
    const store = createStore(() => undefined);
    const liveStates: boolean[] = [];
    leave = followOverview(store as never, 'castle.example', (live) => liveStates.push(live));
    const shown = () =>
      generatedApi.endpoints.dashboardNow.select({ domain: 'castle.example' })(store.getState() as never).data
        ?.hour.requests;
    return { server, liveStates, shown };
  }

  it('show as they come, however the text is cut', async () => {
    const { server, liveStates, shown } = follow();
    await waitFor(() => expect(server.streams).toHaveLength(1));
    const text = event('one', 7);
    server.write(text.slice(0, 20));
    server.write(`${text.slice(20)}:\n\n`);
    await waitFor(() => expect(shown()).toBe(7));
    expect(liveStates).toEqual([true]);
    expect(server.asked[0]?.url).toContain('/api/dashboard/live?domain=castle.example');
    expect(server.asked[0]?.headers.get('authorization')).toBe('Bearer a-token');
  });

  it('continue after the last event once the connection has ended', async () => {
    const { server, liveStates, shown } = follow();
    await waitFor(() => expect(server.streams).toHaveLength(1));
    server.write(event('one', 7));
    await waitFor(() => expect(shown()).toBe(7));
    server.streams[0]?.close();
    await waitFor(() => expect(server.streams).toHaveLength(2), { timeout: 5_000 });
    expect(liveStates).toEqual([true, false]);
    expect(server.asked[1]?.headers.get('last-event-id')).toBe('one');
  });

  it('go on with a new token where the old one has run out', async () => {
    const server = installStreams();
    server.refusals.push(401);
    leave = followOverview(createStore(() => undefined) as never, null, () => undefined);
    await waitFor(() => expect(server.streams).toHaveLength(1));
    expect(server.asked.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/dashboard/live',
      '/api/auth/renew',
      '/api/dashboard/live',
    ]);
    expect(server.asked[2]?.headers.get('authorization')).toBe('Bearer a-new-token');
  });

  it('are not asked for again where the server refuses them', async () => {
    const server = installStreams();
    server.refusals.push(404);
    const liveStates: boolean[] = [];
    leave = followOverview(createStore(() => undefined) as never, null, (live) => liveStates.push(live));
    await waitFor(() => expect(liveStates).toEqual([false]));
    showPage('visible');
    await waitFor(() => expect(server.streams).toHaveLength(1));
  });

  it('are let go of while the page is hidden', async () => {
    const { server, liveStates } = follow();
    await waitFor(() => expect(server.streams).toHaveLength(1));
    server.write(event('one', 7));
    await waitFor(() => expect(liveStates).toEqual([true]));
    showPage('hidden');
    await waitFor(() => expect(server.asked[0]?.signal.aborted).toBe(true));
    expect(liveStates).toEqual([true, false]);
    expect(server.streams).toHaveLength(1);
    showPage('visible');
    await waitFor(() => expect(server.streams).toHaveLength(2));
  });
});
