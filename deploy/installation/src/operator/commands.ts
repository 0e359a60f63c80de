import type { Command } from './base/command.ts';
import { doctor } from './doctor/command.ts';

/** Every command, by its name. */
export const COMMANDS = { doctor } as const satisfies Record<string, Command>;
