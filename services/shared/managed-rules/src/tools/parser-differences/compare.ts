import { percentDecode } from '@palisade/waf-engine';
import type { EngineView } from './engine-view.ts';

/** Of nothing else can an attack be written: what the engine, too, takes for plain; numbers with a sign, words with commas. */
const PLAIN = /^["\s]*[\w.+,[\]-]{0,20}["\s]*$/;
// What is not ASCII is written by each reader in its own way (replacement characters, surrogates), and no attack is written in
// it: what becomes ASCII is compared. NULs and the like are dropped by some and by most rules; a blank parts words, whichever it is.
const NOT_COMPARED = /[^\x20-\x7e\t-\r]/g;
const BLANKS = /[\t-\r ]+/g;
/** PHP writes `_` for dots, spaces and brackets in names; qs, with `allowDots`, brackets around what follows a dot. */
const WRITES_NAMES_ANEW: ReadonlySet<string> = new Set(['PHP', 'Node: qs with dots and commas']);
const NOT_COMPARED_OF_NAMES = /[_.[\] ]/g;
/** Mono writes `?` for characters of East Asian sets that its tables lack; .NET has them. */
const OF_MONO = '.NET: ';
const NOT_COMPARED_OF_MONO = /\?/g;
const COMMAS_AROUND = /^[, ]+|[, ]+$/g;
const NOT_PRINTABLE = /[^\x20-\x7e]/g;

/** What of a value decides whether two readers have read the same. */
const essence = (value: string): string => value.replace(NOT_COMPARED, '').replace(BLANKS, ' ').trim();
const essenceOfNames = (value: string): string => essence(value).replace(NOT_COMPARED_OF_NAMES, '');
const essenceOfMono = (value: string): string => essence(value.replace(NOT_COMPARED_OF_MONO, ''));

/** Some parsers leave escapes as they are. They are harmless until they are decoded, and the engine saw the decoded text. */
const CHARACTER_REFERENCE = /&(?:#(?:x([0-9a-f]+)|([0-9]+))|(lt|gt|amp|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const UNICODE_ESCAPE = /%u00([0-9a-f]{2})/gi;

const codeAt = (digits: string, radix: number): string => String.fromCharCode(Number.parseInt(digits, radix));

const withoutPercent = (value: string): string => percentDecode(value.replace(UNICODE_ESCAPE, '%$1'), false);

const withoutReferences = (value: string): string =>
  value.replace(CHARACTER_REFERENCE, (_all, hex?: string, decimal?: string, name = '') => {
    if (hex !== undefined) return codeAt(hex, 16);
    return decimal === undefined ? NAMED[name.toLowerCase()]! : codeAt(decimal, 10);
  });

const undone = (value: string): string =>
  withoutPercent(withoutReferences(percentDecode(withoutPercent(value), false)));

/** Values that were put together with commas in between, without a sign that attacks are made with: only what each of them is counts. */
const JOINED_WORDS = /^[\w.+=%?!@:&~^\s-]*(?:,[\w.+=%?!@:&~^\s-]*)+$/;

const REPLACEMENT = '\xef\xbf\xbd';

type Verdict = 'seen' | 'embedded' | 'unseen';

/** What the engine has seen of a request, compared by {@link essence}. */
export class SeenValues {
  private readonly seen: readonly string[];
  private others: SeenEssences | null = null;
  private names: SeenEssences | null = null;
  private mono: SeenEssences | null = null;

  constructor(view: EngineView) {
    this.seen = [...new Set(view.values.flatMap((value) => [value, undone(value)]))];
  }

  /** Neither by itself nor within another value. */
  unseen(read: readonly string[], parser = ''): string[] {
    return this.by(parser).judged(read, 'unseen');
  }

  /** Seen only within a longer text. */
  embedded(read: readonly string[], parser = ''): string[] {
    return this.by(parser).judged(read, 'embedded');
  }

  private by(parser: string): SeenEssences {
    if (WRITES_NAMES_ANEW.has(parser)) {
      this.names ??= new SeenEssences(this.seen, essenceOfNames);
      return this.names;
    }
    if (parser.startsWith(OF_MONO)) {
      this.mono ??= new SeenEssences(this.seen, essenceOfMono);
      return this.mono;
    }
    this.others ??= new SeenEssences(this.seen, essence);
    return this.others;
  }
}

class SeenEssences {
  private readonly single: ReadonlySet<string>;
  private readonly all: string;
  private readonly essence: (value: string) => string;
  /** Most parsers read the same. */
  private readonly verdicts = new Map<string, Verdict>();

  constructor(seen: readonly string[], essenceOf: (value: string) => string) {
    this.essence = essenceOf;
    this.single = new Set(seen.map(essenceOf));
    this.all = [...this.single].join('\n');
  }

  judged(read: readonly string[], wanted: Verdict): string[] {
    const found = read.filter((value) => this.verdictOf(value) === wanted);
    return found.length > 1 ? [...new Set(found)] : found;
  }

  private verdictOf(value: string): Verdict {
    let verdict = this.verdicts.get(value);
    if (verdict === undefined) {
      verdict = this.judge(value);
      this.verdicts.set(value, verdict);
    }
    return verdict;
  }

  private judge(value: string): Verdict {
    const { essence } = this;
    const plain = essence(value);
    if (plain === '' || PLAIN.test(value.replace(NOT_PRINTABLE, '')) || this.single.has(plain)) return 'seen';
    const forms = [percentDecode(value, false), withoutReferences(value), undone(value)].map(essence);
    // Who undoes what comes out gets what the engine's own text comes to.
    forms.push(plain, essence(undone(undone(value))));
    // Of values that are joined, empty ones leave nothing but their commas.
    forms.push(plain.replace(COMMAS_AROUND, ''));
    // fasthttp leaves the last two signs of a pair as they are behind a broken escape: a plus sign that is a blank to others.
    if (plain.endsWith('%+')) forms.push(plain.slice(0, -1));
    if (forms.some((form) => this.single.has(form))) return 'seen';
    if (JOINED_WORDS.test(plain) && plain.split(',').every((one) => this.judge(one) === 'seen'))
      return 'seen';
    if (forms.some((form) => this.all.includes(form))) return 'embedded';
    // What stands for something unreadable is read with more or less of what is around it.
    const pieces = value.split(REPLACEMENT).map(essence);
    return pieces.length > 1 && pieces.every((piece) => this.all.includes(piece)) ? 'embedded' : 'unseen';
  }
}
