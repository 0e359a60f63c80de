import { Globe } from 'lucide-react';
import { countryName } from '../lib/format.ts';
import { Flag, hasFlag } from './flag.tsx';

/** A country by flag, where the product knows it, and name. */
export function Country({
  code,
  city,
  narrow,
}: {
  code: string | null;
  city?: string | null;
  /** Only the code where there is little room. */
  narrow?: boolean;
}) {
  if (!code) {
    return (
      <span className="text-ink-faint">
        {narrow && (
          <span aria-hidden="true" className="2xl:hidden">
            –
          </span>
        )}
        <span className={narrow ? 'max-2xl:sr-only' : undefined}>Unknown</span>
      </span>
    );
  }
  return (
    <span className="inline-flex max-w-full items-center gap-2 whitespace-nowrap">
      {hasFlag(code) ? (
        <Flag code={code} />
      ) : (
        <Globe aria-hidden="true" className="size-3.5 w-[18px] shrink-0 text-ink-faint" />
      )}
      {narrow && <span className="2xl:hidden">{code}</span>}
      <span className={narrow ? 'truncate max-2xl:hidden' : 'truncate'}>
        {city ? `${city}, ${code}` : countryName(code)}
      </span>
    </span>
  );
}
