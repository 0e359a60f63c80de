import Bowser from 'bowser';

/** A readable name of a device, such as "Chrome on Linux"; the first product token of a program; null if unknown. */
export function deviceName(userAgent: string): string | null {
  // Every browser begins like this, and says later which one it is.
  if (!userAgent.startsWith('Mozilla/')) return userAgent.split(/[\s/(]/, 1)[0] || null;
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
