import { clientBlock, clientNetwork } from '@palisade/nest-kit';
import type { ClientInfo } from '../../http/client-info.ts';
import { hashSecretToken } from '../../http/secret-tokens.ts';
import type { DeviceTrust } from '../known-devices/known-devices.service.ts';
import type { AttemptCounter } from '../login-throttle/login-throttle.service.ts';

/** Counters of an account are forgotten once its owner has signed in. */
type LoginCounter = AttemptCounter & { ofAccount: boolean };

/**
 * The counters that slow down wrong guesses. The owner's device has one of its own, which strangers cannot reach.
 * Guesses from the owner's network without that device have their own one too. Everyone else shares one per account;
 * and guesses at many accounts are counted by network, also where the address changes within a block.
 */
export function loginCounters(
  account: string,
  client: Pick<ClientInfo, 'address' | 'deviceToken'>,
  trust: DeviceTrust,
): LoginCounter[] {
  const accountHash = hashSecretToken(account);
  const network = clientNetwork(client.address);
  const origin = [
    { key: `net:${network}`, free: 30, ofAccount: false },
    { key: `block:${clientBlock(client.address)}`, free: 300, ofAccount: false },
  ];
  switch (trust) {
    case 'device':
      return [
        {
          key: `dev:${accountHash}:${hashSecretToken(client.deviceToken)}`,
          free: 10,
          memory: 'ACCOUNT',
          ofAccount: true,
        },
      ];
    case 'network':
      return [
        ...origin,
        { key: `home:${accountHash}:${network}`, free: 10, memory: 'ACCOUNT', ofAccount: true },
      ];
    case 'unknown':
      return [...origin, { key: `acc:${accountHash}`, free: 5, memory: 'ACCOUNT', ofAccount: true }];
  }
}
