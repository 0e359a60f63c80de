// Derives the result of one site's rules from another site's, without evaluating them.
//
//   two overlays ─▶ rules in which they differ ─▶ did one of those match? no ─▶ the same record, for both

import { encodeUtf8 } from '@palisade/regex';
import { selectionOf } from '../compile/exclusions.ts';
import { selects } from '../compile/select-rules.ts';
import { liesBelow, parseRequestLine } from '../evaluate/state/request-facts.ts';
import { pathAsRead } from '../evaluate/state/request-path.ts';
import type { AuditRecord, ByteString, RuleExclusion, RuleSetOverlay } from '../model/api.ts';
import type { CompiledRule, CompiledRules } from '../model/compiled-rules.ts';
import { afterMatch } from '../model/phase-plan.ts';

/**
 * Whether the result of the fuller site's transaction is also that of the other site.
 *
 * @param target of the request, as on the wire
 */
export type StandsFor = (audit: AuditRecord, target: ByteString) => boolean;

/**
 * For two sites of one rule set, where the second evaluates no rule that the first does not: with a lower level, or
 * with whole rules excluded, or a target of them, or with other scores for rules, or in log-only mode. Rules that the
 * second leaves out show in the record if they match, and have no other effect; if none of them is among the matches,
 * all common rules had the same results. Null: that cannot be determined. Texts of the request quoted in a record
 * (`logdata`) may differ.
 */
export function standsFor(
  rules: CompiledRules,
  fuller: RuleSetOverlay,
  other: RuleSetOverlay,
): StandsFor | null {
  if (rules.rules.some(readsWhatOthersLeft)) return null;
  const more = moreExclusions(fuller, other);
  const below = (more ?? []).flatMap(({ pathPrefix }) =>
    pathPrefix === undefined ? [] : pathAsRead(encodeUtf8(pathPrefix)),
  );
  const stands = standing(rules, fuller, other);
  if (below.length === 0) return stands;
  // An exclusion for a path concerns no other request.
  const exclusions = other.exclusions!.filter(
    (exclusion) => exclusion.pathPrefix === undefined || !more!.includes(exclusion),
  );
  const elsewhere = standing(rules, fuller, { ...other, exclusions });
  if (stands === null && elsewhere === null) return null;
  return (audit, target) => {
    const request = parseRequestLine('', target, '');
    const isBelow = below.some((prefix) => liesBelow(request, prefix));
    return (isBelow ? stands : elsewhere)?.(audit, target) === true;
  };
}

function standing(rules: CompiledRules, fuller: RuleSetOverlay, other: RuleSetOverlay): StandsFor | null {
  const differing = differingRules(rules, fuller, other);
  if (differing === null) return null;
  const [mode, otherMode] = [fuller, other].map((site) => site.mode ?? rules.settings.mode);
  const isOfOneMode = mode === otherMode;
  if (!isOfOneMode && (mode === 'Off' || otherMode === 'Off' || !onlyStopsOtherwise(rules))) return null;
  const ids = new Set([...differing].map(({ id }) => id));
  return ({ matches, interruption, wouldInterrupt }) => {
    const decided = interruption ?? wouldInterrupt;
    // A limit of the work depends on how many rules are asked; and what is stopped asks no more of them.
    if (isOfOneMode ? decided?.ruleId === 0 : decided !== null) return false;
    return !matches.some(({ ruleId }) => ids.has(ruleId));
  };
}

/** The mode makes no difference until a rule stops a request, or would. */
const onlyStopsOtherwise = ({ rules }: CompiledRules): boolean =>
  !rules.some(({ disruptive, description: { text } }) => disruptive === 'allow' || SETS_MODE.test(text));

const SETS_MODE = /ctl:\s{0,10}'?ruleengine/i;

