import { runToEnd } from '../../model/pausable.ts';
import { textsInMessage } from './text-in-bytes.ts';

const NO_HURRY = { steps: 0, isSliceOver: false };
const textsOf = (content: string) => runToEnd(textsInMessage(content, NO_HURRY));

describe('the texts of a message in bytes', () => {
  it('stand each by itself, without the length before them', () => {
    const text = "a value' or 1=1 -- with more than 32 bytes";
    expect(textsOf(`\x0a\x08' or 1=1\x12${String.fromCharCode(text.length)}${text}\x18\x01`)).toEqual([
      "' or 1=1",
      text,
    ]);
  });

  it('end where their length says, before the sign of the next field', () => {
    const address = 'https://shop.example/catalogue/page?number=1234';
    expect(address).toHaveLength(0x2f);
    expect(textsOf(`\x0a\x0b\x22\x31\x0a/${address}(\x03(\x02:\x05en-US`)).toContain(address);
    expect(textsOf(`\x0a\x0b\x22\x31\x0a~${address}\x03\x02`)).toContain(address);
    expect(textsOf(`\x0a\x02\x22\x31\x0a\x19${address}\x03\x02`)).toContain(address);
  });

  it.each([
    ['a text', "name=' or 1=1"],
    ['an image', `\x89PNG\r\n\x1a\n${'\0\x01\x02\xfe'.repeat(40)}IDAT' or 1`],
    ['a file', `\x01${'a'.repeat(70_000)}`],
  ])('are not looked for in %s', (_what, content) => {
    expect(textsOf(content)).toEqual([]);
  });
});
