import {
  type Completion,
  completeExpression,
  ExpressionError,
  parseExpression,
  printExpression,
  type Suggestion,
} from '@palisade/site-policy/expression';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { conditionFields, operatorText, valueText } from '../../../../entities/policy/policy-words.ts';
import type { CustomRuleCondition } from '../../../../shared/api/types.ts';
import { cn } from '../../../../shared/lib/cn.ts';
import { Field } from '../../../../shared/ui/field.tsx';
import { Textarea } from '../../../../shared/ui/input.tsx';

type Group = readonly CustomRuleCondition[];

interface ExpressionFieldProps {
  /** Groups joined by OR. */
  groups: readonly Group[];
  onChange: (groups: CustomRuleCondition[][]) => void;
}

/** Maximum suggestions shown. */
const MAX_SHOWN = 8;
const CLOSED: Completion = { from: 0, to: 0, suggestions: [] };
const WORDS: Readonly<Record<string, string>> = {
  not: 'the opposite of what follows',
  and: 'both hold',
  or: 'one of both holds',
  '(': 'together',
  ')': 'the end of what is together',
  '["': 'its name, in quotes',
  ']': 'the end of the name',
  ',': 'one more value',
  '}': 'the end of the values',
};

function meaningOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'field':
      return conditionFields[suggestion.text].label;
    case 'operator':
      return operatorText(suggestion.text, false);
    case 'value': {
      const shown = valueText(suggestion.of, suggestion.text);
      return shown === suggestion.text ? '' : shown;
    }
    case 'word':
      return WORDS[suggestion.text] ?? '';
  }
}

interface Fault {
  readonly offset: number;
  readonly message: string;
}

/** Validates and completes while typing; a valid expression changes the rule at once. */
export default function ExpressionField({ groups, onChange }: ExpressionFieldProps) {
  const [typed, setTyped] = useState(() => printExpression(groups));
  const [fault, setFault] = useState<Fault | null>(null);
  const [completion, setCompletion] = useState(CLOSED);
  const [active, setActive] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const shown = completion.suggestions.slice(0, MAX_SHOWN);
  const isOpen = shown.length > 0;

  const suggest = (text: string, caret: number) => {
    setCompletion(completeExpression(text, caret));
    setActive(0);
  };
  const take = (text: string, caret: number) => {
    setTyped(text);
    suggest(text, caret);
    try {
      onChange(parseExpression(text).map((group) => [...group]));
      setFault(null);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      setFault(error);
    }
  };
  const accept = ({ insert }: Suggestion) => {
    const text =
      typed.slice(0, completion.from) +
      insert +
      typed.slice(completion.to).replace(/^ /, insert.endsWith(' ') ? '' : ' ');
    const caret = completion.from + insert.length;
    take(text, caret);
    // After the text was updated.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey) suggest(typed, event.currentTarget.selectionStart);
    else if (!isOpen) return;
    else if (event.key === 'ArrowDown') setActive((active + 1) % shown.length);
    else if (event.key === 'ArrowUp') setActive((active + shown.length - 1) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') accept(shown[active]!);
    else if (event.key === 'Escape') {
      // Escape closes the suggestions, not the dialog.
      event.stopPropagation();
      setCompletion(CLOSED);
    } else return;
    event.preventDefault();
  };

  return (
    <div>
      <Field
        label="Expression"
        error={fault === null ? undefined : `At character ${fault.offset + 1}: ${fault.message}`}
        hint='For example (path starts_with "/admin" or header["X-Key"] exists) and not country equals {DE, AT}'
      >
        <div className="grid">
          <Marked text={typed} offset={fault?.offset ?? null} />
          <Textarea
            ref={area}
            className="col-start-1 row-start-1 h-full resize-none overflow-hidden bg-transparent font-mono"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            {...(isOpen && {
              role: 'combobox',
              'aria-expanded': true,
              'aria-controls': listId,
              'aria-activedescendant': `${listId}-${active}`,
            })}
            aria-autocomplete="list"
            value={typed}
            onChange={({ target }) => take(target.value, target.selectionStart)}
            onKeyDown={onKeyDown}
            onBlur={() => setCompletion(CLOSED)}
          />
        </div>
      </Field>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="What may stand here"
          className="mt-1 overflow-hidden rounded-md border border-line-strong bg-surface py-1 text-[0.8125rem] shadow-1"
        >
          {shown.map((suggestion, index) => (
            <div
              key={suggestion.text}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={cn(
                'flex min-h-7 cursor-pointer items-baseline gap-3 px-3 py-1',
                index === active && 'bg-sunken',
              )}
              // Before the field would lose the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                accept(suggestion);
              }}
            >
              <span className="font-mono">{suggestion.text}</span>
              <span className="text-ink-muted">{meaningOf(suggestion)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** The same text behind the field, to underline the error. */
function Marked({ text, offset }: { text: string; offset: number | null }) {
  const at = offset === null ? text.length : Math.min(offset, text.length);
  const end = offset === null ? at : endOfWord(text, at);
  return (
    <pre
      aria-hidden="true"
      className="col-start-1 row-start-1 min-h-28 border border-transparent px-3 py-2 font-mono text-sm leading-relaxed wrap-anywhere whitespace-pre-wrap text-transparent"
    >
      {text.slice(0, at)}
      {offset !== null && (
        <mark className="bg-transparent text-transparent underline decoration-danger-text decoration-wavy">
          {text.slice(at, end) || ' '}
        </mark>
      )}
      {text.slice(end)}
    </pre>
  );
}

/** An error has only a start; its end is the next blank. */
const endOfWord = (text: string, from: number): number => {
  const blank = text.slice(from + 1).search(/[\s(){}[\],]/);
  return blank < 0 ? text.length : from + 1 + blank;
};
