import { runToEnd } from '../../model/pausable.ts';
import { isRemarkableInSlices, isRemarkableText } from './remarkable-text.ts';

/** So long that it is looked through in pieces. */
const PLAIN = 'The cat sat on the mat while it was raining, and we drank tea. '.repeat(500);
const inSlices = (text: string) => runToEnd(isRemarkableInSlices(text, { steps: 0, isSliceOver: false }));

it.each([
  ['a document', ` ,\0{"a":1} ${PLAIN}`],
  ['a query', `\n subscription{a} ${PLAIN}`],
  ['an escape behind everything', `${PLAIN}%41`],
  ['a reference in the middle', `${PLAIN}&lt;${PLAIN}`],
  ['a line comment', `${PLAIN}1#x\n${PLAIN}`],
  ['a run of digits of base64', `${PLAIN}${Buffer.from("1' OR '1'='1' -- ?~>").toString('base64')} ${PLAIN}`],
])('%s in a long text is remarkable', (_what, text) => {
  expect([inSlices(text), isRemarkableText(text)]).toEqual([true, true]);
});

it.each([
  ['prose', PLAIN],
  ['words that only begin so', `subscriptions ${PLAIN}`],
  ['blanks', ' \0,'.repeat(10_000)],
])('%s is not', (_what, text) => {
  expect([inSlices(text), isRemarkableText(text)]).toEqual([false, false]);
});
