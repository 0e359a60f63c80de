import { foldUnicode } from './fold-unicode.ts';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('characters that programs fold to ASCII', () => {
  it.each([
    ['＇ ｕｎｉｏｎ', "' union"],
    ['﹤script﹥', '<script>'],
    ['ſelect 𝐬𝐞𝐥 K', 'select sel K'],
    ['ʼ or 1=1', "' or 1=1"],
    ['a\u00a0b\u3000c', 'a b c'],
    ['a\u0085b\u2028c', 'a b c'],
    ['uni\u200bon', 'union'],
    ['‥／‥／etc', '../../etc'],
    ['（你好）', `(${bytes('你好')})`],
  ])('%s', (text, folded) => {
    expect(foldUnicode(bytes(text))).toBe(folded);
  });

  it.each(['plain', 'l’été, déjà vu …', '你好，世界！好？', '👩‍💻 👨‍👩‍👧', 'Größe', '¼ and ½'])(
    'nothing to look at again in: %s',
    (text) => {
      expect(foldUnicode(bytes(text))).toBeNull();
    },
  );

  it('broken sequences stay as they are, wherever they are cut', () => {
    expect(foldUnicode('\xe2\x80')).toBeNull();
    expect(foldUnicode('\xef\xbc\x87\xef')).toBe("'\xef");
    const long = bytes('＇').repeat(40_000);
    expect(foldUnicode(long)).toBe("'".repeat(40_000));
    expect(foldUnicode(`x${long}`)).toBe(`x${"'".repeat(40_000)}`);
  });
});
