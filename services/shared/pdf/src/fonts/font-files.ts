import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type CodePointRange, covers, parseUnicodeRange } from './code-points.ts';

const require = createRequire(import.meta.url);

/** By family of Noto Sans, what its package tells of its files; the first family that has a character draws it. */
const FAMILIES = {
  'noto-sans': () => require.resolve('@fontsource-variable/noto-sans/unicode.json'),
  'noto-sans-arabic': () => require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
  'noto-sans-hebrew': () => require.resolve('@fontsource-variable/noto-sans-hebrew/unicode.json'),
  'noto-sans-thai': () => require.resolve('@fontsource-variable/noto-sans-thai/unicode.json'),
  'noto-sans-georgian': () => require.resolve('@fontsource-variable/noto-sans-georgian/unicode.json'),
  'noto-sans-armenian': () => require.resolve('@fontsource-variable/noto-sans-armenian/unicode.json'),
  'noto-sans-sc': () => require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
  'noto-sans-kr': () => require.resolve('@fontsource-variable/noto-sans-kr/unicode.json'),
} as const;

/** A file of a family, with the characters that are in it. */
export interface FontFile {
  path: string;
  ranges: readonly CodePointRange[];
}

let files: FontFile[] | null = null;
/** What was found; a process meets some thousands of characters, and no more than there are. */
const found = new Map<number, FontFile | null>();

/** The file that has a character; null where none has. */
export function fontFileOf(codePoint: number): FontFile | null {
  const before = found.get(codePoint);
  if (before !== undefined) return before;
  files ??= Object.entries(FAMILIES).flatMap(([family, resolveFile]) => filesOf(family, resolveFile()));
  const file = files.find(({ ranges }) => covers(ranges, codePoint)) ?? null;
  found.set(codePoint, file);
  return file;
}

function filesOf(family: string, metadataFile: string): FontFile[] {
  const ranges: Record<string, string> = JSON.parse(readFileSync(metadataFile, 'utf8'));
  return Object.entries(ranges).map(([name, range]) => ({
    // Files of many parts are numbered, "[119]".
    path: path.join(
      path.dirname(metadataFile),
      'files',
      `${family}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`,
    ),
    ranges: parseUnicodeRange(range),
  }));
}
