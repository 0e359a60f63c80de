import { assertPattern, decodeUtf8, encodeUtf8, PatternError } from '@palisade/regex';
import type { ByteString, RuleExclusion } from '../model/api.ts';
import type { VariableNode } from '../model/ast.ts';
import type { CompiledRules, CompiledTarget } from '../model/compiled-rules.ts';
import { RuleError, type RuleErrorCode } from '../model/errors.ts';
import { SiteExclusions } from '../model/site-exclusions.ts';
import { parseTargets } from './draft-builder.ts';
import { parseIdRanges, type RuleSelection } from './drafts/rule-selection.ts';
import { selects } from './select-rules.ts';
import { compileTarget } from './targets.ts';

/**
 * For code that stores others' exclusions: `withOverlay` accepts what passes here, whatever the rules are. A pattern in
 * the target has the limits of owners' patterns, since it runs on strangers' input.
 * @throws RuleError
 */
export function assertExclusion(exclusion: RuleExclusion): void {
  selectionOf(exclusion);
  if (exclusion.target === undefined) return;
  const { text, selector } = nodeOf(exclusion, exclusion.target);
  targetOf(exclusion, exclusion.target);
  if (selector?.kind !== 'regex') return;
  try {
    assertPattern(decodeUtf8(selector.source));
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw faultOf(exclusion, error.code, `${error.message} in ${decodeUtf8(text)}`);
  }
}

/**
 * @param readPath what requests are compared with, of a path as its owner has written it
 * @throws RuleError
 */
export function resolveExclusions(
  ruleSet: CompiledRules,
  exclusions: readonly RuleExclusion[],
  readPath: (written: ByteString) => ByteString,
): SiteExclusions | null {
  if (exclusions.length === 0) return null;
  const resolved = new SiteExclusions(ruleSet.rules.length);
  for (const exclusion of exclusions) {
    const selection = selectionOf(exclusion);
    const target = exclusion.target === undefined ? null : targetOf(exclusion, exclusion.target);
    const pathPrefix = exclusion.pathPrefix === undefined ? null : readPath(encodeUtf8(exclusion.pathPrefix));
    const rules = ruleSet.rules.filter((rule) => selects(selection, rule)).map((rule) => rule.index);
    resolved.add({ name: exclusion.name, target, pathPrefix }, rules);
  }
  return resolved;
}

export function selectionOf({ by, name }: RuleExclusion): RuleSelection {
  if ('tag' in by) return { by: 'tag', tag: encodeUtf8(by.tag) };
  if ('msg' in by) return { by: 'msg', message: encodeUtf8(by.msg) };
  const selection = parseIdRanges(by.id);
  if (selection !== null) return selection;
  throw faultOf({ name }, 'seclang_bad_argument', `rule id or range expected, not '${by.id}'`);
}

function targetOf(exclusion: RuleExclusion, text: string): CompiledTarget {
  return compileTarget(nodeOf(exclusion, text));
}

function nodeOf(exclusion: RuleExclusion, text: string): VariableNode {
  const [node, surplus] = parseTargets(encodeUtf8(text), fileOf(exclusion));
  if (node === undefined || surplus !== undefined || node.modifier !== 'none')
    throw faultOf(exclusion, 'seclang_bad_argument', `one target expected, not '${text}'`);
  return node;
}

const fileOf = ({ name }: Pick<RuleExclusion, 'name'>): string => `exclusion ${name}`;

const faultOf = (exclusion: Pick<RuleExclusion, 'name'>, code: RuleErrorCode, detail: string): RuleError =>
  new RuleError(code, detail, { file: fileOf(exclusion), line: 1, column: 1 });
