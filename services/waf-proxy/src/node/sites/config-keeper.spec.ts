import { createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, readTrustedKeys, sampleSite } from '@palisade/edge-state';
import { compileManagedRules } from '../rules/managed-rule-set.ts';
import { ConfigKeeper } from './config-keeper.ts';
import { ConfigStore } from './config-store.ts';

const { signing } = generateEdgeKeys();
const trusted = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-keeper-'));
const ruleSet = compileManagedRules('naive');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** From a future version of the contract. */
const UNKNOWN = 99 as edgeV1.ConditionOperator;

const signed = (version: bigint, change: (policy: edgeV1.Policy) => void) => {
  const config = sampleSite({ version });
  change(config.policy!);
  return signAnyway(config);
};

/** As a control plane signs whose contract is newer: this one's would not. */
function signAnyway(config: edgeV1.SiteConfig): Uint8Array {
  const payload = toBinary(edgeV1.SiteConfigSchema, config);
  const key = createPrivateKey({
    key: Buffer.from(signing.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signature = sign(null, payload, key);
  return toBinary(
    edgeV1.SignedSiteConfigSchema,
    create(edgeV1.SignedSiteConfigSchema, { payload, signature, keyId: signing.keyId }),
  );
}

it.each<[string, string, (policy: edgeV1.Policy) => void]>([
  [
    'a custom rule with a broken pattern',
    'site_config_custom_rule',
    (policy) => {
      policy.customRules = [
        create(edgeV1.CustomRuleSchema, {
          id: 'r',
          name: 'Mine',
          action: edgeV1.CustomRuleAction.BLOCK,
          conditions: [
            {
              field: edgeV1.ConditionField.PATH,
              operator: edgeV1.ConditionOperator.MATCHES,
              values: ['(a'],
            },
          ],
        }),
      ];
    },
  ],
  [
    'an operator of a newer control plane',
    'site_config_invalid',
    (policy) => {
      policy.customRules = [
        create(edgeV1.CustomRuleSchema, {
          id: 'r',
          name: 'Mine',
          action: edgeV1.CustomRuleAction.BLOCK,
          conditions: [{ field: edgeV1.ConditionField.IP, operator: UNKNOWN, values: ['a list'] }],
        }),
      ];
    },
  ],
  [
    'an exception for an unknown target',
    'site_config_does_not_compile',
    (policy) => {
      policy.exclusions = [
        create(edgeV1.RuleExclusionSchema, {
          name: 'e',
          by: { case: 'ruleId', value: '1002' },
          target: '!?',
        }),
      ];
    },
  ],
])('a document with %s is refused by name, and the last good one stays', async (_what, code, change) => {
  const accepted: bigint[] = [];
  const refused: string[] = [];
  const store = new ConfigStore(folder, (error) => {
    throw error;
  });
  const keeper = new ConfigKeeper(trusted, store, ruleSet, {
    onAccepted: (config) => accepted.push(config.version),
    onRefused: (siteId, why) => refused.push(`${siteId} ${why}`),
  });
  expect(
    keeper.offer(
      'site-1',
      signed(1n, () => undefined),
    ),
  ).toBe(1n);
  expect(keeper.offer('site-1', signed(2n, change))).toBe(1n);
  expect([accepted, refused]).toEqual([[1n], [`site-1 ${code}`]]);
  // It is offered again whenever the node compares what it holds with the store, and so to an updated node at its start.
  expect(keeper.offer('site-1', signed(2n, change))).toBe(1n);
  expect(
    keeper.offer(
      'site-1',
      signed(3n, () => undefined),
    ),
  ).toBe(3n);
  await store.flushed();
});
