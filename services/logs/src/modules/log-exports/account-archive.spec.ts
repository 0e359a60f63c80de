import { strFromU8, unzipSync } from 'fflate';
import { AccountArchive } from './account-archive.ts';

describe('the archive of an account', () => {
  it('has a file for each part, whole however it was taken out', async () => {
    const archive = new AccountArchive();
    const taken: Buffer[] = [];
    await archive.add({ name: 'auth/profile', rows: ['{"email":"ä@example"}'] });
    await archive.add({ name: 'auth/sign-ins', rows: ['{"n":1}', '{"n":2}'] });
    taken.push(archive.take());
    await archive.add({ name: 'auth/sign-ins', rows: ['{"n":3}'] });
    await archive.add({ name: 'logs/alerts', rows: [] });
    archive.end();
    taken.push(archive.take());
    expect(archive.rows).toBe(4);
    expect(archive.waiting).toBe(0);
    const files = unzipSync(Buffer.concat(taken));
    const read = (name: string) => JSON.parse(strFromU8(files[name]!));
    expect(Object.keys(files)).toEqual([
      'README.txt',
      'auth/profile.json',
      'auth/sign-ins.json',
      'logs/alerts.json',
    ]);
    expect(read('auth/profile.json')).toEqual([{ email: 'ä@example' }]);
    expect(read('auth/sign-ins.json')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(read('logs/alerts.json')).toEqual([]);
  });
});
