import { screen, waitFor, within } from '@testing-library/react';

/** The server's response to a form with one invalid field. */
export const refusalAt = (path: string, message: string) => ({
  status: 422,
  body: { code: 'validation_failed', detail: message, errors: [{ path, message }] },
});

/** The refusal stands at its field, for eyes and for aids, and the cursor is there; what was entered still is, too. */
export async function isRefusedAt(
  label: string,
  message: string,
  { within: part = document.body, holding }: { within?: HTMLElement; holding?: string } = {},
): Promise<void> {
  const field =
    within(part).queryByLabelText(label) ?? within(part).getByRole<HTMLElement>('group', { name: label });
  const described = () =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
  await waitFor(() => expect(described()).toContain(message));
  await waitFor(() => expect(document.activeElement).toBe(field));
  if (field.tagName !== 'FIELDSET') expect(field.getAttribute('aria-invalid')).toBe('true');
  if (holding !== undefined) expect((field as HTMLInputElement).value).toBe(holding);
  // As the page's own message, besides the one that passes.
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
}
