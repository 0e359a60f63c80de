import { randomBytes } from 'node:crypto';
import { SignedLinksService } from './signed-links.service.ts';

const [old, now] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const claims = { purpose: 'unsubscribe', email: 'reader@palisade.test' } as const;
const HOME = 'https://palisade.test';

describe('links in mails', () => {
  it('hold on while the key that signed them is still known, and are signed with the one in use', () => {
    const links = new SignedLinksService(old, HOME);
    const before = links.token(claims);
    links.prepare(now, [old])();
    const after = links.token(claims);
    expect([before, after].map((token) => links.read(token, 'unsubscribe'))).toEqual([claims, claims]);
    links.prepare(now, [])();
    expect(links.read(before, 'unsubscribe')).toBeNull();
    expect(links.read(after, 'unsubscribe')).toEqual(claims);
  });

  it('say whose mail came back by its return path, and nothing by one that is made up', () => {
    const links = new SignedLinksService(now, HOME, [old]);
    const path = `${links.returnPath('42')}@bounces.example`;
    expect(path.indexOf('@')).toBeLessThanOrEqual(64);
    expect(links.returnPath('9'.repeat(18)).length).toBeLessThanOrEqual(64);
    const mac = path.slice('bounce+42-'.length, path.indexOf('@'));
    expect(links.recipientOf(`To: <${path}>`)).toBe('42');
    expect(links.recipientOf(`To: ${path.toUpperCase()}`)).toBe('42');
    expect(new SignedLinksService(old, HOME).recipientOf(path)).toBeNull();
    links.prepare(old, [now])();
    expect(links.recipientOf(path)).toBe('42');
    for (const made of ['bounce@bounces.example', `bounce+43-${mac}@x`, `bounce+42-${'0'.repeat(24)}@x`, ''])
      expect(links.recipientOf(made)).toBeNull();
    const many = Array.from({ length: 30 }, (_, i) => `bounce+${i}-${'0'.repeat(24)}@x`).join(' ');
    expect(links.recipientOf(`${many} ${path}`)).toBeNull();
  });

  it('allow nothing else than they were made for', () => {
    const links = new SignedLinksService(now, HOME, [old]);
    expect(links.read(links.token(claims), 'resubscribe')).toBeNull();
    expect(links.read(`${links.token(claims)}A`, 'unsubscribe')).toBeNull();
  });
});
