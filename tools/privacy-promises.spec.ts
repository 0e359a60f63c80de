// Periods that the privacy policy names are those after which data goes, and what it says browsers keep is what the code sets.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sessionKeys } from '../frontend/src/entities/session/session-keys.ts';
import { browserKeeps } from '../frontend/src/features/marketing/content/browser-keeps.ts';
import { privacySections } from '../frontend/src/features/marketing/privacy-content.ts';
import { RETENTION_DAYS } from '../services/auth/src/modules/security-activity/security-event-kinds.ts';
import { SEED_ENTITLEMENTS } from '../services/shared/entitlements/src/entitlements.ts';

const promises = privacySections.find(({ title }) => title === 'How long we keep data')?.points;

describe('the privacy policy', () => {
  it('names the months for which security incidents are kept', () => {
    expect(RETENTION_DAYS).toBe(365);
    expect(promises).toContain('Records of security incidents: 12 months.');
  });

  it('names the longest time for which a plan keeps traffic logs', () => {
    const longest = Math.max(...Object.values(SEED_ENTITLEMENTS).map((plan) => plan.logRetentionDays));
    expect(promises).toContain(`Traffic logs: at most ${longest} days, shorter on smaller plans.`);
  });

  it('names each cookie and each entry of the browser’s storage, and nothing else', () => {
    const named = browserKeeps.flatMap(
      ({ name }) => name.match(/\b\w*[a-z]_\w+|\b(?:token|user|theme)\b/g) ?? [],
    );
    expect([...new Set(named)].sort()).toEqual([...new Set([...cookiesSet(), ...entriesKept()])].sort());
  });
});

const root = path.resolve(import.meta.dirname, '..');
const sources = (folder: string, ending: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', `${folder}/**${ending}`], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && !/spec\.tsx?$|\/(?:test|testing|tools|e2e)\//.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));

/** Every source that writes a cookie, or says what one is called, holds its name; without the prefixes that TLS adds. */
function cookiesSet(): string[] {
  return sources('services', '.ts')
    .filter((text) => /HttpOnly|writeCookie\(|deviceCookieName =/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/'(?:__Host-|__Secure-)?(\w*palisade_\w+)'/g)].map(([, name]) => name!),
    );
}

/** Keys are constants of the file that keeps something under them. */
function entriesKept(): string[] {
  const keys = sources('frontend/src', '.ts*')
    .filter((text) => /[sS]torage\.set(?:Item)?\(/.test(text))
    .flatMap((text) =>
      [...text.matchAll(/[sS]torage\.set(?:Item)?\((?:'(\w+)'|([A-Z_]+))/g)].map(
        ([, literal, constant]) =>
          literal ?? text.match(new RegExp(`const ${constant} = '(\\w+)'`))?.[1] ?? `? ${constant}`,
      ),
    );
  return [...keys, ...Object.values(sessionKeys)];
}
