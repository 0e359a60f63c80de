import Bowser from 'bowser';

/** What a person would call a device, such as "Chrome on Linux"; a program by its own first word; null where nothing is known. */
export function deviceName(userAgent: string): string | null {
  // Every browser begins like this, and says later which one it is.
  if (!userAgent.startsWith('Mozilla/')) return userAgent.split(/[\s/(]/, 1)[0] || null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
