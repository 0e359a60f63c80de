import { HEAD_LIMITS } from '../../http/head.ts';

/** Limits of one HTTP/2 connection, each with the attack that it answers. */
export const HTTP2_LIMITS = {
  streams: 100,
  /** Maximum unread body bytes, per stream and per connection. */
  streamWindow: 256 * 1024,
  connectionWindow: 1024 * 1024,
  tableBytes: 4_096,
  /** Cookies may come in crumbs, which are one field when they are joined; HPACK bombs. */
  head: { listBytes: HEAD_LIMITS.headBytes, fields: 2 * HEAD_LIMITS.fields },
  /** Streams that the client resets or makes us reset, at once and per second (CVE-2023-44487, CVE-2025-8671). */
  resets: { burst: 200, perSecond: 50 },
  /** Frames that carry nothing of a request: PING, SETTINGS, PRIORITY, empty DATA, unknown ones, what comes late … */
  controlFrames: { burst: 1_000, perSecond: 100 },
  /** … and as many more for each frame of ours, since windows are widened for those. */
  controlFramesPerFrame: 2,
  /** Bytes; unwanted body parts below this size are counted with them. */
  smallPiece: 256,
  /** Maximum bytes written but not yet taken by the socket: of bodies, … */
  bodyAheadBytes: 128 * 1024,
  /** … and of everything, before reading stops (floods whose answers are never read). */
  answersAheadBytes: 384 * 1024,
} as const;
