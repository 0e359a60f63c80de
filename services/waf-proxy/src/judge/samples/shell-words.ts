import { SampleError } from './sample.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};

/**
 * Splits a command into words like a POSIX shell, with Bash's `$'…'`, which browsers copy. Nothing is expanded or run.
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  const add = (text: string): void => {
    word = (word ?? '') + text;
  };
  while (at < command.length) {
    const character = command[at]!;
    if (character === "'") at = single(command, at + 1, add);
    else if (character === '"') at = double(command, at + 1, add);
    else if (character === '$' && command[at + 1] === "'") at = ansi(command, at + 2, add);
    else if (character === '\\') at = escaped(command, at, add);
    else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
      at++;
    } else if (character === '|' || character === ';' || character === '&' || character === '`') {
      throw new SampleError(`only one command is read: quote the ${character}`);
    } else {
      add(character);
      at++;
    }
  }
  if (word !== null) words.push(word);
  return words;
}

type Add = (text: string) => void;

function closing(command: string, from: number, quote: string): number {
  const end = command.indexOf(quote, from);
  if (end < 0) throw new SampleError(`a ${quote} is never closed`);
  return end;
}

function single(command: string, from: number, add: Add): number {
  const end = closing(command, from, "'");
  add(command.slice(from, end));
  return end + 1;
}

function double(command: string, from: number, add: Add): number {
  add('');
  for (let at = from; at < command.length; at++) {
    const character = command[at]!;
    if (character === '"') return at + 1;
    if (character !== '\\') {
      add(character);
      continue;
    }
    at++;
    const next = command[at] ?? '';
    if (next !== '\n') add('"\\$`'.includes(next) ? next : `\\${next}`);
  }
  throw new SampleError('a " is never closed');
}

/** Sticky, so that trying it costs no more than the escape is long. */
const CODED = /x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})/y;

function ansi(command: string, from: number, add: Add): number {
  add('');
  for (let at = from; at < command.length; at++) {
    const character = command[at]!;
    if (character === "'") return at + 1;
    if (character !== '\\') {
      add(character);
      continue;
    }
    at++;
    CODED.lastIndex = at;
    const coded = CODED.exec(command);
    if (coded === null) {
      const next = command[at] ?? '';
      add(ESCAPES[next] ?? next);
      continue;
    }
    const [whole, byte, four, eight, octal] = coded;
    add(
      characterOf(
        octal === undefined ? Number.parseInt(byte ?? four ?? eight ?? '0', 16) : Number.parseInt(octal, 8),
      ),
    );
    at += whole.length - 1;
  }
  throw new SampleError("a $' is never closed");
}

function characterOf(code: number): string {
  if (code > 0x10_ffff) throw new SampleError('an escape is no character');
  return String.fromCodePoint(code);
}

function escaped(command: string, at: number, add: Add): number {
  const next = command[at + 1] ?? '';
  if (next === '\r' && command[at + 2] === '\n') return at + 3;
  if (next !== '\n') add(next);
  return at + 2;
}
