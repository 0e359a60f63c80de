import type { TextConstraint } from './constraints.ts';
import { someText } from './some-text.ts';
import { TEXT_PLACES, type TextPlace } from './text-places.ts';
import type { WorkBudget } from './work-budget.ts';

export type Texts =
  | { readonly answer: 'none' }
  /** Such texts may exist; no unambiguous one was found. */
  | { readonly answer: 'unknown' }
  | { readonly answer: 'found'; readonly texts: readonly string[] };

const NONE: Texts = { answer: 'none' };
const UNKNOWN: Texts = { answer: 'unknown' };

/** Finds texts for what is asked of one place of a request, and remembers what it has found. */
export class TextsSearch {
  readonly work: WorkBudget;
  private readonly numbers = new Map<TextConstraint, number>();
  private readonly known = new Map<string, Texts>();

  constructor(work: WorkBudget) {
    this.work = work;
  }

  /** @param constraints at least one, all on the same place */
  texts(constraints: readonly TextConstraint[]): Texts {
    const key = constraints
      .map((constraint) => this.numberOf(constraint))
      .sort((a, b) => a - b)
      .join(',');
    let texts = this.known.get(key);
    if (texts === undefined) {
      texts = this.find(constraints);
      this.known.set(key, texts);
    }
    return texts;
  }

  private numberOf(constraint: TextConstraint): number {
    const known = this.numbers.get(constraint);
    if (known !== undefined) return known;
    this.numbers.set(constraint, this.numbers.size);
    return this.numbers.size - 1;
  }

  private find(constraints: readonly TextConstraint[]): Texts {
    const place: TextPlace = TEXT_PLACES[constraints[0]!.place];
    if (place.multiplicity === 'one') return this.oneText(place, constraints);
    if (place.multiplicity === 'many') return this.severalTexts(place, constraints);
    const plain = this.oneText(place, constraints);
    if (plain.answer === 'found') return plain;
    // Readings of one path need not be alike: only what no set of texts can be is impossible.
    return this.severalTexts(place, constraints).answer === 'none' ? NONE : UNKNOWN;
  }

  /** One text for all constraints: it is some of them, and every one. */
  private oneText(place: TextPlace, constraints: readonly TextConstraint[]): Texts {
    const found = this.someText(place, constraints);
    return typeof found === 'string' ? { answer: 'found', texts: [found] } : found;
  }

  private severalTexts(place: TextPlace, constraints: readonly TextConstraint[]): Texts {
    const every = constraints.filter(({ of }) => of === 'every');
    const some = constraints.filter(({ of }) => of === 'some');
    // Without any text, what is asked of every one holds. A path has one in any case.
    const sought =
      some.length === 0 && place.multiplicity === 'readings' ? [every] : some.map((one) => [...every, one]);
    const found = sought.map((all) => this.someText(place, all));
    if (found.some((one) => one === NONE)) return NONE;
    const texts = found.filter((one) => typeof one === 'string');
    return texts.length < found.length ? UNKNOWN : { answer: 'found', texts: [...new Set(texts)] };
  }

  private someText({ plain, possible }: TextPlace, constraints: readonly TextConstraint[]): string | Texts {
    // Unknown patterns are left out: what is impossible without them is impossible with them.
    const isWhole = constraints.every(({ language }) => language !== null);
    const languages = (inside: boolean) =>
      constraints.flatMap((one) => (one.inside === inside && one.language !== null ? [one.language] : []));
    const [inAll, inNone] = [languages(true), languages(false)];
    if (isWhole) {
      const question = { inAll: [...plain.inAll, ...inAll], inNone: [...plain.inNone, ...inNone] };
      const text = someText(question, this.work);
      if (text !== null && text !== 'unknown') return text;
    }
    return someText({ inAll: [...possible, ...inAll], inNone }, this.work) === null ? NONE : UNKNOWN;
  }
}
