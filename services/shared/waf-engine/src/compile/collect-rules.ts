import type { ByteString, CompilePorts, RuleSource } from '../model/api.ts';
import type { ActionNode, DirectiveNode } from '../model/ast.ts';
import type { EngineSettings } from '../model/compiled-rules.ts';
import type { BlockAction } from './compile-rule.ts';
import { applyActions, buildDraft, newDraft } from './draft-builder.ts';
import type { RuleDraft } from './drafts/rule-draft.ts';
import { parseActions } from './seclang/parse-actions.ts';
import { parseDirectives, parseRule } from './seclang/parser.ts';
import { settingDirectives } from './setting-directives.ts';
import { updateDirectives } from './update-directives.ts';

export interface Marker {
  readonly marker: ByteString;
}

export interface Collected {
  /** Chain starters and markers in file order. */
  readonly items: (RuleDraft | Marker)[];
  /** SecRuleUpdate… and SecRuleRemove…, applied when all rules are known. */
  readonly updates: DirectiveNode[];
  /** What `block` means, by phase: the disruptive part of SecDefaultAction. */
  readonly blockActions: Map<number, BlockAction>;
}

const MAX_INCLUDE_DEPTH = 16;

/** Walks the sources in order: settings take effect, rules become drafts, chains are joined, includes are followed. */
export function collectRules(
  sources: readonly RuleSource[],
  settings: EngineSettings,
  ports: CompilePorts,
): Collected {
  const collector = new Collector(settings, ports);
  for (const source of sources) collector.source(source, 0);
  return collector.finish();
}

class Collector {
  private readonly settings: EngineSettings;
  private readonly ports: CompilePorts;
  private readonly collected: Collected = { items: [], updates: [], blockActions: new Map() };
  private readonly defaults = new Map<number, readonly ActionNode[]>();
  private chain: { head: RuleDraft; last: RuleDraft } | null = null;

  constructor(settings: EngineSettings, ports: CompilePorts) {
    this.settings = settings;
    this.ports = ports;
  }

  source(source: RuleSource, depth: number): void {
    for (const node of parseDirectives(source)) this.directive(node, depth);
  }

  finish(): Collected {
    if (this.chain !== null) {
      const { line, offset } = this.chain.last;
      throw line.error('seclang_syntax', 'a chain ends without its last rule', offset);
    }
    return this.collected;
  }

  private directive(node: DirectiveNode, depth: number): void {
    const name = node.name.toLowerCase();
    if (this.chain !== null && name !== 'secrule' && name !== 'secaction') {
      throw node.line.error('seclang_syntax', 'a chained rule must be followed by a rule', node.offset);
    }
    const setting = settingDirectives.get(name);
    if (setting !== undefined) {
      setting(this.settings, node);
      return;
    }
    if (updateDirectives.has(name)) {
      this.collected.updates.push(node);
      return;
    }
    switch (name) {
      case 'secrule':
      case 'secaction':
        this.rule(node);
        return;
      case 'secmarker':
        this.collected.items.push({ marker: this.only(node) });
        return;
      case 'secdefaultaction':
        this.defaultAction(node);
        return;
      case 'include':
        this.include(node, depth);
        return;
      default:
        throw node.line.error('seclang_unknown_directive', `no such directive: ${node.name}`, node.offset);
    }
  }

  private rule(node: DirectiveNode): void {
    const rule = parseRule(node);
    const chain = this.chain;
    const draft = buildDraft(rule, this.defaults, chain?.head.phase ?? null);
    if (chain === null) this.collected.items.push(draft);
    else chain.head.followers.push(draft);
    this.chain = draft.chained ? { head: chain?.head ?? draft, last: draft } : null;
  }

  private defaultAction(node: DirectiveNode): void {
    const text = node.args[0];
    if (text === undefined || node.args.length > 1) throw this.bad(node, 'one list of actions');
    const list = parseActions(node.line, text);
    const probe = newDraft(node, null);
    applyActions(
      probe,
      list.filter((action) => action.name !== 'block'),
    );
    if (probe.phase === null)
      throw node.line.error('seclang_bad_argument', 'SecDefaultAction needs a phase', text.offset);
    this.defaults.set(probe.phase, list);
    const disruptive = probe.disruptive === null || probe.disruptive === 'block' ? 'pass' : probe.disruptive;
    this.collected.blockActions.set(probe.phase, {
      disruptive,
      status: probe.status ?? (disruptive === 'redirect' ? 302 : 403),
      redirect: probe.redirect,
    });
  }

  private include(node: DirectiveNode, depth: number): void {
    const pattern = this.only(node);
    if (depth >= MAX_INCLUDE_DEPTH)
      throw node.line.error('seclang_unresolved_include', 'too many nested includes', node.offset);
    const files = this.ports.readFiles?.(pattern, node.line.file) ?? [];
    if (files.length === 0) {
      throw node.line.error('seclang_unresolved_include', `no such file: ${pattern}`, node.args[0]!.offset);
    }
    for (const file of files) this.source(file, depth + 1);
  }

  private only(node: DirectiveNode): string {
    const [first, surplus] = node.args;
    if (first === undefined || surplus !== undefined) throw this.bad(node, 'one argument');
    return first.value;
  }

  private bad(node: DirectiveNode, expected: string) {
    return node.line.error(
      'seclang_bad_argument',
      `${node.name} takes ${expected}`,
      node.args[1]?.offset ?? node.offset,
    );
  }
}