function differingRules(
  rules: CompiledRules,
  fuller: RuleSetOverlay,
  other: RuleSetOverlay,
): Set<CompiledRule> | null {
  if (fuller.inspectedBodyBytes !== other.inspectedBodyBytes) return null;
  const left = leftOut(rules, fuller, other);
  const above = aboveLevel(rules, fuller.tx ?? {}, other.tx ?? {});
  if (left === null || above === null) return null;
  const differing = new Set([...left, ...above, ...adjustedOtherwise(rules, fuller, other)]);
  return [...differing].every((rule) => isVisibleInRecord(rules, rule) || above.includes(rule))
    ? differing
    : null;
}

/** Exclusions that the other site alone has. Null: the fuller one has some that it has not. */
function moreExclusions(
  { exclusions: fullers = [] }: RuleSetOverlay,
  { exclusions: others = [] }: RuleSetOverlay,
): readonly RuleExclusion[] | null {
  const known = new Set(fullers.map((exclusion) => JSON.stringify(exclusion)));
  const more = others.filter((exclusion) => !known.delete(JSON.stringify(exclusion)));
  return known.size > 0 ? null : more;
}

/** Rules that the other site alone excludes, as a whole or for a target. */
function leftOut(
  { rules }: CompiledRules,
  fuller: RuleSetOverlay,
  other: RuleSetOverlay,
): CompiledRule[] | null {
  const left: CompiledRule[] = [];
  for (const exclusion of moreExclusions(fuller, other) ?? [null]) {
    if (exclusion === null) return null;
    const selection = selectionOf(exclusion);
    const selected = rules.filter((rule) => selects(selection, rule));
    if (exclusion.target !== undefined && !selected.every(needsOneValue)) return null;
    left.push(...selected);
  }
  return left;
}

/**
 * Whether it cannot match where fewer values are examined, if it does not match with all of them: each link matches if
 * one of its values does, and no link depends on which one was the last (MATCHED_VAR, captures) or on how many there are.
 */
const needsOneValue = ({ links }: CompiledRule): boolean =>
  links.every(
    ({ first, targets, operatorText }) =>
      targets.every(({ count, name }) => !count && (first || !OF_LAST_MATCH.has(name))) &&
      (first || !/matched_|\btx[:.]/i.test(operatorText)),
  );

const OF_LAST_MATCH: ReadonlySet<string> = new Set(['MATCHED_VAR', 'MATCHED_VAR_NAME', 'TX']);

/** A rule that has not matched has added nothing, whatever it would have. */
function adjustedOtherwise(
  { rulesById }: CompiledRules,
  { adjustments: fullers = [] }: RuleSetOverlay,
  { adjustments: others = [] }: RuleSetOverlay,
): CompiledRule[] {
  const textsOf = (some: typeof fullers) => some.map((adjustment) => JSON.stringify(adjustment));
  const [known, wanted] = [new Set(textsOf(fullers)), new Set(textsOf(others))];
  const differing = [
    ...fullers.filter((adjustment) => !wanted.has(JSON.stringify(adjustment))),
    ...others.filter((adjustment) => !known.has(JSON.stringify(adjustment))),
  ];
  return differing.flatMap(({ ruleId }) => rulesById.get(ruleId) ?? []);
}

/** Rules that are evaluated only from a higher level on than the other site's. */
function aboveLevel(
  rules: CompiledRules,
  fuller: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): CompiledRule[] | null {
  const keys = new Set([...Object.keys(fuller), ...Object.keys(other)]);
  const differing = [...keys].filter((key) => fuller[key] !== other[key]);
  const [key, second] = differing;
  if (key === undefined) return [];
  const [high, low] = [Number(fuller[key]), Number(other[key])];
  if (second !== undefined || !Number.isInteger(low) || !Number.isInteger(high) || low > high) return null;
  const above: CompiledRule[] = [];
  for (const rule of rules.rules) {
    if (!mentions(rule, key) || isDefault(rule)) continue;
    const level = levelOfGate(rule);
    if (level === null) return null;
    if (level <= low || level > high) continue;
    const end = afterMatch(rule);
    const gated = rules.phases[rule.phase]!.rules.slice(rule.position + 1, end);
    if (!gated.every((one) => isVisibleInRecord(rules, one) || (isSilent(one) && afterMatch(one) <= end)))
      return null;
    above.push(...gated);
  }
  return above;
}

