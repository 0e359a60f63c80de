import { Globe } from 'lucide-react';
import { countryName } from '../lib/format.ts';
import { Flag, hasFlag } from './flag.tsx';

/** A country by flag, where the product knows it, and name. */
export function Country({ code, city }: { code: string | null; city?: string | null }) {
  if (!code) return <span className="text-ink-faint">Unknown</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-2 whitespace-nowrap">
      {hasFlag(code) ? (
        <Flag code={code} />
      ) : (
        <Globe aria-hidden="true" className="size-3.5 w-[18px] shrink-0 text-ink-faint" />
      )}
      <span className="truncate">{city ? `${city}, ${code}` : countryName(code)}</span>
    </span>
  );
}
