import { dumpPostgres, dumpRedis, filesBelow, writeToDisk } from './at-rest/dumps.ts';
import { makeSecrets } from './at-rest/make-secrets.ts';
import { type Form, formsOf, foundIn, type Secret } from './at-rest/secret-forms.ts';
import { SharedStack } from './shared/shared-stack.ts';

/** How private keys of all kinds begin: in PEM, and in DER (PKCS #8 of Ed25519 and of P-256). */
const PRIVATE_KEYS: readonly Secret[] = [
  { name: 'PEM of a private key', text: 'PRIVATE KEY-----' },
  {
    name: 'Ed25519 private key',
    text: 'MC4CAQAwBQYDK2VwBCIE',
    bytes: Buffer.from('302e020100300506032b657004220420', 'hex'),
  },
  {
    name: 'P-256 private key',
    text: 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEH',
    bytes: Buffer.from('308187020100301306072a8648ce3d020106082a8648ce3d030107', 'hex'),
  },
];

/** What is stored in plain text on purpose: finding it shows that looking works. */
const NO_SECRET = { address: 'customer@palisade.test', site: 'shop.localhost' };

/** Where secrets are meant to lie: what an operator keeps, what each process follows, and what was delivered to the recipients of mails. */
const MEANT_TO_HOLD_THEM = /^(secrets\.json|postgres\.password|keys\/\w+\.env|inbox\/)/;

/** Whoever gets hold of a dump, a backup or the disk of a database learns no secret of anybody's. */
describe('what is stored', () => {
  const stack = new SharedStack('records');
  let secrets: Secret[] = [];
  let forms: Form[] = [];

  beforeAll(async () => {
    await stack.start();
    secrets = await makeSecrets(stack);
    forms = [...secrets, ...PRIVATE_KEYS].flatMap(formsOf);
  }, 240_000);
  afterAll(() => stack.dispose());

  it('is looked through for one secret of each kind', () => {
    expect(secrets.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'password',
        'TOTP seed',
        'backup code 0',
        'session token',
        'refresh token',
        'device cookie',
        'confirmation token',
        'reset token',
        'address of a chat',
        'webhook secret',
        'SMTP password',
        'DKIM key',
        'TLS key',
        'API key',
        'claim token',
        'own .paypal.clientSecret',
        'own .keyEncryptionKey',
      ]),
    );
  });

  it('in the database holds no secret that can be read', async () => {
    const dump = await dumpPostgres(stack.databaseUrl);
    expect(dump.size).toBeGreaterThan(40);
    expect(dump.get('auth.users')?.includes(NO_SECRET.address)).toBe(true);
    expect(findings(dump)).toEqual([]);
  });

  it('in Redis holds none', async () => {
    const dump = await dumpRedis(stack.redisUrl);
    expect([...dump.values()].some((value) => value.includes(NO_SECRET.site))).toBe(true);
    expect(findings(dump)).toEqual([]);
  });

  it('on disk holds none: not in files of the databases, their logs of changes, nor logs of services', async () => {
    await writeToDisk(stack.databaseUrl);
    // Text only: encoded ones were looked for above, and what a database packs it packs from there.
    const plain = secrets.flatMap(formsOf).filter(({ name }) => name.endsWith(', plain'));
    const found: string[] = [];
    let holdsTheAddress = 0;
    for (const [name, bytes] of filesBelow(stack.dataDirectory, (file) => MEANT_TO_HOLD_THEM.test(file))) {
      if (bytes.includes(NO_SECRET.address)) holdsTheAddress++;
      found.push(...foundIn(bytes, plain).map((form) => `${form} in ${name}`));
    }
    // A table, its index, the log of changes.
    expect(holdsTheAddress).toBeGreaterThan(2);
    expect(found).toEqual([]);
  }, 240_000);

  function findings(dump: ReadonlyMap<string, Buffer>): string[] {
    return [...dump].flatMap(([place, bytes]) => foundIn(bytes, forms).map((form) => `${form} in ${place}`));
  }
});
