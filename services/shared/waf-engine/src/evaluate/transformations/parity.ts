import type { TransformationEntry } from '../../model/transformation.ts';
import { bytesChangedBy } from './byte-classes.ts';
import { byteMap, passMapping, transformedFrom } from './map-bytes.ts';

/**
 * Treats each byte as seven bits and sets the eighth so that the number of ones is even. As in libmodsecurity the eighth
 * bit of the input counts as well when the ones are counted, so that a byte with it set comes out the other way round.
 *
 * Argument: none. Result: as long as the value.
 * Example: `SecRule ARGS "@rx \xe1" "id:1,phase:2,pass,t:parityEven7bit"`
 */
export const parityEven7bit = entryFor(byteMap((byte) => (hasOddOnes(byte) ? byte | 0x80 : byte & 0x7f)));

/**
 * Treats each byte as seven bits and sets the eighth so that the number of ones is odd, with the
 * same peculiarity as `parityEven7bit`.
 *
 * Argument: none. Result: as long as the value.
 * Example: `SecRule ARGS "@rx a" "id:1,phase:2,pass,t:parityOdd7bit"`
 */
export const parityOdd7bit = entryFor(byteMap((byte) => (hasOddOnes(byte) ? byte & 0x7f : byte | 0x80)));

/**
 * Clears the eighth bit of each byte.
 *
 * Argument: none. Result: as long as the value.
 * Example: `SecRule ARGS "@contains <script" "id:1,phase:2,deny,t:parityZero7bit"`
 */
export const parityZero7bit = entryFor(byteMap((byte) => byte & 0x7f));

function hasOddOnes(byte: number): boolean {
  let ones = 0;
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1;
  return ones % 2 === 1;
}

function entryFor(map: Uint8Array): TransformationEntry {
  const triggers = bytesChangedBy(map);
  const inPieces = passMapping(map);
  return { apply: (value) => transformedFrom(value, triggers, inPieces), inPieces, triggers };
}
