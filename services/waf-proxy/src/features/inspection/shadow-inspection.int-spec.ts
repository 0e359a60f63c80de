import { fromBinary } from '@bufbuild/protobuf';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import { compileRuleSet } from '@palisade/waf-engine';
import { compileManagedRules } from '../../node/rules/managed-rule-set.ts';
import { ProtoWriter } from '../../node/telemetry/proto-writer.ts';
import { writeRequestLog } from '../../node/telemetry/request-log-record.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { ClientPseudonyms } from '../recording/privacy/client-pseudonyms.ts';

const { ShadowVerdict } = requestLogV1;
const NODE = { serverName: 'node-1', pseudonyms: new ClientPseudonyms() };
const ID = '0198c0de-0000-7000-8000-0000000000aa';
const CANDIDATE = compileRuleSet([
  {
    name: 'candidate.conf',
    text: `SecRuleEngine On
SecRequestBodyAccess On
SecRule ARGS:q "@contains fence" "id:4711,phase:2,deny,status:403,log,msg:'fences'"
SecRule REQUEST_HEADERS:X-Gate "@streq closed" "id:4712,phase:1,deny,status:403,log,msg:'gates'"
`,
  },
]);

describe('rules that judge beside those in force', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;

  beforeAll(async () => {
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port, {
      ruleSet: compileManagedRules(),
      candidateRuleSets: new Map([[null, { hash: 'c1', ruleSet: CANDIDATE }]]),
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await origin?.close();
  });

  const { SHADOW, PROMOTED } = edgeV1.RuleRolloutStage;
  const take = (stage: edgeV1.RuleRolloutStage, mode = edgeV1.EngineMode.ON, candidate = 'c1') =>
    edge.configure((config) => {
      config.policy!.mode = mode;
      config.ruleRollout = { $typeName: 'palisade.edge.v1.RuleRollout', id: ID, candidate, stage };
    });

  function logged(context: RequestContext): requestLogV1.RequestLog {
    const writer = new ProtoWriter(1_024);
    writeRequestLog(writer, context, NODE);
    return fromBinary(requestLogV1.RequestLogSchema, writer.buffer.subarray(0, writer.position));
  }

  async function send(target: string, { fields = [], body = '' }: { fields?: string[]; body?: string } = {}) {
    const head = [
      `${body === '' ? 'GET' : 'POST'} ${target} HTTP/1.1`,
      'Host: shop.example',
      'User-Agent: Mozilla/5.0',
      'Connection: close',
      ...(body === ''
        ? []
        : ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`]),
      ...fields,
    ];
    const { status } = await sendRaw(edge.port, `${head.join('\r\n')}\r\n\r\n${body}`, 5_000);
    const { rolloutId, rolloutShare, rolloutVisitor, shadowVerdict, shadowRuleId } = logged(
      edge.records.at(-1)!,
    );
    return { status, rolloutId, rolloutShare, hasVisitor: rolloutVisitor !== 0, shadowVerdict, shadowRuleId };
  }
  const alike = {
    status: 200,
    rolloutId: ID,
    rolloutShare: 0,
    hasVisitor: true,
    shadowVerdict: ShadowVerdict.PASSES,
  };
  const lost = (shadowRuleId: number) => ({
    ...alike,
    shadowVerdict: ShadowVerdict.WOULD_BLOCK,
    shadowRuleId,
  });
  const unseen = { rolloutId: '', shadowVerdict: ShadowVerdict.UNSPECIFIED };

  it('block nobody, and the log says whom they would have blocked, and which of them', async () => {
    take(SHADOW);
    expect(await send('/')).toMatchObject(alike);
    expect(await send('/?q=fence')).toMatchObject(lost(4711));
    expect(await send('/', { body: 'q=a+fence&b=c' })).toMatchObject(lost(4711));
    expect(await send('/', { fields: ['X-Gate: closed'] })).toMatchObject(lost(4712));
  });

  it('are not asked about what the rules in force block, or would', async () => {
    const attack = `/?q=fence&id=${encodeURIComponent("1' UNION SELECT password FROM users -- ")}`;
    expect(await send(attack)).toMatchObject({ status: 403, ...unseen });
    take(SHADOW, edgeV1.EngineMode.DETECTION_ONLY);
    expect(await send(attack)).toMatchObject({ status: 200, ...unseen });
    expect(await send('/?q=fence')).toMatchObject(lost(4711));
  });

  it('judge the site once they are promoted, and there alone', async () => {
    take(PROMOTED);
    expect(await send('/?q=fence')).toMatchObject({ status: 403, ...unseen });
    expect(await send('/')).toMatchObject({ status: 200, ...unseen });
    // Others than this node has.
    for (const stage of [SHADOW, PROMOTED]) {
      take(stage, edgeV1.EngineMode.ON, 'c2');
      expect(await send('/?q=fence')).toMatchObject({ status: 200, ...unseen });
    }
  });
});
