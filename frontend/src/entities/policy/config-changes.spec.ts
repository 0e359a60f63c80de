import type { SitePolicyVersion } from '../../shared/api/types.ts';
import { changesText } from './config-changes.ts';

const version = (
  changes: SitePolicyVersion['changes'],
  restored: number | null = null,
): SitePolicyVersion => ({
  version: 4,
  author_id: 'somebody',
  change_kind: restored === null ? 'saved' : 'rolled_back',
  changes,
  created_at: '2026-03-10T12:00:00Z',
  is_current: true,
  restored_version: restored,
});
const caching = { field: 'policyConfig.enable_caching', before: false, after: true };

describe('what a version changed, in a sentence', () => {
  it('names fields as their form does, and counts long lists', () => {
    const blocked = {
      field: 'policyConfig.blocked_ips',
      before: [],
      after: ['192.0.2.1', '192.0.2.2', '192.0.2.3'],
    };
    expect(changesText(version([caching, blocked]))).toBe('Caching off → on; Blocked IPs – → 3 entries');
  });

  it('names three, and how many more', () => {
    expect(changesText(version([caching, caching, caching, caching, caching]))).toMatch(/; 2 more$/);
  });

  it('says where a roll-back went, and nothing where nothing changed', () => {
    expect(changesText(version([caching], 2))).toBe('back to version 2');
    expect(changesText(version([]))).toBe('');
  });
});
