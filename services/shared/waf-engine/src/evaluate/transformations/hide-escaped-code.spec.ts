import { describeTransformation } from '../../../test/support/transformation-cases.ts';
import { hideEscapedCode } from './hide-escaped-code.ts';

const same = (value: string): [string, string] => [value, value];

describeTransformation('hideEscapedCode', hideEscapedCode, {
  'code in a document': [
    '<p>Add <code>&lt;script src="a.js"&gt;&lt;/script&gt;</code> to it.</p>',
    '<p>Add <code> script src="a.js"&gt; /script&gt;</code> to it.</p>',
  ],
  'all spellings': ['<code>&lt;a &LT b &#60;c &#x3C;d &#0060;e</code>', '<code> a   b  c  d  e</code>'],
  'code in a block, with tags that colour it': [
    '<pre><code class="language-html"><span>&lt;</span>b&gt;</code></pre>',
    '<pre><code class="language-html"><span> </span>b&gt;</code></pre>',
  ],
  'a script element in code, as a whole': [
    '<code>&lt;script&gt;alert(1)&lt;/script&gt;</code> shows it',
    '<code>  </code> shows it',
  ],
  'not what ends the text of a program': [
    "<code>&lt;script&gt;';alert(1)//&lt;/script&gt;</code>",
    "<code> script&gt;';alert(1)// /script&gt;</code>",
  ],
  'nothing outside of code': same('<p>&lt;script&gt;</p><code>a</code>'),
  'nothing in attributes of code': same('<code title="&lt;script&gt;">a</code>'),
  'nothing where code is never closed': same('<code>&lt;script&gt;'),
  'nothing behind what may be an attribute': same('" onfocus="/*<code>*/&lt;a/*</code>*/'),
  'nothing behind an attribute without quotes': same('x onfocus=/*<code>*/&lt;a/*</code>*/'),
  'nothing in the value of an attribute': same('<a href="javascript:<code>&lt;b</code>">c</a>'),
  'nothing beside a script': same('<script>1</script><code>&lt;a&gt;</code>'),
  'nothing beside a frame': same('<iframe srcdoc="a"></iframe><code>&lt;a&gt;</code>'),
  'nothing within a text area': same('<textarea><code>&lt;a&gt;</code></textarea>'),
  'nothing behind a tag without an end': same('<p <code>&lt;a&gt;</code>'),
  'nothing in a comment': same('<!-- <code>&lt;a&gt;</code> -->'),
  'nothing behind the end of code that never began': same('</code><code>&lt;a&gt;</code>'),
  'no other reference': same('<code>&quot;&ltimes;&#600;</code>'),
  'nothing in longer values': same(`<code>&lt;a${' '.repeat(64 * 1024)}</code>`),
});
