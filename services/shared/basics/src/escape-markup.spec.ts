import { escapeMarkup } from './escape-markup.ts';

describe('escaping a text for markup', () => {
  it('leaves nothing that begins an element, a reference or ends an attribute', () => {
    expect(escapeMarkup(`<a b="c" d='e'>&amp;`)).toBe('&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp;');
  });

  it('leaves every other character as it is', () => {
    const others = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code))
      .filter((character) => !`&<>"'`.includes(character))
      .join('');
    expect(escapeMarkup(others)).toBe(others);
  });
});
