export { type ManagedRule, managedRuleCatalogue, type RuleCatalogue, type RuleFamily } from './catalogue.ts';
export { loadManagedRules } from './load.ts';
export {
  applicationPacks,
  type InstalledPack,
  loadPackRules,
  type Pack,
  type PackExclusion,
  packExclusions,
  packVariables,
} from './packs.ts';

/** How a site's sensitivity becomes rule variables; see 10-setup.conf. */
export function sensitivityVariables(
  sensitivity: 'low' | 'medium' | 'high',
): Readonly<Record<string, string>> {
  return { blocking_paranoia_level: { low: '1', medium: '2', high: '3' }[sensitivity] };
}
