import { hashBackupCode, newBackupCodes } from './backup-codes.ts';

describe('backup codes', () => {
  it('are ten, all different, in groups without look-alikes', () => {
    const codes = newBackupCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){3}[a-hj-km-np-z2-9]{4}$/);
  });

  it('use every character about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      for (const character of newBackupCodes().join('').replaceAll('-', '')) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    // 32,000 characters over 31: about 1,032 of each, with a standard deviation of 32.
    expect(counts.size).toBe(31);
    for (const count of counts.values()) expect(Math.abs(count - 1_032)).toBeLessThan(230);
  });

  it('are known again however they are typed', () => {
    expect(hashBackupCode('ABCD efgh-JKMN pqrs')).toBe(hashBackupCode('abcd-efgh-jkmn-pqrs'));
    expect(hashBackupCode('abcd-efgh-jkmn-pqrt')).not.toBe(hashBackupCode('abcd-efgh-jkmn-pqrs'));
  });
});
