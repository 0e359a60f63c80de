import { readdirSync } from 'node:fs';
import path from 'node:path';
import { builtModule, ROOT } from '../base/workspace.ts';
/** Every migration of a service as this version has it, by its time. Nothing is asked of a database. */
export async function migrationsOf(service) {
  const folder = `services/${service}/dist/database/migrations`;
  const files = readdirSync(path.join(ROOT, folder)).filter((file) => /^\d+-.*\.js$/.test(file));
  const read = files.map(async (file) => {
    const module = await builtModule(`${folder}/${file}`);
    const made = Object.entries(module).find(([name]) => /\d{13}$/.test(name))?.[1];
    const texts = [];
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
