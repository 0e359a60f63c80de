import { Globe } from 'lucide-react';
import { flagOf } from '../lib/countries.ts';
import { countryName } from '../lib/format.ts';

/** A country by flag, where the product knows it, and name. */
export function Country({ code, city }: { code: string | null; city?: string | null }) {
  if (!code) return <span className="text-ink-faint">Unknown</span>;
  const flag = flagOf(code.toUpperCase());
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {flag ? (
        <span aria-hidden="true">{flag}</span>
      ) : (
        <Globe aria-hidden="true" className="size-3.5 text-ink-faint" />
      )}
      {city ? `${city}, ${code}` : countryName(code)}
    </span>
  );
}
