import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EdgeHarness, startEdge } from './edge-harness.ts';
import { type RecordingOrigin, startRecordingOrigin } from './recording-origin.ts';

/** The line that names the sample site. */
export const HOST = 'Host: shop.example\r\n';
const stops: (() => Promise<void>)[] = [];

/** For `afterEach`: ends what the test has started. */
export async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

/** For what a test starts by itself. */
export function stopLater(...stop: (() => Promise<void>)[]): void {
  stops.push(...stop);
}

/** An edge whose origin keeps every byte that it is sent. */
export async function withRecorder(
  answer?: Parameters<typeof startRecordingOrigin>[0],
): Promise<{ origin: RecordingOrigin; edge: EdgeHarness }> {
  const origin = await startRecordingOrigin(answer);
  const edge = await startEdge(origin.port);
  stops.push(origin.close, edge.stop);
  return { origin, edge };
}

/** An edge whose origin is Node's own server. */
export async function withNodeOrigin(
  listener: RequestListener,
): Promise<{ server: Server; edge: EdgeHarness }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const edge = await startEdge((server.address() as AddressInfo).port);
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
  }, edge.stop);
  return { server, edge };
}
