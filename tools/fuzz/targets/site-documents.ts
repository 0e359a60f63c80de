import { sign } from 'node:crypto';
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '../../../services/shared/contracts/src/index.ts';
import { EdgeStateError } from '../../../services/shared/edge-state/src/errors.ts';
import {
  generateEdgeKeys,
  readPrivateKey,
  readTrustedKeys,
} from '../../../services/shared/edge-state/src/keys.ts';
import { sampleSite } from '../../../services/shared/edge-state/src/sample-site.ts';
import { verifySiteConfig } from '../../../services/shared/edge-state/src/site-config-signature.ts';
import { compileRuleSet } from '../../../services/shared/waf-engine/src/index.ts';
import { RuleError } from '../../../services/shared/waf-engine/src/model/errors.ts';
import { compileSite } from '../../../services/waf-proxy/src/pipeline/compiled-site.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';

const keys = generateEdgeKeys();
const { keyId } = keys.signing;
const privateKey = readPrivateKey(keys.signing.privateKey, 'ed25519');
const trusted = readTrustedKeys({ [keyId]: keys.signing.publicKey });
const ruleSet = compileRuleSet([
  { name: 'fuzz.conf', text: 'SecRuleEngine On\nSecRule ARGS "@rx a" "id:1,phase:2,deny,tag:\'x\'"' },
]);

/** What the control plane would sign if it were as wrong as the input is. */
function signed(payload: Buffer): Uint8Array {
  const signature = sign(null, payload, privateKey);
  return toBinary(
    edgeV1.SignedSiteConfigSchema,
    create(edgeV1.SignedSiteConfigSchema, { payload, signature, keyId }),
  );
}

function compile(document: Uint8Array): void {
  try {
    const config = verifySiteConfig(document, trusted);
    if (!config.removed) compileSite(config, ruleSet);
  } catch (error) {
    if (!(error instanceof EdgeStateError) && !(error instanceof RuleError)) throw error;
  }
}

function someSite(random: Random): Buffer {
  const site = sampleSite({
    hosts: random.list(1, 3, (index) => `${random.pick(['a', 'b', 'xn--bcher-kva'])}${index}.example`),
  });
  const { policy } = site;
  if (policy === undefined) throw new Error('the sample has a policy');
  policy.blockedIps = random.list(0, 3, () =>
    random.pick(['192.0.2.1', '10.0.0.0/8', '2001:db8::/32', '::ffff:1.2.3.4']),
  );
  policy.exclusions = random.list(0, 2, () =>
    create(edgeV1.RuleExclusionSchema, {
      name: 'e',
      by: { case: 'ruleId', value: random.pick(['1', '1-9', '999']) },
      target: random.pick(['', 'ARGS:a', 'ARGS:/^a/', '!x']),
      pathPrefix: random.pick(['', '/a', '/%2e']),
    }),
  );
  policy.customRules = random.list(0, 2, (index) =>
    create(edgeV1.CustomRuleSchema, {
      id: `r${index}`,
      name: 'r',
      action: random.below(5),
      conditions: [
        {
          field: random.below(12),
          name: random.pick(['', 'a']),
          operator: random.below(7),
          values: [random.pick(['a', '(', '10.0.0.1'])],
        },
      ],
    }),
  );
  return Buffer.from(toBinary(edgeV1.SiteConfigSchema, site));
}

/** Signed documents of sites, as the edge takes them in: a document that cannot be used is refused, with its reason. */
export const siteDocuments: Target = {
  name: 'site-documents',
  focus:
    /(edge-state\/src\/(site-config|keys)|waf-proxy\/src\/(node\/sites|features\/custom-rules|upstream\/origins)|waf-engine\/src\/compile\/exclusions)/,
  largest: 16 * 1024,
  words: ['shop.example', '192.0.2.0/24', '\x0a\x06site-1', 'ARGS:a', 'DE', 'none', '\x12', '\x22\x02'],
  generate: someSite,
  read: (input) => {
    compile(input);
    compile(signed(input));
  },
  workMayGrow: 'documents are signed by the control plane, bounded in size, and compiled when they change',
};
