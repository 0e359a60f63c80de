import * as z from 'zod/mini';
import {
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  type ConditionField,
  type ConditionOperator,
  type CustomRuleCondition,
  conditionSchema,
  NAMED_FIELDS,
} from '../groups/custom-rule-conditions.ts';
import { CUSTOM_RULE_LIMITS } from '../groups/custom-rules.ts';
import { ExpressionError, type Token, tokensOf } from './tokens.ts';

/*
 * expression := all ("or" all)*
 * all        := one ("and" one)*
 * one        := "not" one | "(" expression ")" | comparison
 * comparison := field (operator values | "exists")
 * field      := name | name "[" text "]"
 * values     := value | "{" value ("," value)* "}"
 */

type Node =
  | { readonly kind: 'condition'; readonly condition: CustomRuleCondition }
  | { readonly kind: 'not'; readonly of: Node }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Node[] };

/** Conditions that must all hold; of several groups one is enough. */
export type ConditionGroups = readonly (readonly CustomRuleCondition[])[];

const MAX_DEPTH = 20;
const MAX_GROUPS = 1 + CUSTOM_RULE_LIMITS.alternatives;
const FIELDS: ReadonlySet<string> = new Set(CONDITION_FIELDS);
const OPERATORS: ReadonlySet<string> = new Set(CONDITION_OPERATORS);

/**
 * Parses an expression to groups of conditions, one of which must hold as a whole.
 *
 * @throws ExpressionError
 */
export function parseExpression(expression: string): ConditionGroups {
  const parser = new Parser(tokensOf(expression));
  return groupsOf(parser.whole(), false);
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Node {
    const node = this.any(0);
    const { kind, text, offset } = this.next;
    if (kind !== 'end') throw new ExpressionError(`“and” or “or” is expected before “${text}”`, offset);
    return node;
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private take(): Token {
    return this.tokens[this.at++]!;
  }

  private skips(text: string): boolean {
    const { kind, text: found } = this.next;
    const isIt = kind !== 'text' && (kind === 'word' ? found.toLowerCase() : found) === text;
    if (isIt) this.at++;
    return isIt;
  }

  private expect(text: string): void {
    if (!this.skips(text)) throw new ExpressionError(`“${text}” is expected here`, this.next.offset);
  }

  private any(depth: number): Node {
    const of = [this.all(depth)];
    while (this.skips('or')) of.push(this.all(depth));
    return of.length === 1 ? of[0]! : { kind: 'or', of };
  }

  private all(depth: number): Node {
    const of = [this.one(depth)];
    while (this.skips('and')) of.push(this.one(depth));
    return of.length === 1 ? of[0]! : { kind: 'and', of };
  }

  private one(depth: number): Node {
    if (depth > MAX_DEPTH) throw new ExpressionError('This is nested too deeply', this.next.offset);
    if (this.skips('not')) return { kind: 'not', of: this.one(depth + 1) };
    if (!this.skips('(')) return { kind: 'condition', condition: this.comparison() };
    const node = this.any(depth + 1);
    this.expect(')');
    return node;
  }

  private comparison(): CustomRuleCondition {
    const start = this.next;
    const field = this.field();
    const name = this.name(field);
    const operator = this.operator();
    const valuesAt = this.next.offset;
    const { values, offsets } = operator === 'exists' ? { values: [], offsets: [] } : this.values();
    const condition = { field, name, operator, negate: false, values };
    const issue = z.safeParse(conditionSchema, condition).error?.issues[0];
    if (issue === undefined) return condition;
    const [part, index] = issue.path;
    const place = part === 'values' ? (offsets[Number(index)] ?? valuesAt) : start.offset;
    throw new ExpressionError(issue.message, place);
  }

  private field(): ConditionField {
    const { kind, text, offset } = this.take();
    const name = text.toLowerCase();
    if (kind === 'word' && FIELDS.has(name)) return name as ConditionField;
    const known = CONDITION_FIELDS.join(', ');
    throw new ExpressionError(
      text === '' ? 'A condition is missing here' : `“${text}” is no field: ${known}`,
      offset,
    );
  }

  private name(field: ConditionField): string {
    if (!NAMED_FIELDS.has(field)) return '';
    this.expect('[');
    const { kind, text, offset } = this.take();
    if (kind !== 'text') throw new ExpressionError('A name in quotes is expected here', offset);
    this.expect(']');
    return text;
  }

  private operator(): ConditionOperator {
    const { kind, text, offset } = this.take();
    const name = text.toLowerCase();
    if (kind === 'word' && OPERATORS.has(name)) return name as ConditionOperator;
    throw new ExpressionError(`A comparison is expected here: ${CONDITION_OPERATORS.join(', ')}`, offset);
  }

  private values(): { values: string[]; offsets: number[] } {
    const taken: Token[] = [];
    if (this.skips('{')) {
      do taken.push(this.value());
      while (this.skips(','));
      this.expect('}');
    } else taken.push(this.value());
    return { values: taken.map(({ text }) => text), offsets: taken.map(({ offset }) => offset) };
  }

  private value(): Token {
    const token = this.take();
    if (token.kind === 'word' || token.kind === 'text') return token;
    throw new ExpressionError('A value is expected here', token.offset);
  }
}

/** Negation goes to the conditions, and what is nested becomes groups side by side. */
function groupsOf(node: Node, negated: boolean): ConditionGroups {
  switch (node.kind) {
    case 'condition':
      return [[{ ...node.condition, negate: negated }]];
    case 'not':
      return groupsOf(node.of, !negated);
    case 'and':
    case 'or': {
      const parts = node.of.map((one) => groupsOf(one, negated));
      return bounded((node.kind === 'and') === negated ? parts.flat() : parts.reduce(combined));
    }
  }
}

const combined = (one: ConditionGroups, other: ConditionGroups): ConditionGroups =>
  bounded(one.flatMap((first) => other.map((second) => [...first, ...second])));

function bounded(groups: ConditionGroups): ConditionGroups {
  const tooMany = 'Written out, this is more than a rule may have';
  if (groups.length > MAX_GROUPS) throw new ExpressionError(`${tooMany}: ${MAX_GROUPS} alternatives`, 0);
  const most = CUSTOM_RULE_LIMITS.conditions;
  if (groups.some((group) => group.length > most))
    throw new ExpressionError(`${tooMany}: ${most} conditions in one alternative`, 0);
  return groups;
}
