// Two services whose keys and certificates are replaced while they talk, as an operator would: the new ones beside the old
// ones first, then in their place, then alone.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { jest } from '@jest/globals';
import { Controller, Logger, Module } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { authV1 } from '@palisade/contracts';
import {
  eventually,
  freePort,
  newInternalKeys,
  newSigningKeys,
  selfSignedCertificate,
} from '@palisade/testing';
import {
  bootstrap,
  grpcClient,
  grpcServer,
  InternalChannel,
  InternalTokenSigner,
  InternalTokenVerifier,
  ServiceCalls,
  ServiceModule,
} from '../index.ts';
import { KeyFile } from './key-file.ts';
import { keyFingerprint } from './key-fingerprint.ts';

@Controller()
@ServiceCalls()
class UsersController {
  @GrpcMethod('AuthService', 'CountUsers')
  countUsers() {
    return create(authV1.CountUsersResponseSchema, { total: 7n, active: 5n });
  }
}

const keys = await newInternalKeys('auth');
const [authKeys, billingKeys, oldBilling] = [newSigningKeys(), newSigningKeys(), newSigningKeys()];
const [oldCertificate, authCertificate, billingCertificate] = await Promise.all([
  selfSignedCertificate('billing', oldBilling),
  selfSignedCertificate('auth', authKeys),
  selfSignedCertificate('billing', billingKeys),
]);
const before: Record<'certificates' | 'publicKeys', Record<string, string>> = {
  certificates: {
    ...keys.channelSettings('auth').PALISADE_INTERNAL_CERTIFICATES,
    billing: oldCertificate,
  },
  publicKeys: { ...keys.publicKeys, billing: oldBilling.publicKey },
};
const after: typeof before = {
  certificates: { ...before.certificates, auth: authCertificate, billing: billingCertificate },
  publicKeys: { ...before.publicKeys, auth: authKeys.publicKey, billing: billingKeys.publicKey },
};
const both = (old: Record<string, string>, young: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.keys(old).map((name) => [
      name,
      old[name] === young[name] ? old[name]! : `${old[name]},${young[name]}`,
    ]),
  );
const overlapping = {
  certificates: both(before.certificates, after.certificates),
  publicKeys: both(before.publicKeys, after.publicKeys),
};

const settings = (privateKey: string, { certificates, publicKeys }: typeof before) => ({
  PALISADE_INTERNAL_PRIVATE_KEY: privateKey,
  PALISADE_INTERNAL_CERTIFICATES: JSON.stringify(certificates),
  PALISADE_INTERNAL_PUBLIC_KEYS: JSON.stringify(publicKeys),
});
const text = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');

describe('keys and certificates that change while services run', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-keys-'));
  const file = path.join(folder, 'env');
  let address: string;
  let app: NestFastifyApplication;
  const give = (content: string) => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };

  beforeAll(async () => {
    give(text(settings(keys.privateKeys.auth!, before)));
    const [port, grpc] = [await freePort(), await freePort()];
    address = `127.0.0.1:${grpc}`;
    @Module({
      imports: [
        ServiceModule.forRoot({
          name: 'auth',
          privateKey: keys.privateKeys.auth!,
          ...before,
          keysFile: file,
        }),
      ],
      controllers: [UsersController],
    })
    class AuthModule {}
    app = await bootstrap({
      name: 'auth',
      module: AuthModule,
      bind: '127.0.0.1',
      port,
      logLevel: 'silent',
      microservices: (instance) => [grpcServer(address, instance.get(InternalChannel), authV1.AuthService)],
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  /** Billing, with what it is given, on a connection of its own. */
  function billing(privateKey: string, known: typeof before) {
    const channel = new InternalChannel('billing', {
      PALISADE_INTERNAL_PRIVATE_KEY: privateKey,
      PALISADE_INTERNAL_CERTIFICATES: known.certificates,
    });
    const signer = new InternalTokenSigner('billing', privateKey);
    return { channel, signer, client: grpcClient(authV1.AuthService, { address, signer, channel }) };
  }
  const asks = async ({ client }: ReturnType<typeof billing>) => (await client.countUsers({})).total;
  const isRefused = (caller: ReturnType<typeof billing>) =>
    expect(asks(caller)).rejects.toMatchObject({ code: 'service_unavailable' });

  it('are taken for new connections: both while one replaces the other, then the new one alone', async () => {
    const old = billing(oldBilling.privateKey, before);
    expect(await asks(old)).toBe(7n);
    await isRefused(billing(billingKeys.privateKey, overlapping));

    give(text(settings(keys.privateKeys.auth!, overlapping)));
    await eventually('auth knows both', async () =>
      expect(await asks(billing(billingKeys.privateKey, overlapping))).toBe(7n),
    );
    expect(await asks(billing(oldBilling.privateKey, before))).toBe(7n);
    // Billing goes over without a new client: its connection began with the old certificate, and the next is the new one's.
    const changes = [
      old.channel.prepare({
        PALISADE_INTERNAL_PRIVATE_KEY: billingKeys.privateKey,
        PALISADE_INTERNAL_CERTIFICATES: overlapping.certificates,
      }),
      old.signer.prepare(billingKeys.privateKey),
    ];
    for (const change of changes) change();
    expect(await asks(old)).toBe(7n);

    give(text(settings(authKeys.privateKey, after)));
    await eventually('the old one is nobody’s', () => isRefused(billing(oldBilling.privateKey, overlapping)));
    expect(await asks(billing(billingKeys.privateKey, after))).toBe(7n);
    await isRefused(
      billing(billingKeys.privateKey, {
        ...after,
        certificates: { ...after.certificates, auth: before.certificates.auth! },
      }),
    );
  });

  it.each([
    ['a key without its certificate', text(settings(newSigningKeys().privateKey, after))],
    ['half a file', text(settings(authKeys.privateKey, after)).slice(0, 200)],
    ['no key at all', text({ ...settings(authKeys.privateKey, after), PALISADE_INTERNAL_PRIVATE_KEY: 'x' })],
    ['nothing', ''],
  ])('stay as they are where the file holds %s', async (_, content) => {
    // Nothing waits any more to be tried again, as what was refused before this would.
    const usable = settings(authKeys.privateKey, after);
    give(text(usable));
    await eventually('good keys are in use', async () =>
      expect(app.get(KeyFile)).toMatchObject({ behindSeconds: 0, fingerprint: keyFingerprint(usable) }),
    );
    const refusals: unknown[] = [];
    const error = jest
      .spyOn(Logger.prototype, 'error')
      .mockImplementation((...line: unknown[]) => void refusals.push(line));
    give(content);
    await eventually('it is refused', async () => expect(refusals).toHaveLength(1));
    expect(await asks(billing(billingKeys.privateKey, after))).toBe(7n);
    error.mockRestore();
  });

  it('verify tokens of both keys meanwhile, and of the old one no longer', async () => {
    const verifier = new InternalTokenVerifier(overlapping.publicKeys, 'auth');
    const token = (key: string) => new InternalTokenSigner('billing', key).sign({ kind: 'service' }, 'auth');
    const [old, young] = [await token(oldBilling.privateKey), await token(billingKeys.privateKey)];
    expect(await Promise.all([old, young].map((each) => verifier.verify(each)))).toHaveLength(2);
    verifier.prepare(after.publicKeys)();
    await expect(verifier.verify(old)).rejects.toThrow('not valid');
    expect(await verifier.verify(young)).toEqual({ kind: 'service', service: 'billing' });
  });
});
