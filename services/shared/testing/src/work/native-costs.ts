/** Cost of one call, in bytes or elements. */
type Cost = (subject: { readonly length: number }, values: readonly unknown[], result: unknown) => number;
type AnyFunction = (this: unknown, ...values: never[]) => unknown;

const lengthOf = (value: unknown): number => (value as { length?: number } | null)?.length ?? 0;
const whole: Cost = ({ length }) => length;
const resulting: Cost = (_, __, result) => lengthOf(result);
const argument: Cost = (_, [value]) => lengthOf(value);
const searched: Cost = ({ length }, [needle, from], found) => {
  const start = typeof from === 'number' ? Math.max(0, from) : 0;
  const end = typeof found === 'number' && found >= 0 ? found : length;
  return Math.max(0, end - start) + Math.min(length, lengthOf(needle));
};
/** `includes` does not say where. */
const contained: Cost = (subject, values, found) =>
  found === true
    ? searched(subject, values, (subject as unknown as string | unknown[]).indexOf(values[0] as never))
    : whole(subject, values, found);
/** Elements that move. */
const moved: Cost = ({ length }, [from]) => length - (typeof from === 'number' ? Math.max(0, from) : 0);

const STRING: Readonly<Record<string, Cost>> = {
  endsWith: argument,
  includes: contained,
  indexOf: searched,
  lastIndexOf: whole,
  localeCompare: whole,
  normalize: whole,
  padEnd: resulting,
  padStart: resulting,
  repeat: resulting,
  replace: whole,
  replaceAll: whole,
  split: whole,
  startsWith: argument,
  toLowerCase: whole,
  toUpperCase: whole,
  trim: whole,
  trimEnd: whole,
  trimStart: whole,
};
/** V8 keeps a substring as a reference to the whole string: cheap at any length. */
const PIECES = ['slice', 'substring', 'substr', 'at', 'charAt', 'charCodeAt', 'codePointAt'];

const ARRAY: Readonly<Record<string, Cost>> = {
  concat: resulting,
  fill: whole,
  includes: contained,
  indexOf: searched,
  join: whole,
  lastIndexOf: whole,
  reverse: whole,
  slice: resulting,
  sort: whole,
  splice: moved,
  unshift: whole,
};
const TYPED_ARRAY: Readonly<Record<string, Cost>> = {
  copyWithin: whole,
  fill: whole,
  includes: contained,
  indexOf: searched,
  lastIndexOf: whole,
  set: argument,
  slice: resulting,
  toString: resulting,
};
const BUFFER: Readonly<Record<string, Cost>> = {
  copy: (_, __, result) => Number(result),
  equals: whole,
  includes: contained,
  indexOf: searched,
  latin1Slice: resulting,
  latin1Write: argument,
  toString: resulting,
  utf8Slice: resulting,
  write: argument,
};

/** Copies of whole buffers. */
const COPIES: Readonly<Record<string, Cost>> = { concat: resulting, from: resulting };

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;
const COUNTED: readonly (readonly [object, Readonly<Record<string, Cost>>])[] = [
  [String.prototype, { ...STRING, ...Object.fromEntries(PIECES.map((name) => [name, () => 1])) }],
  [Array.prototype, ARRAY],
  [typedArray, TYPED_ARRAY],
  [Buffer.prototype, BUFFER],
  [Buffer, COPIES],
];

/** Replaces methods by counting ones, until stopped; returns the total cost. */
export function countingNatives(): { stop(): number } {
  let steps = 0;
  let isCounting = true;
  const undo: (() => void)[] = [];
  const replace = (
    prototype: object,
    name: string,
    counted: (original: AnyFunction) => AnyFunction,
  ): void => {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    if (descriptor === undefined || typeof descriptor.value !== 'function') return;
    Object.defineProperty(prototype, name, { ...descriptor, value: counted(descriptor.value) });
    undo.push(() => Object.defineProperty(prototype, name, descriptor));
  };
  /** What counting itself calls is not counted. */
  const add = (cost: () => number): void => {
    if (!isCounting) return;
    isCounting = false;
    steps += cost();
    isCounting = true;
  };
  for (const [prototype, costs] of COUNTED) {
    for (const [name, cost] of Object.entries(costs)) {
      replace(
        prototype,
        name,
        (original) =>
          function (this: unknown, ...values: never[]): unknown {
            const result = original.apply(this, values);
            add(() => cost(this as { length: number }, values, result));
            return result;
          },
      );
    }
  }
  replace(
    RegExp.prototype,
    'exec',
    (original) =>
      function (this: unknown, ...values: never[]): unknown {
        const { lastIndex, sticky, global } = this as RegExp;
        const from = sticky || global ? lastIndex : 0;
        const found = original.apply(this, values) as RegExpExecArray | null;
        add(() => costOfExec(String(values[0]), from, sticky, found));
        return found;
      },
  );
  return {
    stop: () => {
      for (const restore of undo) restore();
      return steps;
    },
  };
}

/** Backtracking within a match is not seen: that patterns have none is for their own tests. */
function costOfExec(text: string, from: number, sticky: boolean, found: RegExpExecArray | null): number {
  if (found !== null) return found.index - from + found[0].length + 1;
  return sticky ? 1 : Math.max(1, text.length - from);
}
