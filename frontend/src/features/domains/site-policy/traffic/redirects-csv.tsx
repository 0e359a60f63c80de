import { useState } from 'react';
import type { Redirect } from '../../../../entities/policy/site-policy.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Textarea } from '../../../../shared/ui/input.tsx';

/** Imports redirects from CSV. */
export function RedirectsCsv({
  redirects,
  onChange,
}: {
  redirects: readonly Redirect[];
  onChange: (redirects: Redirect[]) => void;
}) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);

  const take = async (mode: 'add' | 'replace') => {
    // Loaded on demand, as the parser is large.
    const { readRedirects } = await import('./read-redirects.ts');
    const reading = readRedirects(text);
    setProblems(reading.problems);
    if (reading.problems.length > 0) return;
    const fresh = new Set(reading.redirects.map(({ from }) => from));
    const kept = mode === 'replace' ? [] : redirects.filter(({ from }) => !fresh.has(from));
    onChange([...kept, ...reading.redirects]);
    setText('');
  };
  const show = async () => {
    const { writeRedirects } = await import('./read-redirects.ts');
    setText(writeRedirects(redirects));
  };

  return (
    <details>
      <summary className="link inline-flex min-h-6 w-fit cursor-pointer items-center text-[0.8125rem]">
        Many at once, as CSV
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <Field
          label="Lines of from,to,status,keep_query"
          hint="Status (301) and keep_query (yes) are optional. Entries with the same path are replaced."
        >
          <Textarea
            className="font-mono text-[0.8125rem]"
            rows={6}
            spellCheck={false}
            placeholder={'/old,/new,301,yes\n/blog/*,https://blog.example.com/*'}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {problems.length > 0 && (
          <ul role="alert" className="grid gap-1 text-[0.8125rem] text-danger-text">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" disabled={text.trim() === ''} onClick={() => take('add')}>
            Add these
          </Button>
          <Button size="sm" variant="secondary" disabled={text.trim() === ''} onClick={() => take('replace')}>
            Replace all by these
          </Button>
          <Button size="sm" variant="ghost" disabled={redirects.length === 0} onClick={show}>
            Show all as CSV
          </Button>
        </div>
      </div>
    </details>
  );
}
