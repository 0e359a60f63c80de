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

  it('allow nothing else than they were made for', () => {
    const links = new SignedLinksService(now, HOME, [old]);
    expect(links.read(links.token(claims), 'resubscribe')).toBeNull();
    expect(links.read(`${links.token(claims)}A`, 'unsubscribe')).toBeNull();
  });
});
