/** The format that ModSecurity's own unit vectors have, and Coraza's, which descend from them. */
import type { ByteString } from '../../src/model/api.ts';

export interface Vector {
  readonly name: string;
  readonly input: string;
  readonly param?: string;
  readonly output?: string;
  readonly ret: number;
}

/**
 * Text of a vector as the bytes that it means: UTF-8, in which `\xHH` and `\uHHHH` (its low byte) written out stand for one
 * byte each.
 */
export function vectorBytes(text: string): ByteString {
  return utf8(text)
    .replace(/\\x([0-9a-zA-Z]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\u([0-9a-zA-Z]{4})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16) & 0xff),
    );
}

export function utf8(text: string): ByteString {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** A vector on which we differ, and why; listed beside the counts that a conformance spec asserts. */
export interface Deviation {
  readonly name: string;
  readonly input: string;
  readonly param?: string;
  readonly reason: string;
}
