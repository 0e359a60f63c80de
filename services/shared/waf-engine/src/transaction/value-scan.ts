import type { ByteString } from '../api.ts';
import { type PatternSet, type PhraseSet, Subject } from '../matching/index.ts';
import type { OperatorContext } from '../operators/types.ts';
import { transformations } from '../transformations/index.ts';
import { LOWERCASE_BIT, stepsTriggeredBy } from '../transformations/trigger-bits.ts';
import { type Candidates, NO_CANDIDATES } from './candidate-memo.ts';
import type { ScanForm, ScanProfile, ScanSource } from './scan-index.ts';
import type { TransactionState } from './state.ts';

/**
 * One automaton for all patterns is fastest for ordinary values, of which few transformations change anything. A long value
 * that has many different forms is made to do harm: it leads to new states everywhere, and then work grows with the number
 * of patterns, so each form is asked for its own rules' patterns only.
 */
const MANY_BYTES = 8192;

/** Longer values are lower-cased like any other form, so that what follows from {@link MANY_BYTES} holds for them. */
const LOWERED_AT_ONCE = 1024;

// Scratch space: a scan runs to its end before the next begins. Words beyond a source's own are never looked at.
let found = new Uint32Array(16);
let wanted = new Uint32Array(16);
let loweredWanted = new Uint32Array(16);
let hits = new Uint32Array(16);
let alone = new Uint32Array(16);
let changedBytes = 0;
const LOWER = transformations.lowercase!.map!;
const transformedValue = new Subject();

export function scanValue(
  state: TransactionState,
  context: OperatorContext,
  source: ScanSource,
  profile: ScanProfile,
  value: Subject,
): Candidates {
  const { words } = source;
  if (wanted.length < words) {
    wanted = new Uint32Array(words);
    loweredWanted = new Uint32Array(words);
    found = new Uint32Array(words);
    hits = new Uint32Array(words);
  }
  for (let word = 0; word < words; word++) hits[word] = 0;
  const triggered = stepsTriggeredBy(value, profile.triggers);
  if (triggered === 0) {
    scanForm(state, context, source, profile.rules, value, NO_FORMS);
    return positionsOf(source);
  }
  for (let word = 0; word < words; word++) wanted[word] = 0;
  let changed: ByteString[] | null = null;
  let changedForms: ScanForm[] | null = null;
  let lowered = false;
  for (const form of profile.forms) {
    const { chain } = form;
    const bits = chain.triggerBits & triggered;
    if (bits === LOWERCASE_BIT && value.length <= LOWERED_AT_ONCE) {
      if (!lowered) for (let word = 0; word < words; word++) loweredWanted[word] = 0;
      lowered = true;
      join(loweredWanted, form.rules, words);
      continue;
    }
    if (bits !== 0) {
      const transformed = state.transformed.apply(chain, value.text);
      if (transformed !== value.text) {
        changed ??= [];
        changedForms ??= [];
        changed.push(transformed);
        changedForms.push(form);
        continue;
      }
    }
    join(wanted, form.rules, words);
  }
  scanForm(state, context, source, wanted, value, NO_FORMS);
  if (lowered) {
    scanForm(state, context, source, loweredWanted, transformedValue.ofMapped(value, LOWER), NO_FORMS);
  }
  if (changed !== null && changedForms !== null) {
    changedBytes = 0;
    for (let index = 0; index < changed.length; index++) {
      if (changed.indexOf(changed[index]!) === index) changedBytes += changed[index]!.length;
    }
    for (let index = 0; index < changed.length; index++) {
      const transformed = changed[index]!;
      if (changed.indexOf(transformed) < index) continue;
      for (let word = 0; word < words; word++) wanted[word] = 0;
      const forms: ScanForm[] = [];
      for (let other = index; other < changed.length; other++) {
        if (changed[other] !== transformed) continue;
        forms.push(changedForms[other]!);
        join(wanted, changedForms[other]!.rules, words);
      }
      scanForm(state, context, source, wanted, transformedValue.ofText(transformed), forms);
    }
  }
  return positionsOf(source);
}

const NO_FORMS: readonly ScanForm[] = [];

/** Scans one form of a value for the wanted rules; adds to `hits`. */
function scanForm(
  state: TransactionState,
  context: OperatorContext,
  source: ScanSource,
  wanted: Uint32Array,
  value: Subject,
  forms: readonly ScanForm[],
): void {
  const { words, negated, tests } = source;
  for (let word = 0; word < words; word++) found[word] = 0;
  if (source.patterns !== null && anyOf(wanted, 0, source.phraseWord)) {
    if (forms.length > 0 && changedBytes > MANY_BYTES) {
      for (const form of forms) {
        if (form.patterns !== null) scanAlone(state, form.patterns, form.patternBits, value);
      }
    } else source.patterns.scan(value, found, state.budget);
  }
  if (source.phrases !== null && anyOf(wanted, source.phraseWord, source.testWord)) {
    scanAlone(state, source.phrases, source.phraseBits, value);
  }
  for (let index = 0; index < tests.length; index++) {
    const { bit, operator } = tests[index]!;
    const flag = 1 << (bit & 31);
    if ((wanted[bit >> 5]! & flag) === 0) continue;
    const { scan } = operator;
    const holds = scan?.kind === 'test' ? scan.test(value) : operator.evaluate(value.text, context);
    if (holds) found[bit >> 5]! |= flag;
  }
  for (let word = 0; word < words; word++) hits[word]! |= (found[word]! ^ negated[word]!) & wanted[word]!;
}

/** Scans with a set whose bits are not the source's, and translates what it finds. */
function scanAlone(
  state: TransactionState,
  set: PatternSet | PhraseSet,
  bits: Int32Array,
  value: Subject,
): void {
  const words = (bits.length + 31) >>> 5;
  if (alone.length < words) alone = new Uint32Array(words);
  alone.fill(0, 0, words);
  set.scan(value, alone, state.budget);
  for (let index = 0; index < bits.length; index++) {
    const bit = bits[index]!;
    if (bit >= 0 && (alone[index >> 5]! & (1 << (index & 31))) !== 0) found[bit >> 5]! |= 1 << (bit & 31);
  }
}

function positionsOf({ words, positions }: ScanSource): Candidates {
  let result: number[] | null = null;
  for (let word = 0; word < words; word++) {
    let bits = hits[word]!;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      result ??= [];
      result.push(positions[word * 32 + bit]!);
      bits &= bits - 1;
    }
  }
  return result ?? NO_CANDIDATES;
}

function anyOf(bits: Uint32Array, from: number, to: number): boolean {
  for (let word = from; word < to; word++) if (bits[word] !== 0) return true;
  return false;
}

function join(into: Uint32Array, from: Uint32Array, words: number): void {
  for (let word = 0; word < words; word++) into[word]! |= from[word]!;
}
