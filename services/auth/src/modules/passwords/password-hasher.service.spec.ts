import { PasswordHasherService } from './password-hasher.service.ts';

describe('PasswordHasherService', () => {
  it('knows a password again, and no other', async () => {
    const hasher = new PasswordHasherService({ concurrency: 2, queue: 8 });
    const stored = await hasher.hash('corréct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.matches(stored, 'corre\u0301ct horse')).toBe(true);
    expect(await hasher.matches(stored, 'correct horse')).toBe(false);
  });

  it('never matches where there is no account', async () => {
    const hasher = new PasswordHasherService({ concurrency: 2, queue: 8 });
    expect(await hasher.matches(null, 'no account has this password')).toBe(false);
  });

  it('refuses what is beyond its queue and goes on afterwards', async () => {
    const hasher = new PasswordHasherService({ concurrency: 1, queue: 2 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => hasher.hash('x')));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(results[5]).toMatchObject({ reason: { kind: 'unavailable', code: 'hashing_busy' } });
    await expect(hasher.hash('x')).resolves.toContain('$argon2id$');
  });
});
