import { beginsText, textOfBinary } from './binary-text.ts';

const ATTACK = `{"q":"1' UNION SELECT pw FROM staff"}`;
const utf32le = (text: string) =>
  Buffer.from([...text].flatMap((one) => [one.charCodeAt(0) & 255, one.charCodeAt(0) >> 8, 0, 0]));
const utf32be = (text: string) => utf32le(text).swap32();
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** Of one text and its translation. */
function catalogueHead(): Buffer {
  const head = Buffer.alloc(44);
  for (const [at, word] of [0x950412de, 0, 1, 28, 36, 0, 44, 6, 44, 6, 50].entries())
    head.writeUInt32LE(word, at * 4);
  return head;
}

function programHead(): Buffer {
  const head = Buffer.alloc(132);
  head.write('MZ');
  head.writeUInt32LE(128, 60);
  head.write('PE\0\0', 128, 'latin1');
  return head;
}

describe('a binary message as text', () => {
  it.each([
    ['UTF-8', Buffer.from(ATTACK)],
    ['UTF-8 behind a mark', Buffer.from(`\ufeff${ATTACK}`)],
    ['UTF-16LE behind a mark', Buffer.from(`\ufeff${ATTACK}`, 'utf16le')],
    ['UTF-16BE behind a mark', utf16be(`\ufeff${ATTACK}`)],
    ['UTF-16LE', Buffer.from(ATTACK, 'utf16le')],
    ['UTF-16BE', utf16be(ATTACK)],
    ['UTF-32LE', utf32le(ATTACK)],
    ['UTF-32LE behind a mark', utf32le(`\ufeff${ATTACK}`)],
    ['UTF-32BE', utf32be(ATTACK)],
    ['UTF-32BE behind a mark', utf32be(`\ufeff${ATTACK}`)],
  ])('is read out of %s', (_name, bytes) => {
    expect(beginsText([...bytes.subarray(0, 4)])).toBe(true);
    expect(textOfBinary(bytes)).toBe(ATTACK);
  });

  it.each([1, 500])('is read with %i bytes in it that are no UTF-8', (count) => {
    const bytes = Buffer.concat([
      Buffer.from(`${ATTACK.slice(0, -1)},"z":"`),
      Buffer.alloc(count, 0xff),
      Buffer.from('"}'),
    ]);
    expect(textOfBinary(bytes)).toContain("1' UNION SELECT pw FROM staff");
  });

  it.each([3, 9, 5000])('is read where %i odd bytes stand behind it', (count) => {
    const text = "q=1' UNION SELECT password FROM users--";
    expect(textOfBinary(Buffer.concat([Buffer.from(text), Buffer.alloc(count, 0xff)]))).toContain(text);
    expect(textOfBinary(Buffer.concat([Buffer.from(text), Buffer.alloc(count, 1)]))).toContain(text);
  });

  it('is read with odd bytes anywhere in it, and however short it is', () => {
    const odd = Buffer.from("1'/*\xff*/UNION/*\xff*/SELECT/*\xff*/pw", 'latin1');
    expect(textOfBinary(odd)).toBe("1'/* */UNION/* */SELECT/* */pw");
    const short = Buffer.concat([Buffer.from("' OR 1=1"), Buffer.alloc(900, 0xff)]);
    expect(textOfBinary(short)).toBe("' OR 1=1");
  });

  it('is read where it has odd bytes among it and very many behind it', () => {
    const odd = Buffer.from("1'\xff|/*\x01*/UNION/*\x01*/SELECT/*\x01*/pw FROM users", 'latin1');
    for (const byte of [1, 0xff])
      expect(textOfBinary(Buffer.concat([odd, Buffer.alloc(5000, byte)]))).toBe(
        "1' |/* */UNION/* */SELECT/* */pw FROM users",
      );
  });

  it('is read behind the type of a packet', () => {
    expect(beginsText([4])).toBeNull();
    expect(beginsText([4, 0x61])).toBe(true);
    expect(beginsText([4, 1])).toBe(false);
    expect(beginsText([0x0e, 0x61])).toBe(false);
    expect(textOfBinary(Buffer.from('\x04an attack'))).toContain('an attack');
  });

  it('is read of UTF-16 that has few zeros', () => {
    const text = `{"q":"<script>","z":"${'中'.repeat(500)}"}`;
    expect(textOfBinary(Buffer.from(text, 'utf16le'))).toBe(text);
  });

  /** Heads as files have them, and more odd bytes behind the text than one is allowed to have. */
  it.each([
    ['compiled Python', Buffer.from('\xa7\x0d\r\n\0aaabbbbcccc\x63\0\0\0\0', 'latin1')],
    ['a catalogue of translations', catalogueHead()],
    ['a program of Windows', programHead()],
  ])('is that behind the head of %s, too, whatever follows', (_name, head) => {
    const attack = "' UNION SELECT password FROM users -- ";
    const text = textOfBinary(Buffer.concat([head, Buffer.from(attack), Buffer.alloc(400, 0x01)]));
    expect(text).toContain(attack.trim());
  });

  it('is none of bytes', () => {
    const noise = Buffer.from(Array.from({ length: 400 }, (_, at) => (at * at * 31 + at * 7 + 41) & 255));
    expect(textOfBinary(noise)).toBeNull();
    expect(beginsText([0x00, 0x00])).toBeNull();
    expect(beginsText([0x00, 0x00, 0x01, 0x00])).toBe(false);
    expect(beginsText([0x00, 0x00, 0x00, 0x02])).toBe(false);
    expect(beginsText([0x89, 0x50])).toBe(false);
    expect(textOfBinary(Buffer.alloc(0))).toBe('');
  });
});
