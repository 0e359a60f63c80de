/** A numbered section of the terms, the security page and the like. */
export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  /** The document that says more. */
  more?: { href: string; text: string };
}
