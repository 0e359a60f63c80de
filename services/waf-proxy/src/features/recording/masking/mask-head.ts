import { maskField, maskOfTarget } from './mask-request.ts';
import type { Masking } from './masking.ts';

/** The text of an HTTP/1 head, with its parts. */
export interface HeadLines {
  /** The lines as received, with their line ends. */
  readonly text: string;
  readonly method: string;
  readonly target: string;
  /** Header names and values in order. */
  readonly fields: readonly string[];
}

const CARRIAGE_RETURN = '\r';
const LINE_END = 2;
const SPACE = 0x20;
const TAB = 0x09;

/** Offset of the header lines. */
export const beginningOfFields = ({ text }: HeadLines): number => text.indexOf(CARRIAGE_RETURN) + LINE_END;

/** The request line with its target masked. */
export function maskRequestLine({ text, method, target }: HeadLines, masking: Masking): string {
  const from = method.length + 1;
  const masked = maskOfTarget(target, masking);
  const end = text.indexOf(CARRIAGE_RETURN) + LINE_END;
  return masked === target
    ? text.slice(0, end)
    : text.slice(0, from) + masked + text.slice(from + target.length, end);
}

/** A header with a masked value, and the value's offset from {@link beginningOfFields}. */
export interface SecretField {
  readonly index: number;
  readonly start: number;
}

/**
 * The header lines with masked values; unchanged parts are not rebuilt.
 *
 * @param secrets receives the headers in which something was masked
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

/** The same where the headers with secrets are known, so that the others need not be examined. */
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
