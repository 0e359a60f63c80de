import { backup, restore } from './backup/commands/command.ts';
import type { Command } from './base/command.ts';
import { builtModule } from './base/workspace.ts';
import { createAdmin } from './create-admin/command.ts';
import { doctor } from './doctor/command.ts';
import { admitEdge, joinEdge } from './join-edge/commands.ts';
import { moveLogs } from './move-logs/command.ts';
import { payments } from './payments/command.ts';
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
  'move-logs': moveLogs,
  'admit-edge': admitEdge,
  'join-edge': joinEdge,
  payments,
  'support-bundle': supportBundle,
} as const satisfies Record<string, Command>;

/** What owners of sites have by themselves, in one file: the same program has them here, too. */
export async function siteCommands(): Promise<Readonly<Record<string, Command>>> {
  type Owners = { SITE_COMMANDS: Readonly<Record<string, Command>> };
  return (await builtModule<Owners>('deploy/cli/dist/index.js')).SITE_COMMANDS;
}
