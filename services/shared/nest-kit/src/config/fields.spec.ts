import { generateKeyPairSync } from 'node:crypto';
import { hostAndPort, keyField } from './fields.ts';

describe('where a service listens', () => {
  it.each(['auth:5000', '127.0.0.1:9', '[::1]:5000', 'auth.palisade.svc.cluster.local:1'])(
    'may be %s',
    (text) => {
      expect(hostAndPort().parse(text)).toBe(text);
    },
  );

  it.each(['auth', ':5000', 'auth:', 'http://auth:5000', 'auth:5000/', 'a b:1', '::1:5000', 'auth:123456'])(
    'may not be %s',
    (text) => {
      expect(hostAndPort().safeParse(text).error?.issues[0]?.message).toContain('host:port');
    },
  );
});

describe('a key', () => {
  const signing = generateKeyPairSync('ed25519').privateKey;
  const sealing = generateKeyPairSync('x25519');
  const privateKey = signing.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const otherCurve = sealing.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const publicKey = sealing.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

  it('is of its half and its curve', () => {
    expect(keyField('private', 'Ed25519').parse(privateKey)).toBe(privateKey);
    expect(keyField('public', 'X25519').parse(publicKey)).toBe(publicKey);
  });

  it.each([
    ['nothing', ''],
    ['no key', 'hunter2hunter2'],
    ['half of it', privateKey.slice(0, -8)],
    ['of another curve', otherCurve],
    ['the other half', publicKey],
  ])('is refused where it is %s', (_, text) => {
    expect(keyField('private', 'Ed25519').safeParse(text).error?.issues[0]?.message).toMatch(
      /private.*Ed25519/,
    );
  });
});
