import { maskField, maskOfTarget } from './mask-request.ts';
import type { Masking } from './masking.ts';

/** A head of HTTP/1 as text, and where its parts stand. */
export interface HeadLines {
  /** Its lines as they came, each with its line end. */
  readonly text: string;
  readonly method: string;
  readonly target: string;
  /** Name, value, … of its fields in order. */
  readonly fields: readonly string[];
}

const CARRIAGE_RETURN = '\r';
const LINE_END = 2;
const SPACE = 0x20;
const TAB = 0x09;

/** Where the lines of fields begin. */
export const beginningOfFields = ({ text }: HeadLines): number => text.indexOf(CARRIAGE_RETURN) + LINE_END;

/** The same line with a masked target. */
export function maskRequestLine({ text, method, target }: HeadLines, masking: Masking): string {
  const from = method.length + 1;
  const masked = maskOfTarget(target, masking);
  const end = text.indexOf(CARRIAGE_RETURN) + LINE_END;
  return masked === target
    ? text.slice(0, end)
    : text.slice(0, from) + masked + text.slice(from + target.length, end);
}

/** A field of which something is masked, and where its value begins behind {@link beginningOfFields}. */
export interface SecretField {
  readonly index: number;
  readonly start: number;
}

/**
 * The same lines with masked values: most stay, and what stays is not put together anew.
 *
 * @param secrets filled with the fields in which there was something to mask
 */
export function maskFieldLines(head: HeadLines, masking: Masking, secrets: SecretField[] = []): string {
  const { text, fields } = head;
  const from = beginningOfFields(head);
  const { substitution } = masking;
  let masked = '';
  let done = from;
  for (let at = from, index = 0; index < fields.length; index += 2) {
    const name = fields[index]!;
    const value = fields[index + 1]!;
    let start = at + name.length + 1;
    while (isBlank(text.charCodeAt(start))) start++;
    const { asked } = substitution;
    const after = maskField(name, value, masking);
    if (substitution.asked > asked) secrets.push({ index, start: start - from });
    if (after !== value) {
      masked += text.slice(done, start) + after;
      done = start + value.length;
    }
    at = text.indexOf(CARRIAGE_RETURN, start + value.length) + LINE_END;
  }
  return done === from ? text.slice(from) : masked + text.slice(done);
}

/** The same of lines whose secret fields are known: the others need no look. */
export function maskSecretFields(head: HeadLines, masking: Masking, secrets: readonly SecretField[]): string {
  const { text, fields } = head;
  const from = beginningOfFields(head);
  let masked = '';
  let done = from;
  for (const { index, start } of secrets) {
    const value = fields[index + 1]!;
    masked += text.slice(done, from + start) + maskField(fields[index]!, value, masking);
    done = from + start + value.length;
  }
  return masked + text.slice(done);
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB;
