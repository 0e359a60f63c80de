import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import subsetFont from 'subset-font';
import { charactersOf } from './code-points.ts';
import { type FontFile, fontFileOf } from './font-files.ts';

export type Weight = 'regular' | 'bold';

const AXIS: Readonly<Record<Weight, number>> = { regular: 400, bold: 700 };
/** Fonts of a process: Latin twice is 150 kB, a part of the Han characters 60 kB. */
const MAX_KEPT_BYTES = 24 * 1024 * 1024;

/** A stretch of text that one font draws. */
export interface Run {
  text: string;
  /** The name that the font has in a document. */
  font: string;
}

interface Wanted {
  file: FontFile;
  weight: Weight;
}

const kept = new LRUCache<string, Buffer>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: (bytes) => bytes.length,
});

/**
 * The fonts of one document. Which are needed shows while it is drawn: a run whose font is not here yet is wanted, and the
 * document is drawn again once `fetch` has them.
 */
export class FontShelf {
  private readonly fonts = new Map<string, Buffer>();
  private readonly wanted = new Map<string, Wanted>();

  /** Runs of a text; what has no font anywhere is a question mark. */
  runsOf(text: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    let current: FontFile | null = null;
    for (const character of drawable(text)) {
      const isSpace = character === ' ';
      const file: FontFile | null =
        isSpace && current !== null ? current : fontFileOf(character.codePointAt(0)!);
      const shown = file === null ? '?' : character;
      const drawnBy: FontFile = file ?? current ?? fontFileOf(QUESTION_MARK)!;
      const last = runs.at(-1);
      if (last !== undefined && drawnBy === current) last.text += shown;
      else runs.push({ text: shown, font: this.want(drawnBy, weight) });
      current = drawnBy;
    }
    return runs;
  }

  /** @returns null: it is wanted, and not here yet */
  bytesOf(font: string): Buffer | null {
    return this.fonts.get(font) ?? null;
  }

  /** @returns whether there was anything to fetch */
  async fetch(): Promise<boolean> {
    const missing = [...this.wanted].filter(([font]) => !this.fonts.has(font));
    for (const [font, { file, weight }] of missing) this.fonts.set(font, await instance(font, file, weight));
    return missing.length > 0;
  }

  private want(file: FontFile, weight: Weight): string {
    const font = `${file.path}#${weight}`;
    this.wanted.set(font, { file, weight });
    return font;
  }
}

/** The variable font at one weight, as a PDF can hold it. */
async function instance(font: string, file: FontFile, weight: Weight): Promise<Buffer> {
  const before = kept.get(font);
  if (before !== undefined) return before;
  // Every file draws spaces and the question mark, so that a run need not end at one.
  const bytes = await subsetFont(await readFile(file.path), `${charactersOf(file.ranges)} ?`, {
    targetFormat: 'truetype',
    variationAxes: { wght: AXIS[weight] },
  });
  kept.set(font, bytes);
  return bytes;
}

const QUESTION_MARK = 0x3f;

/** Controls would move the pen, and marks of direction turn what others wrote around. */
const drawable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
