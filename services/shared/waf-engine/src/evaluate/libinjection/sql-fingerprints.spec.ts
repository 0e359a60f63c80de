import { isInjectionFingerprint } from './sql-fingerprints.ts';

describe('fingerprints of injections', () => {
  it.each([
    'X',
    '1c',
    '1UE',
    's&1',
    's&sos',
    '1UE1,',
    's)&1o',
    '1;Tnc',
    's;Ef(',
    'sUEvc',
    'Ef(1)',
    'f(1of',
    '1&(E1',
    'so(E1',
    '1B1',
    'sf(1n',
    'sk1UE',
    'v&1',
    'UE1',
  ])('%s is one', (fingerprint) => {
    expect(isInjectionFingerprint(fingerprint)).toBe(true);
  });

  it.each([
    '',
    '1',
    'n',
    's',
    'nn',
    'nnnnn',
    'n&n',
    'n&nn',
    'non',
    'n,n',
    'n(n)',
    '1o1',
    'nU',
    'En',
    'kn',
    'nc1',
  ])('%j is none', (fingerprint) => {
    expect(isInjectionFingerprint(fingerprint)).toBe(false);
  });

  it('are a small part of all sequences of five', () => {
    const letters = '1snvfkEUBTo&c(),;';
    let injections = 0;
    let all = 0;
    for (const a of letters) {
      for (const b of letters) {
        for (const c of letters) {
          for (const d of letters) {
            all++;
            if (isInjectionFingerprint(a + b + c + d)) injections++;
          }
        }
      }
    }
    expect(all).toBe(17 ** 4);
    expect(injections / all).toBeLessThan(0.01);
  });
});
