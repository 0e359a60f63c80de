import { ChevronDown } from 'lucide-react';

export interface Question {
  question: string;
  answer: string;
}

export function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="max-w-3xl divide-y divide-line rounded-lg border border-line bg-surface">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group px-5 [&_svg]:open:rotate-180">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-sm py-2 font-[560] [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-faint transition-transform" />
          </summary>
          <p className="pb-5 text-ink-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
