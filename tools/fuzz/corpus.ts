import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Feature } from './coverage.ts';
import type { KeptInput } from './fuzzer.ts';

const folder = path.join(import.meta.dirname, 'corpus');
/** What is kept in the repository of one target, so that all of them together stay small. */
const MAX_TARGET_BYTES = 16 * 1024;
const MAX_INPUT_BYTES = 1024;

/** Inputs that the repository holds for a target: one a line, as JSON text with one character per byte. */
export function readCorpus(target: string): Buffer[] {
  const file = fileOf(target);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(JSON.parse(line) as string, 'latin1'));
}

export function writeCorpus(target: string, inputs: readonly Buffer[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(target), `${inputs.map(lineOf).join('\n')}\n`);
}

/** A few short inputs that together reach what all of them reach, as far as there is room. */
export function mostTelling(kept: readonly KeptInput[]): Buffer[] {
  const missing = new Set<Feature>(kept.flatMap(({ features }) => features));
  const left = kept.filter(({ input }) => input.length <= MAX_INPUT_BYTES);
  const chosen: Buffer[] = [];
  let room = MAX_TARGET_BYTES;
  while (missing.size > 0) {
    let best: KeptInput | null = null;
    let bestGain = 0;
    for (const candidate of left) {
      const news = candidate.features.reduce((sum, feature) => sum + (missing.has(feature) ? 1 : 0), 0);
      const gain = news / lineOf(candidate.input).length;
      if (gain > bestGain && lineOf(candidate.input).length < room) [best, bestGain] = [candidate, gain];
    }
    if (best === null) break;
    chosen.push(best.input);
    room -= lineOf(best.input).length + 1;
    for (const feature of best.features) missing.delete(feature);
    left.splice(left.indexOf(best), 1);
  }
  return chosen;
}

const fileOf = (target: string): string => path.join(folder, `${target}.jsonl`);

/** Printable, so that a change of the corpus can be read. */
const lineOf = (input: Buffer): string =>
  JSON.stringify(input.toString('latin1')).replace(
    /[\x7f-\xff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
