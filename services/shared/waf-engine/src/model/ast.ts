import type { ByteString } from './api.ts';
import type { LogicalLine } from './logical-line.ts';
import type { OperatorArgument } from './operator.ts';

/** One word of a directive, quotes removed. */
export interface Token {
  readonly value: string;
  /** Offset of the first character of the content in the logical line. */
  readonly offset: number;
  /** Offsets in `value` before which a backslash was dropped; needed to point at the right column. */
  readonly dropped: readonly number[];
}

/** Position of a node, for errors found after parsing. */
export interface Origin {
  readonly line: LogicalLine;
  readonly offset: number;
}

export type Selector =
  | { readonly kind: 'key'; readonly key: ByteString }
  | { readonly kind: 'macro'; readonly template: Exclude<OperatorArgument, string> }
  | { readonly kind: 'regex'; readonly source: ByteString }
  | { readonly kind: 'xpath'; readonly path: ByteString };

export interface VariableNode extends Origin {
  /** Upper case. */
  readonly name: string;
  readonly selector: Selector | null;
  readonly modifier: 'none' | 'count' | 'exclude';
  /** As written, without modifier. */
  readonly text: string;
}

export interface OperatorNode extends Origin {
  readonly negated: boolean;
  /** Lower case, without `@`. */
  readonly name: string;
  /** As written in the rule, for people. */
  readonly spelling: string;
  readonly argument: ByteString;
  readonly argumentOffset: number;
}

export interface ActionNode extends Origin {
  /** Lower case. */
  readonly name: string;
  /** `null` where the action has no argument at all. */
  readonly argument: ByteString | null;
}

export interface DirectiveNode extends Origin {
  readonly name: string;
  readonly args: readonly Token[];
}

export interface RuleNode extends Origin {
  readonly kind: 'SecRule' | 'SecAction';
  /** Empty for SecAction. */
  readonly variables: readonly VariableNode[];
  readonly operator: OperatorNode | null;
  readonly actions: readonly ActionNode[];
}
