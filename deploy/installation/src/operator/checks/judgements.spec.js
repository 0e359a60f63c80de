import { judge as judgeClock } from './clock.ts';
import { judge as judgeDisk } from './machine.ts';
import { judge as judgeCertificate } from './tls.ts';

describe('what is well, to be watched, and wrong', () => {
  it.each([
    [0, 'ok'],
    [-2500, 'warning'],
    [16000, 'error'],
  ])('a clock that is %i ms apart: %s', (skew, status) => {
    expect(judgeClock('Redis', skew).status).toBe(status);
  });
  it.each([
    [60, 'ok'],
    [20, 'warning'],
    [6, 'error'],
    [-1, 'error'],
  ])('a certificate with %i days left: %s', (left, status) => {
    expect(judgeCertificate('palisade.test', left).status).toBe(status);
  });
  it.each([
    [0.5, 'ok'],
    [0.1, 'warning'],
    [0.01, 'error'],
  ])('a disk with %d of it free: %s', (share, status) => {
    expect(judgeDisk('disk', share, '').status).toBe(status);
  });
});
