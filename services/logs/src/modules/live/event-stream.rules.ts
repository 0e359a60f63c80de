/** How often a stream without news says that it lives; proxies cut what is silent for a minute. Milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** How long a client waits until it comes back. Milliseconds. */
const RETRY_MS = 2_000;

/** An event of a stream, as "Server-sent events" of the HTML standard writes it. */
export interface LiveEvent {
  /** Stands for what the event says: who comes back with it has seen it. */
  id: string;
  name: string;
  data: unknown;
}

/** The first line, before any event. */
export const STREAM_START = `retry: ${RETRY_MS}\n\n`;
/** A comment, which clients pass over. */
export const HEARTBEAT = ':\n\n';

/** JSON has no line breaks of its own, so that an event is never cut. */
export const eventText = ({ id, name, data }: LiveEvent): string =>
  writtenEventText({ id, name, json: JSON.stringify(data) });

export const writtenEventText = ({ id, name, json }: { id: string; name: string; json: string }): string =>
  `id: ${id}\nevent: ${name}\ndata: ${json}\n\n`;
