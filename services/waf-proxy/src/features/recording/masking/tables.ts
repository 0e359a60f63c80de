import type { SensitiveNames } from './sensitive-names.ts';

type Mask = (secret: string) => string;

/** How a table may be written: plain, escaped for forms, or within a string of JSON. */
interface Way {
  readonly lineEnd: string;
  readonly signs: readonly string[];
  readonly quote: string;
}
const WAYS: readonly Way[] = [
  { lineEnd: '\n', signs: [',', ';', '\t', '|'], quote: '"' },
  { lineEnd: '%0A', signs: ['%2C', ',', '%3B', '%09', '%7C'], quote: '%22' },
  { lineEnd: String.raw`\n`, signs: [',', ';', String.raw`\t`, '|'], quote: String.raw`\"` },
];
const MAX_HEADER = 4_096;
const MAX_COLUMNS = 256;
const BEFORE = /^(?:["\s]|%0[AaDd]|\\[nr]){0,8}/;
const RETURN = /(?:\r|%0D|\\r)$/;
/** Characters: a letter beyond ASCII may be written in six. */
const MAX_NAME = 200;
/** Signs of documents and assignments, which are masked as such. */
const NOT_OF_NAME = /[<>{}=:]|%3[AaC-Ec-e]|%7[BbDd]/;

/**
 * Masks the columns of a table (CSV) whose names are secret. A table has a line of names, and a second line of as many
 * cells. Each byte is examined a bounded number of times.
 */
export function maskTables(text: string, names: SensitiveNames, mask: Mask): string {
  const way = WAYS.find(({ lineEnd }) => text.includes(lineEnd));
  if (way === undefined) return text;
  const begin = BEFORE.exec(text)![0].length;
  const end = text.indexOf(way.lineEnd, begin);
  if (end < 0 || end - begin > MAX_HEADER) return text;
  const header = text.slice(begin, end).replace(RETURN, '');
  const sign = way.signs.find((one) => header.includes(one));
  if (sign === undefined) return text;
  const columns = header.split(sign, MAX_COLUMNS + 1).map((cell) => cell.replaceAll(way.quote, ''));
  if (columns.length > MAX_COLUMNS || !columns.every(isName)) return text;
  const secret = columns.map((name) => names.isSecret(name));
  if (!secret.includes(true)) return text;
  return new Rows(text, end + way.lineEnd.length, way, sign).masked(secret, mask);
}

const isName = (cell: string): boolean => cell !== '' && cell.length <= MAX_NAME && !NOT_OF_NAME.test(cell);

class Rows {
  private readonly text: string;
  private readonly from: number;
  private readonly way: Way;
  private readonly sign: string;
  private at: number;
  /** Where the line ends in which `at` is, as far as that is known: looked for once, not for each cell. */
  private lineAt = -1;

  constructor(text: string, from: number, way: Way, sign: string) {
    this.text = text;
    this.from = from;
    this.at = from;
    this.way = way;
    this.sign = sign;
  }

  masked(secret: readonly boolean[], mask: Mask): string {
    const { text } = this;
    const first = this.row();
    if (first.length !== secret.length) return text;
    let masked = text.slice(0, this.from);
    let done = this.from;
    for (let cells = first; ; cells = this.row()) {
      for (const [index, [from, to]] of cells.entries()) {
        if (secret[index] !== true || to === from) continue;
        masked += text.slice(done, from) + mask(text.slice(from, to));
        done = to;
      }
      if (this.at >= text.length) return masked + text.slice(done);
    }
  }

  /** Where the cells of the next line are, without their quotes. */
  private row(): [from: number, to: number][] {
    const { text, sign, way } = this;
    const cells: [number, number][] = [];
    for (;;) {
      cells.push(text.startsWith(way.quote, this.at) ? this.quoted() : this.plain());
      if (text.startsWith(sign, this.at) && cells.length < MAX_COLUMNS) this.at += sign.length;
      else break;
    }
    this.at = endOr(text.indexOf(way.lineEnd, this.at), text, way.lineEnd.length);
    return cells;
  }

  private plain(): [number, number] {
    const { text, at, sign, way } = this;
    if (this.lineAt < at) this.lineAt = endOr(text.indexOf(way.lineEnd, at), text);
    const cell = text.slice(at, this.lineAt).split(sign, 1)[0]!;
    this.at = at + cell.length;
    return [at, at + cell.replace(RETURN, '').length];
  }

  /** Quotes within are doubled. */
  private quoted(): [number, number] {
    const { text, way } = this;
    const { quote } = way;
    const from = this.at + quote.length;
    let to = text.indexOf(quote, from);
    while (to >= 0 && text.startsWith(quote, to + quote.length))
      to = text.indexOf(quote, to + 2 * quote.length);
    if (to < 0) to = text.length;
    this.at = Math.min(text.length, to + quote.length);
    return [from, to];
  }
}

const endOr = (at: number, text: string, more = 0): number => (at < 0 ? text.length : at + more);
