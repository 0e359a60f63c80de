import type { startHarness } from './harness.ts';

export interface EventCall {
  /** With its query. */
  path: string;
  /** Event type to receive; others are ignored. */
  event: string;
  /** Last-Event-ID. */
  seen?: string;
}

type Harness = Awaited<ReturnType<typeof startHarness>>;

/** A client of server-sent events that reads one after another; or the response that refused it. */
export async function listen<Data>(harness: Harness, userId: string, { path, event, seen }: EventCall) {
  const gone = new AbortController();
  const response = await harness.fetchAs(userId, path, {
    signal: gone.signal,
    ...(seen !== undefined && { headers: { 'last-event-id': seen } }),
  });
  if (response.status !== 200) return { status: response.status, body: await response.json() };
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  const eventPattern = new RegExp(String.raw`id: (\S+)\nevent: ${event}\ndata: ([^\n]*)\n\n(.*)$`, 's');
  let text = '';
  const next = async (): Promise<Data & { id: string }> => {
    for (;;) {
      const [, id, data, rest] = eventPattern.exec(text) ?? [];
      if (id !== undefined && data !== undefined) {
        text = rest ?? '';
        return { id, ...(JSON.parse(data) as Data) };
      }
      const { done, value } = await reader.read();
      if (done) throw new Error(`the stream ended after ${JSON.stringify(text)}`);
      text += value;
    }
  };
  return {
    status: 200,
    type: response.headers.get('content-type'),
    next,
    ended: async () => {
      while (!(await reader.read()).done);
    },
    leave: () => gone.abort(),
  };
}

/** @throws with the response of a refused call */
export async function openEvents<Data>(...call: Parameters<typeof listen>) {
  const stream = await listen<Data>(...call);
  if (!('next' in stream) || stream.next === undefined) throw new Error(JSON.stringify(stream));
  return stream as Required<typeof stream>;
}
