import type { ActionNode, Token } from '../../model/ast.ts';
import type { LogicalLine } from '../../model/logical-line.ts';
import { offsetInLine } from './tokenizer.ts';

const BLANK = /\s/;
const NAME = /[A-Za-z0-9_]/;

/** `name`, `name:value`, `name:'value'`, separated by commas; inside single quotes `\'` is a quote. */
export function parseActions(line: LogicalLine, token: Token): ActionNode[] {
  const text = token.value;
  const at = (index: number) => offsetInLine(token, index);
  const nodes: ActionNode[] = [];
  let index = skipBlanks(text, 0);
  if (index >= text.length) return nodes;
  while (true) {
    const start = index;
    while (index < text.length && NAME.test(text[index]!)) index++;
    const name = text.slice(start, index).toLowerCase();
    if (name === '') throw line.error('seclang_syntax', 'action expected', at(start));
    index = skipBlanks(text, index);
    let argument: string | null = null;
    if (text[index] === ':' || text[index] === '=') {
      const value = parseValue(line, text, skipBlanks(text, index + 1), at);
      argument = value.argument;
      index = skipBlanks(text, value.end);
    }
    nodes.push({ line, offset: at(start), name, argument });
    if (index >= text.length) return nodes;
    if (text[index] !== ',')
      throw line.error('seclang_syntax', `',' expected, found '${text[index]}'`, at(index));
    index = skipBlanks(text, index + 1);
    if (index >= text.length) throw line.error('seclang_syntax', "action expected after ','", at(index - 1));
  }
}

function parseValue(line: LogicalLine, text: string, start: number, at: (index: number) => number) {
  if (text[start] !== "'") {
    let end = start;
    while (end < text.length && text[end] !== ',') end++;
    return { argument: text.slice(start, end).trimEnd(), end };
  }
  let argument = '';
  let index = start + 1;
  while (index < text.length && text[index] !== "'") {
    if (text[index] === '\\' && text[index + 1] === "'") index++;
    argument += text[index]!;
    index++;
  }
  if (index >= text.length) throw line.error('seclang_syntax', "missing closing '", at(start));
  return { argument, end: index + 1 };
}

function skipBlanks(text: string, from: number): number {
  let index = from;
  while (index < text.length && BLANK.test(text[index]!)) index++;
  return index;
}
