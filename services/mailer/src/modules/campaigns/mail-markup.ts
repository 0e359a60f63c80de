import sanitizeHtml from 'sanitize-html';

/** Depth and number of elements: the parsers of sanitising and of the text part walk all open elements at every tag. */
const MAX_NESTING = 100;
/** The longest newsletters have some thousands. */
const MAX_ELEMENTS = 10_000;

class MarkupFault extends Error {}

/** Why a mail's HTML is refused, or `null`. Stops reading where a limit is exceeded. */
export function markupFault(html: string): string | null {
  let depth = 0;
  let elements = 0;
  try {
    sanitizeHtml(html, {
      allowedTags: [],
      onOpenTag: () => {
        depth++;
        elements++;
        if (depth > MAX_NESTING)
          throw new MarkupFault(`Elements of an email can be nested at most ${MAX_NESTING} deep`);
        if (elements > MAX_ELEMENTS)
          throw new MarkupFault(`An email can have at most ${MAX_ELEMENTS.toLocaleString('en')} elements`);
      },
      onCloseTag: () => {
        depth--;
      },
    });
    return null;
  } catch (error) {
    if (error instanceof MarkupFault) return error.message;
    throw error;
  }
}
