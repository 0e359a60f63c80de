import { DomainError } from '@palisade/nest-kit';
import { MANAGED_RULE_SET, type SitePolicy } from '@palisade/site-policy';

/** @throws DomainError `rule_set_elsewhere`: the rules of operators are installed at the edges alone */
export function refuseOperatorsRules(
  { policyConfig }: Pick<SitePolicy, 'policyConfig'>,
  otherwise: string,
): void {
  if (policyConfig.rule_set === MANAGED_RULE_SET) return;
  throw new DomainError(
    'conflict',
    'rule_set_elsewhere',
    `Only the edges have the rule set "${policyConfig.rule_set}". ${otherwise}`,
  );
}
