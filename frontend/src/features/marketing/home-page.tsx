import { usePageMeta } from '../../shared/hooks/use-page-meta.ts';
import { paths } from '../../shared/lib/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';

export function HomePage() {
  usePageMeta('Palisade');
  return (
    <div className="mx-auto max-w-3xl px-6 py-28">
      <h1 className="text-5xl">Protect your website with one CNAME record.</h1>
      <ButtonLink to={paths.register} className="mt-8">
        Get Started
      </ButtonLink>
    </div>
  );
}
