import fc from 'fast-check';
import { variantOf, varyNames } from './vary.ts';

describe('Vary', () => {
  it.each([
    [
      ['Vary', 'Accept-Language, Foo'],
      ['accept-language', 'foo'],
    ],
    [
      ['Vary', 'b', 'vary', 'a, B,'],
      ['a', 'b'],
    ],
    [['X', 'y'], []],
    [['Vary', ''], []],
    [['Vary', 'Host, X-Forwarded-Proto, x-forwarded-host'], []],
    [
      ['Vary', 'Accept-Encoding', 'Access-Control-Allow-Origin', 'https://a.example'],
      ['accept-encoding', 'origin'],
    ],
    [['Access-Control-Allow-Origin', '*'], []],
  ])('%j names %j', (headers, names) => {
    expect(varyNames(headers)).toEqual(names);
  });

  it.each([
    [['Vary', 'X-Forwarded-For']],
    [['Vary', 'accept, forwarded']],
    [['Vary', 'Range']],
    [['Vary', '*']],
    [['Vary', 'a, *']],
    [['Vary', ', *']],
    [['Vary', 'a b']],
  ])('%j matches nothing', (headers) => {
    expect(varyNames(headers)).toBe('everything');
  });

  const fields = fc.array(
    fc.tuple(
      fc.constantFrom('Foo', 'foo', 'Bar', 'Accept-Encoding'),
      fc.constantFrom('', 'a', 'b', 'a, b', 'a,b', '-'),
    ),
    { maxLength: 5 },
  );

  it('tells requests apart exactly by the values of the named fields', () => {
    const valuesOf = (list: readonly (readonly [string, string])[], name: string) =>
      list
        .filter(([key]) => key.toLowerCase() === name)
        .map(([, value]) => value.replace(/\s*,\s*/g, ','))
        .join(',');
    const presence = (list: readonly (readonly [string, string])[], name: string) =>
      list.some(([key]) => key.toLowerCase() === name);
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        const names = ['bar', 'foo'];
        const same = names.every(
          (name) =>
            presence(one, name) === presence(other, name) && valuesOf(one, name) === valuesOf(other, name),
        );
        expect(variantOf(names, one.flat(), '', false) === variantOf(names, other.flat(), '', false)).toBe(
          same,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes what the origin was told in the place of the client’s Accept-Encoding', () => {
    const names = ['accept-encoding'];
    expect(variantOf(names, ['Accept-Encoding', 'br'], 'identity', false)).toBe(
      variantOf(names, ['Accept-Encoding', 'gzip'], 'identity', false),
    );
  });
});
