// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how templates of scripts are written
import { matches } from '../../../test/support/operator-context.ts';

describe('@scriptProse', () => {
  it.each([
    '### confirm(message, [initial])\n> Classic yes/no prompt.',
    'alert(1) does not show anything in Safari, why is that?',
    "eval('x') is what you should never use",
    'Never use "eval(1)" where your users can see it',
    "We don't call eval(1) here,\nand nobody should.",
    'eval(x) ist nicht das was wir hier wollen',
    'see https://shop.example/a about eval(1)\nand tell me what you think of it',
    'half/whole: prompt(1) asks the user for what they want',
    'eval(x) Пожалуйста не делайте этого',
  ])('%s is prose', (text) => {
    expect(matches('scriptProse', '', Buffer.from(text, 'utf8').toString('latin1'))).toBe(true);
  });

  it.each([
    'alert(1)',
    "';import '//a.example/b.js'",
    "';alert(1)//",
    "';alert(1)//this is what you want",
    "the words that you like';alert(1);'",
    "the words that you like';alert(1)//",
    'the words that you like\nalert(1)//',
    'the words that you like\n*/alert(1)/*',
    'the words that you like */alert(1)//',
    'the words that you like`;alert(1)//',
    'the words that you like ${alert(1)}',
    'the words that you like {{alert(1)}}',
    'the words that you like <script>alert(1)</script>',
    'the words that you like " onfocus=alert(1) x="',
    'the words that you like javascript:alert(1)',
    'the words that you like \\u0027;alert(1)//',
    'the words that you like &#39;alert(1)//',
    'alert(1)\nthis\nthat\nthose',
    'alert(1)/"/;alert(2)/this is what you want"',
    'let async of = alert(1)',
    'return typeof new alert(1)',
    '#this in that; alert(1)',
    `alert(1)${' '.repeat(3000)}this is what you want`,
    `${'alert(1)\n'.repeat(2000)}this is what you want`,
  ])('%s is none', (text) => {
    expect(matches('scriptProse', '', text)).toBe(false);
  });
});
