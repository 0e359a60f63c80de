import { refuseNulCharacters } from './nul-characters.ts';

describe('refuseNulCharacters', () => {
  it.each([['a\0'], [{ a: ['b', { c: '\0' }] }], [{ 'k\0': 1 }]])('refuses %j', (value) => {
    expect(() => refuseNulCharacters({}, value)).toThrow(expect.objectContaining({ code: 'nul_character' }));
  });

  it('lets everything else be, however deep', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => refuseNulCharacters(undefined, null, 1, 'a\u0001', Buffer.from('\0'), deep)).not.toThrow();
  });
});
