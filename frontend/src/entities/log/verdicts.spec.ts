import { settingOf, verdictReason } from './verdicts.ts';

it('leads from a client certificate’s refusal to where that is set', () => {
  const entry = { action: 'reject', reason: 'client_certificate:missing', domain_name: 'shop.example' };
  expect(settingOf(entry)).toEqual({
    to: '/dashboard/domains?configure=shop.example&show=origin',
    text: 'Change client certificates',
  });
});

it('says why no origin answered, and where to look', () => {
  const entry = { action: 'allow', reason: 'origin:connect_failed', modsec_message: null };
  expect(verdictReason(entry)).toBe(
    'Your server refused the connection, or nothing listens at its address and port.',
  );
  expect(settingOf({ ...entry, domain_name: 'castle.example' })).toEqual({
    to: '/dashboard/domains?configure=castle.example&show=origin',
    text: 'Check the origin',
  });
});
