/**
 * Counts the work that code does on strings, so that "linear" can be asserted without a clock: one step for each byte that a
 * method of String or RegExp looked at. While counting, those methods are replaced by ones that count; indexing (`text[i]`) and
 * typed arrays are not seen.
 */
type AnyFunction = (this: unknown, ...values: never[]) => unknown;

/** What one call costs: the bytes between where a search began and where it ended, and those of the result. */
type Cost = (subject: string, values: readonly unknown[], result: unknown) => number;

const searched: Cost = (subject, [needle, from], result) => {
  const start = typeof from === 'number' ? from : 0;
  const end = typeof result === 'number' && result >= 0 ? result : subject.length;
  return Math.max(0, end - start) + String(needle).length;
};
const whole: Cost = (subject) => subject.length;
const resulting: Cost = (_, __, result) => String(result).length;
const one: Cost = () => 1;
const needle: Cost = (_, [text]) => String(text).length;

const COSTS: Readonly<Record<string, Cost>> = {
  charAt: one,
  charCodeAt: one,
  endsWith: needle,
  includes: (subject, values, found) =>
    found === true ? subject.indexOf(String(values[0])) + 1 : subject.length,
  indexOf: searched,
  lastIndexOf: whole,
  replace: whole,
  replaceAll: whole,
  slice: resulting,
  split: whole,
  startsWith: needle,
  substring: resulting,
  toLowerCase: whole,
  toUpperCase: whole,
  trim: whole,
};

/** Runs `work` and returns how many steps it took. */
export function countSteps(work: () => void): number {
  let steps = 0;
  const prototype = String.prototype as unknown as Record<string, AnyFunction>;
  const originals = Object.keys(COSTS).map((name) => [name, prototype[name]!] as const);
  const exec = RegExp.prototype.exec;
  let counting = true;
  for (const [name, original] of originals) {
    const cost = COSTS[name]!;
    prototype[name] = function (this: unknown, ...values: never[]): unknown {
      const result = original.apply(this, values);
      if (counting) {
        counting = false;
        steps += cost(String(this), values, result);
        counting = true;
      }
      return result;
    };
  }
  RegExp.prototype.exec = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    if (counting) steps += Math.max(0, (found === null ? text.length : found.index + found[0].length) - from);
    return found;
  };
  try {
    work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
    RegExp.prototype.exec = exec;
  }
  return steps;
}
