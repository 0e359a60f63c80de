import { variables } from '../evaluate/variables/registry.ts';
import type { ActionNode, RuleNode, VariableNode } from '../model/ast.ts';
import { LogicalLine } from '../model/logical-line.ts';
import { actions } from './actions/registry.ts';
import type { ActionEnvironment, RuleDraft } from './drafts/rule-draft.ts';
import { parseMacros } from './seclang/parse-macros.ts';
import { parseVariables } from './seclang/parse-variables.ts';
import { compileTarget } from './targets.ts';

/** What SecDefaultAction laid down for a phase. */
export type DefaultActions = ReadonlyMap<number, readonly ActionNode[]>;

const BUILT_IN_PHASE = 2;

export function newDraft(node: Pick<RuleDraft, 'line' | 'offset'>, rule: RuleNode | null): RuleDraft {
  return {
    line: node.line,
    offset: node.offset,
    variables: rule === null ? [] : [...rule.variables],
    operator: rule?.operator ?? null,
    id: null,
    phase: null,
    chained: false,
    capture: false,
    multiMatch: false,
    transformations: [],
    disruptive: null,
    allowScope: 'all',
    status: null,
    redirect: null,
    skip: 0,
    skipAfter: null,
    log: null,
    severity: null,
    message: null,
    logData: null,
    tags: [],
    onMatch: [],
    onFullMatch: [],
    followers: [],
    text: node.line.text,
  };
}

/** A rule as it is written, on top of its phase's defaults. `inheritedPhase`: the chain starter's. */
export function buildDraft(
  rule: RuleNode,
  defaults: DefaultActions,
  inheritedPhase: number | null,
): RuleDraft {
  const draft = newDraft(rule, rule);
  const probe = newDraft(rule, null);
  applyActions(
    probe,
    rule.actions.filter((action) => action.name === 'phase'),
  );
  const phase = inheritedPhase ?? probe.phase ?? BUILT_IN_PHASE;
  applyActions(draft, (defaults.get(phase) ?? []).filter(isInherited));
  applyActions(draft, rule.actions);
  draft.phase = phase;
  return draft;
}

/** Only a rule that says `block` takes over the default's disruptive action; see `resolveDisruptive`. */
const isInherited = (action: ActionNode): boolean =>
  !['phase', 'deny', 'drop', 'pass', 'allow', 'redirect', 'block', 'status'].includes(action.name);

export function applyActions(draft: RuleDraft, nodes: readonly ActionNode[]): void {
  for (const node of nodes) {
    const action = actions.get(node.name);
    if (action === undefined) {
      throw node.line.error('seclang_unknown_action', `no such action: ${node.name}`, node.offset);
    }
    action.apply(draft, node, environmentFor(node));
  }
}

function environmentFor(node: ActionNode): ActionEnvironment {
  const fail: ActionEnvironment['fail'] = (code, detail) => {
    throw node.line.error(code, detail, node.offset);
  };
  return {
    fail,
    required: () =>
      node.argument === null || node.argument === ''
        ? fail('seclang_bad_argument', `${node.name} takes an argument`)
        : node.argument,
    macros(text) {
      const template = parseMacros(text);
      if (typeof template === 'string') return template;
      for (const part of template.parts) {
        if (typeof part !== 'string' && !variables.has(part.variable)) {
          fail('seclang_unknown_variable', `no such variable: ${part.variable}`);
        }
      }
      return template;
    },
    target: (text) => compileTarget(parseSingleTarget(text, node)),
  };
}

/** A target that stands inside an action's argument; errors point at the action. */
function parseSingleTarget(text: string, node: ActionNode): VariableNode {
  const parsed = parseTargets(text, node.line.file, node.line.line);
  if (parsed.length !== 1)
    throw node.line.error('seclang_bad_argument', `one target expected, not '${text}'`, node.offset);
  return { ...parsed[0]!, line: node.line, offset: node.offset };
}

/** Targets from outside a rule file, such as `ARGS:comment`. */
export function parseTargets(text: string, file: string, lineNumber = 1): VariableNode[] {
  const line = new LogicalLine(file, [{ offset: 0, line: lineNumber, column: 1, text }]);
  return parseVariables(line, { value: text, offset: 0, dropped: [] });
}
