import type { ByteString } from '../../model/api.ts';
import { Entry } from '../../model/entry.ts';
import type { ReadingBudget } from '../../model/pausable.ts';
import { equalNames } from '../body-processors/equal-names.ts';
import { percentDecode } from '../body-processors/percent-decoding.ts';
import { bracketNames } from './bracket-names.ts';
import { queryWithoutReferences } from './query-references.ts';
import { semicolonPairs } from './semicolon-pairs.ts';

/** A query is no longer than a request's head may be. */
const UNSLICED: ReadingBudget = { steps: 0, isSliceOver: false };

type Pair = readonly [name: ByteString, value: ByteString];

/** Readings of a query by some servers, besides the common one. */
export function addQueryReadings(query: ByteString, into: Entry[]): void {
  if (query === '') return;
  for (const name of bracketNames(query, UNSLICED))
    if (name !== undefined) into.push(new Entry('ARGS_NAMES', name, name));
  addBareNames(query, into);
  for (const pair of semicolonPairs(query)) if (pair !== null) addPair(pair, into);
  addEqualNames(query, into);
  const undone = queryWithoutReferences(query);
  if (undone === null) return;
  for (const piece of undone.split('&')) {
    const equals = piece.indexOf('=');
    const value = percentDecode(piece.slice(equals + 1), true);
    addPair([equals < 0 ? '' : percentDecode(piece.slice(0, equals), true), value], into);
  }
  addEqualNames(undone, into);
}

/** A name without a value stays as it is, with its plus signs, for ASP.NET Core. */
function addBareNames(query: ByteString, into: Entry[]): void {
  if (!query.includes('+')) return;
  for (const piece of query.split('&')) {
    if (piece.includes('=') || !piece.includes('+')) continue;
    const name = percentDecode(piece, false);
    into.push(new Entry('ARGS_NAMES', name, name));
  }
}

function addEqualNames(query: ByteString, into: Entry[]): void {
  for (const pair of equalNames(query)) if (pair !== null) into.push(new Entry('ARGS', ...pair));
}

function addPair([name, value]: Pair, into: Entry[]): void {
  if (name !== '') into.push(new Entry('ARGS_NAMES', name, name));
  if (value !== '') into.push(new Entry('ARGS', name, value));
}
