import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { edgeV1 } from '@palisade/contracts';
import type { EdgeWorkerOptions } from '../node/worker/edge-worker-options.ts';
import { type EdgeHarness, startEdge } from './edge-harness.ts';
import { type RawAnswer, sendRaw } from './raw-client.ts';
import { type RecordedRequest, type RecordingOrigin, startRecordingOrigin } from './recording-origin.ts';

const MIB = 1024 * 1024;
/** Connections end with their response, so this wait ends early unless there is an error. */
const TIMEOUT_MS = 20_000;

export interface CachingEdge {
  edge: EdgeHarness;
  origin: RecordingOrigin;
  folder: string;
  /** One request on a connection of its own; header lines as they are. */
  get(target: string, ...headers: string[]): Promise<RawAnswer>;
  send(method: string, target: string, ...headers: string[]): Promise<RawAnswer>;
  stop(): Promise<void>;
}

/** A recording origin behind an edge that caches on memory and disk. */
export async function startCachingEdge(
  answer: Parameters<typeof startRecordingOrigin>[0],
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
  options: Partial<EdgeWorkerOptions> = {},
): Promise<CachingEdge> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-cache-'));
  const origin = await startRecordingOrigin(answer);
  const edge = await startEdge(
    origin.port,
    {
      cache: {
        memoryBytes: 8 * MIB,
        diskBytes: 32 * MIB,
        objectBytes: 8 * MIB,
        folder: path.join(folder, 'cache'),
        siteShare: 1,
      },
      ...options,
    },
    (config) => {
      config.policy!.caching = true;
      config.delivery!.compression = false;
      change(config);
    },
  );
  const send = (method: string, target: string, ...headers: string[]) =>
    sendRaw(
      edge.port,
      [`${method} ${target} HTTP/1.1`, 'Host: shop.example', 'Connection: close', ...headers, '', ''].join(
        '\r\n',
      ),
      TIMEOUT_MS,
    );
  return {
    edge,
    origin,
    folder,
    send,
    get: (target, ...headers) => send('GET', target, ...headers),
    stop: async () => {
      await edge.stop();
      await origin.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A response as an origin writes it; the length is set by the body. */
export function response(body: string, ...headers: string[]): string {
  return ['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n');
}

/** Answers that count up, so that a test sees which one it got: "1", "2", … */
export function counting(...headers: string[]): (request: RecordedRequest) => string {
  let count = 0;
  return () => {
    count++;
    return response(`answer ${count}`, ...headers);
  };
}

const started: CachingEdge[] = [];

/** As `startCachingEdge`; ended by `stopCaching`. */
export async function caching(...parameters: Parameters<typeof startCachingEdge>): Promise<CachingEdge> {
  const edge = await startCachingEdge(...parameters);
  started.push(edge);
  return edge;
}

/** For `afterEach`. */
export async function stopCaching(): Promise<void> {
  for (const edge of started.splice(0).reverse()) await edge.stop();
}
