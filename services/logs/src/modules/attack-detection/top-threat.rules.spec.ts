import { THREATS } from '../records/threats.rules.ts';
import { topThreat } from './top-threat.rules.ts';

const blocked = (threat: keyof typeof THREATS, count: number) => ({
  value: String(THREATS[threat].code),
  blocked: count,
});

describe('the threat that was blocked most', () => {
  it('is called as on the dashboard', () => {
    expect(topThreat([blocked('xss', 2), blocked('sqlInjection', 3)])).toBe('SQL Injection');
  });

  it('is none where nothing was blocked, or only what is no threat', () => {
    expect(topThreat([])).toBe('');
    expect(topThreat([blocked('xss', 0)])).toBe('');
    expect(topThreat([blocked('safe', 9)])).toBe('');
    expect(topThreat([blocked('siteSetting', 9)])).toBe('');
  });

  it('of a later version is a security rule’s', () => {
    expect(topThreat([{ value: '99', blocked: 1 }])).toBe('Security Rule');
  });
});
