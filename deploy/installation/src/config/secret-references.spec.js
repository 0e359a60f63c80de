import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KeptSecrets } from './secret-references.ts';

const SECRETS = { keys: { auth: 'line one\nline "two"' }, password: 'p@ss/word+1', short: 'abc' };
function keptIn(secrets) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-references-'));
  writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify(secrets));
  writeFileSync(path.join(folder, 'postgres.password'), 'owner-of-all');
  return new KeptSecrets(folder);
}
describe('settings that are kept beside secrets', () => {
  const kept = keptIn(SECRETS);
  const values = [
    SECRETS.keys.auth,
    JSON.stringify({ auth: SECRETS.keys.auth }),
    `redis://auth:${encodeURIComponent(SECRETS.password)}@127.0.0.1/0`,
    `postgres://palisade_admin:${'owner-of-all'}@127.0.0.1/palisade`,
    'abc and nothing else',
  ];
  it.each(values)('hold a reference where a secret stood, and are read as they were: %j', (value) => {
    const referred = kept.refer(value);
    for (const secret of [SECRETS.keys.auth, SECRETS.password, 'owner-of-all', 'line one'])
      expect(referred).not.toContain(secret);
    expect(kept.resolve(referred)).toBe(value);
  });
  it('hold no reference within a reference, where one secret stands in the name of another', () => {
    const own = keptIn({ customer: { password: 'entirely-other' }, username: 'customer' });
    const value = 'customer:entirely-other';
    expect(own.refer(value)).toBe(
      '{{secret:text:secrets.username}}:{{secret:text:secrets.customer.password}}',
    );
    expect(own.resolve(own.refer(value))).toBe(value);
  });
  it('are read with the secret of today, and hold the reference without it', () => {
    const referred = kept.refer(`postgres://auth:${SECRETS.password}@db`);
    const password = 'another-password';
    expect(keptIn({ password }).resolve(referred)).toBe(`postgres://auth:${password}@db`);
    expect(keptIn({}).resolve(referred)).toBe(referred);
  });
});
