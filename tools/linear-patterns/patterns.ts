import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SKIPPED_FOLDERS = /^(?:node_modules|dist|test|test-support|tools|bench|migrations|e2e)$/;
/** Patterns that recheck has found to be safe or, within the recording's longer time, not to be slow. */
export const CHECKED_FILE = path.join(import.meta.dirname, 'checked-patterns.txt');

/** A regular expression of the product's code. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** Where it is written, from the root of the workspace. */
  readonly files: Set<string>;
}

function* sourcesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.test(entry.name)) yield* sourcesBelow(full);
    else if (/(?<!\.(?:spec|int-spec|e2e-spec|bench|d))\.ts$/.test(entry.name)) yield full;
  }
}

function* patternsIn(file: string): Generator<{ source: string; flags: string }> {
  const tree: unknown = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', decorators: true });
  const nodes: unknown[] = [tree];
  while (nodes.length > 0) {
    const node = nodes.pop();
    if (typeof node !== 'object' || node === null) continue;
    if ('type' in node && node.type === 'RegExpLiteral') {
      const { pattern, flags } = node as unknown as { pattern: string; flags: string };
      yield { source: pattern, flags };
    }
    nodes.push(...Object.values(node));
  }
}

/** The patterns of services and deployment programs, by their text as literals. */
export function productPatterns(): Map<string, Pattern> {
  const patterns = new Map<string, Pattern>();
  for (const file of ['services', 'deploy'].flatMap((name) => [...sourcesBelow(path.join(ROOT, name))])) {
    for (const { source, flags } of patternsIn(file)) {
      const text = `/${source}/${flags}`;
      const pattern = patterns.get(text) ?? { source, flags, files: new Set() };
      patterns.set(text, pattern);
      pattern.files.add(path.relative(ROOT, file));
    }
  }
  return patterns;
}

/** Identifies a pattern and the version of recheck that checked it. */
export function checkedKey(text: string): string {
  return createHash('sha256').update(`${recheckVersion}\n${text}`).digest('hex').slice(0, 32);
}

const recheckVersion: string = JSON.parse(
  readFileSync(path.join(ROOT, 'node_modules/recheck/package.json'), 'utf8'),
).version;

export const readChecked = (): Set<string> => new Set(readFileSync(CHECKED_FILE, 'utf8').trim().split('\n'));
