import type { Locator } from '@playwright/test';
import type { Visitor } from './visitor.ts';

/** Opens a domain's configuration and waits until what is stored of it is there: until then nothing can be changed. */
export async function openConfiguration(visitor: Visitor, domain: string): Promise<Locator> {
  await visitor.open('/dashboard/domains');
  await visitor.press('Configure WAF', visitor.page.getByRole('article', { name: domain }));
  const dialog = visitor.dialog('Configure WAF');
  await visitor.button('Save Origin Settings', dialog).click({ trial: true });
  return dialog;
}
