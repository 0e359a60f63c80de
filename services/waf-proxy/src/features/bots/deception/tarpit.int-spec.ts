import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type EdgeHarness, startEdge } from '../../../test-support/edge-harness.ts';
import { eventually, sendRaw } from '../../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../../test-support/recording-origin.ts';
import { TARPIT_SECONDS, Tarpit } from './tarpit.ts';

const PROGRAM = 'User-Agent: python-requests/2.32\r\n';
const PERSON =
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0\r\nAccept: text/html\r\nAccept-Language: de\r\nAccept-Encoding: gzip\r\n';

let origin: RecordingOrigin;
let edge: EdgeHarness;
let target: string;
let open: Caller[];

beforeEach(async () => {
  open = [];
  const body = '<html><body></body></html>';
  origin = await startRecordingOrigin(
    () => `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  edge = await startEdge(origin.port);
  edge.configure(({ policy }) => {
    policy!.mode = edgeV1.EngineMode.ON;
    policy!.deception = create(edgeV1.DeceptionSchema, {
      action: edgeV1.DeceptionAction.TARPIT,
      minutes: 60,
    });
  });
  const page = await sendRaw(
    edge.port,
    `GET / HTTP/1.1\r\nHost: shop.example\r\n${PERSON}Accept-Encoding: identity\r\n\r\n`,
  );
  target = / href=(\S+) /.exec(page.body)![1]!;
});
afterEach(async () => {
  for (const { socket } of open) socket.destroy();
  await edge.stop();
  await origin.close();
});

interface Caller {
  readonly socket: Socket;
  text: string;
  ended: boolean;
}

/** A program at an address of its own, which follows the link. */
function call(localAddress: string): Caller {
  const socket = connect({ port: edge.port, host: '127.0.0.1', localAddress });
  const caller: Caller = { socket, text: '', ended: false };
  socket.on('data', (piece) => {
    caller.text += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    caller.ended = true;
  });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: shop.example\r\n${PROGRAM}Connection: close\r\n\r\n`);
  open.push(caller);
  return caller;
}

const kept = () => edge.worker.edge.pools.tarpit.state.used;
const networks = (count: number) =>
  Array.from({ length: count }, (_, n) => `127.${1 + (n >> 8)}.${n & 255}.1`);

it('keeps a program waiting, byte by byte, for a bounded time', async () => {
  // Ten times as fast, or the test alone would take half a minute.
  edge.worker.edge.tarpit = new Tarpit(edge.worker.edge.pools.tarpit, 100);
  const begun = Date.now();
  const caller = call('127.9.9.1');
  await eventually(() => caller.text.includes('\r\n\r\n'));
  expect(caller.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await eventually(() => caller.ended);
  expect(caller.text).toMatch(/<!doctype html>\n<title><\/title>$/);
  const seconds = (Date.now() - begun) / 1_000;
  expect(TARPIT_SECONDS).toBe(31);
  expect(seconds).toBeGreaterThan(TARPIT_SECONDS / 10 - 0.2);
  expect(kept()).toBe(0);
  expect(edge.records.at(-1)).toMatchObject({ status: 200, reason: 'deception:link' });
});

it('has few places for one client and for one network; whoever gets none is refused at once', async () => {
  for (let n = 0; n < 20; n++) call('127.9.9.1');
  await eventually(() => open.filter(({ ended }) => ended).length === 12);
  expect(kept()).toBe(8);
  for (let n = 0; n < 100; n++) call(`127.9.9.${2 + n}`);
  await eventually(() => open.filter(({ ended }) => ended).length === 120 - 32);
  expect(kept()).toBe(32);
  for (const { text, ended } of open) if (ended) expect(text).toMatch(/^HTTP\/1\.1 403 /);
});

it('takes what half of its places at most from thousands of programs of one site, and nothing from its people', async () => {
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  for (const address of networks(1_500)) {
    call(address);
    call(address);
    // As many as a network brings at a time.
    if (open.length % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => open.filter(({ text, ended }) => ended || text !== '').length === 3_000);
  late.disable();
  expect(kept()).toBe(260);
  const begun = performance.now();
  const page = await sendRaw(
    edge.port,
    `GET / HTTP/1.1\r\nHost: shop.example\r\n${PERSON}Connection: close\r\n\r\n`,
    5_000,
  );
  expect(page.status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(1_000);
  // Three thousand connections of both sides are made in this process meanwhile.
  expect(late.percentile(50) / 1e6).toBeLessThan(200);
});

it('gives a place back when its program leaves, and ends for all when the worker does', async () => {
  const [leaves, stays] = [call('127.8.1.1'), call('127.8.2.1')];
  await eventually(() => kept() === 2 && leaves.text !== '' && stays.text !== '');
  leaves.socket.destroy();
  await eventually(() => kept() === 1);
  const begun = performance.now();
  await edge.worker.drain(20_000, false);
  await eventually(() => stays.ended);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(stays.text).toMatch(/<title><\/title>$/);
  expect(kept()).toBe(0);
});
