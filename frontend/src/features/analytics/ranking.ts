import type { LogEntry } from '../../shared/api/types.ts';

export interface Ranked {
  key: string;
  count: number;
  blocked: number;
  /** Of all entries, 0 to 100. */
  share: number;
}

/** Countries by number of requests, most first; entries without a country are left out. */
export function rankCountries(logs: readonly LogEntry[], limit: number): Ranked[] {
  const found = new Map<string, { count: number; blocked: number }>();
  for (const { geo_country: country, status } of logs) {
    if (!country) continue;
    const entry = found.get(country) ?? { count: 0, blocked: 0 };
    entry.count += 1;
    if (status === 'blocked') entry.blocked += 1;
    found.set(country, entry);
  }
  return [...found]
    .map(([key, entry]) => ({ key, ...entry, share: (entry.count / logs.length) * 100 }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key))
    .slice(0, limit);
}
