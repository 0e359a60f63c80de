import { readdirSync } from 'node:fs';
import path from 'node:path';
import { STATEFUL } from '../base/installation.ts';
import { ROOT } from '../base/workspace.ts';
import { type Migration, migrationsOf } from './migration-files.ts';
import { destructions } from './migration-rules.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const said = (text: string): string[] => destructions([text]).map((line) => line.split(':')[0]!);

describe('what the version before cannot live with', () => {
  it.each([
    ['DROP TABLE plans', 'drops a table, column, view or type'],
    ['ALTER TABLE plans DROP COLUMN price', 'drops a table, column, view or type'],
    ['ALTER TABLE plans\n  RENAME COLUMN price TO amount', 'renames a table or column'],
    ['ALTER TABLE plans ALTER COLUMN price TYPE numeric', 'changes the type of a column'],
    ['DELETE FROM plans WHERE price = 0', 'deletes rows'],
    ['WITH old AS (SELECT 1) DELETE FROM plans', 'deletes rows'],
    ['TRUNCATE plans', 'deletes rows'],
    ['ALTER TABLE plans ADD COLUMN price integer NOT NULL', 'wants price from who does not know it'],
    ['ALTER TABLE plans ALTER COLUMN price SET NOT NULL', 'wants price from who does not know it'],
    ['CREATE UNIQUE INDEX plans_name ON plans (name)', 'wants values to be unique'],
  ])('%s', (text, what) => expect(said(text)).toEqual([what]));

  it.each([
    'CREATE TABLE plans (id integer PRIMARY KEY, name text NOT NULL); CREATE UNIQUE INDEX plans_name ON plans (name)',
    'ALTER TABLE plans ADD COLUMN price integer NOT NULL DEFAULT 0',
    'ALTER TABLE plans ADD COLUMN price integer; ALTER TABLE plans ALTER COLUMN price SET DEFAULT 0, ALTER COLUMN price SET NOT NULL',
    'DROP INDEX plans_name; CREATE UNIQUE INDEX plans_name ON plans (name) INCLUDE (id)',
    'ALTER TABLE plans DROP CONSTRAINT plans_name; CREATE UNIQUE INDEX plans_name ON plans (name) WHERE price > 0',
    `INSERT INTO notes VALUES ('DROP TABLE plans; it''s only said')`,
    '-- DROP TABLE plans\nSELECT 1 /* ; DELETE FROM plans */',
    'CREATE FUNCTION clean() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM plans; RETURN NULL; END $$',
  ])('not: %s', (text) => expect(said(text)).toEqual([]));
});

describe('the migrations of every service', () => {
  const all: Migration[] = [];
  beforeAll(async () => {
    for (const service of STATEFUL) all.push(...(await migrationsOf(service)));
  });

  it('are all looked at', () => {
    const files = STATEFUL.flatMap((service) =>
      readdirSync(path.join(ROOT, 'services', service, 'src/database/migrations')).filter((name) =>
        name.endsWith('.ts'),
      ),
    );
    expect(all).toHaveLength(files.length);
    expect(all.filter(({ texts }) => texts.join('').trim() === '')).toEqual([]);
  });

  it('take nothing away from the version before without a dated contract, and have none for nothing', () => {
    const wrong = all.filter(({ texts, contract }) => destructions(texts).length > 0 !== (contract !== null));
    expect(wrong.map(({ service, name, texts }) => [service, name, destructions(texts)])).toEqual([]);
    for (const { contract } of all) {
      if (contract === null) continue;
      expect(contract.since).toMatch(DAY);
      expect(contract.why.length).toBeGreaterThan(20);
    }
  });
});
