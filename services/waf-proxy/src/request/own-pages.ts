import { escapeMarkup } from '@palisade/basics';
import {
  type OwnPage,
  type OwnPageKind,
  PAGE_PLACEHOLDERS,
  type PagePlaceholder,
} from '@palisade/site-policy';
import { chooseLanguage } from '../http/accept-language.ts';
import { valuesOf } from '../http/header-lines.ts';

/** What is put in the places of placeholders; `challenge` and `report_form` are markup of ours, the others are texts. */
export type PageValues = Readonly<Partial<Record<PagePlaceholder, string>>>;

/** No script of anybody's, nothing from elsewhere: whatever an owner's page says, the browser keeps to this. */
export const OWN_PAGE_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups";

/** The same, with a form of ours that goes to this site alone. */
export const OWN_PAGE_WITH_FORM_CSP = OWN_PAGE_CSP.replace(
  "form-action 'none'",
  "form-action 'self'",
).replace('sandbox', 'sandbox allow-forms');

const MARKUP: ReadonlySet<PagePlaceholder> = new Set(['challenge', 'report_form']);
const PLACEHOLDER = new RegExp(`\\{\\{(${PAGE_PLACEHOLDERS.join('|')})\\}\\}`);

/** A page of the owner's, parted at its placeholders. */
export class PageTemplate {
  readonly language: string;
  /** Texts at even places, names of placeholders at odd ones. */
  private readonly pieces: readonly string[];
  private readonly placesForm: boolean;

  constructor({ language, html }: Pick<OwnPage, 'language' | 'html'>) {
    this.language = language;
    this.pieces = html.split(PLACEHOLDER);
    this.placesForm = this.pieces.some((piece, at) => at % 2 === 1 && piece === 'report_form');
  }

  /** @param head what stands in the document's head besides */
  render(values: PageValues, head: string): string {
    const body = this.pieces
      .map((piece, at) => (at % 2 === 0 ? piece : filledIn(piece as PagePlaceholder, values)))
      .join('');
    // Who switched reports on gets them from a page that was written before, too.
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

/** The owner's pages, ready to be filled in. */
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

  /** In the language that the client likes best; null: the owner has none of this kind. */
  find(kind: OwnPageKind, rawHeaders: readonly string[]): PageTemplate | null {
    const templates = this.byKind[kind];
    if (templates.size === 0) return null;
    const wanted = valuesOf(rawHeaders, 'accept-language').join(',');
    return templates.get(chooseLanguage(wanted, [...templates.keys()])) ?? null;
  }
}

export const ownPagesOf = (pages: readonly OwnPage[]): OwnPages | null =>
  pages.length === 0 ? null : new OwnPages(pages);