/** In its text, by its name, or in the compiled links, also as one of all TX variables. */
function mentions({ description: { text }, links }: CompiledRule, key: string): boolean {
  const name = key.toLowerCase();
  if (text.toLowerCase().includes(name)) return true;
  return links.some(({ targets, onMatch, onFullMatch }) => {
    const reads = targets.some(
      ({ name: of, selector }) => of === 'TX' && (selector?.kind !== 'key' || selector.lowerKey === name),
    );
    const writes = [...onMatch, ...onFullMatch].some(
      ({ tx }) => tx !== undefined && (typeof tx.key !== 'string' || tx.key.toLowerCase() === name),
    );
    return reads || writes;
  });
}

/** `&TX:level "@eq 0"`: sets a default, and leaves a site's own value. */
function isDefault({ links }: CompiledRule): boolean {
  const [link, second] = links;
  const [target, another] = link!.targets;
  if (second !== undefined || another !== undefined || target === undefined) return false;
  return target.count && !link!.negated && link!.operatorText === '@eq 0';
}

const GATE = /^@lt ([0-9]{1,4})$/;

/** The level of `TX:level "@lt 3"`, which skips rules below 3. */
function levelOfGate(rule: CompiledRule): number | null {
  const [link, second] = rule.links;
  const [target, another] = link!.targets;
  const isOne = second === undefined && another === undefined && target !== undefined && !target.count;
  const level = GATE.exec(link!.operatorText)?.[1];
  if (!isOne || link!.negated || level === undefined || !isSilent(rule)) return null;
  return Number(level);
}

/** A match has no effect but a jump. */
const isSilent = ({ recorded, disruptive, severity, links }: CompiledRule): boolean =>
  !recorded &&
  disruptive === 'pass' &&
  severity === null &&
  links.every(({ onMatch, onFullMatch }) => onMatch.length === 0 && onFullMatch.length === 0);

/**
 * All its effects are visible in a record: its first links leave nothing that another rule reads, and it does not jump.
 */
const isVisibleInRecord = ({ rules }: CompiledRules, rule: CompiledRule): boolean =>
  rule.recorded &&
  afterMatch(rule) === rule.position + 1 &&
  rule.links
    .slice(0, -1)
    .flatMap(({ onMatch }) => onMatch)
    .every(({ tx }) => {
      const key = tx?.key;
      return typeof key === 'string' && !rules.some((one) => one !== rule && mentions(one, key));
    });

/** Whether it reads matches or captures of earlier rules, which differ if rules are left out. */
function readsWhatOthersLeft({ links, description: { text } }: CompiledRule): boolean {
  const first = links[0]!;
  if (first.targets.some(({ name }) => name.startsWith('MATCHED_')) || /matched_/i.test(first.operatorText))
    return true;
  if (first.operator === null && /matched_/i.test(text)) return true;
  let isCaptured = false;
  for (const { targets, operatorText, capture, negated } of links) {
    const reads = targets.some(
      ({ name, selector }) => name === 'TX' && selector?.kind === 'key' && /^[0-9]/.test(selector.lowerKey),
    );
    if (!isCaptured && (reads || OF_CAPTURES.test(operatorText))) return true;
    // A link that captures replaces all earlier captures.
    isCaptured ||= capture && !negated;
  }
  return !isCaptured && OF_CAPTURES.test(text.replace(LOG_DATA, ''));
}

/** Text for the record only. */
const LOG_DATA = /logdata:'[^']*'/gi;
const OF_CAPTURES = /\btx[:.][0-9]/i;
