import fc from 'fast-check';
import { byteString } from '../../../../regex/test/support/arbitraries.ts';
import { type Html5Context, Html5Tokenizer } from './html5-tokenizer.ts';
import { detectScript } from './xss.ts';

describe('script injection', () => {
  it.each([
    '<script>alert(1)</script>',
    '<ScRiPt/x>',
    '<s\0cript>',
    '<svg/onload=x>',
    '<svgfoo>',
    '<xsl:x>',
    '<img src=x onerror=alert(1)>',
    'x" onmouseover=alert(1) y="',
    "x' onfocus='a",
    'x` onclick=`a',
    'a style=x',
    '<a href="javascript:alert(1)">',
    '<a href=" \x01jAv&#x61;&#10;script:x">',
    '<a href="\xa0data:text/html,x">',
    '<a href=&#118bscript:x>',
    '<a xlink:href=view-source:x>',
    '<a xmlns:x="y">',
    '<set attributename=href to=javascript:x>',
    '<!-- ` -->',
    '<!--[if IE]-->',
    '<!ENTITY x>',
    '<?import x>',
    '<?xml x>',
    '<!DOCTYPE html>',
    '<%x`%>',
  ])('%j is one', (value) => {
    expect(detectScript(value)).toBe(true);
  });

  it.each([
    '',
    'hello',
    'a < b and c > d',
    '<b>bold</b>',
    '<a href="https://example.com/?a=b">x</a>',
    '<a href="javelin.html">x</a>',
    '<img src="x.png" alt="only">',
    '<!-- a comment -->',
    '<p title="on">',
    'x = y',
    '</b',
    'one=1',
  ])('%j is text', (value) => {
    expect(detectScript(value)).toBe(false);
  });
});

describe('what is not looked at', () => {
  it('is a value with neither < nor =, which has no tag, no comment and no attribute with a value', () => {
    fc.assert(
      fc.property(byteString(), (bytes) => {
        const value = bytes.replace(/[<=]/g, '');
        const contexts: Html5Context[] = [
          'data',
          'unquoted',
          'single-quoted',
          'double-quoted',
          'back-quoted',
        ];
        for (const context of contexts) {
          const types = tokenTypes(value, context);
          expect(types).not.toEqual(
            expect.arrayContaining([expect.stringMatching(/TAG_NAME_OPEN|COMMENT|DOCTYPE/)]),
          );
          expect(types.slice(1)).not.toContain('ATTR_VALUE');
        }
      }),
    );
  });

  it.each([
    ['single-quoted', "'"],
    ['double-quoted', '"'],
    ['back-quoted', '`'],
  ] as const)(
    'is a %s place in a value without its quote, which is one long attribute value',
    (context, quote) => {
      fc.assert(
        fc.property(byteString(), (bytes) => {
          expect(tokenTypes(bytes.replaceAll(quote, ''), context)).toEqual(['ATTR_VALUE']);
        }),
      );
    },
  );
});

function tokenTypes(value: string, context: Html5Context): string[] {
  const tokenizer = new Html5Tokenizer();
  tokenizer.reset(value, context);
  const types: string[] = [];
  while (tokenizer.next()) types.push(tokenizer.type);
  return types;
}
