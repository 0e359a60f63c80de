import type { DirectiveNode, Token } from '../model/ast.ts';
import { applyActions } from './draft-builder.ts';
import type { RuleDraft } from './drafts/rule-draft.ts';
import { parseIdRanges, type RuleSelection } from './drafts/rule-selection.ts';
import { parseActions } from './seclang/parse-actions.ts';
import { parseVariables } from './seclang/parse-variables.ts';
import { selects } from './select-rules.ts';

/** Changes the drafts (chain starters) that a directive means; returns those that are to go. */
type UpdateDirective = (node: DirectiveNode, drafts: readonly RuleDraft[]) => readonly RuleDraft[];

type Select = (token: Token, node: DirectiveNode) => RuleSelection;

const byId: Select = (token, node) => {
  const selection = parseIdRanges(token.value);
  if (selection !== null) return selection;
  throw node.line.error(
    'seclang_bad_argument',
    `rule id or range expected, not '${token.value}'`,
    token.offset,
  );
};
const byTag: Select = (token) => ({ by: 'tag', tag: token.value });
const byMessage: Select = (token) => ({ by: 'msg', message: token.value });

function argument(node: DirectiveNode, index: number, what: string): Token {
  const token = node.args[index];
  if (token === undefined)
    throw node.line.error('seclang_bad_argument', `${node.name} takes ${what}`, node.offset);
  return token;
}

const remove =
  (select: Select): UpdateDirective =>
  (node, drafts) => {
    argument(node, 0, 'an argument');
    const selections = node.args.map((token) => select(token, node));
    return drafts.filter((draft) => selections.some((selection) => selects(selection, draft)));
  };

const updateTargets =
  (select: Select): UpdateDirective =>
  (node, drafts) => {
    const selection = select(argument(node, 0, 'rules'), node);
    const targets = parseVariables(node.line, argument(node, 1, 'rules and targets'));
    const replaced = node.args[2] === undefined ? [] : parseVariables(node.line, node.args[2]);
    for (const draft of drafts) {
      if (!selects(selection, draft)) continue;
      const kept = draft.variables.filter(
        (variable) => !replaced.some((other) => other.text === variable.text),
      );
      draft.variables = [...kept, ...targets];
    }
    return [];
  };

/** `id` or `id:offset`, where the offset counts the links of a chain. */
const updateActions: UpdateDirective = (node, drafts) => {
  const token = argument(node, 0, 'a rule id');
  const [id, link = '0'] = token.value.split(':', 2);
  const selection = byId({ ...token, value: id! }, node);
  const list = parseActions(node.line, argument(node, 1, 'a rule id and actions'));
  const forbidden = list.find(
    (action) => action.name === 'id' || action.name === 'phase' || action.name === 'chain',
  );
  if (forbidden !== undefined) {
    throw node.line.error('seclang_bad_argument', `${forbidden.name} cannot be updated`, forbidden.offset);
  }
  for (const draft of drafts) {
    if (!selects(selection, draft)) continue;
    const target = [draft, ...draft.followers][Number(link)];
    if (target === undefined)
      throw node.line.error('seclang_bad_argument', `the chain has no link ${link}`, token.offset);
    applyActions(target, list);
  }
  return [];
};

/** By lower-case name. Applied in file order after all rules are known. */
export const updateDirectives: ReadonlyMap<string, UpdateDirective> = new Map<string, UpdateDirective>([
  ['secruleremovebyid', remove(byId)],
  ['secruleremovebytag', remove(byTag)],
  ['secruleremovebymsg', remove(byMessage)],
  ['secruleupdatetargetbyid', updateTargets(byId)],
  ['secruleupdatetargetbytag', updateTargets(byTag)],
  ['secruleupdatetargetbymsg', updateTargets(byMessage)],
  ['secruleupdateactionbyid', updateActions],
]);
