import { useState } from 'react';
import { Input } from './input.tsx';

interface NumberInputProps {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** A whole number within bounds. What is typed on the way to one stays, and is marked until it is one. */
export function NumberInput({ value, min, max, onChange }: NumberInputProps) {
  const [text, setText] = useState(String(value));
  const fits = (candidate: string) =>
    /^\d+$/.test(candidate) && Number(candidate) >= min && Number(candidate) <= max;
  return (
    <Input
      inputMode="numeric"
      className="font-mono"
      title={`${min} to ${max}`}
      aria-invalid={fits(text) ? undefined : true}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        if (fits(event.target.value)) onChange(Number(event.target.value));
      }}
      // Leaving shows what holds.
      onBlur={() => setText(String(value))}
    />
  );
}
