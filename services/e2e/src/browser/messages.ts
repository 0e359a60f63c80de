import { eventually } from '@palisade/testing';
import type { Page } from '@playwright/test';

/** Runs in a page: passes on each passing message once it shows, and again when its text changes. */
function listen(): void {
  if (window.top !== window) return;
  const { heardMessage } = window as unknown as { heardMessage: (text: string) => void };
  const said = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const message of document.querySelectorAll('[aria-label="Messages"] > div')) {
      const text = message.textContent;
      if (said.get(message) === text) continue;
      said.set(message, text);
      heardMessage(text);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/**
 * The messages that a page showed, however briefly: some stay for two seconds only, which may pass before a test on a busy
 * machine looks. Each is there to be taken once, so the one of an earlier act is not mistaken for that of a later one.
 */
export class Messages {
  private readonly heard: string[] = [];

  /** To be called before the page opens anything. */
  async listenTo(page: Page): Promise<void> {
    await page.exposeFunction('heardMessage', (text: string) => this.heard.push(text));
    await page.addInitScript(listen);
  }

  async take(expected: string | RegExp): Promise<void> {
    await eventually(`the message ${expected}`, async () => {
      const at = this.heard.findIndex((text) =>
        typeof expected === 'string' ? text.includes(expected) : expected.test(text),
      );
      if (at === -1) throw new Error(`there were: ${this.heard.join(' | ')}`);
      this.heard.splice(at, 1);
    });
  }
}
