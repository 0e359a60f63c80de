import { create } from '@bufbuild/protobuf';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import type { RequestContext } from '../../request/request-context.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';

const REPORT = '/.palisade/report';

function recordOf(context: RequestContext): requestLogV1.RequestLog {
  return writtenRecord(context);
}

describe('reports of visitors', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;
  const claimed = new Set<string>();

  beforeEach(async () => {
    claimed.clear();
    const claim = (key: string) => Promise.resolve(!claimed.has(key) && claimed.add(key) !== undefined);
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port, { protection: { claim } }, (config) => {
      config.delivery!.visitorReports = true;
    });
  });
  afterEach(async () => {
    await edge.stop();
    await origin.close();
  });

  const refused = (accept = 'text/html') =>
    sendRaw(edge.port, `GET /?q=attack HTTP/1.1\r\nHost: shop.example\r\nAccept: ${accept}\r\n\r\n`);
  const ticketOf = ({ body }: { body: string }) => /name="ticket" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const newTicket = async () => ticketOf(await refused());
  const send = (
    fields: Record<string, string>,
    type = 'application/x-www-form-urlencoded',
    path = REPORT,
  ) => {
    const body = new URLSearchParams(fields).toString();
    return sendRaw(
      edge.port,
      `POST ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };

  it('go from the page of a refusal into the record, whatever they quote, and not to the origin', async () => {
    const page = await refused();
    const requestId = page.headers['x-request-id'];
    expect(page.status).toBe(403);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const answer = await send({
      ticket: ticketOf(page),
      text: 'I wrote about an attack <script>',
      email: 'a@b.example',
    });
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('Thank you') });
    expect(answer.body).not.toContain('<script>');
    expect(recordOf(edge.records.at(-1)!)).toMatchObject({
      siteId: 'site-1',
      reason: 'report:taken',
      visitorReport: { requestId, text: 'I wrote about an attack <script>', email: 'a@b.example' },
    });
    expect(origin.requests).toHaveLength(0);
  });

  it.each([
    ['<p>No</p>{{report_form}}<p>Bye</p>', /<p>No<\/p><details>[\s\S]*<\/details>\s*<p>Bye/],
    ['<p>No</p>', /<p>No<\/p>\s*<details>[\s\S]*<\/details>\s*<\/body>/],
  ])('are offered by a page of the owner’s, too: %s', async (html, places) => {
    await edge.stop();
    edge = await startEdge(origin.port, { protection: { claim: () => Promise.resolve(true) } }, (config) => {
      config.delivery!.visitorReports = true;
      config.policy!.ownPages = [
        create(edgeV1.OwnPageSchema, { kind: edgeV1.PageKind.BLOCK, language: 'en', html }),
      ];
    });
    const page = await refused();
    expect(page.body).toMatch(places);
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect((await send({ ticket: ticketOf(page), text: 'x' })).status).toBe(200);
  });

  it('are taken once per refusal, and three times an hour from one client', async () => {
    const first = await newTicket();
    expect((await send({ ticket: first, text: 'x' })).status).toBe(200);
    expect((await send({ ticket: first, text: 'x' })).status).toBe(429);
    expect((await send({ ticket: await newTicket(), text: 'x' })).status).toBe(200);
    expect((await send({ ticket: await newTicket(), text: 'x' })).status).toBe(429);
    expect(edge.worker.counters.visitorReports).toBe(2);
  });

  it('are refused without a ticket of ours, without text, too long, and in another form', async () => {
    const ticket = await newTicket();
    expect((await send({ ticket: 'made-up', text: 'x' })).status).toBe(403);
    expect((await send({ ticket, text: '' })).status).toBe(422);
    expect((await send({ ticket, text: 'x'.repeat(1_001) })).status).toBe(422);
    expect((await send({ ticket, text: 'x'.repeat(20_000) })).status).toBe(413);
    expect((await send({ ticket, text: 'x' }, 'multipart/form-data; boundary=x')).status).toBe(415);
    expect((await sendRaw(edge.port, `GET ${REPORT} HTTP/1.1\r\nHost: shop.example\r\n\r\n`)).status).toBe(
      404,
    );
    expect(origin.requests).toHaveLength(0);
    // None of these used it up.
    expect((await send({ ticket, text: 'x' })).status).toBe(200);
  });

  it('are not offered to programs, for a ban, or where the owner does not want them', async () => {
    expect((await refused('application/json')).body).not.toContain('ticket');
    const ticket = await newTicket();
    edge.worker.bans.ban('site-1', edge.records[0]!.client.key, Date.now(), 'rate_limit', 60_000);
    expect((await refused()).body).not.toContain('<form');
    expect((await send({ ticket, text: 'x' })).status).toBe(429);
    edge.worker.bans.learn('site-1', edge.records[0]!.client.key, 0, Date.now());
    edge.configure((config) => {
      config.delivery!.visitorReports = false;
    });
    expect((await refused()).body).not.toContain('<form');
    // An address of the site's own like any other.
    expect((await send({ ticket, text: 'x' })).status).toBe(200);
    expect(origin.requests).toHaveLength(1);
  });
});
