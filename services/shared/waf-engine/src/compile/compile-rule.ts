import { decodeUtf8, encodeUtf8, PatternError } from '@palisade/regex';
import { operators } from '../evaluate/operators/index.ts';
import type { TransformationChains } from '../evaluate/transformations/transformation-chains.ts';
import { variables } from '../evaluate/variables/registry.ts';
import { singleValue } from '../evaluate/variables/single-value.ts';
import type { CompilePorts, Phase, RuleDescription } from '../model/api.ts';
import type { OperatorNode } from '../model/ast.ts';
import {
  type CompiledLink,
  type CompiledRule,
  type DisruptiveAction,
  SEVERITIES,
} from '../model/compiled-rules.ts';
import type { CompiledOperator } from '../model/operator.ts';
import type { RuleDraft, RuleLookup } from './drafts/rule-draft.ts';
import { parseMacros } from './seclang/parse-macros.ts';
import { compileTarget } from './targets.ts';

export interface RuleCompilation {
  readonly ports: CompilePorts;
  readonly chains: TransformationChains;
  /** What `block` means, by phase. */
  readonly blockActions: ReadonlyMap<number, BlockAction>;
  readonly lookup: RuleLookup;
  /** Whether a rule's groups TX:1–9 are read by anyone. */
  readonly readsGroups: (draft: RuleDraft) => boolean;
}

export interface BlockAction {
  readonly disruptive: DisruptiveAction;
  readonly status: number;
  readonly redirect: RuleDraft['redirect'];
}

const FORBIDDEN = 403;
const FOUND = 302;
const PASS: BlockAction = { disruptive: 'pass', status: FORBIDDEN, redirect: null };

export function compileRule(
  draft: RuleDraft,
  index: number,
  id: number,
  compilation: RuleCompilation,
): CompiledRule {
  const links = [draft, ...draft.followers];
  const block = compilation.blockActions.get(draft.phase!) ?? PASS;
  const message = links.find((link) => link.message !== null)?.message ?? null;
  const severity = links.find((link) => link.severity !== null)?.severity ?? null;
  const tags = links.flatMap((link) => link.tags);
  const disruptive = draft.disruptive === 'block' ? block.disruptive : (draft.disruptive ?? 'pass');
  const description: RuleDescription = {
    id,
    phase: draft.phase as Phase,
    message: message === null ? '' : decodeUtf8(typeof message === 'string' ? message : message.source),
    severity: severity === null ? null : SEVERITIES[severity]!,
    tags: tags.map((tag) => decodeUtf8(typeof tag === 'string' ? tag : tag.source)),
    targets: targetsOf(links),
    source: draft.line.file,
    line: draft.line.line,
    text: decodeUtf8(links.map((link) => link.text).join('\n')),
  };
  return {
    index,
    position: 0,
    id,
    phase: draft.phase as Phase,
    links: links.map((link) =>
      compileLink(link, compilation, link === draft, compilation.readsGroups(draft)),
    ),
    disruptive,
    allowScope: draft.allowScope,
    status:
      links.findLast((link) => link.status !== null)?.status ??
      (disruptive === 'redirect' ? FOUND : draft.disruptive === 'block' ? block.status : FORBIDDEN),
    redirect: draft.redirect ?? (draft.disruptive === 'block' ? block.redirect : null),
    skip: draft.skip,
    skipTo: -1,
    logged: draft.log ?? true,
    recorded: (draft.log ?? true) || message !== null,
    severity,
    message,
    logData: links.find((link) => link.logData !== null)?.logData ?? null,
    tags,
    description,
  };
}

function targetsOf(links: readonly RuleDraft[]): string[] {
  const looked = links.flatMap((link) => link.variables.filter(({ modifier }) => modifier !== 'exclude'));
  return [...new Set(looked.map(({ text }) => decodeUtf8(text)))];
}

function compileLink(
  draft: RuleDraft,
  compilation: RuleCompilation,
  first: boolean,
  groupsRead: boolean,
): CompiledLink {
  const transformations = compilation.chains.intern(draft.transformations);
  if (transformations === null) {
    const name = draft.transformations.find((single) => compilation.chains.intern([single]) === null) ?? '';
    throw draft.line.error('seclang_unknown_transformation', `no such transformation: ${name}`, draft.offset);
  }
  const targets = draft.variables.filter((variable) => variable.modifier !== 'exclude').map(compileTarget);
  const exclusions = draft.variables.filter((variable) => variable.modifier === 'exclude').map(compileTarget);
  const { operator } = draft;
  // An exclusion without key takes the whole variable away.
  const kept = targets.filter(
    (target) => !exclusions.some((other) => other.selector === null && other.name === target.name),
  );
  const compiled = operator === null ? null : compileOperator(operator, compilation.ports);
  const operatorArgument = operator === null ? '' : compiled?.pure ? parseMacros(operator.argument) : null;
  const plain =
    exclusions.length === 0 && transformations.steps.length === 0 && !draft.multiMatch && !draft.capture;
  return {
    first,
    targets: kept,
    exclusions,
    operator: compiled,
    negated: operator?.negated ?? false,
    pure: compiled?.pure === true && typeof operatorArgument === 'string',
    operatorArgument,
    operatorText:
      operator === null
        ? ''
        : decodeUtf8(`${operator.negated ? '!' : ''}@${operator.spelling} ${operator.argument}`.trimEnd()),
    transformations,
    multiMatch: draft.multiMatch,
    capture: draft.capture,
    captureGroups: draft.capture && groupsRead,
    single: plain && kept.length === 1 ? singleValue(kept[0]!) : null,
    onMatch: draft.onMatch,
    onFullMatch: draft.onFullMatch.map((make) => make(compilation.lookup)),
  };
}

function compileOperator(node: OperatorNode, ports: CompilePorts): CompiledOperator {
  const { line } = node;
  const factory = Object.hasOwn(operators, node.name) ? operators[node.name] : undefined;
  if (factory === undefined)
    throw line.error('seclang_unknown_operator', `no such operator: @${node.spelling}`, node.offset);
  const argument = parseMacros(node.argument);
  for (const part of typeof argument === 'string' ? [] : argument.parts) {
    if (typeof part !== 'string' && !variables.has(part.variable)) {
      throw line.error('seclang_unknown_variable', `no such variable: ${part.variable}`, node.argumentOffset);
    }
  }
  try {
    return factory(argument, {
      fail: (code, detail) => {
        throw line.error(code, detail, node.argumentOffset);
      },
      readFiles: (name) => {
        const files = ports.readFiles?.(name, line.file) ?? [];
        if (files.length === 0)
          throw line.error('seclang_unresolved_include', `no such file: ${name}`, node.argumentOffset);
        return files.map((file) => ({ name: file.name, text: encodeUtf8(file.text) }));
      },
    });
  } catch (error) {
    if (error instanceof PatternError)
      throw line.error(error.code, error.message, node.argumentOffset + error.offset);
    throw error;
  }
}
