// For `palisade rotate-keys`: encrypts certificates' keys for the edges' current key, and has everything signed again.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError, openTlsKey, sealTlsKey } from '@palisade/edge-state';
import { clientTransaction, type Resealed } from '@palisade/nest-kit';
import pg from 'pg';

export interface EdgeSealKeys {
  /** The present pair. */
  privateKey: string;
  publicKey: string;
  /** Private keys that certificates may still be encrypted for. */
  previous: readonly string[];
}

/** Sites whose rows are held in one transaction. */
const BATCH = 100;
/** Without a key and unpublished: the service signs and publishes it within a second, as the next version. */
const TO_SIGN_ANEW = `key_id = '', published_version = NULL`;

/**
 * Encrypts certificates' keys again, in the certificates and in published documents, which the service then signs as a
 * newer version. What is under the current key already stays.
 */
export async function resealTlsKeys(databaseUrl: string, keys: EdgeSealKeys): Promise<Resealed> {
  return await connected(databaseUrl, async (client) => {
    const sum: Resealed = { resealed: 0, unreadable: 0 };
    const resealOne = (sealed: Uint8Array, siteId: string) => resealTlsKey(sealed, siteId, keys, sum);
    const { rows } = await client.query<{ id: string }>(
      `SELECT domain_id AS id FROM certificates WHERE sealed_key IS NOT NULL
        UNION SELECT domain_id FROM origin_certificates
        UNION SELECT site_id FROM publications WHERE NOT removed ORDER BY 1`,
    );
    for (let at = 0; at < rows.length; at += BATCH) {
      const ids = rows.slice(at, at + BATCH).map(({ id }) => id);
      await clientTransaction(client, async () => {
        for (const table of TABLES) await resealCertificates(client, table, ids, resealOne);
        await resealPublications(client, ids, resealOne);
      });
    }
    return sum;
  });
}

/** The service's own tables with keys that only edges open. */
const TABLES = ['certificates', 'origin_certificates'] as const;

type ResealOne = (sealed: Uint8Array, siteId: string) => Uint8Array | null;

async function resealCertificates(
  client: pg.Client,
  table: (typeof TABLES)[number],
  ids: string[],
  resealOne: ResealOne,
): Promise<void> {
  const { rows } = await client.query<{ domain_id: string; source: string; sealed_key: Buffer }>(
    `SELECT domain_id, source, sealed_key FROM ${table}
      WHERE domain_id = ANY($1) AND sealed_key IS NOT NULL ORDER BY domain_id, source FOR UPDATE`,
    [ids],
  );
  for (const { domain_id: id, source, sealed_key: sealed } of rows) {
    const next = resealOne(sealed, id);
    if (next === null) continue;
    await client.query(`UPDATE ${table} SET sealed_key = $3 WHERE domain_id = $1 AND source = $2`, [
      id,
      source,
      Buffer.from(next),
    ]);
  }
}

async function resealPublications(client: pg.Client, ids: string[], resealOne: ResealOne): Promise<void> {
  const { rows } = await client.query<{ site_id: string; document: Buffer }>(
    `SELECT site_id, document FROM publications
      WHERE site_id = ANY($1) AND NOT removed ORDER BY site_id FOR UPDATE`,
    [ids],
  );
  for (const { site_id: id, document } of rows) {
    const config = fromBinary(edgeV1.SiteConfigSchema, document);
    let changed = false;
    for (const material of [config.tls, config.originClient]) {
      const next = material === undefined ? null : resealOne(material.sealedPrivateKey, id);
      if (next === null) continue;
      material!.sealedPrivateKey = new Uint8Array(next);
      changed = true;
    }
    if (!changed) continue;
    await client.query(`UPDATE publications SET document = $2, ${TO_SIGN_ANEW} WHERE site_id = $1`, [
      id,
      Buffer.from(toBinary(edgeV1.SiteConfigSchema, config)),
    ]);
  }
}

/** Null where there is nothing to do, or no key opens it. */
function resealTlsKey(
  sealed: Uint8Array,
  siteId: string,
  { privateKey, publicKey, previous }: EdgeSealKeys,
  sum: Resealed,
): Uint8Array | null {
  if (opened(sealed, siteId, privateKey) !== null) return null;
  for (const key of previous) {
    const pem = opened(sealed, siteId, key);
    if (pem === null) continue;
    sum.resealed++;
    return sealTlsKey(pem, siteId, publicKey);
  }
  sum.unreadable++;
  return null;
}

function opened(sealed: Uint8Array, siteId: string, key: string): string | null {
  try {
    return openTlsKey(sealed, siteId, key);
  } catch (error) {
    if (error instanceof EdgeStateError) return null;
    throw error;
  }
}

/**
 * Has everything published before `moment` signed again, as newer versions: it may have been signed with another key.
 */
export async function signAnew(databaseUrl: string, moment: Date): Promise<void> {
  await connected(databaseUrl, (client) =>
    client.query(`UPDATE publications SET ${TO_SIGN_ANEW} WHERE published_at IS NULL OR published_at < $1`, [
      moment,
    ]),
  );
}

/** Sites that edges have not been given as the key `keyId` signs them. */
export async function notSignedBy(databaseUrl: string, keyId: string): Promise<number> {
  return await connected(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>(
      'SELECT count(*) AS count FROM publications WHERE key_id <> $1 OR published_version IS DISTINCT FROM version',
      [keyId],
    );
    return Number(rows[0]?.count);
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c search_path=domains',
    statement_timeout: 60_000,
    connectionTimeoutMillis: 5_000,
  });
  // A lost connection is reported by the statement that it affects.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
