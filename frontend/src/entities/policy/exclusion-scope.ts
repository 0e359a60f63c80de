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
    .map(({ rule_id, message, tags, targets }) => ({
      id: rule_id,
      message,
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

/** The narrowest sensible exclusion: what fired, where it fired, on this path. */
export function narrowest(fired: readonly FiredRule[], target: string): Scope {
  return {
    rules: fired.map(({ id }) => id),
    families: false,
    onlyFields: true,
    path: pathsToChoose(target)[0] ?? '',
  };
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

/** Of one rule that fired, whether an exclusion covers all that it fired on. */
function covers(
  { by, value, target, path_prefix }: ExclusionParts,
  rule: FiredRule,
  path: string,
): boolean[] {
  const applies =
    (by === 'rule_id' ? value === String(rule.id) : value === rule.family) && path.startsWith(path_prefix);
  if (!applies) return rule.fields.map(() => false);
  return rule.fields.map(
    (field) => target === '' || target === field || (!target.includes(':') && field.startsWith(`${target}:`)),
  );
}

/** Whether a request that was refused would have passed: nothing that fired on it is left. */
export function wouldPass(
  exclusions: readonly ExclusionParts[],
  { matches, request_uri }: Pick<LogEntry, 'matches' | 'request_uri'>,
): boolean {
  const fired = firedRules(matches);
  const path = requestPath(request_uri);
  return (
    fired.length > 0 &&
    fired.every((rule) => {
      const covered = exclusions.map((one) => covers(one, rule, path));
      if (rule.fields.length === 0)
        return exclusions.some(
          (one) =>
            one.target === '' &&
            (one.by === 'rule_id' ? one.value === String(rule.id) : one.value === rule.family) &&
            path.startsWith(one.path_prefix),
        );
      return rule.fields.every((_, at) => covered.some((fields) => fields[at]));
    })
  );
}
