import { escapeMarkup } from '@palisade/basics';

export type Variables = Readonly<Record<string, string>>;

/**
 * `{{name}}`, or `{{name|default}}`. Filled in one pass, so that a value that looks like a placeholder stays unchanged.
 */
const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_]{0,39})\s*(?:\|([^{}]{0,200}))?\}\}/g;
const MAX_VALUE = 10_000;

/** For an HTML body: values are escaped. Line breaks in them stay visible. */
export function fillHtml(template: string, variables: Variables): string {
  return fill(template, variables, (value) => escapeMarkup(withoutControls(value)).replaceAll('\n', '<br>'));
}

/** For a text body. */
export function fillText(template: string, variables: Variables): string {
  return fill(template, variables, withoutControls);
}

/** For a subject or a name: one line, whatever the values contain. */
export function fillLine(template: string, variables: Variables): string {
  return oneLine(fill(template, variables, oneLine)).slice(0, 300);
}

/** Text that may appear in a header: no line breaks, no control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\n\t]+/gu, '');

function fill(template: string, variables: Variables, write: (value: string) => string): string {
  return template.replace(PLACEHOLDER, (_whole, name: string, otherwise = '') => {
    const value = Object.hasOwn(variables, name) ? variables[name] : '';
    return value ? write(value.slice(0, MAX_VALUE)) : otherwise.trim();
  });
}

export function namesIn(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[1]!);
}
