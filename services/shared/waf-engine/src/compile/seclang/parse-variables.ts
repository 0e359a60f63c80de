import type { Selector, Token, VariableNode } from '../../model/ast.ts';
import type { LogicalLine } from '../../model/logical-line.ts';
import { parseMacros } from './parse-macros.ts';
import { offsetInLine } from './tokenizer.ts';

const NAME = /[A-Za-z0-9_]/;

/** `A|!B:key|&C:/regex/|XML:/*`: `|` separates, except inside a regex selector or a quoted key. */
export function parseVariables(line: LogicalLine, token: Token): VariableNode[] {
  const text = token.value;
  const at = (index: number) => offsetInLine(token, index);
  const nodes: VariableNode[] = [];
  let index = 0;
  while (true) {
    while (text[index] === ' ' || text[index] === '\t') index++;
    const start = index;
    let modifier: VariableNode['modifier'] = 'none';
    if (text[index] === '!' || text[index] === '&') {
      modifier = text[index] === '!' ? 'exclude' : 'count';
      index++;
    }
    const nameStart = index;
    while (index < text.length && NAME.test(text[index]!)) index++;
    const name = text.slice(nameStart, index).toUpperCase();
    if (name === '') throw line.error('seclang_syntax', 'variable name expected', at(index));
    let selector: Selector | null = null;
    if (text[index] === ':' || (text[index] === '.' && name === 'TX')) {
      const parsed = parseSelector(line, text, index + 1, name, at);
      selector = parsed.selector;
      index = parsed.end;
    }
    nodes.push({
      line,
      offset: at(start),
      name,
      selector,
      modifier,
      text: text.slice(nameStart, index).trimEnd(),
    });
    while (text[index] === ' ' || text[index] === '\t') index++;
    if (index >= text.length) return nodes;
    if (text[index] !== '|' && text[index] !== ',') {
      throw line.error('seclang_syntax', `'|' expected, found '${text[index]}'`, at(index));
    }
    index++;
  }
}

function parseSelector(
  line: LogicalLine,
  text: string,
  start: number,
  variable: string,
  at: (index: number) => number,
): { selector: Selector; end: number } {
  if (variable !== 'XML' && (text[start] === '/' || text.startsWith("'/", start))) {
    return parseRegexSelector(line, text, start, at);
  }
  if (text[start] === "'") {
    const end = text.indexOf("'", start + 1);
    if (end < 0) throw line.error('seclang_syntax', "missing closing ' of a key", at(start));
    return { selector: keySelector(text.slice(start + 1, end)), end: end + 1 };
  }
  let end = start;
  while (end < text.length && text[end] !== '|') end++;
  const raw = text.slice(start, end).trimEnd();
  if (raw === '') throw line.error('seclang_syntax', 'key expected after the colon', at(start));
  const selector: Selector = variable === 'XML' ? { kind: 'xpath', path: raw } : keySelector(raw);
  return { selector, end };
}

function parseRegexSelector(line: LogicalLine, text: string, start: number, at: (index: number) => number) {
  const quoted = text[start] === "'";
  const open = quoted ? start + 1 : start;
  let end = open + 1;
  while (end < text.length && text[end] !== '/') end += text[end] === '\\' ? 2 : 1;
  if (end >= text.length)
    throw line.error('seclang_syntax', "missing closing '/' of a regex selector", at(start));
  if (quoted && text[end + 1] !== "'")
    throw line.error('seclang_syntax', "missing closing ' of a key", at(start));
  const selector: Selector = { kind: 'regex', source: text.slice(open + 1, end).replaceAll('\\/', '/') };
  return { selector, end: end + (quoted ? 2 : 1) };
}

function keySelector(key: string): Selector {
  const template = parseMacros(key);
  return typeof template === 'string' ? { kind: 'key', key: template } : { kind: 'macro', template };
}
