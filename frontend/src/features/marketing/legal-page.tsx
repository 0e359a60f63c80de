import { Link } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { PageHead } from '../../shared/ui/section.tsx';
import type { LegalSection } from './content/legal-section.ts';

const anchor = (index: number) => `section-${index + 1}`;

interface LegalPageProps {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
}

/** Numbered sections with their list beside them. */
export function LegalPage({ title: pageTitle, lead, sections }: LegalPageProps) {
  return (
    <>
      <PageHead title={pageTitle} lead={lead} />
      <div className="mx-auto grid max-w-7xl gap-10 px-4 py-14 sm:px-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <nav aria-label="Sections" className="hidden lg:block">
          <ol className="sticky top-24 grid text-sm">
            {sections.map(({ title }, index) => (
              <li key={title}>
                <a
                  href={`#${anchor(index)}`}
                  className="flex min-h-8 items-center gap-2 rounded-sm text-ink-muted hover:text-ink"
                >
                  <span className="tabular w-5 text-right text-ink-faint">{index + 1}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-2xl gap-10">
          {sections.map(({ title, paragraphs, points, more }, index) => (
            <section key={title} id={anchor(index)} className="min-w-0 scroll-mt-4">
              <h2 className="text-xl">
                {index + 1}. {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3 text-ink-muted">
                  {paragraph}
                </p>
              ))}
              {points && (
                <ul className="mt-3 grid list-disc gap-1.5 pl-5 wrap-anywhere text-ink-muted marker:text-brand-text">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
              {more && (
                <p className="mt-3">
                  <a href={more.href} className="link inline-block py-1">
                    {more.text}
                  </a>
                </p>
              )}
            </section>
          ))}
          <p className="border-t border-line pt-6 text-sm text-ink-muted">
            Questions?{' '}
            <Link to={paths.contact} className="link">
              Contact us
            </Link>
            .
          </p>
        </div>
      </div>
    </>
  );
}
