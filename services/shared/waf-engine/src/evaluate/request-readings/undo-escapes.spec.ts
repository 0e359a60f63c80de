import { runToEnd } from '../../model/pausable.ts';
import { undoEscapes } from './undo-escapes.ts';

const undo = (text: string) => runToEnd(undoEscapes(text, { steps: 0, isSliceOver: false }));

describe('characters written as numbers and names', () => {
  it.each([
    ['\\u0027 or \\u{27}\\u{0000027}', "' or ''"],
    ['\\U00000027', "'"],
    ['\\x27\\X3c', "'<"],
    ['\\\\u0027 \\\\\\\\x3c', "' <"],
    ['\\047\\377', "'\xff"],
    ['%u0027%U003c', "'<"],
    ['&#39;&#039;&#39', "'''"],
    ['&#x27;&#X27;&#x000000000027', "'''"],
    ['&apos;&lpar;&colon;&NewLine;', "'(:\n"],
    ['&lt;&ltscript&gt', '<<script>'],
    ['\\u00e9&eacute;', '\xc3\xa9&eacute;'],
    ['&#128512;', '\xf0\x9f\x98\x80'],
    ['&#99999999999;', '\xef\xbf\xbd'],
    ['&amp;lt;', '&lt;'],
  ])('%s', (text, undone) => {
    expect(undo(text)).toBe(undone);
  });

  it.each([
    'C:\\users\\xray\\notes',
    '\\u12 \\x4 \\8 \\47',
    '\\u{} \\u{27',
    'a & b; &copy=3 &unknown;',
    '&#; &#x; &#',
    '100%uff',
    '\\',
  ])('are not in %s', (text) => {
    expect(undo(text)).toBeNull();
  });
});
