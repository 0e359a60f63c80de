import { useEffect } from 'react';

const PRODUCT = 'Palisade';

/** Title and description of the page that shows. */
export function usePageMeta(title: string, description?: string): void {
  useEffect(() => {
    document.title = title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`;
    const set = (selector: string, value: string | undefined) => {
      if (value) document.querySelector(selector)?.setAttribute('content', value);
    };
    set('meta[name="description"]', description);
    set('meta[property="og:title"]', document.title);
    set('meta[property="og:description"]', description);
  }, [title, description]);
}
