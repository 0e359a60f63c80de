import { type ByteSet, setHas } from '../syntax/byte-set.ts';
import {
  EDGE,
  FINAL_NEWLINE,
  type Guard,
  guardHolds,
  type Neighbour,
  neighbourAllows,
} from '../syntax/guard.ts';

/**
 * Bytes that no set and no guard of a program tells apart form a class; transition tables have a column per class.
 * Two columns more stand for the end of the subject and for a newline that is its last byte.
 */
export interface SymbolClasses {
  /** Class of each byte. */
  readonly ofByte: Uint16Array;
  /** Number of columns: byte classes, end, final newline. */
  readonly count: number;
  readonly end: number;
  readonly finalNewline: number;
  /** False if a final newline never needs its own column. */
  readonly hasFinalNewline: boolean;
  /** A symbol that stands for each class. */
  readonly symbols: readonly number[];
  /** What guards can tell of the byte before a position ("kind"), by the class of that byte. */
  readonly kindOfClass: Uint8Array;
  /** The kind of the subject's start. Always 0. */
  readonly startKind: 0;
  readonly kindCount: number;
  /** A symbol that stands for each kind. */
  readonly kindSymbols: readonly number[];
}

export function classify(sets: readonly ByteSet[], guards: readonly Guard[]): SymbolClasses {
  const befores = guards.flatMap((guard) => guard.cases.map((c) => c.before));
  const afters = guards.flatMap((guard) => guard.cases.map((c) => c.after));
  const afterSets = [...befores, ...afters].map((rule) => rule.bytes);
  const { ofByte, symbols } = partition([...sets, ...afterSets]);
  const end = symbols.length;
  const finalNewline = end + 1;
  const kinds = partitionKinds(befores, symbols);
  kinds.kindOfClass[finalNewline] = kinds.kindOfClass[ofByte[0x0a]!]!;
  return {
    ofByte,
    count: symbols.length + 2,
    end,
    finalNewline,
    hasFinalNewline: afters.some((rule) => rule.finalNewline !== neighbourAllows(rule, 0x0a)),
    symbols: [...symbols, EDGE, FINAL_NEWLINE],
    ...kinds,
  };
}

function partition(sets: readonly ByteSet[]): { ofByte: Uint16Array; symbols: number[] } {
  const ofByte = new Uint16Array(256);
  /** By old class, once for bytes outside of the set and once for those inside: the new class plus 1. */
  const renamed = new Uint16Array(512);
  let count = 1;
  for (const set of sets) {
    // Split each class into the part inside and the part outside of the set.
    renamed.fill(0, 0, count * 2);
    count = 0;
    for (let byte = 0; byte < 256; byte++) {
      const key = ofByte[byte]! * 2 + (setHas(set, byte) ? 1 : 0);
      if (renamed[key] === 0) renamed[key] = ++count;
      ofByte[byte] = renamed[key]! - 1;
    }
  }
  const symbols = Array.from({ length: count }, (_, id) => ofByte.indexOf(id));
  return { ofByte, symbols };
}

function partitionKinds(
  befores: readonly Neighbour[],
  symbols: readonly number[],
): Pick<SymbolClasses, 'kindOfClass' | 'kindCount' | 'kindSymbols' | 'startKind'> {
  const signature = (symbol: number) =>
    befores.map((rule) => (neighbourAllows(rule, symbol) ? '1' : '0')).join('');
  const ids = new Map([[signature(EDGE), 0]]);
  const kindSymbols = [EDGE];
  const kindOfClass = new Uint8Array(symbols.length + 2);
  symbols.forEach((symbol, i) => {
    const key = signature(symbol);
    let id = ids.get(key);
    if (id === undefined) {
      id = ids.size;
      ids.set(key, id);
      kindSymbols.push(symbol);
    }
    kindOfClass[i] = id;
  });
  return { kindOfClass, kindCount: kindSymbols.length, kindSymbols, startKind: 0 };
}

/** Whether guard `g` holds between kind `k` and class `c`, at index `(g * kindCount + k) * count + c`. */
export function guardTable(guards: readonly Guard[], classes: SymbolClasses): Uint8Array {
  const { kindCount, count } = classes;
  const table = new Uint8Array(guards.length * kindCount * count);
  guards.forEach((guard, g) => {
    for (let k = 0; k < kindCount; k++) {
      for (let c = 0; c < count; c++) {
        const holds = guardHolds(guard, classes.kindSymbols[k]!, classes.symbols[c]!);
        table[(g * kindCount + k) * count + c] = holds ? 1 : 0;
      }
    }
  });
  return table;
}
