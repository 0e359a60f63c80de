import { randomUUID } from 'node:crypto';
import pg from 'pg';

const PER_STATEMENT = 1_000;

interface Demo {
  id: string;
  owner_id: string;
  domain_name: string;
  document: Buffer;
}

/**
 * More sites like the demo's, as rows: the domains service publishes them to the edges as it does any. A document is not
 * signed before it goes out, and names of the same length keep it well formed.
 *
 * @returns their hosts
 */
export async function addSites(databaseUrl: string, from: number, to: number): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<Demo>(
      `SELECT d.id, d.owner_id, d.domain_name, p.document
         FROM domains.domains d JOIN domains.publications p ON p.site_id = d.id WHERE d.domain_name = 'shop.localhost'`,
    );
    const demo = rows[0];
    if (demo === undefined) throw new Error('the demo has no site');
    const hosts: string[] = [];
    for (let first = from; first < to; first += PER_STATEMENT) {
      const numbers = Array.from({ length: Math.min(PER_STATEMENT, to - first) }, (_, at) => first + at);
      hosts.push(...(await addSome(client, demo, numbers)));
    }
    return hosts;
  } finally {
    await client.end();
  }
}

async function addSome(client: pg.Client, demo: Demo, numbers: readonly number[]): Promise<string[]> {
  const sites = numbers.map((number) => {
    const id = randomUUID();
    const host = `${String(number).padStart(demo.domain_name.length - '.test'.length, 's')}.test`;
    const text = demo.document.toString('latin1').replaceAll(demo.id, id).replaceAll(demo.domain_name, host);
    return { id, host, document: Buffer.from(text, 'latin1') };
  });
  const ids = sites.map(({ id }) => id);
  const hosts = sites.map(({ host }) => host);
  // Not verified for a day, as they have no DNS.
  await client.query(
    `INSERT INTO domains.domains (id, owner_id, domain_name, hosts, verification_token, dns_verified, verified_at,
                                  config_version, next_dns_check_at)
     SELECT s.id, $1, s.host, ARRAY[s.host], 'none', true, now(), 1, now() + interval '1 day'
       FROM unnest($2::uuid[], $3::text[]) AS s (id, host)`,
    [demo.owner_id, ids, hosts],
  );
  await client.query(
    `INSERT INTO domains.publications (site_id, version, document, key_id)
     SELECT s.id, p.version, s.document, p.key_id
       FROM unnest($2::uuid[], $3::bytea[]) AS s (id, document), domains.publications p WHERE p.site_id = $1`,
    [demo.id, ids, sites.map(({ document }) => document)],
  );
  return hosts;
}
