import type { RuleExclusion, RuleSource } from '@palisade/waf-engine';
import { ruleFiles } from './rule-files.ts';

/** What a pack exempts: families of rules, for some fields, below some paths of the application. */
export interface PackExclusion {
  /** In words, for owners. */
  readonly what: string;
  /** Below the place where the application is installed. */
  readonly paths: readonly string[];
  /** As in SecLang, such as `ARGS:json.content`. */
  readonly targets: readonly string[];
  /** Without `family/`. */
  readonly families: readonly string[];
}

/** An application whose usual requests look like attacks, and whose known holes no general rule can tell. */
export interface Pack {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly exclusions: readonly PackExclusion[];
  /** What its virtual patches refuse; the rules stand in the SecLang file of the same name. */
  readonly patches: readonly { readonly ruleId: number; readonly what: string }[];
}

export interface InstalledPack {
  readonly name: string;
  /** "/", or a path without a slash at its end. */
  readonly path: string;
}

/** By name; frozen, read once. */
const PACKS: ReadonlyMap<string, Pack> = new Map(
  ruleFiles('packs')
    .filter(({ name }) => name.endsWith('.json'))
    .map(({ name: file, text }) => {
      const pack = JSON.parse(text) as Pack;
      if (`${pack.name}.json` !== file) throw new Error(`the pack in ${file} is called ${pack.name}`);
      return [pack.name, Object.freeze(pack)];
    }),
);

export const applicationPacks = (): readonly Pack[] => [...PACKS.values()];

/** Virtual patches of all packs. They stop by themselves, whatever rule set they are compiled with, where their pack is on. */
export function loadPackRules(): RuleSource[] {
  return ruleFiles('packs')
    .filter(({ name }) => name.endsWith('.conf'))
    .map(({ name, text }) => ({ name: `managed-rules/packs/${name}`, text }));
}

/** What turns the virtual patches of these packs on: the `tx` of a site. */
export const packVariables = (installed: readonly InstalledPack[]): Readonly<Record<string, string>> =>
  Object.fromEntries(installed.flatMap(({ name }) => (PACKS.has(name) ? [[`pack_${name}`, '1']] : [])));

/**
 * What OWASP CRS calls our families. One that has no tag of its own there is left out: an exclusion may only ever be as wide as
 * it says.
 */
const CRS_TAGS: Readonly<Record<string, readonly string[]>> = {
  'sql-injection': ['attack-sqli'],
  xss: ['attack-xss'],
  'path-traversal': ['attack-lfi'],
  'command-execution': ['attack-rce'],
  'php-code': ['attack-injection-php'],
  'server-side-request': ['attack-rfi', 'attack-ssrf'],
  'template-expression': ['attack-ssti'],
  'response-splitting': [],
  'database-operator': [],
  'server-code': ['attack-injection-generic'],
  'java-expression': ['attack-injection-java'],
};

const tagsOf = (family: string): readonly string[] => [`family/${family}`, ...(CRS_TAGS[family] ?? [])];

/** The exclusions of installed packs, in the words of our rules and of CRS. Packs that are not known have none. */
export function packExclusions(installed: readonly InstalledPack[]): RuleExclusion[] {
  return installed.flatMap(({ name, path }) =>
    (PACKS.get(name)?.exclusions ?? []).flatMap(({ paths, targets, families }) =>
      families.flatMap(tagsOf).flatMap((tag) =>
        paths.flatMap((below) =>
          targets.map((target) => ({
            name: `pack:${name}`,
            by: { tag },
            target,
            pathPrefix: `${path === '/' ? '' : path}${below}`,
          })),
        ),
      ),
    ),
  );
}
