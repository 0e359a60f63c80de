import type { OperatorArgument } from '../model/operator.ts';
import type { RuleSelection } from './drafts/rule-selection.ts';

/** The facts of a rule by which it can be selected; drafts and compiled rules both have them. */
export interface Selectable {
  readonly id: number | null;
  readonly tags: readonly OperatorArgument[];
  readonly message: OperatorArgument | null;
}

/** Tags and messages are compared as a whole, as written (macros not expanded), as libmodsecurity does. */
export function selects(selection: RuleSelection, rule: Selectable): boolean {
  switch (selection.by) {
    case 'id':
      return (
        rule.id !== null && selection.ranges.some(([first, last]) => rule.id! >= first && rule.id! <= last)
      );
    case 'tag':
      return rule.tags.some((tag) => sourceOf(tag) === selection.tag);
    case 'msg':
      return rule.message !== null && sourceOf(rule.message) === selection.message;
  }
}

const sourceOf = (text: OperatorArgument): string => (typeof text === 'string' ? text : text.source);
