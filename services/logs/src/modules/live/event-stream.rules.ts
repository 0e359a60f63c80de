/** Interval of heartbeats on an idle stream; proxies close a connection after a minute of silence. Milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** Delay before a client reconnects. Milliseconds. */
const RETRY_MS = 2_000;

/** An event in the format of "Server-sent events" of the HTML standard. */
export interface LiveEvent {
  /** Position of the event: a client that reconnects with it has received the event. */
  id: string;
  name: string;
  data: unknown;
}

/** The first line, before any event. */
export const STREAM_START = `retry: ${RETRY_MS}\n\n`;
/** A comment, which clients ignore. */
export const HEARTBEAT = ':\n\n';

/** JSON contains no line breaks, so an event is never split. */
export const eventText = ({ id, name, data }: LiveEvent): string =>
  writtenEventText({ id, name, json: JSON.stringify(data) });

export const writtenEventText = ({ id, name, json }: { id: string; name: string; json: string }): string =>
  `id: ${id}\nevent: ${name}\ndata: ${json}\n\n`;
