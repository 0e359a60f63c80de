import type { CustomRule } from '../groups/custom-rules.ts';
import { actionText } from '../words/custom-rule-words.ts';
import type { ExampleRequest } from './example-request.ts';
import type { RuleOutcome } from './rule-difference.ts';
import type { RuleFinding } from './rule-findings.ts';

/** "Never evaluated: every request it applies to is decided by "Office"." */
export function findingText(finding: RuleFinding, rules: readonly Pick<CustomRule, 'id' | 'name'>[]): string {
  if (finding.reason === 'never_holds') return 'Never applies: no request can meet its conditions.';
  const names = new Map(rules.map(({ id, name }) => [id, `"${name}"`]));
  const by = finding.by.map((id) => names.get(id) ?? 'another rule');
  const list = by.length === 1 ? by[0] : `${by.slice(0, -1).join(', ')} and ${by.at(-1)}`;
  return `Never evaluated: every request it applies to is decided by ${list}.`;
}

/** An outcome in words: "Block by "Admin area"", "no rule". */
export function outcomeText({ action, rule, ...parts }: RuleOutcome): string {
  return action === 'none' || rule === null
    ? 'no rule'
    : `${actionText({ ...parts, action })} by "${rule.name}"`;
}

/** "POST https://shop.example/admin from 203.0.113.1 (DE)", with what else matters behind it. */
export function exampleText(request: ExampleRequest): string {
  const { method, scheme, host, target, address, country, asn, http_version: version, headers } = request;
  const { tls_version: tls } = request;
  const from = [country, asn && `AS${asn}`].filter((part) => part !== '').join(', ');
  const where = `${method} ${scheme}://${host}${target} from ${address}${from === '' ? '' : ` (${from})`}`;
  const rest = [
    ...(version === '1.1' ? [] : [`HTTP/${version}`]),
    ...(tls === '' ? [] : [`TLS ${tls}`]),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ];
  return rest.length === 0 ? where : `${where}, ${rest.join(', ')}`;
}
