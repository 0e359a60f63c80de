/** Where reports are sent; an ordinary path on sites that accept none. */
export const REPORT_PATH = '/.palisade/report';

/** Maximum lengths in characters, by field name. */
export const REPORT_LIMITS = { text: 1_000, email: 254 } as const;

/** Nothing on the page runs or loads; the form is sent to this site only. */
export const REPORT_PAGE_HEADERS = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy',
  'no-referrer',
] as const;

/** Shown on the page of a refusal. @param ticket contains no characters that are special in HTML */
export const reportForm = (ticket: string): string => `<details>
<summary>Tell the site’s owner</summary>
<form method="post" action="${REPORT_PATH}" accept-charset="utf-8">
<input type="hidden" name="ticket" value="${ticket}">
<label for="report-text">What did you want to do?</label>
<textarea id="report-text" name="text" rows="4" maxlength="${REPORT_LIMITS.text}" required></textarea>
<label for="report-email">Your mail address, if you want an answer (optional)</label>
<input id="report-email" name="email" type="email" maxlength="${REPORT_LIMITS.email}" autocomplete="email">
<p class="note">The owner of the site sees what you write, and the request that was blocked.</p>
<button>Send</button>
</form>
</details>
`;
