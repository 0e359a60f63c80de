import { type Subject, writeLatin1 } from '@palisade/regex';
import type { Pass, PassRules, TransformationEntry } from '../../model/transformation.ts';
import { byteSet, indexOfAny } from './byte-classes.ts';
import { transformed } from './pass.ts';

const TRIGGERS = byteSet('./');
const TRIGGERS_WINDOWS = byteSet('./\\');
const REFERENCE = '//|(?:\\A|[./])\\.(?:/|\\z)';
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const DOT = 0x2e;

/**
 * One pass: `source` reads, `target` writes at or behind it in the same buffer. Where a segment ends, what has been written
 * decides whether it was a reference; a back-reference walks `target` back over one segment, and since each byte is
 * written once between two such walks, the whole stays linear.
 */
function normalise(pass: Pass, until: number, windows: boolean): void {
  const { value, bytes } = pass;
  const last = value.length - 1;
  const isSlash = (byte: number): boolean => byte === SLASH || (windows && byte === BACKSLASH);
  const relative = !isSlash(value.charCodeAt(0));
  let { at: source, length: target } = pass;
  let atRoot = pass.memory === 1;
  while (source < until) {
    if (windows) {
      if (bytes[source] === BACKSLASH) bytes[source] = SLASH;
      if (source < last && bytes[source + 1] === BACKSLASH) bytes[source + 1] = SLASH;
    }
    const atEnd = source === last;
    const byte = bytes[source];
    if ((atEnd || bytes[source + 1] === SLASH) && (atEnd || byte !== SLASH)) {
      if (byte === DOT) {
        const before = target > 0 ? bytes[target - 1] : undefined;
        const isBackReference = before === DOT;
        if (isBackReference && relative && (atRoot || target <= 2)) {
          atRoot = true;
        } else if (isBackReference) {
          target -= 3;
          while (target > 0 && bytes[target] !== SLASH) target--;
          if (target <= 0) {
            atRoot = true;
            target = !relative && atEnd ? 1 : 0;
          }
          if (atEnd) {
            source = value.length;
            break;
          }
          source++;
        } else if (before === undefined) {
          if (atEnd) {
            source = value.length;
            break;
          }
          source++;
        } else if (before === SLASH) {
          if (atEnd) {
            source = value.length;
            break;
          }
          target--;
          source++;
        }
      } else if (target > 0) {
        atRoot = false;
      }
    }
    if (bytes[source] === SLASH) {
      while (source < last && isSlash(bytes[source + 1]!)) source++;
      if (relative && target === 0) {
        source++;
        continue;
      }
    }
    bytes[target++] = bytes[source++]!;
  }
  pass.at = source;
  pass.length = target;
  pass.memory = atRoot ? 1 : 0;
}

/** A slash at the end is none of the value's own. */
function dropSlash(pass: Pass, windows: boolean): void {
  const { value, bytes } = pass;
  const last = value.charCodeAt(value.length - 1);
  const endsWithSlash = last === SLASH || (windows && last === BACKSLASH);
  if (!endsWithSlash && pass.length > 0 && bytes[pass.length - 1] === SLASH) pass.length--;
}

const passFor = (windows: boolean): PassRules => ({
  growth: 1,
  begin({ value, bytes }) {
    writeLatin1(value, bytes);
  },
  advance: (pass, until) => normalise(pass, until, windows),
  end: (pass) => dropSlash(pass, windows),
});

const PASS = passFor(false);
const PASS_WINDOWS = passFor(true);

/**
 * Removes from a path repeated slashes, self-references (`.`) and back-references (`..` with the segment before them).
 * A back-reference that would lead above the root of an absolute path vanishes; at the beginning of a relative one it stays.
 *
 * Argument: none. Result: no longer than the value. Also written `normalizePath`.
 * Example: `SecRule REQUEST_FILENAME "@streq /admin" "id:1,phase:1,deny,t:normalisePath"`
 *
 * As in libmodsecurity any two dots at the end of a segment count as a back-reference: `/a/bc../d` is `/a/d`.
 */
export const normalisePath: TransformationEntry = {
  apply: (value) => (indexOfAny(value, TRIGGERS) === value.length ? value : transformed(value, 0, PASS)),
  inPieces: PASS,
  triggers: TRIGGERS,
  mayChange: (value) => hasReference(value, SLASH),
  changes: REFERENCE,
};

/**
 * As `normalisePath`, with backslashes taken for slashes and written so. Also written `normalizePathWin`.
 * Example: `SecRule ARGS "@contains /windows/win.ini" "id:1,phase:2,deny,t:normalisePathWin"`
 */
export const normalisePathWin: TransformationEntry = {
  apply: (value) =>
    indexOfAny(value, TRIGGERS_WINDOWS) === value.length ? value : transformed(value, 0, PASS_WINDOWS),
  inPieces: PASS_WINDOWS,
  triggers: TRIGGERS_WINDOWS,
  mayChange: (value) => hasReference(value, BACKSLASH),
  changes: `${REFERENCE}|\\\\`,
};

/**
 * Nothing is removed but repeated slashes, segments that are a dot and those that end in two: the dot behind a sentence stays.
 * `otherSlash` changes wherever it stands.
 */
function hasReference({ bytes, start, end }: Subject, otherSlash: number): boolean {
  let before = 0;
  let isReference = false;
  for (let index = start; index < end; index++) {
    const byte = bytes[index]!;
    if (byte === SLASH && (before === SLASH || isReference)) return true;
    if (byte === otherSlash && otherSlash !== SLASH) return true;
    isReference = byte === DOT && (before === DOT || before === SLASH || index === start);
    before = byte;
  }
  return isReference;
}
