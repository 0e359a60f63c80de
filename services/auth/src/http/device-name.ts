import Bowser from 'bowser';

/**
 * A readable name of a device, such as "Chrome on Linux", or the first product token of a program's User-Agent; for
 * mails.
 */
export function deviceName(userAgent: string): string {
  // Every browser's User-Agent starts with this product and names the browser later.
  if (!userAgent.startsWith('Mozilla/')) return userAgent.split(/[\s/(]/, 1)[0] || 'Unknown';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown';
}
