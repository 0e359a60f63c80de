import { kafkaFailure } from './kafka-failures.rules.ts';

const wrapped = (cause: unknown) =>
  Object.assign(new Error('retries'), { name: 'KafkaJSNumberOfRetriesExceeded', cause });
const answered = (type: unknown) =>
  Object.assign(new Error('answer'), { name: 'KafkaJSProtocolError', type });

it('finds what a broker answered below what kafkajs wraps it in', () => {
  expect(kafkaFailure(wrapped(wrapped(answered('UNKNOWN_TOPIC_OR_PARTITION'))))).toBe('topic_not_found');
  expect(kafkaFailure(answered('TOPIC_AUTHORIZATION_FAILED'))).toBe('not_permitted');
  expect(
    kafkaFailure(wrapped(Object.assign(new Error(''), { name: 'KafkaJSSASLAuthenticationError' }))),
  ).toBe('login_failed');
});

it('says nothing of what it does not know, however it is made', () => {
  const circle: { cause?: unknown } = {};
  circle.cause = circle;
  for (const error of [null, undefined, 'text', circle, answered('constructor'), answered(7), new Error('x')])
    expect(kafkaFailure(error)).toBeNull();
});
