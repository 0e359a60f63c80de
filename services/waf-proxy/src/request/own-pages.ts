import { escapeMarkup } from '@palisade/basics';
import {
  type OwnPage,
  type OwnPageKind,
  PAGE_PLACEHOLDERS,
  type PagePlaceholder,
} from '@palisade/site-policy';
import { chooseLanguage } from '../http/accept-language.ts';
import { valuesOf } from '../http/header-lines.ts';

/** Values for the placeholders; `challenge` and `report_form` are our own markup, the others are text. */
export type PageValues = Readonly<Partial<Record<PagePlaceholder, string>>>;

/** Forbids all scripts and everything from other hosts, whatever the owner's page contains. */
export const OWN_PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups";

/** The same, but allows our form to be sent to this site. */
export const OWN_PAGE_WITH_FORM_CSP = OWN_PAGE_CSP.replace(
  "form-action 'none'",
  "form-action 'self'",
).replace('sandbox', 'sandbox allow-forms');

const MARKUP: ReadonlySet<PagePlaceholder> = new Set(['challenge', 'report_form']);
const PLACEHOLDER = new RegExp(`\\{\\{(${PAGE_PLACEHOLDERS.join('|')})\\}\\}`);

/** An owner's page, split at its placeholders. */
export class PageTemplate {
  readonly language: string;
  /** Text at even indexes, placeholder names at odd ones. */
  private readonly pieces: readonly string[];
  private readonly placesForm: boolean;

  constructor({ language, html }: Pick<OwnPage, 'language' | 'html'>) {
    this.language = language;
    this.pieces = html.split(PLACEHOLDER);
    this.placesForm = this.pieces.some((piece, at) => at % 2 === 1 && piece === 'report_form');
  }

  /** @param head additional markup for the document's head */
  render(values: PageValues, head: string): string {
    const body = this.pieces
      .map((piece, at) => (at % 2 === 0 ? piece : filledIn(piece as PagePlaceholder, values)))
      .join('');
    // A page that was written before reports were switched on gets the form as well.
    const form = this.placesForm ? '' : (values.report_form ?? '');
    return `<!doctype html>
<html lang="${this.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head}
</head>
<body>
${body}
${form}</body>
</html>
`;
  }
}

const filledIn = (name: PagePlaceholder, values: PageValues): string =>
  MARKUP.has(name) ? (values[name] ?? '') : escapeMarkup(values[name] ?? '');

/** The owner's pages, compiled. */
export class OwnPages {
  private readonly byKind: Readonly<Record<OwnPageKind, ReadonlyMap<string, PageTemplate>>>;

  constructor(pages: readonly OwnPage[]) {
    const of = (kind: OwnPageKind) =>
      new Map(
        pages.filter((page) => page.kind === kind).map((page) => [page.language, new PageTemplate(page)]),
      );
    this.byKind = {
      block: of('block'),
      challenge: of('challenge'),
      error: of('error'),
      maintenance: of('maintenance'),
    };
  }

  /** In the client's preferred language; null: the owner has no page of this kind. */
  find(kind: OwnPageKind, rawHeaders: readonly string[]): PageTemplate | null {
    const templates = this.byKind[kind];
    if (templates.size === 0) return null;
    const wanted = valuesOf(rawHeaders, 'accept-language').join(',');
    return templates.get(chooseLanguage(wanted, [...templates.keys()])) ?? null;
  }
}

export const ownPagesOf = (pages: readonly OwnPage[]): OwnPages | null =>
  pages.length === 0 ? null : new OwnPages(pages);
