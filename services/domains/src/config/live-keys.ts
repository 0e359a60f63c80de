import type { SigningKey } from '@palisade/edge-state';
import type { KeyFile } from '@palisade/nest-kit';
import { type DomainsConfig, edgeKeyFields } from './config.ts';

/** The configuration, whose keys for the edges are those of the file of keys at any time. */
export function withLiveKeys(config: DomainsConfig, keys: KeyFile): DomainsConfig {
  const live = { ...config };
  keys.use((settings) => {
    const next = edgeKeyFields.parse(settings);
    return () => void Object.assign(live, next);
  });
  return live;
}

type SigningConfig = Pick<DomainsConfig, 'PALISADE_CONFIG_SIGNING_KEY' | 'PALISADE_CONFIG_SIGNING_KEY_ID'>;

/** What signs at the time when it is asked. */
export const signingKeyOf = (config: SigningConfig): SigningKey => ({
  get keyId() {
    return config.PALISADE_CONFIG_SIGNING_KEY_ID;
  },
  get privateKey() {
    return config.PALISADE_CONFIG_SIGNING_KEY;
  },
});
