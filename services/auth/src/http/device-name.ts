import Bowser from 'bowser';

/** What a person would call a device, such as "Chrome on Linux", or a program by its own first word; for mails. */
export function deviceName(userAgent: string): string {
  // Every browser begins like this, and says later which one it is.
  if (!userAgent.startsWith('Mozilla/')) return userAgent.split(/[\s/(]/, 1)[0] || 'Unknown';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Unknown';
}
