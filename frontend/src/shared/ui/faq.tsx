import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Section } from './section.tsx';

export interface Question {
  question: string;
  answer: string;
}

function Faq({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="divide-y divide-line rounded-lg border border-line bg-surface">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group px-5 open:[&_svg]:rotate-180">
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

interface QuestionsProps {
  title: string;
  questions: readonly Question[];
  /** What can be done where no question helps: under the title, on phones under the questions. */
  children?: ReactNode;
  className?: string | undefined;
}

/** A part of a page with questions: the title beside them where there is room. */
export function Questions({ title, questions, children, className }: QuestionsProps) {
  return (
    <Section className={className}>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-x-16 lg:gap-y-6">
        <h2 className="text-[1.75rem] leading-tight sm:text-4xl">{title}</h2>
        <div className="lg:row-span-2">
          <Faq questions={questions} />
        </div>
        {children}
      </div>
    </Section>
  );
}
