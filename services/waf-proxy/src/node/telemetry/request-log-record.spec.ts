import { create, fromBinary } from '@bufbuild/protobuf';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';
import { ClientPseudonyms } from '../../features/recording/privacy/client-pseudonyms.ts';
import { emptyHeadFacts } from '../../http/head.ts';
import { compileSite } from '../../pipeline/compiled-site.ts';
import type { Reply } from '../../request/reply.ts';
import { RequestContext } from '../../request/request-context.ts';
import { visitorOf } from '../../request/rollout.ts';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { encodeBatch } from './batch-encoder.ts';
import { ProtoWriter } from './proto-writer.ts';
import { writeRequestLog } from './request-log-record.ts';

const reply = { started: false } as Reply;

function sampleContext(): RequestContext {
  const site = compileSite(sampleSite({ version: 7n }), fakeRuleSet());
  const context = new RequestContext({
    requestId: '01923456-789a-7000-8000-000000000000',
    receivedAtMs: 1_790_000_000_123,
    connection: {
      peer: { text: '2001:db8::1', family: 6, bits: 0n, key: '' },
      remotePort: 65_535,
      localAddress: '',
      localPort: 0,
      secure: true,
      serverName: '',
      tlsVersion: '1.3',
      fingerprint: { ja4: 't13d1516h2_8daaf6152771_e5627efa2ab1' },
      peerTrusted: false,
    },
    protocol: 'HTTP/1.1',
    method: 'GET',
    rawTarget: '/\xff?q=attack&token=abc',
    rawHeaders: [],
    head: {
      ...emptyHeadFacts(),
      authority: 'shop.example',
      host: 'shop.example',
      target: '/',
      userAgent: 'Mozilla/5.0 \xe4',
      referer: 'https://a.example/?session=1',
    },
    body: null,
    reply,
    upgrade: null,
    sendContinue: null,
  });
  context.site = site;
  context.country = { code: 'DE', city: 'Köln', asn: 64_500, asnName: 'Example Netz €' };
  context.status = 403;
  context.action = requestLogV1.EdgeAction.BLOCK;
  context.reason = 'rule';
  context.responseBytes = 5_000_000_000;
  context.originDurationMs = 1.5;
  context.originName = 'https://a.example:443';
  context.originReason = 'country';
  context.transaction = site.rules!.beginTransaction({
    id: '',
    clientAddress: '',
    clientPort: 0,
    serverAddress: '',
    serverPort: 0,
  });
  context.transaction.requestLine('GET', '/?q=attack', 'HTTP/1.1');
  context.transaction.requestHeaders([]);
  return context;
}

function encode(context: RequestContext): Buffer {
  const writer = new ProtoWriter(16);
  writeRequestLog(writer, context, { serverName: 'node-1', pseudonyms: new ClientPseudonyms() });
  return Buffer.from(writer.buffer.subarray(0, writer.position));
}

