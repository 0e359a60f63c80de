import { bansAsText } from './crowdsec-decisions.ts';

const decision = (value: string, over: object = {}) => ({
  id: 1,
  origin: 'crowdsec',
  scenario: 'crowdsecurity/ssh-bf',
  scope: 'Ip',
  type: 'ban',
  duration: '3h59m',
  value,
  ...over,
});
const read = (answer: unknown) => {
  const text = bansAsText(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)));
  return text && Buffer.from(text).toString();
};

it('bans of addresses and ranges are taken, and nothing else', () => {
  const answer = {
    new: [
      decision('192.0.2.1'),
      decision('2001:db8::/32', { scope: 'range' }),
      decision('192.0.2.2', { type: 'captcha' }),
      decision('192.0.2.3', { simulated: true }),
      decision('RU', { scope: 'Country' }),
    ],
    deleted: [decision('192.0.2.1')],
  };
  expect(read(answer)).toBe('192.0.2.1\n2001:db8::/32');
});

it('no decisions are an empty list', () => {
  expect(read({ new: null, deleted: null })).toBe('');
  expect(read({ new: [], deleted: [] })).toBe('');
});

it.each(['', 'hello', '[]', '{"new":"x"}', '{"new":[{"value":1}]}', 'null'])(
  '%j is no such answer',
  (text) => {
    expect(read(text)).toBeNull();
  },
);
