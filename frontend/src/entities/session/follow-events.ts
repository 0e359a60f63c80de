import { createParser } from 'eventsource-parser';
import { toProblem } from '../../shared/lib/problem.ts';
import { callHeaders } from './call-headers.ts';
import type { SessionStore } from './renew-session.ts';
import { supportViewEnded } from './support-view-slice.ts';
import { withSession } from './with-session.ts';

/** The server says that it lives every 15 s; a connection that is silent for longer than this leads nowhere. */
const SILENT_MS = 45_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

type Opened = { body: ReadableStream<Uint8Array>; error: null } | { body: null; error: object };

/** Errors that a retry would run into again. */
const isFinal = (error: object): boolean => {
  const { status } = toProblem(error);
  return status === 401 || status === 403 || status === 404;
};

interface EventsWanted {
  /** The call that returns the events. */
  path: `/api/${string}`;
  query: Readonly<Record<string, string>>;
  /** Name of the events; others are passed over. */
  event: string;
  /** The event behind which they are to begin; absent: those from now on. */
  after?: string;
  /** Called with the data of each. */
  hear: (data: unknown) => void;
  /** Called with true when events come by themselves; with false when they do not, and somebody has to ask. */
  onLive: (live: boolean) => void;
}

/**
 * Receives server-sent events while the page is visible. A connection that breaks off, or whose token expires, is
 * replaced by one that continues after the last event.
 * @returns stops it
 */
export function followEvents(
  store: SessionStore,
  { path, query, event: wanted, after = '', hear, onLive }: EventsWanted,
): () => void {
  let connection: AbortController | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lastId = after;
  let failures = 0;
  const address = new URL(`${path}?${new URLSearchParams(query)}`, window.location.origin);

  async function listen(signal: AbortSignal): Promise<boolean> {
    const { body, error } = await open(store, address, lastId, signal);
    if (error !== null) {
      if (toProblem(error).code === 'support_view_over') store.dispatch(supportViewEnded());
      return !isFinal(error);
    }
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        if (event !== wanted || signal.aborted) return;
        hear(JSON.parse(data));
        lastId = id ?? '';
        failures = 0;
        onLive(true);
      },
    });
    await readText(body, signal, parser.feed);
    return true;
  }

  async function run(): Promise<void> {
    const own = new AbortController();
    connection = own;
    // What breaks off, whatever for, is tried again.
    const worthwhile = await listen(own.signal).catch(() => true);
    if (connection !== own) return;
    connection = null;
    onLive(false);
    if (!worthwhile) return;
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures++, MAX_WAIT_MS);
    // Not all at once after a restart of the server.
    again = setTimeout(() => void run(), wait * (0.5 + Math.random()));
  }

  const stop = () => {
    clearTimeout(again);
    connection?.abort();
    connection = null;
  };
  const follow = () => {
    stop();
    if (document.visibilityState === 'visible') void run();
    else onLive(false);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
}

/** In the user's name, as every call is: an event source of the browser's own could not say who asks. */
const open = (store: SessionStore, address: URL, lastId: string, signal: AbortSignal): Promise<Opened> =>
  withSession<Opened>(store, {
    send: async (token) => {
      const headers = {
        accept: 'text/event-stream',
        ...callHeaders(store, token),
        ...(lastId !== '' && { 'last-event-id': lastId }),
      };
      const response = await fetch(new Request(address, { headers, signal }));
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (response.ok && isStream && response.body !== null) return { body: response.body, error: null };
      const data: unknown = await response.json().catch(() => null);
      return { body: null, error: { status: response.ok ? 404 : response.status, data } };
    },
    problemOf: ({ error }) => (error === null ? null : toProblem(error)),
    failed: (error) => ({ body: null, error }),
  });

/** Text as it comes, until its end; what has stopped coming is given up. */
async function readText(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  take: (text: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const giveUp = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', giveUp);
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENT_MS);
      const { done, value } = await reader.read();
      if (done) return;
      take(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', giveUp);
  }
}
