import { Plus, Trash2 } from 'lucide-react';
import { keyParts, type RateLimitKeyPart } from '../../../../entities/policy/policy-words.ts';
import { NAMED_KEY_PARTS, RATE_LIMIT_RULE_LIMITS } from '../../../../entities/policy/site-policy.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Field } from '../../../../shared/ui/field.tsx';
import { Input, Select } from '../../../../shared/ui/input.tsx';

interface KeyFieldsProps {
  parts: readonly RateLimitKeyPart[];
  /** Errors of the parts' names, by index. */
  errors: Readonly<Record<number, string | undefined>>;
  onChange: (parts: RateLimitKeyPart[]) => void;
}

const choices = Object.entries(keyParts) as [RateLimitKeyPart['part'], { label: string }][];

/** What requests are counted by: one or several parts. */
export function KeyFields({ parts, errors, onChange }: KeyFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {parts.map(({ part, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <div key={index} className="flex items-end gap-2">
          <Field label={index === 0 ? 'Counted by' : 'and by'} className="min-w-0 flex-1">
            <Select
              value={part}
              onChange={({ target }) =>
                onChange(parts.with(index, { part: target.value as RateLimitKeyPart['part'], name }))
              }
            >
              {choices.map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          {NAMED_KEY_PARTS.has(part) && (
            <Field label="Name" className="min-w-0 flex-1" error={errors[index]}>
              <Input
                className="font-mono"
                autoCapitalize="none"
                spellCheck={false}
                placeholder={part === 'json_path' ? 'user.name' : undefined}
                value={name}
                onChange={({ target }) => onChange(parts.with(index, { part, name: target.value }))}
              />
            </Field>
          )}
          {parts.length > 1 && (
            <Button
              size="icon"
              variant="ghost"
              className="mb-0.5 text-danger-text"
              aria-label={`Remove part ${index + 1} of the key`}
              icon={<Trash2 className="size-4" />}
              onClick={() => onChange(parts.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          size="sm"
          variant="secondary"
          icon={<Plus className="size-4" />}
          disabled={parts.length >= RATE_LIMIT_RULE_LIMITS.keyParts}
          onClick={() => onChange([...parts, { part: 'path', name: '' }])}
        >
          Count by more
        </Button>
      </div>
      <p className="text-[0.8125rem] text-ink-muted">
        A request without one of the parts is counted by its address instead. Keys are stored hashed.
      </p>
    </div>
  );
}
