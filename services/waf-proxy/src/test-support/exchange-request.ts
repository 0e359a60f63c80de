import type { ExchangeRequest } from '../upstream/origin-channel.ts';
import { type BodyLength, OriginRequestHead } from '../upstream/origin-request-head.ts';
import { contextOf } from './request-context.ts';

/** What a channel is told to send for a request of these lines. */
export function exchangeRequest(
  lines: readonly string[],
  body: { length?: BodyLength; held?: readonly Buffer[]; complete?: boolean } = {},
): ExchangeRequest {
  const by = { viaName: 'palisade-test', hostHeader: '', traceParent: '' };
  return {
    head: new OriginRequestHead(contextOf(lines), body.length ?? { kind: 'none' }, by),
    held: body.held ?? [],
    complete: body.complete ?? true,
    timeoutMs: 60_000,
  };
}
