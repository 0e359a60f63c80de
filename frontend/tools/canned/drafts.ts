// Changes of a policy that hold for nobody.
import type { PolicyDraft } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';

export const drafts: PolicyDraft[] = [
  {
    id: id(401),
    revision: 1,
    name: 'Strenger in der Aktionswoche',
    note: 'Ab Montag, wenn die Partner umgestellt haben.\nVorher mit dem Versand besprechen.',
    policyConfig: { waf_sensitivity: 'high', blocked_countries: ['KP', 'AF'] },
    changes: [
      { field: 'policyConfig.waf_sensitivity', before: 'medium', after: 'high' },
      { field: 'policyConfig.blocked_countries', before: [], after: ['KP', 'AF'] },
    ],
    base_version: 8,
    version: 9,
    overlaps: ['policyConfig.waf_sensitivity'],
    created_at: ago(60 * 50),
    updated_at: ago(60 * 26),
    expires_at: ago(-60 * 24 * 89),
  },
];
