import type { AuditRecord, Interruption } from '@palisade/waf-engine';
import { fakeRuleSet } from '../../test-support/fake-rule-set.ts';
import { contextOf } from '../../test-support/request-context.ts';
import { compileManagedRules } from '../rules/managed-rule-set.ts';
import { type RuledRequest, rulesResultOf } from './rules-result.ts';

const BYTES = 20_000;
const managed = compileManagedRules('naive');
const STOPPED: Interruption = { action: 'deny', status: 403, ruleId: 9_001, phase: 2 };

function judged(
  audit: Partial<AuditRecord> = {},
  change: Partial<RuledRequest> = {},
  { ruleSet = managed, head = [] as string[] } = {},
): RuledRequest {
  const context = contextOf(['POST / HTTP/1.1', 'Host: shop.example', ...head]) as unknown as RuledRequest;
  const rules = ruleSet.withOverlay({ mode: 'On' });
  Object.assign(context.site!, {
    rules,
    ruleChoice: { ruleSet, release: null, withPacks: true },
    ruledSite: {
      config: { policy: { paranoiaLevel: 2, exclusions: [] } },
      settings: { application_packs: [], rule_adjustments: [], inspected_body_kb: 1_024, mode: 'On' },
    },
  });
  return Object.assign(context, {
    transaction: {
      audit: () => ({
        interruption: null,
        wouldInterrupt: null,
        matches: [],
        inboundScore: 0,
        requestBytesTotal: BYTES,
        ...audit,
      }),
    },
    bodyComplete: true,
    requestBytes: BYTES,
    originStatus: 200,
    ...change,
  });
}

it('tells what the rules have found, and by which rules it was', () => {
  const passed = rulesResultOf(judged());
  expect(passed).toEqual({
    terms: expect.stringMatching(/^[0-9a-f]{32}$/),
    matches: [],
    decidedBy: 0,
    status: 0,
    inboundScore: 0,
  });
  const stopped = judged({ interruption: STOPPED, inboundScore: 5 }, { originStatus: 0 });
  expect(rulesResultOf(stopped)).toMatchObject({ decidedBy: 9_001, status: 403, inboundScore: 5 });
  expect(rulesResultOf(judged({ wouldInterrupt: STOPPED }))).toMatchObject({ decidedBy: 9_001 });
  const cutOff = { ...STOPPED, action: 'drop' } as const;
  expect(rulesResultOf(judged({ interruption: cutOff }))).toMatchObject({ decidedBy: 9_001, status: 0 });
});

it.each<[string, RuledRequest]>([
  ['has not come to its end', judged({}, { originStatus: 0 })],
  ['has not come as a whole', judged({}, { bodyComplete: false })],
  ['the rules have not seen as a whole', judged({ requestBytesTotal: BYTES - 1 })],
  ['is longer than a window', judged({ requestBytesTotal: 9_000_000 }, { requestBytes: 9_000_000 })],
  ['was unpacked', judged({}, {}, { head: ['Content-Encoding: gzip'] })],
  ['made the rules fail', judged({}, { engineFailed: true })],
  ['no rules have judged', judged({}, { transaction: null })],
  ['a limit has stopped', judged({ interruption: { ...STOPPED, ruleId: 0 } })],
  ['its response has stopped', judged({ interruption: { ...STOPPED, phase: 4 } })],
  ['leads elsewhere', judged({ interruption: { ...STOPPED, action: 'redirect' } })],
  ['rules of files have judged', judged({}, {}, { ruleSet: fakeRuleSet() })],
])('tells nothing of a request that %s', (_what, request) => expect(rulesResultOf(request)).toBeNull());
