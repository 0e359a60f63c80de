import type { SiteSettings } from '@palisade/site-policy/wire';

export type DdosLevel = SiteSettings['ddos_protection_level'];

export interface DdosPart {
  /** 'none' as well where the plan does not include it. */
  readonly ddosLevel: DdosLevel;
}
