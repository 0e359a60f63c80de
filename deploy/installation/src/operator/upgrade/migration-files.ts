import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { STATEFUL } from '../base/installation.ts';
import { builtModule, ROOT } from '../base/workspace.ts';
import type { Contract } from './migration-rules.ts';

type Stateful = (typeof STATEFUL)[number];

interface Runner {
  query(text: string): Promise<unknown[]>;
}

interface MigrationClass {
  new (): { up(runner: Runner): Promise<void> };
  contract?: Contract;
}

export interface Migration {
  service: Stateful;
  time: number;
  name: string;
  contract: Contract | null;
  /** Its SQL statements. */
  texts: string[];
}

/** Every migration of a service as this version has it, by its time. Nothing is asked of a database. */
export async function migrationsOf(service: Stateful): Promise<Migration[]> {
  const folder = `services/${service}/dist/database/migrations`;
  const files = readdirSync(path.join(ROOT, folder)).filter((file) => /^\d+-.*\.js$/.test(file));
  const read = files.map(async (file) => {
    const module = await builtModule<Record<string, unknown>>(`${folder}/${file}`);
    const made = Object.entries(module).find(([name]) => /\d{13}$/.test(name))?.[1] as MigrationClass;
    const texts: string[] = [];
    await new made().up({
      query: async (text) => {
        texts.push(text);
        return [];
      },
    });
    return {
      service,
      time: Number.parseInt(file, 10),
      name: file.replace(/\.js$/, ''),
      contract: made.contract ?? null,
      texts,
    };
  });
  return (await Promise.all(read)).sort((one, other) => one.time - other.time);
}
