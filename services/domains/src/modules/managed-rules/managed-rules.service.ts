import { Inject, Injectable } from '@nestjs/common';
import { applicationPacks, managedRuleCatalogue, type RuleCatalogue } from '@palisade/managed-rules';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import type { ManagedRulesView } from './managed-rules.schema.ts';
import { type ApplicationPacksView, applicationPacksSchema } from './rule-sets.schema.ts';

/** What rules there are to exclude. Read once, at start-up. */
@Injectable()
export class ManagedRulesService {
  readonly view: ManagedRulesView;
  readonly packs: ApplicationPacksView = applicationPacksSchema.parse({ packs: applicationPacks() });
  private readonly ids: ReadonlySet<string>;
  private readonly tags: ReadonlySet<string>;

  constructor(@Inject(CONFIG) config: Pick<DomainsConfig, 'PALISADE_EDGE_OWN_RULES'>) {
    const ownRules = config.PALISADE_EDGE_OWN_RULES;
    const { families, rules }: RuleCatalogue = ownRules
      ? { families: [], rules: [] }
      : managedRuleCatalogue();
    this.view = {
      own_rules: ownRules,
      families: families.map(({ tag, name }) => ({ tag, name })),
      rules: rules.map(({ id, message, family, paranoiaLevel, severity, targets }) => ({
        id,
        message,
        family,
        paranoia_level: paranoiaLevel,
        severity,
        targets: [...targets],
      })),
    };
    this.ids = new Set(rules.map(({ id }) => String(id)));
    this.tags = new Set(families.map(({ tag }) => tag));
  }

  /** Whether an exclusion can name this. Where edges run other rules anything can be: nobody here knows those. */
  has(by: 'rule_id' | 'tag', value: string): boolean {
    return this.view.own_rules || (by === 'rule_id' ? this.ids : this.tags).has(value);
  }
}
