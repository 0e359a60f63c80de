export const guide: readonly {
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}[] = [
  {
    id: 'add-domain',
    title: 'Add your domain',
    paragraphs: [
      'Open Domains in the dashboard and press "Add Domain". Enter the domain as visitors type it, and the IP address or host name of the server that answers for it today.',
    ],
    points: [
      'Port 80 with HTTP or port 443 with HTTPS fits almost every server.',
      'Each domain has its own configuration; your plan says how many you may add.',
    ],
  },
  {
    id: 'verify',
    title: 'Verify ownership',
    paragraphs: [
      'Press "Verify DNS" on the domain’s card. The window "Verification CNAME Record" shows the record to add, with a copy button beside each part.',
      'Add it at your DNS provider, wait 5 to 10 minutes, and press "Verify Now". We also look by ourselves while the window is open.',
    ],
  },
  {
    id: 'configure',
    title: 'Configure the WAF',
    paragraphs: ['Press "Configure WAF". Two tabs of its window are all that a site needs at first.'],
    points: [
      '"Origin Server": host, port, protocol and timeout. A timeout of 30 seconds is a good start; ports are usually 80 and 443.',
      '"WAF Policy": managed rules, sensitivity, rate limits, DDoS protection, bots, countries and addresses.',
      '"Rules", when you want more: your own rules by address, country, path or header, and the exclusions from ours.',
      'Start with medium sensitivity. A block rate of 5-15% is common for a site on the open internet.',
    ],
  },
  {
    id: 'point-visitors',
    title: 'Point your visitors at Palisade',
    paragraphs: [
      'A verified domain is not protected yet: its visitors still reach your server directly. Press "Last step: point your visitors here" on the domain’s card; the window shows what to enter for each name.',
      'For visitors who come by HTTPS, have the certificate ready first: the tab "Certificates" shows a record to add at your DNS provider, or takes the certificate that you have.',
    ],
    points: [
      'An hour before, lower the TTL of these records to 5 minutes.',
      'The domain without www cannot have a plain CNAME record; the window says what your provider has instead.',
      'The way back is the old record: write it down.',
    ],
  },
  {
    id: 'monitor',
    title: 'Monitor the dashboard',
    paragraphs: [
      'The dashboard shows what the edge did, for all domains or for the one that you choose in the domain selector.',
    ],
    points: [
      'Overview: requests, blocked threats, uptime and response time.',
      'Blocked Requests: WAF Logs, filtered by "Blocked": what was refused, and why.',
      'Allowed Requests: WAF Logs, filtered by "Allowed": legitimate traffic that passed.',
      'Threat Analysis: the page Analytics: kinds of attack, and the countries that they come from.',
      'An honest request was blocked? Open it in the WAF Logs and press "Create an exclusion": it begins with just the rule, the field and the path of that request, and says how many others it would have let through.',
    ],
  },
];
