import { Trash2, Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { isOnePemBlock, type PemLabel, pemBlocks } from '../../../../entities/policy/site-policy.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Textarea } from '../../../../shared/ui/input.tsx';

interface PemListProps {
  label: string;
  hint: string;
  kind: PemLabel;
  /** "certificate", for buttons and messages. */
  noun: string;
  /** Maximum length; larger files are rejected. */
  maxCharacters: number;
  entries: readonly string[];
  textOf: (pem: string) => string;
  onChange: (entries: string[]) => void;
}

/** A list of PEM objects, pasted or from files, each shown by its contents. */
export function PemList({ label, hint, kind, noun, maxCharacters, entries, textOf, onChange }: PemListProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const fileId = useId();

  const add = (typed: string) => {
    const found = pemBlocks(typed, kind);
    const fresh = found.filter((pem) => !entries.includes(pem));
    const problem =
      found.length === 0
        ? `No ${noun} found: it begins with -----BEGIN ${kind}-----`
        : fresh.length === 0 || !fresh.every((pem) => isOnePemBlock(pem, kind))
          ? 'It is already in the list'
          : undefined;
    setError(problem);
    if (problem !== undefined) return;
    onChange([...entries, ...new Set(fresh)]);
    setText('');
  };
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > maxCharacters)
      setError(`A file has at most ${maxCharacters.toLocaleString('en')} bytes`);
    else add(await chosen.text());
  };

  return (
    <div>
      <Field label={label} hint={hint} error={error}>
        <Textarea
          rows={3}
          className="min-h-16 font-mono text-xs"
          spellCheck={false}
          placeholder={`-----BEGIN ${kind}-----`}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" disabled={text.trim() === ''} onClick={() => add(text)}>
          Add {noun}
        </Button>
        <input
          id={fileId}
          ref={file}
          type="file"
          accept=".pem,.crt,.cer,.crl"
          className="hidden"
          aria-label={`${label}: file`}
          onChange={({ target }) => {
            void read(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button
          size="sm"
          variant="ghost"
          icon={<Upload className="size-4" />}
          onClick={() => file.current?.click()}
        >
          From a file
        </Button>
      </div>
      {entries.length > 0 && (
        <ul aria-label={`${label}: entries`} className="mt-3 grid gap-2">
          {entries.map((pem) => (
            <li
              key={pem}
              className="flex items-center justify-between gap-3 rounded-md border border-line px-3 py-1.5 text-sm"
            >
              <span className="min-w-0 wrap-anywhere">{textOf(pem)}</span>
              <Button
                size="icon"
                variant="ghost"
                className="text-danger-text"
                aria-label={`Remove ${textOf(pem)}`}
                icon={<Trash2 className="size-4" />}
                onClick={() => onChange(entries.filter((other) => other !== pem))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
