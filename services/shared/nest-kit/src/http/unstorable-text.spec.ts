import { refuseUnstorableText } from './unstorable-text.ts';

describe('refuseUnstorableText', () => {
  it.each([['a\0'], [{ a: ['b', { c: '\0' }] }], [{ 'k\0': 1 }]])('refuses %j', (value) => {
    expect(() => refuseUnstorableText({}, value)).toThrow(expect.objectContaining({ code: 'nul_character' }));
  });

  it.each([['a\ud800'], [{ a: ['\udc00b'] }], [{ '\ud800': 1 }]])('refuses %j', (value) => {
    expect(() => refuseUnstorableText({}, value)).toThrow(
      expect.objectContaining({ code: 'malformed_text' }),
    );
  });

  it('lets everything else be, however deep', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() =>
      refuseUnstorableText(undefined, null, 1, 'a\u0001', '😀', Buffer.from('\0'), deep),
    ).not.toThrow();
  });
});
