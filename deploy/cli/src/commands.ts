import type { Command } from '@palisade/command-line';
import { importCommand } from './import/command.ts';
import { login } from './login/command.ts';
import { explain } from './logs/explain.ts';
import { tail } from './logs/tail.ts';
import { apply } from './policy/apply.ts';
import { plan } from './policy/plan.ts';
import { pull } from './policy/pull.ts';
import { test } from './test/command.ts';

/** What owners do with their sites, by name. */
export const SITE_COMMANDS = {
  login,
  pull,
  plan,
  apply,
  test,
  explain,
  tail,
  import: importCommand,
} as const satisfies Record<string, Command>;
