import type { LogEntry, LogMatch, RuleExclusion } from '../../shared/api/types.ts';
import {
  familyName,
  familyOf,
  isEvaluation,
  isRequestField,
  pathText,
  targetText,
} from './exclusion-words.ts';
import { folderOf, requestPath } from './request-path.ts';

/** A managed rule that fired on a request, and on what. */
export interface FiredRule {
  id: number;
  message: string;
  /** Its contribution to the anomaly score. */
  score: number;
  /** Tag of its family, if it says so. */
  family: string | undefined;
  /** Such as `ARGS:comment`; empty where it fired on nothing that an exclusion could name. */
  fields: string[];
}

/** How far an exclusion reaches, from the narrowest on. */
export interface Scope {
  rules: readonly number[];
  /** The rules' whole families instead of them. */
  families: boolean;
  /** Only the fields on which they fired. */
  onlyFields: boolean;
  /** Beginning of the paths; empty: all. */
  path: string;
}

export type ExclusionParts = Pick<RuleExclusion, 'by' | 'value' | 'target' | 'path_prefix'>;

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** What fired, without the rules that only compare scores. */
export function firedRules(matches: readonly LogMatch[]): FiredRule[] {
  return matches
    .filter(({ tags }) => !isEvaluation(tags))
    .map(({ rule_id, message, score, tags, targets }) => ({
      id: rule_id,
      message,
      score,
      family: familyOf(tags),
      fields: distinct(targets.map(({ name }) => name).filter(isRequestField)),
    }));
}

/** Whether a managed rule refused the request, or would have; nothing else can be excluded from. */
export function canBeExcluded({ action, matches }: Pick<LogEntry, 'action' | 'matches'>): boolean {
  return (action === 'block' || action === 'log_only') && firedRules(matches).length > 0;
}

const MAX_PATH_CHARACTERS = 500;

/** The paths to choose from: the request's own, then its folders, then all. */
export function pathsToChoose(target: string): string[] {
  const paths: string[] = [];
  let path: string | null = requestPath(target);
  while (path !== null && path !== '/') {
    if (path.length <= MAX_PATH_CHARACTERS) paths.push(path);
    path = folderOf(path);
  }
  return [...paths, ''];
}

/** If more rules matched one request they are excluded together: there are too many subsets to examine. */
const MAX_RULES_WEIGHED = 8;

/**
 * The minimal sets of rules without which the request stays below the threshold: no rule of a set could be left out. All subsets are
 * examined.
 */
export function smallestChoices(fired: readonly FiredRule[], threshold: number): number[][] {
  const counting = fired.filter(({ score }) => score > 0);
  const all = fired.map(({ id }) => id);
  if (counting.length === 0 || counting.length > MAX_RULES_WEIGHED) return [all];
  const total = counting.reduce((sum, { score }) => sum + score, 0);
  const enough: FiredRule[][] = [];
  for (let bits = 1; bits < 1 << counting.length; bits++) {
    const chosen = counting.filter((_, at) => (bits & (1 << at)) !== 0);
    if (total - chosen.reduce((sum, { score }) => sum + score, 0) < threshold) enough.push(chosen);
  }
  const smallest = enough.filter((one) => !enough.some((other) => other !== one && isWithin(other, one)));
  return smallest.length === 0 ? [all] : smallest.map((choice) => choice.map(({ id }) => id));
}

const isWithin = (inner: readonly FiredRule[], outer: readonly FiredRule[]): boolean =>
  inner.every((rule) => outer.includes(rule));

/** The narrowest sensible exclusion: these rules, where they fired, on this path. */
export function narrowest(rules: readonly number[], target: string): Scope {
  return { rules, families: false, onlyFields: true, path: pathsToChoose(target)[0] ?? '' };
}

/** The exclusions that a scope comes to: one per rule (or family) and field. */
export function exclusionsOf(fired: readonly FiredRule[], scope: Scope): ExclusionParts[] {
  const parts = new Map<string, ExclusionParts>();
  for (const { id, family, fields } of fired.filter((rule) => scope.rules.includes(rule.id))) {
    const subject =
      scope.families && family
        ? ({ by: 'tag', value: family } as const)
        : ({ by: 'rule_id', value: String(id) } as const);
    const targets = scope.onlyFields && fields.length > 0 ? fields : [''];
    for (const target of targets) {
      const one = { ...subject, target, path_prefix: scope.path };
      parts.set(JSON.stringify(one), one);
    }
  }
  return [...parts.values()];
}

/**
 * The narrowest exclusion for a request, where there is no doubt which: one smallest choice of rules, each on fields of the request
 * and on its path. Null where somebody has to choose, or where exclusions would not have let it pass.
 * @param threshold the anomaly score at which it was refused; 0: not known yet
 */
export function certainExclusions(
  fired: readonly FiredRule[],
  target: string,
  threshold: number,
): { scope: Scope; exclusions: ExclusionParts[] } | null {
  const counting = fired.filter(({ score }) => score > 0);
  const total = counting.reduce((sum, { score }) => sum + score, 0);
  // Below the threshold something else refused it.
  if (threshold <= 0 || total < threshold || counting.length > MAX_RULES_WEIGHED) return null;
  const [rules, ...others] = smallestChoices(fired, threshold);
  if (rules === undefined || others.length > 0) return null;
  const scope = narrowest(rules, target);
  const chosen = fired.filter(({ id }) => rules.includes(id));
  if (scope.path === '' || chosen.some(({ fields }) => fields.length === 0)) return null;
  return { scope, exclusions: exclusionsOf(fired, scope) };
}

const sentence = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** What an exclusion lets through, in words. */
export function scopeText(fired: readonly FiredRule[], scope: Scope): string {
  const chosen = fired.filter(({ id }) => scope.rules.includes(id));
  const families = distinct(chosen.flatMap(({ family }) => family ?? []));
  const subject =
    scope.families && families.length > 0
      ? `No rule against ${sentence(families.map(familyName))} looks`
      : chosen.length === 1
        ? `Rule ${chosen[0]?.id} no longer looks`
        : `Rules ${sentence(chosen.map(({ id }) => String(id)))} no longer look`;
  const fields = distinct(chosen.flatMap((rule) => rule.fields));
  const where =
    scope.onlyFields && fields.length > 0 ? sentence(fields.map(targetText)) : 'anything in a request';
  return `${subject} at ${where} ${pathText(scope.path)}.`;
}

/** Whether exclusions keep a rule from all on which it fired. */
function isExcluded(rule: FiredRule, exclusions: readonly ExclusionParts[], path: string): boolean {
  const applying = exclusions.filter(
    ({ by, value, path_prefix }) =>
      (by === 'rule_id' ? value === String(rule.id) : value === rule.family) && path.startsWith(path_prefix),
  );
  if (rule.fields.length === 0) return applying.some(({ target }) => target === '');
  return rule.fields.every((field) =>
    applying.some(
      ({ target }) =>
        target === '' || target === field || (!target.includes(':') && field.startsWith(`${target}:`)),
    ),
  );
}

/** Whether a request that was refused would have passed: what is left of its score is below the threshold. */
export function wouldPass(
  exclusions: readonly ExclusionParts[],
  { matches, request_uri }: Pick<LogEntry, 'matches' | 'request_uri'>,
  threshold: number,
): boolean {
  const fired = firedRules(matches);
  const path = requestPath(request_uri);
  const left = fired.filter((rule) => !isExcluded(rule, exclusions, path));
  if (left.length === fired.length) return false;
  if (left.length === 0) return true;
  return left.reduce((sum, { score }) => sum + score, 0) < threshold;
}
