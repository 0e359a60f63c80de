import { paths } from '../../entities/page/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { PageHead } from '../../shared/ui/section.tsx';
import { guide } from './content/how-to-use.ts';

export function HowToUsePage() {
  return (
    <>
      <PageHead
        title="How to use Palisade"
        lead="From the first domain to the daily look at the dashboard."
      />
      <div className="mx-auto grid max-w-7xl gap-10 px-4 py-14 sm:px-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label="On this page" className="hidden lg:block">
          <ul className="sticky top-24 grid gap-1 border-l border-line">
            {guide.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-px flex min-h-9 items-center border-l-2 border-transparent pl-4 text-sm text-ink-muted hover:border-brand-text hover:text-ink"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid max-w-2xl gap-14">
          {guide.map(({ id, title, paragraphs, points }, index) => (
            <section key={id} id={id} className="scroll-mt-4">
              <h2 className="text-2xl">
                {index + 1}. {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3 text-ink-muted">
                  {paragraph}
                </p>
              ))}
              {points && (
                <ul className="mt-4 grid list-disc gap-2 pl-5 marker:text-brand-text">
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          <div className="flex flex-wrap gap-3 border-t border-line pt-8">
            <ButtonLink to={paths.contact}>Contact support</ButtonLink>
            <ButtonLink to={paths.features} variant="secondary">
              See all features
            </ButtonLink>
          </div>
        </div>
      </div>
    </>
  );
}
