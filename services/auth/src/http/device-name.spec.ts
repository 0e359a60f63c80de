import { deviceName } from './device-name.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  ['curl/8.5.0', 'curl'],
  ['Mozilla/5.0', 'Unknown'],
  ['', 'Unknown'],
])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
