import { type PageFacts, type PublicPath, publicPages } from '../content/pages.ts';
import { useHead } from './use-page-meta.ts';

/** The head of a public page, which says the same as its static page does. */
export function usePublicPage(path: PublicPath): void {
  const { title, description, listed }: PageFacts = publicPages[path];
  useHead(title, description, listed ? path : undefined);
}
