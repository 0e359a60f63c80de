import { MarkupLook } from './markup-look.ts';

/** As one who has it all before himself would say it. */
const beginningOf = (text: string): number => {
  const prolog = /^(?:[^<]|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(?!!--|\?)[^a-zA-Z_]|<$)*/.exec(text)![0];
  return /^<[a-zA-Z_]/.test(text.slice(prolog.length)) ? text.length - prolog.length : -1;
};

const shown = (pieces: readonly string[]) => {
  const look = new MarkupLook();
  for (const piece of pieces) look.show(piece);
  return look;
};

it.each([
  ['<r>', 3],
  ['', -1],
  ['<', -1],
  ['<!', -1],
  ['<!-- a', -1],
  ['<!-- <r> --><s>', 3],
  ['<?xml a="<r>"?>\n<s/>', 4],
  ['<!DOCTYPE r><r>', 3],
  ['<!-- a -- > <r> -->', -1],
  ['< r><_>', 3],
  ['<!-<r>', 3],
])('%s', (text, sinceBegun) => {
  expect(beginningOf(text)).toBe(sinceBegun);
  expect(shown([text]).sinceBegun).toBe(sinceBegun);
  expect(shown([...text]).sinceBegun).toBe(sinceBegun);
});

it('what it says does not depend on where pieces end', () => {
  let state = 7;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const parts = [
    '<!--',
    '-->',
    '<?',
    '?>',
    '<',
    '!',
    '-',
    '>',
    'a',
    ' ',
    '<r',
    '<!DOCTYPE r>',
    '<w:document ',
  ];
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from({ length: below(12) }, () => parts[below(parts.length)]!).join('');
    const pieces: string[] = [];
    for (let at = 0; at < text.length; ) {
      const end = at + 1 + below(6);
      pieces.push(text.slice(at, end));
      at = end;
    }
    const whole = shown([text]);
    const { hasDoctype, isReferring, length, sinceBegun } = shown(pieces);
    expect({ text, hasDoctype, isReferring, length, sinceBegun }).toEqual({
      text,
      hasDoctype: text.includes('<!DOCTYPE'),
      isReferring: whole.isReferring,
      length: text.length,
      sinceBegun: whole.sinceBegun,
    });
  }
});
