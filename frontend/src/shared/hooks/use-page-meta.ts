import { useEffect } from 'react';
import { fullTitle, type HeadTag, headTags, valueAttribute } from '../lib/page-head.ts';

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

/** What the head says of the page that shows. A page with a canonical address may be listed by search engines. */
export function useHead(title: string, description: string | undefined, canonical: string | undefined): void {
  useEffect(() => {
    document.title = fullTitle(title);
    for (const tag of headTags({ title, description, canonical }, window.location.origin)) write(tag);
  }, [title, description, canonical]);
}

/** Title and description of a page that only its user sees. */
export function usePageMeta(title: string, description?: string): void {
  useHead(title, description, undefined);
}
