import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';

const PATH = '/.palisade/csp-report';
const TYPE = 'application/csp-report';
const POLICY = { name: 'Content-Security-Policy-Report-Only', value: "default-src 'self'" };

describe('reports of a content security policy', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;

  beforeEach(async () => {
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port, {}, (config) => {
      config.delivery!.cspReports = true;
      config.policy!.headerRules = [
        create(edgeV1.HeaderRuleSchema, {
          ofResponse: true,
          operation: edgeV1.HeaderOperation.SET,
          ...POLICY,
        }),
      ];
    });
  });
  afterEach(async () => {
    await edge.stop();
    await origin.close();
  });

  const send = (body: string, { method = 'POST', type = TYPE, path = PATH } = {}) =>
    sendRaw(
      edge.port,
      `${method} ${path} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  const reportOf = (blocked: string, page = 'http://shop.example/basket?q=attack') =>
    JSON.stringify({
      'csp-report': {
        'document-uri': page,
        'effective-directive': 'script-src-elem',
        'blocked-uri': blocked,
      },
    });

  it('are asked for in the policy of an answer', async () => {
    const { headers } = await sendRaw(edge.port, 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    expect(headers['reporting-endpoints']).toBe('palisade-csp="/.palisade/csp-report"');
    expect(headers['content-security-policy-report-only']).toBe(
      "default-src 'self'; report-uri /.palisade/csp-report; report-to palisade-csp",
    );
  });

  it('say in the log what was refused, once for a client, and never reach the origin', async () => {
    const report = reportOf('https://evil.example/attack.js');
    expect(await send(report)).toMatchObject({ status: 200 });
    expect(writtenRecord(edge.records.at(-1)!)).toMatchObject({
      siteId: 'site-1',
      reason: 'csp_report:taken',
      ruleMessage: 'script-src-elem evil.example /basket',
    });
    expect(await send(report)).toMatchObject({ status: 204, body: '' });
    expect(writtenRecord(edge.records.at(-1)!)).toMatchObject({
      reason: 'csp_report:known',
      ruleMessage: '',
    });
    expect(edge.worker.edge.counters.cspReports).toBe(1);
    expect(origin.requests).toHaveLength(0);
  });

  it('are told one by one where several come at once', async () => {
    const violation = (blockedURL: string) => ({
      type: 'csp-violation',
      body: { documentURL: 'http://shop.example/', effectiveDirective: 'img-src', blockedURL },
    });
    const body = JSON.stringify([
      violation('https://a.example/1'),
      violation('inline'),
      { type: 'deprecation' },
    ]);
    expect(await send(body, { type: 'application/reports+json' })).toMatchObject({ status: 200 });
    expect(writtenRecord(edge.records.at(-1)!)).toMatchObject({
      reason: 'csp_report:taken',
      ruleMessage: 'img-src a.example / + img-src inline /',
    });
    expect(edge.worker.edge.counters.cspReports).toBe(2);
  });

  it('may quote a long policy each where several come at once', async () => {
    const violation = (blockedURL: string) => ({
      type: 'csp-violation',
      body: {
        documentURL: 'http://shop.example/',
        effectiveDirective: 'img-src',
        blockedURL,
        originalPolicy: `img-src ${'https://images.example '.repeat(90)}`,
      },
    });
    const body = JSON.stringify(Array.from({ length: 8 }, (_, n) => violation(`https://h${n}.example/`)));
    expect(body.length).toBeGreaterThan(16 * 1_024);
    expect(await send(body, { type: 'application/reports+json' })).toMatchObject({ status: 200 });
    expect(edge.worker.edge.counters.cspReports).toBe(8);
  });

  it.each([
    ['no form of a report', 400, '{}', {}],
    ['the page of another host', 204, reportOf('inline', 'https://other.example/'), {}],
    ['another type', 415, reportOf('inline'), { type: 'application/json' }],
    ['a body beyond all reports', 413, JSON.stringify({ a: 'x'.repeat(20_000) }), {}],
    ['a question', 404, '', { method: 'GET' }],
  ])('are not counted, and nobody’s threat: %s', async (_what, status, body, how) => {
    expect(await send(body, how)).toMatchObject({ status });
    expect(writtenRecord(edge.records.at(-1)!).action).toBe(EdgeAction.ALLOW);
    expect(edge.worker.edge.counters.cspReports).toBe(0);
    expect(origin.requests).toHaveLength(0);
  });

  it('are not waited for beyond all reports where a body says no length', async () => {
    const chunk = `4000\r\n${'['.repeat(0x4000)}\r\n`;
    const { status } = await sendRaw(
      edge.port,
      `POST ${PATH} HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
    );
    expect(status).toBe(413);
    expect(edge.records.at(-1)!.requestBytes).toBeLessThan(64 * 1_024);
  });

  it('say nothing of what a hostile client writes into them', async () => {
    const hostile = '</td><script>alert(1)</script> + img-src evil.example /\r\nSet-Cookie: a=1';
    const members = {
      'document-uri': `http://shop.example/${hostile}?${hostile}`,
      'effective-directive': 'img-src',
      'blocked-uri': `https://user:${hostile}@evil.example/${hostile}`,
      'script-sample': hostile,
      referrer: hostile,
      'original-policy': hostile,
    };
    expect(await send(JSON.stringify({ 'csp-report': members }))).toMatchObject({ status: 200 });
    expect(writtenRecord(edge.records.at(-1)!).ruleMessage).toMatch(
      /^img-src (?:other|evil\.example) [/*]+$/,
    );
    await send(reportOf(hostile));
    expect(writtenRecord(edge.records.at(-1)!).ruleMessage).toBe('script-src-elem other /basket');
  });

  it('end for a client that sends one after the other', async () => {
    let last = 200;
    for (let index = 0; index < 61; index++)
      ({ status: last } = await send(reportOf(`https://h${index}.example/`)));
    expect(last).toBe(204);
    expect(writtenRecord(edge.records.at(-1)!)).toMatchObject({
      action: EdgeAction.ALLOW,
      reason: 'csp_report:too_many',
    });
    expect(edge.worker.edge.counters.cspReports).toBe(20);
  });

  it('are the origin’s own affair where the site does not collect them', async () => {
    edge.configure((config) => {
      config.delivery!.cspReports = false;
    });
    await send(reportOf('inline', 'http://shop.example/'));
    expect(origin.requests).toHaveLength(1);
    const { headers } = await sendRaw(edge.port, 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
    expect(headers['content-security-policy-report-only']).toBe(POLICY.value);
  });
});
