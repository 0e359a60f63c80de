import type { FactoryProvider } from '@nestjs/common';
import { KeyFile, type KeySettings } from '../config/key-file.ts';
import { SecretBox } from './secret-box.ts';

interface SealingKeys {
  PALISADE_KEK_KEYS: Readonly<Record<string, string>>;
  PALISADE_KEK_CURRENT: string;
}

/** Seals under the configuration's keys, and under those of the file of keys once they change. @param read as the service's schema has them */
export function followedSecretBox(
  keys: KeyFile,
  config: SealingKeys,
  read: (settings: KeySettings) => SealingKeys,
): SecretBox {
  const box = new SecretBox(config.PALISADE_KEK_KEYS, config.PALISADE_KEK_CURRENT);
  keys.use((settings) => {
    const next = read(settings);
    return box.prepare(next.PALISADE_KEK_KEYS, next.PALISADE_KEK_CURRENT);
  });
  return box;
}

/** Provides a {@link followedSecretBox}. */
export const secretBoxProvider = (
  config: SealingKeys,
  read: (settings: KeySettings) => SealingKeys,
): FactoryProvider<SecretBox> => ({
  provide: SecretBox,
  inject: [KeyFile],
  useFactory: (keys: KeyFile) => followedSecretBox(keys, config, read),
});
