/** What transformations that treat each byte alone have in common. */
import type { ByteString } from '../../model/api.ts';
import type { PassRules } from '../../model/transformation.ts';
import { indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

/** Replaces each byte by `map[byte]`. */
export const passMapping = (map: Uint8Array): PassRules => ({
  growth: 1,
  advance(pass, until) {
    const { value, bytes } = pass;
    for (let index = pass.at; index < until; index++) bytes[index] = map[value.charCodeAt(index)]!;
    pass.at = until;
    pass.length = until;
  },
});

/** Leaves out each byte that is in `set`. */
export const passRemoving = (set: Uint8Array): PassRules => ({
  growth: 1,
  advance(pass, until) {
    const { value, bytes } = pass;
    let { length } = pass;
    for (let index = pass.at; index < until; index++) {
      const byte = value.charCodeAt(index);
      if (set[byte] === 0) bytes[length++] = byte;
    }
    pass.at = until;
    pass.length = length;
  },
});

/** By rules that change nothing before the first byte that is in `changed`. */
export function transformedFrom(value: ByteString, changed: Uint8Array, rules: PassRules): ByteString {
  const first = indexOfAny(value, changed);
  return first === value.length ? value : transformed(value, first, rules);
}

/** A table that maps every byte to itself but for what `change` says. */
export function byteMap(change: (byte: number) => number): Uint8Array {
  return new Uint8Array(256).map((_, byte) => change(byte));
}
