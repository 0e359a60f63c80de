// Long subjects made to hurt: what a pattern's author did not think of, but an attacker who reads the rules will.

export interface HostileSubject {
  name: string;
  subject: string;
}

/** A small deterministic generator (Marsaglia's xorshift), so that runs can be compared. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function fill(size: number, next: () => string): string {
  let text = '';
  while (text.length < size) {
    text += next();
  }
  return text.slice(0, size);
}

/** The words and runs of signs that a pattern spells out. */
export function literalsOf(pattern: string): string[] {
  return pattern.match(/[A-Za-z_]{2,}|[<>'"`;|&$(){}=:/.-]{1,3}/g) ?? [];
}

export function hostileSubjects(patterns: readonly string[], size: number): HostileSubject[] {
  const random = generator(0x2545f491);
  const pick = (from: readonly string[]) => from[random(from.length)] ?? 'a';
  const literals = patterns.flatMap(literalsOf);
  const separators = [
    ' ',
    '\t',
    '\n',
    '"',
    "'",
    '`',
    '(',
    ')',
    '=',
    ',',
    ';',
    '<',
    '>',
    '/',
    '\\',
    '.',
    '-',
    '%',
    '0',
    'a',
    '',
  ];
  const subjects: HostileSubject[] = [
    { name: 'random bytes', subject: fill(size, () => String.fromCharCode(random(256))) },
    { name: 'random printable', subject: fill(size, () => String.fromCharCode(0x20 + random(95))) },
    { name: 'random signs', subject: fill(size, () => pick(separators)) },
    { name: 'random letters', subject: fill(size, () => String.fromCharCode(0x61 + random(26))) },
    { name: 'all literals', subject: fill(size, () => pick(literals)) },
    { name: 'all literals, spaced', subject: fill(size, () => pick(literals) + pick(separators)) },
    { name: 'all literals, words', subject: fill(size, () => `${pick(literals)} `) },
  ];
  for (const unit of [
    '\n',
    '\r\n',
    ' ',
    'a',
    "'",
    '"',
    '`',
    '(',
    '<',
    '=',
    '\\',
    '/',
    '.',
    '-',
    '0',
    '%u',
    '$',
    '{',
    'a ',
    'a=',
    "a'",
    '<a ',
    '../',
    'select ',
    '\0',
    '\xff',
  ]) {
    subjects.push({ name: `repeated ${JSON.stringify(unit)}`, subject: fill(size, () => unit) });
  }
  patterns.forEach((pattern, i) => {
    const own = literalsOf(pattern);
    subjects.push({
      name: `literals of pattern ${i}`,
      subject: fill(size, () => pick(own) + pick(separators)),
    });
  });
  return subjects;
}
