import {
  ACME_CHALLENGE_TTL_MS,
  AcmeChallengeBoard,
  isAcmeChallengePath,
  readAcmeChallenge,
} from './acme-challenges.ts';
import { generateEdgeKeys, readTrustedKeys } from './keys.ts';

const keys = generateEdgeKeys();
const trusted = readTrustedKeys({ [keys.signing.keyId]: keys.signing.publicKey });
const challenge = {
  host: 'shop.example',
  token: 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA',
  keyAuthorization: `evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA.${'9'.repeat(43)}`,
};

/** The stream entry that the board writes. */
async function published(signing = keys.signing): Promise<Record<string, string>> {
  const entry: Record<string, string> = {};
  const pipeline = {
    xadd: (_key: string, _trim: string, _about: string, _from: string, _id: string, ...fields: string[]) => {
      for (let index = 0; index < fields.length; index += 2) entry[fields[index]!] = fields[index + 1]!;
      return pipeline;
    },
    pexpire: () => pipeline,
    exec: () => Promise.resolve([[null, 'id']]),
  };
  const redis = { pipeline: () => pipeline } as unknown as ConstructorParameters<
    typeof AcmeChallengeBoard
  >[0];
  await new AcmeChallengeBoard(redis, signing).publish(challenge);
  return entry;
}

describe('signed challenges', () => {
  it('come back as they were published, until they end', async () => {
    const entry = await published();
    expect(readAcmeChallenge(entry, trusted)).toMatchObject(challenge);
    expect(readAcmeChallenge(entry, trusted, Date.now() + ACME_CHALLENGE_TTL_MS + 1)).toBeNull();
  });

  it.each([
    ['host', 'bank.example'],
    ['token', 'another-token'],
    ['proof', `evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA.${'8'.repeat(43)}`],
    ['until', String(Date.now() + 1_000)],
    ['signature', ''],
    ['key', 'nobody'],
  ])('are refused with another %s', async (field, value) => {
    expect(readAcmeChallenge({ ...(await published()), [field]: value }, trusted)).toBeNull();
  });

  it('are refused when somebody else signed them', async () => {
    const others = { ...generateEdgeKeys().signing, keyId: keys.signing.keyId };
    expect(readAcmeChallenge(await published(others), trusted)).toBeNull();
  });
});

describe('the place where certificate authorities ask', () => {
  it.each([
    ['/.well-known/acme-challenge/a-Token_1', true],
    ['/.well-known/acme-challenge/', false],
    ['/.well-known/acme-challenge/../admin', false],
    ['/.well-known/acme-challenge/..%2fadmin', false],
    ['/.well-known/acme-challenge/a/b', false],
    ['/.well-known/acme-challenge/a?b', false],
    ['/.WELL-KNOWN/acme-challenge/a', false],
    ['/x/.well-known/acme-challenge/a', false],
    ['/.well-known/acme-challenge/a\n', false],
  ])('%j: %s', (path, is) => {
    expect(isAcmeChallengePath(path)).toBe(is);
  });
});
