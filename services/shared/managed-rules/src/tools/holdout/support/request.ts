import type { CorpusRequest } from '../../score/corpus.ts';

export type HoldoutRequest = CorpusRequest;

const FIXED = { id: 'fresh', label: '', kind: '', source: 'own', text: '', half: 'seen' } as const;

/** `headers` in pairs, as byte strings. */
export const request = (target: string, headers: readonly string[] = []): HoldoutRequest => ({
  ...FIXED,
  method: 'GET',
  target,
  headers: ['Host', 'shop.example', 'Accept', '*/*', ...headers],
  body: Buffer.alloc(0),
});

export function bodyRequest(type: string | null, body: string, target = '/orders'): HoldoutRequest {
  const bytes = Buffer.from(body, 'utf8');
  const named = type === null ? [] : ['Content-Type', type];
  return {
    ...request(target, [...named, 'Content-Length', String(bytes.length)]),
    method: 'POST',
    body: bytes,
  };
}
