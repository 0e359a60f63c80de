import { paths } from '../../entities/page/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { pageLeads } from './content/leads.ts';

export function CallToAction({ title = 'Put up the fence today' }: { title?: string }) {
  return (
    <div className="mx-auto max-w-7xl px-4 pb-16 sm:px-6 sm:pb-24">
      <div className="relative overflow-hidden rounded-xl bg-night px-6 pt-12 pb-28 text-white sm:px-12 sm:pt-16 sm:pb-32">
        <h2 className="max-w-xl text-3xl leading-tight sm:text-4xl">{title}</h2>
        <p className="mt-3 max-w-xl text-[#c6d6cd]">{pageLeads.callToAction}</p>
        <div className="relative z-10 mt-7 flex flex-wrap gap-3">
          <ButtonLink to={paths.register} size="lg" variant="lime">
            Get Started
          </ButtonLink>
          <ButtonLink to={paths.pricing} size="lg" variant="night">
            See pricing
          </ButtonLink>
        </div>
        <div aria-hidden="true" className="stakes absolute inset-x-0 bottom-0 text-white/5 [--stake:56px]" />
      </div>
    </div>
  );
}
