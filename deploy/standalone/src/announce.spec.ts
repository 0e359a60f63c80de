import { announcement } from './announce.ts';
import type { DemoAccount, Secrets } from './config/secrets.ts';
import { readOptions } from './options.ts';

const account = (username: string): DemoAccount => ({
  email: `${username}@palisade.test`,
  username,
  fullName: username,
  password: `password-of-${username}`,
});
const secrets = { accounts: { customer: account('customer'), admin: account('admin') } } as Secrets;
const textAfter = (fresh: boolean, ...args: string[]) =>
  announcement(readOptions(args, {}, '/nowhere')!, secrets, { fresh, seconds: 2 });

describe('what npm start says', () => {
  it('is where everything is, and both passwords, once', () => {
    const text = textAfter(true);
    expect(text).toMatch(
      /^\nPalisade is ready after 2\.0 s\.\n\n {2}Dashboard {3}http:\/\/localhost:8080\/\n/,
    );
    for (const page of ['Demo site', 'with TLS', 'Demo DNS', 'Mails', 'PayPal']) expect(text).toContain(page);
    expect(text).toContain('password-of-customer');
    expect(text).toContain('password-of-admin');
    const later = textAfter(false);
    expect(later).toContain('customer@palisade.test');
    expect(later).not.toContain('password-of');
  });

  it('names no page and no account that is not there', () => {
    const text = textAfter(true, '--components', 'postgres,redis');
    expect(text).toMatch(/^\nOf Palisade, postgres, redis: ready after 2\.0 s\.\n\n {2}Data {8}\S+\n/);
    expect(text).not.toContain('localhost');
    expect(text).not.toContain('@');
    expect(textAfter(true, '--components', 'edge')).toContain('Demo site');
  });
});
