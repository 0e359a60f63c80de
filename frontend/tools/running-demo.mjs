// The customer of a running `npm start`, for tools that show the product as it is.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @param dataDirectory of the running product */
export function demoOf(dataDirectory) {
  const read = (name) => JSON.parse(readFileSync(path.join(dataDirectory, name), 'utf8'));
  const { origin } = new URL(read('ready.json').urls.dashboard);
  return { origin, customer: read('secrets.json').accounts.customer };
}

/** A browser's context in which the demo's customer is signed in. */
export async function signedInContext(browser, { origin, customer: { email, password } }, options) {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...options });
  const answer = await context.request.post('/api/auth/login', {
    headers: { origin },
    data: { email, password },
  });
  if (!answer.ok()) throw new Error(`the demo's customer could not sign in: ${answer.status()}`);
  const { access_token, user } = await answer.json();
  await context.addInitScript(
    ([token, stored]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', stored);
    },
    [access_token, JSON.stringify(user)],
  );
  return context;
}
