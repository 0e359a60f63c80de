import { compilePattern } from '@palisade/regex';
import type { DirectiveNode } from '../model/ast.ts';
import type { RuleDraft } from './drafts/rule-draft.ts';

/** `%{TX.1}`, `TX:2`: someone reads what a group captured. TX:0, the whole match, does not count. */
const READS_GROUP = /\btx[.:]['"]?[1-9]\b/i;
const GROUP_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/**
 * Tracking capture groups costs far more than finding a match, and most rules capture only for TX:0 in their log line.
 * Determines for which rules (chain starters) groups 1–9 must be kept: those that read them themselves, or all of them
 * as soon as one rule reads what another has captured.
 */
export function groupReaders(
  drafts: readonly RuleDraft[],
  updates: readonly DirectiveNode[],
): (draft: RuleDraft) => boolean {
  const everywhere =
    updates.some((node) => READS_GROUP.test(node.line.text)) ||
    drafts.some(
      (draft) =>
        readsWholeCollection(draft) || (readsGroups(draft) && !links(draft).some((link) => link.capture)),
    );
  return everywhere ? () => true : readsGroups;
}

const links = (draft: RuleDraft): RuleDraft[] => [draft, ...draft.followers];
const readsGroups = (draft: RuleDraft): boolean => links(draft).some((link) => READS_GROUP.test(link.text));

/** `TX`, `&TX`, or a regex selector that a group's key would satisfy. */
function readsWholeCollection(draft: RuleDraft): boolean {
  return links(draft).some((link) =>
    link.variables.some(({ name, selector }) => {
      if (name !== 'TX') return false;
      if (selector === null || selector.kind === 'macro') return true;
      if (selector.kind !== 'regex') return false;
      const pattern = compilePattern(selector.source, { caseInsensitive: true });
      return GROUP_KEYS.some((key) => pattern.test(key));
    }),
  );
}
