import { formatLag, streamError } from './stream-words.ts';

it('says how far a stream is behind in few letters', () => {
  expect([0.4, 89, 90, 5399, 5400, 200_000].map(formatLag)).toEqual([
    '0 s',
    '89 s',
    '2 min',
    '90 min',
    '2 h',
    '56 h',
  ]);
});

it('says why a batch was not taken, and with which status', () => {
  expect(streamError('refused', 503)).toBe('It refused the records (HTTP 503)');
  expect(streamError('topic_not_found', null)).toBe('There is no such topic');
  expect(streamError('something_new', null)).toBe('It could not be sent');
});
