import { useRouteError } from 'react-router-dom';
import { LogoMark } from '../entities/company/logo.tsx';
import { paths } from '../entities/page/paths.ts';
import { Button, buttonStyle } from '../shared/ui/button.tsx';
import { useHead } from './head-of-page.tsx';

export function ErrorScreen() {
  const error = useRouteError();
  useHead({ title: 'Unexpected error' });
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="max-w-lg text-center">
        <LogoMark className="mx-auto size-12" />
        <h1 className="mt-6 text-2xl">Unexpected Application Error!</h1>
        <p className="mt-2 text-ink-muted">Something went wrong on this page. Your sites are not affected.</p>
        {error instanceof Error && (
          <pre className="mt-4 rounded-md bg-sunken p-3 text-left wrap-anywhere whitespace-pre-wrap font-mono text-xs text-ink-muted">
            {error.message}
          </pre>
        )}
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <Button onClick={() => window.location.reload()}>Reload the page</Button>
          <a href={paths.home} className={buttonStyle({ variant: 'secondary' })}>
            Home
          </a>
        </div>
      </div>
    </main>
  );
}
