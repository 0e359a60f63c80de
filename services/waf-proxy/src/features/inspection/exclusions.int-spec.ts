import { create } from '@bufbuild/protobuf';
import { edgeV1, requestLogV1 } from '@palisade/contracts';
import { compileManagedRules } from '../../node/rules/managed-rule-set.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';
import { writtenRecord } from '../../test-support/written-record.ts';

/** Sets rule 1002 off, and no other. */
const STATEMENT = encodeURIComponent("into outfile 'x");
/** Sets rules 1001 and 1002 off. */
const UNION = encodeURIComponent('union select null');
const SCRIPT = encodeURIComponent('<script>alert(1)</script>');

let origin: RecordingOrigin;
let edge: EdgeHarness;

beforeAll(async () => {
  origin = await startRecordingOrigin();
  edge = await startEdge(origin.port, { ruleSet: compileManagedRules() });
});
afterAll(async () => {
  await edge?.stop();
  await origin?.close();
});

interface Exclusion {
  by: edgeV1.RuleExclusion['by'];
  target?: string;
  pathPrefix?: string;
}

const except = (...exclusions: Exclusion[]) =>
  edge.configure((config) => {
    config.policy!.exclusions = exclusions.map((parts, index) =>
      create(edgeV1.RuleExclusionSchema, { name: `exception-${index}`, ...parts }),
    );
  });

const statusOf = async (target: string) => {
  const fields = 'User-Agent: Mozilla/5.0\r\nAccept: */*\r\nConnection: close';
  return (
    await sendRaw(edge.port, `GET ${target} HTTP/1.1\r\nHost: shop.example\r\n${fields}\r\n\r\n`, 2_000)
  ).status;
};

const post = async (target: string, form: string) => {
  const fields = `User-Agent: Mozilla/5.0\r\nAccept: */*\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\nConnection: close`;
  return (
    await sendRaw(
      edge.port,
      `POST ${target} HTTP/1.1\r\nHost: shop.example\r\n${fields}\r\n\r\n${form}`,
      2_000,
    )
  ).status;
};

function lastLogged(): requestLogV1.RequestLog {
  return writtenRecord(edge.records.at(-1)!);
}

const RULE: Exclusion['by'] = { case: 'ruleId', value: '1002' };
const SQL: Exclusion['by'] = { case: 'tag', value: 'family/sql-injection' };

describe('an exception by rule, target and path', () => {
  beforeEach(() => except({ by: RULE, target: 'ARGS:content', pathPrefix: '/editor/' }));

  it('lets exactly that request pass, and is named in its record', async () => {
    expect(await statusOf(`/editor/save?content=${STATEMENT}`)).toBe(200);
    expect(lastLogged()).toMatchObject({
      action: EdgeAction.ALLOW,
      matches: [],
      exclusions: [{ name: 'exception-0', ruleId: 1002, target: 'ARGS:content' }],
    });
    expect(await post('/editor/save', `content=${STATEMENT}`)).toBe(200);
  });

  it.each([
    ['another parameter', `/editor/save?title=${STATEMENT}`],
    ['both parameters', `/editor/save?content=${STATEMENT}&title=${STATEMENT}`],
    ['another path', `/save?content=${STATEMENT}`],
    ['the beginning of its path', `/editor?content=${STATEMENT}`],
    ['another rule', `/editor/save?content=${UNION}`],
    ['another family', `/editor/save?content=${SCRIPT}`],
  ])('nothing else: %s', async (_what, target) => {
    expect(await statusOf(target)).toBe(403);
  });

  it.each([
    '/editor/../save',
    '/editor/%2e%2e/save',
    '/editor/..;/save',
    '/editor/..%5csave',
    '/editor/%252e%252e/save',
  ])('not as %s', async (path) => {
    expect(await statusOf(`${path}?content=${STATEMENT}`)).toBe(403);
  });

  it('names nothing where it made no difference', async () => {
    expect(await statusOf('/editor/save?content=harmless')).toBe(200);
    expect(lastLogged().exclusions).toEqual([]);
  });
});

describe('an exception by tag', () => {
  it('holds for all rules of the family, and for no other family', async () => {
    except({ by: SQL, target: 'ARGS:content' });
    expect(await statusOf(`/any?content=${UNION}`)).toBe(200);
    expect(lastLogged().exclusions.map(({ name, ruleId }) => [name, ruleId])).toEqual(
      expect.arrayContaining([
        ['exception-0', 1001],
        ['exception-0', 1002],
      ]),
    );
    expect(await statusOf(`/any?content=${SCRIPT}`)).toBe(403);
    expect(await statusOf(`/any?q=${UNION}`)).toBe(403);
  });

  it('without a target switches the family off where it holds', async () => {
    except({ by: SQL, pathPrefix: '/reports/' });
    expect(await statusOf(`/reports/run?q=${UNION}`)).toBe(200);
    expect(lastLogged().exclusions[0]).toMatchObject({ name: 'exception-0', target: '' });
    expect(await statusOf(`/run?q=${UNION}`)).toBe(403);
  });
});

describe('an exception that cannot be compiled', () => {
  it.each<[string, Exclusion]>([
    ['a target of no known kind', { by: RULE, target: 'PARAMETER:content' }],
    ['two targets', { by: RULE, target: 'ARGS:a|ARGS:b' }],
    ['no number', { by: { case: 'ruleId', value: 'all' } }],
  ])('%s: the document is refused, and what served before goes on', async (_what, bad) => {
    except({ by: RULE, target: 'ARGS:content' });
    expect(() => except(bad)).toThrow(/exception-0/);
    expect(await statusOf(`/x?content=${STATEMENT}`)).toBe(200);
    expect(await statusOf(`/x?content=${SCRIPT}`)).toBe(403);
  });
});
