import { z } from 'zod';

const address = z.email().max(254);

/** Addresses separated by commas, semicolons or line breaks, each once, in lower case; and the first invalid one. */
export function splitAddresses(list: string): { addresses: string[]; bad: string | null } {
  const found = new Set<string>();
  for (const part of list.split(/[,;\n]+/)) {
    const candidate = part.trim().toLowerCase();
    if (candidate === '') continue;
    if (!address.safeParse(candidate).success) return { addresses: [...found], bad: candidate };
    found.add(candidate);
  }
  return { addresses: [...found], bad: null };
}
