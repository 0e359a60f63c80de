import { ownNames } from './own-names.rules.ts';

const required = { PALISADE_CNAME_TARGET: 'edge.example.net', PALISADE_OWN_NAMES: [] as string[] };

describe('the installation’s own names', () => {
  it('are the target’s, the dashboard’s, that of returned mails, and what else is told', () => {
    const config = {
      ...required,
      PALISADE_PUBLIC_URL: 'https://Dashboard.example.net:8443/',
      PALISADE_BOUNCE_DOMAIN: 'mail.example.net',
      PALISADE_OWN_NAMES: ['status.example.net', 'mail.example.net'],
    };
    expect(ownNames(config)).toEqual([
      'edge.example.net',
      'dashboard.example.net',
      'mail.example.net',
      'status.example.net',
    ]);
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'do not come from %s',
    (url) => {
      expect(ownNames({ ...required, PALISADE_PUBLIC_URL: url })).toEqual(['edge.example.net']);
    },
  );
});
