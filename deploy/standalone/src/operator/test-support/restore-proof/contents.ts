import { query } from '@palisade/installation';
import { STATEFUL } from '@palisade/installation/operator';

/** Every table of every service with the number of its rows and a sum over all that is in them, and every sequence with where it stands. */
export async function contentsOf(url: string): Promise<Record<string, string>> {
  const { rows: found } = await query(
    url,
    `SELECT c.relkind AS kind, format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'S') ORDER BY 2`,
    [STATEFUL],
  );
  const contents: Record<string, string> = {};
  for (const { kind, name } of found as { kind: string; name: string }[]) {
    const question =
      kind === 'S'
        ? `SELECT last_value || ' ' || is_called AS sum FROM ${name}`
        : `SELECT count(*) || ' ' || coalesce(sum(hash_record_extended(t, 0)), 0) AS sum FROM ${name} t`;
    const { rows } = await query(url, question);
    contents[name] = (rows[0] as { sum: string }).sum;
  }
  return contents;
}
