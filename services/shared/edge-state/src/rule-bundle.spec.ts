import { generateEdgeKeys, readTrustedKeys } from './keys.ts';
import { signRuleBundle, verifyRuleBundle } from './rule-bundle.ts';
import { TextSigner } from './signed-text.ts';

const { signing } = generateEdgeKeys();
const trusted = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const bundle = {
  name: 'crs-4',
  madeAtMs: 1,
  files: { 'rules.conf': Buffer.from('SecAction "id:1,phase:1,pass"').toString('base64') },
};
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'taken';
};

describe('a signed rule release', () => {
  it('comes back as it was signed', () => {
    expect(verifyRuleBundle(signRuleBundle(bundle, signing), trusted)).toEqual(bundle);
  });

  it('is refused when it was changed, or signed by somebody else', () => {
    const text = signRuleBundle(bundle, signing);
    expect(codeOf(() => verifyRuleBundle(text.replace('crs-4', 'crs-5'), trusted))).toBe(
      'rule_bundle_bad_signature',
    );
    const foreign = signRuleBundle(bundle, generateEdgeKeys().signing);
    expect(codeOf(() => verifyRuleBundle(foreign, trusted))).toBe('rule_bundle_bad_signature');
  });

  it('is no other text that the same key has signed', () => {
    const payload = JSON.stringify({ ...bundle, version: 1 });
    const text = JSON.stringify({ payload, ...new TextSigner(signing).sign(payload) });
    expect(codeOf(() => verifyRuleBundle(text, trusted))).toBe('rule_bundle_malformed');
  });

  it('has files without folders only', () => {
    const files = { '../rules.conf': bundle.files['rules.conf'] };
    expect(() => signRuleBundle({ ...bundle, files }, signing)).toThrow();
    expect(codeOf(() => verifyRuleBundle('x', trusted))).toBe('rule_bundle_malformed');
  });
});
