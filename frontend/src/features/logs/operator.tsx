import { useState } from 'react';

/** A pattern of a managed rule has hundreds of characters, and is read by few; its beginning names it. */
const MAX_SHOWN = 60;

/** A rule's operator with its argument; a long one is whole once somebody wants it. */
export function Operator({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  if (text.length <= MAX_SHOWN) return <span className="font-mono break-all">{text}</span>;
  return (
    <>
      <span className="font-mono break-all">{whole ? text : `${text.slice(0, MAX_SHOWN)}…`}</span>{' '}
      <button
        type="button"
        aria-expanded={whole}
        onClick={() => setWhole(!whole)}
        className="link inline-flex min-h-6 items-center"
      >
        {whole ? 'Less of it' : 'Whole pattern'}
      </button>
    </>
  );
}