describe('log records', () => {
  it('read back through the generated code as they were meant', () => {
    const record = fromBinary(requestLogV1.RequestLogSchema, encode(sampleContext()));
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
    expect(record.durationUs).toBeGreaterThan(0);
    expect({ ...record, durationUs: 0 }).toEqual(
      create(requestLogV1.RequestLogSchema, {
        requestId: '01923456-789a-7000-8000-000000000000',
        siteId: 'site-1',
        ownerId: 'owner-1',
        receivedAtMs: 1_790_000_000_123n,
        clientAddress: '2001:db8::1',
        clientPort: 65_535,
        country: 'DE',
        city: 'Köln',
        asn: 64_500,
        asnName: 'Example Netz €',
        ja4: 't13d1516h2_8daaf6152771_e5627efa2ab1',
        tlsVersion: '1.3',
        origin: 'https://a.example:443',
        originReason: 'country',
        protocol: 'HTTP/1.1',
        scheme: 'https',
        host: bytes('shop.example'),
        method: bytes('GET'),
        target: bytes('/\xff?q=attack&token=***'),
        userAgent: bytes('Mozilla/5.0 \xe4'),
        referer: bytes('https://a.example/?session=*'),
        status: 403,
        responseBytes: 5_000_000_000n,
        originDurationUs: 1_500,
        action: requestLogV1.EdgeAction.BLOCK,
        reason: 'rule',
        ruleId: 1001,
        ruleMessage: 'Test attack',
        matches: [
          {
            ruleId: 1001,
            phase: 2,
            message: 'Test attack',
            data: bytes('attack \xe9'),
            severity: 'CRITICAL',
            tags: ['attack-test'],
            score: 5,
            targets: [
              {
                name: 'ARGS:q',
                value: bytes('***attack**'),
                valueOffset: 3,
                transformed: bytes('***attack'),
                matchOffset: 3,
                matchLength: 6,
                transformations: ['lowercase'],
                operator: '@contains attack',
              },
            ],
          },
        ],
        exclusions: [{ name: 'an exclusion', ruleId: 1002 }],
        inboundScore: 5,
        configVersion: 7n,
        retentionDays: 90,
        serverName: 'node-1',
      }),
    );
  });

  it('say which of two policies judged the request', () => {
    const { policy, delivery } = sampleSite();
    const rollout = { id: 'r-1', sharePercent: 5, policy, delivery };
    const site = compileSite(sampleSite({ rollout }), fakeRuleSet());
    const read = (judging: typeof site | null) => {
      const context = sampleContext();
      context.site = judging;
      const { rolloutId, rolloutShare, rolloutCandidate, rolloutVisitor } = fromBinary(
        requestLogV1.RequestLogSchema,
        encode(context),
      );
      expect(rolloutVisitor).toBe(visitorOf(site.rollout!, context.client));
      return [rolloutId, rolloutShare, rolloutCandidate];
    };
    expect(read(site)).toEqual(['r-1', 5, false]);
    expect(read(site.candidate)).toEqual(['r-1', 5, true]);
  });

  it('keep of a site’s requests no more than it wants', () => {
    const { policy } = sampleSite();
    const logPrivacy = create(edgeV1.LogPrivacySchema, {
      addresses: edgeV1.LogAddresses.NETWORK,
      maskQueryValues: true,
      omitUserAgents: true,
      omitFingerprints: true,
    });
    const context = sampleContext();
    context.site = compileSite(sampleSite({ policy: { ...policy!, logPrivacy } }), fakeRuleSet());
    const record = fromBinary(requestLogV1.RequestLogSchema, encode(context));
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
    expect(record).toMatchObject({
      clientAddress: '2001:db8::/48',
      clientPort: 0,
      country: 'DE',
      target: bytes('/\xff?q=******&token=***'),
      referer: bytes('https://a.example/?session=*'),
      userAgent: new Uint8Array(),
      ja4: '',
      ruleId: 1001,
    });
    const [match] = record.matches;
    expect(match).toMatchObject({ ruleId: 1001, message: 'Test attack', data: new Uint8Array() });
    expect(match!.targets).toMatchObject([
      {
        name: 'ARGS:q',
        operator: '@contains attack',
        masked: true,
        value: new Uint8Array(),
        transformed: new Uint8Array(),
        matchLength: 0,
      },
    ]);
  });

  it('make up a batch without being decoded', () => {
    const records = [encode(sampleContext()), encode(sampleContext())];
    const batch = fromBinary(
      requestLogV1.RequestLogBatchSchema,
      encodeBatch('node-1', 'seg', 300, records, true),
    );
    expect(batch).toMatchObject({ nodeId: 'node-1', segmentId: 'seg', firstIndex: 300n, last: true });
    const { requestId } = sampleContext();
    expect(batch.records.map((record) => record.requestId)).toEqual([requestId, requestId]);
  });
});
