import { useEffect } from 'react';
import { useMatches } from 'react-router-dom';
import { fullTitle, type HeadTag, headTags, type PageHead, valueAttribute } from './page-head.ts';
import type { Page } from './pages/pages.ts';

function write(tag: HeadTag): void {
  const { element, key, id, value } = tag;
  const found = document.head.querySelector(`${element}[${key}="${id}"]`);
  if (value === undefined) {
    found?.remove();
    return;
  }
  const target = found ?? document.createElement(element);
  target.setAttribute(key, id);
  target.setAttribute(valueAttribute(tag), value);
  if (!found) document.head.append(target);
}

/** Document head of the current page. With a canonical URL search engines may index it. */
export function useHead({ title, description, canonical }: PageHead): void {
  useEffect(() => {
    document.title = fullTitle(title);
    for (const tag of headTags({ title, description, canonical }, window.location.origin)) write(tag);
  }, [title, description, canonical]);
}

export const headOf = ({ title, description, path, prerender }: Page): PageHead => ({
  title,
  description,
  canonical: prerender?.listed ? path : undefined,
});

/** Keeps the head in step with the page that shows; it says the same as the page's static one does. */
export function HeadOfPage() {
  const match = useMatches().at(-1);
  const page = match?.handle as Page | undefined;
  if (match === undefined || page === undefined) return null;
  const { title, ...head } = headOf(page);
  return <HeadOf {...head} title={page.titleOf?.(match.params) ?? title} />;
}

function HeadOf(head: PageHead) {
  useHead(head);
  return null;
}
