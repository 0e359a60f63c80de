import { compileRuleSet, type RuleDescription, type Severity } from '@palisade/waf-engine';
import { loadManagedRules } from './load.ts';
import { loadPackRules } from './packs.ts';

/** A rule that looks for something, as people are offered it. */
export interface ManagedRule {
  id: number;
  message: string;
  /** Tag of its family, such as "family/xss". */
  family: string;
  /** Sites of this sensitivity and above run it: 1 low, 2 medium, 3 high. */
  paranoiaLevel: number;
  severity: Severity | null;
  /** What it looks at, such as `ARGS` or `REQUEST_HEADERS:User-Agent`. */
  targets: readonly string[];
}

export interface RuleFamily {
  tag: string;
  name: string;
}

export interface RuleCatalogue {
  families: readonly RuleFamily[];
  /** In the order of their ids. */
  rules: readonly ManagedRule[];
}

const FAMILY = 'family/';
const LEVEL = 'paranoia-level/';

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  'family/limit': 'Limits',
  'family/protocol': 'Protocol',
  'family/sql-injection': 'SQL injection',
  'family/xss': 'Cross-site scripting',
  'family/path-traversal': 'Path traversal',
  'family/command-execution': 'Command execution',
  'family/shellshock': 'Shellshock',
  'family/java-lookup': 'Java lookups',
  'family/java-expression': 'Java expressions',
  'family/php-code': 'PHP code',
  'family/upload': 'Uploads',
  'family/template-expression': 'Template expressions',
  'family/server-code': 'Server code',
  'family/xml-entity': 'XML entities',
  'family/server-side-request': 'Server-side requests',
  'family/open-redirect': 'Open redirects',
  'family/virtual-patch': 'Virtual patches',
  'family/database-operator': 'Database operators',
  'family/directory-query': 'Directory queries',
  'family/query-language': 'Query languages',
  'family/deserialisation': 'Serialised objects',
  'family/response-splitting': 'Response splitting',
  'family/bot': 'Scanners',
  'family/sensitive-file': 'Sensitive files',
};

/**
 * What the managed rules are, read by the engine's own parser. Housekeeping and the rule that only compares scores are left
 * out: nobody wants an exception from those. Takes a tenth of a second, so ask once.
 */
export function managedRuleCatalogue(): RuleCatalogue {
  const ruleSet = compileRuleSet([...loadPackRules(), ...loadManagedRules()], { evaluation: 'naive' });
  const rules = ruleSet.ruleIds
    .flatMap((id) => ruleOf(ruleSet.describe(id)) ?? [])
    .sort((one, other) => one.id - other.id);
  const tags = [...new Set(rules.map(({ family }) => family))];
  return { families: tags.map((tag) => ({ tag, name: nameOf(tag) })), rules };
}

function ruleOf(description: RuleDescription | null): ManagedRule | null {
  const family = description?.tags.find((tag) => tag.startsWith(FAMILY));
  if (!description || family === undefined) return null;
  const level = description.tags.find((tag) => tag.startsWith(LEVEL))?.slice(LEVEL.length);
  return {
    id: description.id,
    message: description.message,
    family,
    paranoiaLevel: level === undefined ? 1 : Number(level),
    severity: description.severity,
    targets: description.targets,
  };
}

function nameOf(tag: string): string {
  const name = FAMILY_NAMES[tag];
  if (name === undefined) throw new Error(`the family ${tag} has no name`);
  return name;
}
