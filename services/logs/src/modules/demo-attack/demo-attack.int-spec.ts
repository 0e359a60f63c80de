import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestLogV1 } from '@palisade/contracts';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';

const HOST = 'shop.example';
const owner = randomUUID();
const shop = randomUUID();

/** As an edge makes it (UUIDv7), with its timestamp. */
function newId(): string {
  const hex = Date.now().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

describe('an attack on the demo', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let edge: Server;
  let isEdge = true;
  const seen: { method: string; url: string; host: string; body: string }[] = [];

  /** Answers as an edge does, and logs its response. */
  async function serve(request: IncomingMessage): Promise<{ status: number; requestId: string }> {
    const { method = '', url = '', headers } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    seen.push({ method, url, host: String(headers.host), body });
    const requestId = newId();
    const fields = { requestId, siteId: shop, receivedAtMs: BigInt(Date.now()) };
    const bad = `${url}${body}`.includes('OR');
    const entry = bad
      ? attack(1001, { ...fields, inboundScore: 5, action: requestLogV1.EdgeAction.BLOCK })
      : record(fields);
    await harness.publish(logBatch([entry], { segmentId: `segment-${seen.length}` }));
    return { status: bad ? 403 : 200, requestId };
  }

  beforeAll(async () => {
    edge = createServer((request, response) => {
      void serve(request).then(({ status, requestId }) => {
        response.writeHead(status, isEdge ? { 'x-request-id': requestId } : {});
        response.end('a page');
      });
    });
    await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve));
    harness = await startHarness({
      PALISADE_LOGS_DEMO_HOST: HOST,
      PALISADE_LOGS_DEMO_EDGE: `http://127.0.0.1:${(edge.address() as AddressInfo).port}`,
    });
    harness.domainsOf.set(owner, [{ id: shop, name: HOST }]);
  });
  afterAll(async () => {
    await harness.dispose();
    edge.close();
  });

  const send = async (body: object) => {
    const response = await harness.postAnonymously('/demo-attack', body);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  it('is explained out of the log: blocked, score, rule', async () => {
    const { status, body } = await send({ place: 'query', payload: "' OR 1=1--" });
    expect(status).toBe(200);
    expect(seen.at(-1)).toEqual({ method: 'GET', url: "/?q='%20OR%201%3D1--", host: HOST, body: '' });
    expect(body).toMatchObject({
      request: "GET /?q='%20OR%201%3D1--",
      http_status: 403,
      logged: { status: 'blocked', action: 'block', threat_type: 'SQL Injection', score: 5 },
    });
    expect(body.logged.rules).toMatchObject([{ rule_id: 1001, score: 5 }]);
    expect(JSON.stringify(body)).not.toContain('192.0.2.7');
  });

  it('that passes is told as passed', async () => {
    const { body } = await send({ place: 'form', payload: 'iron gate' });
    expect(seen.at(-1)).toEqual({ method: 'POST', url: '/', host: HOST, body: 'q=iron%20gate' });
    expect(body).toMatchObject({
      http_status: 200,
      logged: { status: 'allowed', action: 'allow', threat_type: null, rules: [] },
    });
  });

  it('is refused at its field where it is too long or nothing', async () => {
    for (const payload of ['', 'x'.repeat(401)]) {
      const { status, body } = await send({ place: 'query', payload });
      expect([status, body.errors[0].path]).toEqual([422, 'payload']);
    }
  });

  it('that nothing but an edge answers is said to have failed', async () => {
    isEdge = false;
    const { status, body } = await send({ place: 'query', payload: 'gate' });
    isEdge = true;
    expect([status, body.code]).toEqual([502, 'demo_edge_failed']);
  });
});

it('there is none without a site that is named', async () => {
  const harness = await startHarness();
  try {
    const target = await harness.postAnonymously('/demo-attack', {}, 'GET');
    expect(await target.json()).toEqual({ host: null, max_payload_length: 400 });
    const answer = await harness.postAnonymously('/demo-attack', { place: 'query', payload: 'x' });
    expect(answer.status).toBe(404);
  } finally {
    await harness.dispose();
  }
});
