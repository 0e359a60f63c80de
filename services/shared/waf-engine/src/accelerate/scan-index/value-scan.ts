import {
  NOT_BEGUN,
  type PatternSet,
  type PhraseProgress,
  SetProgress,
  type StepBudget,
  Subject,
} from '@palisade/regex';
import { evaluateInSlices, LONG } from '../../evaluate/rules/long-values.ts';
import type { TransactionState } from '../../evaluate/state/state.ts';
import { transformations } from '../../evaluate/transformations/index.ts';
import {
  LOWERCASE_BIT,
  stepsTriggeredBy,
  triggeredInSlices,
} from '../../evaluate/transformations/trigger-bits.ts';
import type { AcceleratorFlags } from '../../model/accelerator-switches.ts';
import type { ByteString } from '../../model/api.ts';
import type { TransformationChain } from '../../model/compiled-rules.ts';
import type { OperatorContext } from '../../model/operator.ts';
import type { Pausable, Resumable } from '../../model/pausable.ts';
import { type Candidates, NO_CANDIDATES } from '../candidate-memo/candidate-memo.ts';
import type { ScanForm, ScanProfile, ScanSource } from './scan-index.ts';

/**
 * One automaton for all patterns is fastest for ordinary values, of which few transformations change anything. A long value
 * that has many different forms is made to do harm: it leads to new states everywhere, and then work grows with the number
 * of patterns, so each form is asked for its own rules' patterns only.
 */
const MANY_BYTES = 8192;

/** Longer values are lower-cased like any other form, so that what follows from {@link MANY_BYTES} holds for them. */
const LOWERED_AT_ONCE = 1024;

const LOWER = transformations.lowercase!.map!;
/** What looking at one form costs besides the bytes in it, in steps of a matcher. */
const STEPS_PER_FORM = 120;
const NO_FORMS: readonly ScanForm[] = [];

/**
 * Stages of a scan: first the transformations that may change the value are found, then all its forms are made, then
 * each is examined.
 */
const LOOKING = 0;
const SORTING = 1;
const PATTERNS = 2;
const PHRASES = 3;
const TESTS = 4;

/** The form being examined: the value itself, the value in lower case, then the results of transformations. */
const ITSELF = 0;
const LOWERED = 1;
const FIRST_CHANGED = 2;

/**
 * Scans one value, in all forms that the rules of a source need: fill `value`, call `begin`, and `resume` until it
 * reports that it is done. Its whole state is in here. Words beyond a source's own are never read.
 */
export class ValueScan implements Resumable<[TransactionState, OperatorContext]> {
  readonly value = new Subject();
  private readonly form = new Subject();
  private readonly progress = new SetProgress();
  private found = new Uint32Array(16);
  private wanted = new Uint32Array(16);
  private loweredWanted = new Uint32Array(16);
  private hits = new Uint32Array(16);
  private alone = new Uint32Array(16);
  private source!: ScanSource;
  private profile!: ScanProfile;
  private triggered = 0;
  private next = SORTING;
  /** Index of the next form or test. */
  private at = 0;
  private turn = ITSELF;
  /** Rules that need the current form. */
  private current: Uint32Array = this.wanted;
  private currentForms: readonly ScanForm[] = NO_FORMS;
  private lowered = false;
  private readonly changed: ByteString[] = [];
  private readonly changedForms: ScanForm[] = [];
  private isLong = false;
  /** On a long value; null: none is running. */
  private longTest: Pausable<boolean> | null = null;
  /** What may change a long value is being found out. */
  private looking: Pausable<number> | null = null;
  private looksForTriggers = true;
  /** Of a long value, by the next chain; null: none is running. */
  private transforming: Pausable<ByteString> | null = null;
  private readonly phrases: PhraseProgress = { position: 0, state: 0 };

  begin(source: ScanSource, profile: ScanProfile, flags: AcceleratorFlags): void {
    const { words } = source;
    this.source = source;
    this.profile = profile;
    if (this.wanted.length < words) {
      this.wanted = new Uint32Array(words);
      this.loweredWanted = new Uint32Array(words);
      this.found = new Uint32Array(words);
      this.hits = new Uint32Array(words);
    }
    clear(this.hits, words);
    this.progress.begin();
    this.longTest = null;
    this.transforming = null;
    this.phrases.position = 0;
    this.phrases.state = 0;
    this.at = 0;
    this.turn = ITSELF;
    this.currentForms = NO_FORMS;
    this.lowered = false;
    this.changed.length = 0;
    this.changedForms.length = 0;
    this.looking = null;
    this.looksForTriggers = flags.transformation_triggers;
    if (this.value.length > LONG) this.next = LOOKING;
    else this.beginForms(stepsTriggeredBy(this.value, profile.triggers));
  }

