import type { ByteString } from '../../model/api.ts';
import type { Pass, PassRules } from '../../model/transformation.ts';
import { bytesToString, copyInto, reserve, resultOf } from './byte-buffer.ts';

/** Transforms a value whose bytes before `first` stay unchanged, without pauses. */
export function transformed(value: ByteString, first: number, rules: PassRules): ByteString {
  const bytes = reserve(value.length * rules.growth);
  const length = copyInto(bytes, 0, value, 0, first);
  const pass: Pass = { value, bytes, at: first, length, memory: 0 };
  rules.begin?.(pass);
  rules.advance(pass, value.length);
  rules.end?.(pass);
  return resultOf(value, bytes, pass.length);
}

/** A pass that stands at a long value's beginning; its bytes are its own, as others transform meanwhile. */
export function beginPass(value: ByteString, rules: PassRules): Pass {
  const pass: Pass = {
    value,
    bytes: new Uint8Array(value.length * rules.growth),
    at: 0,
    length: 0,
    memory: 0,
  };
  rules.begin?.(pass);
  return pass;
}

/** Result of a pass that has reached the value's end. */
export function endPass(pass: Pass, rules: PassRules): ByteString {
  rules.end?.(pass);
  const text = bytesToString(pass.bytes, pass.length);
  return text === pass.value ? pass.value : text;
}
