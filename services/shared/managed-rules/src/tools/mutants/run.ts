import type { SiteRuleSet } from '@palisade/waf-engine';
import { Random } from '../parser-differences/generate/random.ts';
import type { CorpusRequest } from '../score/corpus.ts';
import { judge } from '../score/judge.ts';
import type { Share } from '../score/tally.ts';
import type { Interpreter, PlacedText } from './accept/interpreter.ts';
import { deliver, PLACE_NAMES, type Place } from './deliver.ts';
import { KINDS, type KindName } from './kinds.ts';

/** Of spellings put on one another. */
const MAX_MUTATIONS = 3;
/** Of the spellings tried for one that counts. */
const TRIES_PER_MUTANT = 1.5;

export interface Mutant {
  readonly text: string;
  readonly mutations: readonly string[];
}

export interface Passed extends Mutant {
  readonly original: string;
  readonly place: Place;
  readonly position: string;
}

export interface KindScore {
  readonly kind: KindName;
  readonly interpreter: string;
  /** Attacks tried; those blocked and understood by the interpreter, from which mutants were made. */
  readonly asked: number;
  readonly used: number;
  readonly all: Share;
  readonly byMutation: Readonly<Record<string, Share>>;
  readonly byPlace: Readonly<Record<string, Share>>;
  readonly passed: readonly Passed[];
}

export interface MutationRun {
  readonly site: SiteRuleSet;
  readonly seed: number;
  readonly mutantsPerAttack: number;
}

/** Mutants of the attacks that are blocked and that the interpreter understands, through the rules. */
export async function scoreMutants(
  { site, seed, mutantsPerAttack }: MutationRun,
  kind: KindName,
  attacks: readonly string[],
): Promise<KindScore> {
  const random = new Random(seed);
  const interpreter = KINDS[kind].start();
  const families: { original: string; position: string; mutants: Mutant[] }[] = [];
  for (const { text, position } of await understood(interpreter, attacks))
    families.push({
      original: text,
      position,
      mutants: mutantsOf(text, kind, Math.ceil(TRIES_PER_MUTANT * mutantsPerAttack), random),
    });
  const all = families.flatMap(({ position, mutants }) => mutants.map(({ text }) => ({ text, position })));
  const accepted = await interpreter.accepts(all);

  const total: Share = { sent: 0, blocked: 0 };
  const byMutation = new Map<string, Share>();
  const byPlace = new Map<string, Share>();
  const passed: Passed[] = [];
  let index = 0;
  for (const { original, position, mutants } of families) {
    let left = mutantsPerAttack;
    for (const mutant of mutants) {
      if (accepted[index++] !== true || left === 0) continue;
      const sent = send(mutant.text, random);
      if (sent === null) continue;
      left--;
      const { blocked } = judge(site, sent.request);
      for (const share of [
        total,
        ...mutant.mutations.map((name) => at(byMutation, name)),
        at(byPlace, sent.place),
      ]) {
        share.sent++;
        if (blocked) share.blocked++;
      }
      if (!blocked) passed.push({ ...mutant, original, position, place: sent.place });
    }
  }
  return {
    kind,
    interpreter: interpreter.name,
    asked: attacks.length,
    used: families.length,
    all: total,
    byMutation: Object.fromEntries(byMutation),
    byPlace: Object.fromEntries(byPlace),
    passed,
  };
}

/** Each text in the first position in which it is code. */
async function understood(interpreter: Interpreter, texts: readonly string[]): Promise<PlacedText[]> {
  const placed = texts.flatMap((text) => interpreter.positions.map((position) => ({ text, position })));
  const accepted = await interpreter.accepts(placed);
  const first = new Map<string, PlacedText>();
  for (const [index, one] of placed.entries())
    if (accepted[index] && !first.has(one.text)) first.set(one.text, one);
  return [...first.values()];
}

export function mutantsOf(payload: string, kind: KindName, count: number, random: Random): Mutant[] {
  const mutations = Object.entries(KINDS[kind].mutations);
  const found = new Map<string, Mutant>();
  for (let times = 0; times < 4 * count && found.size < count; times++) {
    let text = payload;
    const names: string[] = [];
    for (let step = 1 + random.below(MAX_MUTATIONS); step > 0; step--) {
      const [name, mutate] = random.pick(mutations);
      const next = mutate(text, random);
      if (next === text || names.includes(name)) continue;
      text = next;
      names.push(name);
    }
    if (text !== payload && !found.has(text)) found.set(text, { text, mutations: names });
  }
  return [...found.values()];
}

function send(text: string, random: Random): { request: CorpusRequest; place: Place } | null {
  const place = random.pick(PLACE_NAMES);
  const request = deliver(text, place, random);
  return request === null ? null : { request, place };
}

function at(shares: Map<string, Share>, name: string): Share {
  const share = shares.get(name) ?? { sent: 0, blocked: 0 };
  shares.set(name, share);
  return share;
}
