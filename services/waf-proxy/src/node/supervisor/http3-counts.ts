import { z } from 'zod';

/** Reported by the HTTP/3 front every second. */
export const HTTP3_COUNTS = {
  connections: z.number(),
  streams: z.number(),
  memoryBytes: z.number(),
  handshakes: z.number(),
  handshakesFailed: z.number(),
  retries: z.number(),
  refused: z.number(),
  shed: z.number(),
  requests: z.number(),
  requestsBroken: z.number(),
  migrations: z.number(),
} as const;

export type Http3Counts = Readonly<Record<keyof typeof HTTP3_COUNTS, number>>;
