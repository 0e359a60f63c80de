import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../entities/page/paths.ts';
import { mayShow, SHOW_AFTER_MS } from './popup-memory.ts';

/** With the library of forms: who has answered before, or leaves sooner, loads none of it. */
const NewsletterForm = lazy(() => import('./newsletter-form.tsx'));

/** Where people are busy with a form of their own. */
const QUIET: ReadonlySet<string> = new Set([
  paths.login,
  paths.register,
  paths.registerSimple,
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.undoEmailChange,
  paths.payment,
]);

/** Asks for an address once, five seconds after the first public page. */
export function NewsletterPopup() {
  const [isDue, setDue] = useState(false);
  const isQuiet = QUIET.has(useLocation().pathname);

  useEffect(() => {
    if (isQuiet || !mayShow(Date.now())) return;
    const timer = setTimeout(() => setDue(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);

  if (isQuiet || !isDue) return null;
  return (
    <Suspense>
      <NewsletterForm onClose={() => setDue(false)} />
    </Suspense>
  );
}
