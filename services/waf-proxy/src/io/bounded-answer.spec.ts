import { boundedAnswer } from './bounded-answer.ts';

let sent = 0;
async function* pieces(count: number) {
  for (sent = 0; sent < count; sent++) yield Buffer.from('ab');
}
const answer = (count: number) => new Response(ReadableStream.from(pieces(count)));

it('an answer of as many bytes is whole', async () => {
  expect((await boundedAnswer(answer(3), 6))?.toString()).toBe('ababab');
  expect(await boundedAnswer(new Response(null), 6)).toHaveLength(0);
});

it('one of more is none, and fetched no further', async () => {
  expect(await boundedAnswer(answer(3), 5)).toBeNull();
  expect(await boundedAnswer(answer(Number.POSITIVE_INFINITY), 5)).toBeNull();
  expect(sent).toBeLessThan(10);
});
