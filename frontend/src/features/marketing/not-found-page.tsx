import { paths } from '../../entities/page/paths.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';

export function NotFoundPage() {
  return (
    <div className="mx-auto grid max-w-xl justify-items-center px-6 py-24 text-center sm:py-32">
      <p className="eyebrow text-ink-faint">404</p>
      <h1 className="mt-3 text-3xl">There is no page at this address</h1>
      <p className="mt-3 text-ink-muted">
        It may have moved, or the link has a slip in it. Nothing was blocked: this time it is not the
        firewall.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.home}>Go to the home page</ButtonLink>
        <ButtonLink to={paths.howToUse} variant="secondary">
          Read the guide
        </ButtonLink>
        <ButtonLink to={paths.contact} variant="ghost">
          Contact us
        </ButtonLink>
      </div>
    </div>
  );
}
