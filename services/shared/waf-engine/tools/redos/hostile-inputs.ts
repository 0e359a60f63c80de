/** Inputs that make bad matchers slow, each `size` bytes long. Deterministic: a finding can be repeated. */
export interface HostileInput {
  readonly name: string;
  readonly text: string;
}

export const HOSTILE_SIZE = 8192;

const fill = (piece: string, size: number): string =>
  piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Park and Miller's generator: the same bytes on every machine. */
function randomBytes(seed: number, size: number, alphabet: string): string {
  let state = seed;
  let text = '';
  for (let index = 0; index < size; index++) {
    state = (state * 48_271) % 0x7fffffff;
    text += alphabet[state % alphabet.length]!;
  }
  return text;
}

const ALL_BYTES = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
const PRINTABLE = ALL_BYTES.slice(0x20, 0x7f);

const PIECES = [
  'a',
  '0',
  ' ',
  '\n',
  '\t',
  '\0',
  '\xff',
  '(',
  ')(',
  '<',
  '<a ',
  '"',
  "'",
  "' or ",
  '/',
  '../',
  '%',
  '%25',
  '\\',
  '&#',
  ';',
  '-- ',
  '/*',
  '*/',
  '$',
  '${',
  '`',
  'union select ',
  'onload=',
  'javascript:',
  'a=b;',
  'select x from ',
  '\\x41',
  '\\u0041',
  '+',
  'aA',
  '1,',
  '[',
  '{"',
  '@',
  '.',
] as const;

/** Independent of any rule: pumped pieces and noise. */
export function generalInputs(size = HOSTILE_SIZE): HostileInput[] {
  const inputs: HostileInput[] = PIECES.map((piece) => ({
    name: `pump ${JSON.stringify(piece)}`,
    text: fill(piece, size),
  }));
  for (let seed = 1; seed <= 3; seed++) {
    inputs.push({ name: `random bytes ${seed}`, text: randomBytes(seed, size, ALL_BYTES) });
    inputs.push({ name: `random printable ${seed}`, text: randomBytes(seed + 10, size, PRINTABLE) });
    inputs.push({
      name: `random words ${seed}`,
      text: randomBytes(seed + 20, size, 'select or union from on<>=\'"();-/* '),
    });
  }
  return inputs;
}

/** What a pattern itself looks for, pumped: prefixes that match for long and then fail. */
export function inputsFor(pattern: string, size = HOSTILE_SIZE): HostileInput[] {
  const literals = pattern
    .replace(/\\x([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\s/g, ' ')
    .replace(/\\[bBAZz]/g, '')
    .replace(/\\([^\w])/g, '$1')
    .split(/[()[\]{}|*+?^$]+/)
    .filter((run) => run.length > 0 && run.length < 64);
  const longest = [...new Set(literals)].sort((left, right) => right.length - left.length).slice(0, 3);
  const pumped = longest.map((run) => ({ name: `pump ${JSON.stringify(run)}`, text: fill(run, size) }));
  const joined = literals.slice(0, 12).join('');
  return joined === '' ? pumped : [...pumped, { name: 'pump all literals', text: fill(joined, size) }];
}