  private beginForms(triggered: number): void {
    const { profile } = this;
    this.triggered = this.looksForTriggers ? triggered : profile.triggers;
    if (this.triggered === 0) {
      this.current = profile.rules;
      this.beginForm();
      return;
    }
    clear(this.wanted, this.source.words);
    this.current = this.wanted;
    this.next = SORTING;
  }

  resume(state: TransactionState, context: OperatorContext): boolean {
    if (this.next === LOOKING) {
      this.looking ??= triggeredInSlices(this.value, this.profile.triggers, state.budget);
      const { done, value } = this.looking.next();
      if (done !== true) return false;
      this.looking = null;
      this.beginForms(value);
    }
    if (this.next === SORTING) {
      if (!this.sortForms(state)) return false;
      this.beginForm();
    }
    for (;;) {
      if (!this.scanForm(state, context)) return false;
      if (this.triggered === 0 || !this.nextForm()) return true;
    }
  }

  /** Positions of the rules that the value makes candidates, when it is done. */
  candidates(): Candidates {
    const { words, positions } = this.source;
    let result: number[] | null = null;
    for (let word = 0; word < words; word++) {
      let bits = this.hits[word]!;
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits & -bits);
        result ??= [];
        result.push(positions[word * 32 + bit]!);
        bits &= bits - 1;
      }
    }
    return result ?? NO_CANDIDATES;
  }

  /** Makes the forms, and selects the rules that need the value unchanged. */
  private sortForms(state: TransactionState): boolean {
    const { value } = this;
    const { words } = this.source;
    const { forms } = this.profile;
    for (; this.at < forms.length; this.at++) {
      const form = forms[this.at]!;
      const bits = form.chain.triggerBits & this.triggered;
      if (bits === LOWERCASE_BIT && value.length <= LOWERED_AT_ONCE) {
        if (!this.lowered) clear(this.loweredWanted, words);
        this.lowered = true;
        join(this.loweredWanted, form.rules, words);
        continue;
      }
      if (bits !== 0) {
        if (state.budget.isSliceOver) return false;
        const transformed =
          value.length > LONG
            ? this.transformLong(form.chain, state)
            : state.transformed.apply(form.chain, value.text);
        if (transformed === null) return false;
        if (transformed !== value.text) {
          this.changed.push(transformed);
          this.changedForms.push(form);
          continue;
        }
      }
      join(this.wanted, form.rules, words);
    }
    this.isLong = this.changed.length > 0 && this.changedBytes() > MANY_BYTES;
    return true;
  }

  /** `null`: the slice is over. */
  private transformLong(chain: TransformationChain, state: TransactionState): ByteString | null {
    this.transforming ??= state.transformed.applyInSlices(chain, this.value.text);
    const { done, value } = this.transforming.next();
    if (done !== true) return null;
    this.transforming = null;
    return value;
  }

  private changedBytes(): number {
    const changed = this.changed;
    let bytes = 0;
    for (let index = 0; index < changed.length; index++) {
      if (changed.indexOf(changed[index]!) === index) bytes += changed[index]!.length;
    }
    return bytes;
  }

  private beginForm(): void {
    clear(this.found, this.source.words);
    this.next = PATTERNS;
    this.at = 0;
  }

  /** Moves to the next form of the value; false after the last. */
  private nextForm(): boolean {
    if (this.turn === ITSELF) {
      this.turn = LOWERED;
      if (this.lowered) {
        this.form.ofMapped(this.value, LOWER);
        this.current = this.loweredWanted;
        this.beginForm();
        return true;
      }
    }
    const changed = this.changed;
    for (this.turn++; this.turn - FIRST_CHANGED < changed.length; this.turn++) {
      const index = this.turn - FIRST_CHANGED;
      const transformed = changed[index]!;
      if (changed.indexOf(transformed) === index) {
        this.beginChanged(transformed, index);
        return true;
      }
    }
    return false;
  }

  /** Several chains may make the same of a value. */
  private beginChanged(transformed: ByteString, first: number): void {
    const { words } = this.source;
    clear(this.wanted, words);
    const forms: ScanForm[] = [];
    for (let other = first; other < this.changed.length; other++) {
      if (this.changed[other] !== transformed) continue;
      forms.push(this.changedForms[other]!);
      join(this.wanted, this.changedForms[other]!.rules, words);
    }
    this.current = this.wanted;
    this.currentForms = forms;
    this.form.ofText(transformed);
    this.beginForm();
  }

  /** Looks at the current form for the rules that want it, and adds to the hits. */
  private scanForm(state: TransactionState, context: OperatorContext): boolean {
    const source = this.source;
    const wanted = this.current;
    const found = this.found;
    const value = this.turn === ITSELF ? this.value : this.form;
    const { budget } = state;
    if (this.next === PATTERNS) {
      if (this.at === 0) budget.steps += STEPS_PER_FORM;
      if (source.patterns !== null && anyOf(wanted, 0, source.phraseWord)) {
        if (this.isLong && this.currentForms.length > 0) {
          for (; this.at < this.currentForms.length; this.at++) {
            const { patterns, patternBits } = this.currentForms[this.at]!;
            if (patterns !== null && !this.scanAlone(state, patterns, patternBits, value)) return false;
          }
        } else if (!source.patterns.scanInSlices(value, found, budget, this.progress)) return false;
      }
      this.next = PHRASES;
    }
    if (this.next === PHRASES) {
      if (source.phrases !== null && anyOf(wanted, source.phraseWord, source.testWord)) {
        if (value.length > LONG) {
          if (this.phrases.position === 0) this.clearAlone(source.phraseBits);
          if (!source.phrases.scanInSlices(value, this.alone, budget, this.phrases)) return false;
        } else {
          budget.steps += value.length;
          this.clearAlone(source.phraseBits);
          source.phrases.scan(value, this.alone);
        }
        this.translate(source.phraseBits);
      }
      this.next = TESTS;
      this.at = 0;
    }
    const { words, negated } = source;
    if (!this.runTests(value, budget, context)) return false;
    for (let word = 0; word < words; word++)
      this.hits[word]! |= (found[word]! ^ negated[word]!) & wanted[word]!;
    return true;
  }

  /** Asks operators that have no pattern. */
  private runTests(value: Subject, budget: StepBudget, context: OperatorContext): boolean {
    const { tests } = this.source;
    const found = this.found;
    const wanted = this.current;
    for (; this.at < tests.length; this.at++) {
      const { bit, operator } = tests[this.at]!;
      const flag = 1 << (bit & 31);
      if ((wanted[bit >> 5]! & flag) === 0) continue;
      if (budget.isSliceOver) return false;
      const { scan } = operator;
      let holds: boolean;
      if (value.length > LONG) {
        this.longTest ??=
          scan?.kind === 'test' && scan.testInSlices !== undefined
            ? scan.testInSlices(value, budget, context)
            : evaluateInSlices(operator, value.text, context, budget);
        const answer = this.longTest.next();
        if (answer.done !== true) return false;
        this.longTest = null;
        holds = answer.value;
      } else {
        budget.steps += value.length * (operator.stepsPerByte ?? 1);
        holds = scan?.kind === 'test' ? scan.test(value, context) : operator.evaluate(value.text, context);
      }
      if (holds) found[bit >> 5]! |= flag;
    }
    return true;
  }

  /** Scans with a set whose bits are not the source's. */
  private scanAlone(state: TransactionState, set: PatternSet, bits: Int32Array, value: Subject): boolean {
    if (this.progress.stage === NOT_BEGUN) this.clearAlone(bits);
    if (!set.scanInSlices(value, this.alone, state.budget, this.progress)) return false;
    this.translate(bits);
    return true;
  }

  private clearAlone(bits: Int32Array): void {
    const words = (bits.length + 31) >>> 5;
    if (this.alone.length < words) this.alone = new Uint32Array(words);
    clear(this.alone, words);
  }

  private translate(bits: Int32Array): void {
    const alone = this.alone;
    const found = this.found;
    for (let index = 0; index < bits.length; index++) {
      const bit = bits[index]!;
      if (bit >= 0 && (alone[index >> 5]! & (1 << (index & 31))) !== 0) found[bit >> 5]! |= 1 << (bit & 31);
    }
  }
}

function anyOf(bits: Uint32Array, from: number, to: number): boolean {
  for (let word = from; word < to; word++) if (bits[word] !== 0) return true;
  return false;
}

function join(into: Uint32Array, from: Uint32Array, words: number): void {
  for (let word = 0; word < words; word++) into[word]! |= from[word]!;
}

function clear(bits: Uint32Array, words: number): void {
  for (let word = 0; word < words; word++) bits[word] = 0;
}
