import { SITE_COMMANDS } from '@palisade/cli';
import { backup, restore } from './backup/commands/command.ts';
import { createAdmin } from './create-admin/command.ts';
import { doctor } from './doctor/command.ts';
import { rotateKeys } from './rotate-keys/command.ts';
import { supportBundle } from './support-bundle/command.ts';
import { upgrade } from './upgrade/command.ts';
/** Every command, by its name. */
export const COMMANDS = {
  doctor,
  'create-admin': createAdmin,
  backup,
  restore,
  upgrade,
  'rotate-keys': rotateKeys,
  'support-bundle': supportBundle,
};
/** What owners of sites have by themselves, in one file: the same program has them here, too. */
export { SITE_COMMANDS };
