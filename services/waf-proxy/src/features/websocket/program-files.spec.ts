import { isProgramFile } from './program-files.ts';

/** One text and its translation, as msgfmt writes them. */
function catalogue(original: string, translation: string, isLittle = true): Buffer {
  const texts = Buffer.from(`${original}\0${translation}\0`);
  const words = [
    0x950412de,
    0,
    1,
    28,
    36,
    0,
    44,
    original.length,
    44,
    translation.length,
    45 + original.length,
  ];
  const head = Buffer.alloc(words.length * 4);
  for (const [at, word] of words.entries())
    if (isLittle) head.writeUInt32LE(word, at * 4);
    else head.writeUInt32BE(word, at * 4);
  return Buffer.concat([head, texts]);
}

function program(): Buffer {
  const bytes = Buffer.alloc(256, 0x20);
  bytes.write('MZ');
  bytes.writeUInt32LE(128, 60);
  bytes.write('PE\0\0', 128, 'latin1');
  return bytes;
}

const python = (version: number, at: number, code: number) => {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt16LE(version, 0);
  bytes.write('\r\n', 2);
  bytes[at] = code;
  return bytes;
};

it.each([
  ['a catalogue of translations', catalogue('rm -rf failed', 'rm -rf ging nicht')],
  ['one in the other order', catalogue('a', 'b', false)],
  ['a program of Windows', program()],
  ['compiled Python 2', python(62_211, 8, 0x63)],
  ['compiled Python 3.6', python(3_379, 12, 0xe3)],
  ['compiled Python 3.14', python(3_627, 16, 0xe3)],
])('%s is one', (_name, bytes) => {
  expect(isProgramFile(bytes)).toBe(true);
});

const ATTACK = "' UNION SELECT password FROM users where id in (1, 2, 3) -- and what is behind it";
it.each([
  ['a mark alone', Buffer.concat([Buffer.from([0xde, 0x12, 0x04, 0x95]), Buffer.from(ATTACK)])],
  ['another order’s mark alone', Buffer.concat([Buffer.from([0x95, 0x04, 0x12, 0xde]), Buffer.from(ATTACK)])],
  ['a catalogue whose tables end behind it', catalogue('a', 'b').subarray(0, 43)],
  ['MZ before a text', Buffer.from(`MZ${ATTACK}`)],
  ['a line end behind two letters', Buffer.from(`ab\r\n${ATTACK}`)],
  [
    'a version and a line end before a text',
    Buffer.from(`\xf3\x0d\r\n1234c' UNION SELECT password FROM users`, 'latin1'),
  ],
  ['nothing', Buffer.alloc(0)],
])('%s is none', (_name, bytes) => {
  expect(isProgramFile(bytes)).toBe(false);
});
