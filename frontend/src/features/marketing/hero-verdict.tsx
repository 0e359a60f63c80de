import { Check, X } from 'lucide-react';
import { cn } from '../../shared/lib/cn.ts';

const lines = [
  { verdict: 'pass', request: 'GET /products/raku-bowl', note: '14 ms' },
  { verdict: 'stop', request: "GET /search?q=1' OR 1=1--", note: 'rule 1001', mark: "' OR 1=1--" },
  { verdict: 'pass', request: 'POST /cart/add', note: '21 ms' },
  { verdict: 'stop', request: 'GET /img?f=../../etc/passwd', note: 'rule 3001', mark: '../../etc/passwd' },
  { verdict: 'pass', request: 'GET /blog/first-firing', note: '9 ms' },
  { verdict: 'stop', request: 'POST /comment <script>…', note: 'rule 2001', mark: '<script>' },
] as const;

function Request({ text, mark }: { text: string; mark?: string }) {
  const at = mark ? text.indexOf(mark) : -1;
  if (!mark || at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-sm bg-[#ff8a70]/25 px-0.5 text-[#ffb9aa]">{mark}</mark>
      {text.slice(at + mark.length)}
    </>
  );
}

/**
 * The edge's work in six lines. It is centred beside the text, so its height is reserved before its last line appears.
 */
export function HeroVerdict() {
  return (
    <div className="rounded-xl border border-white/12 bg-black/25 p-2 shadow-3 lg:min-h-[18.375rem]">
      <p className="flex items-center justify-between px-3 py-2 font-mono text-xs text-rail-faint">
        <span>edge-fra-1</span>
        <span>shop.example</span>
      </p>
      <ol aria-label="Example of requests and verdicts" className="grid gap-1">
        {lines.map((line) => (
          <li
            key={line.request}
            className={cn(
              'flex items-center gap-2 rounded-md px-2 py-2.5 font-mono text-xs sm:gap-3 sm:px-3 sm:text-[0.8125rem]',
              line.verdict === 'stop' ? 'bg-[#3a1a14]/70 text-[#ffd9d0]' : 'bg-white/[0.03] text-[#c6d6cd]',
            )}
          >
            {line.verdict === 'stop' ? (
              <X role="img" aria-label="Blocked" className="size-4 shrink-0 text-[#ff8a70]" />
            ) : (
              <Check role="img" aria-label="Passed" className="size-4 shrink-0 text-lime" />
            )}
            <span className="min-w-0 flex-1 truncate">
              <Request text={line.request} mark={'mark' in line ? line.mark : undefined} />
            </span>
            <span className="shrink-0 text-2xs text-rail-faint sm:text-xs">{line.note}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
