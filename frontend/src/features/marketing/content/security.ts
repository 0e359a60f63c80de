import type { Company } from '../../../entities/company/company.ts';
import type { LegalSection } from './legal-section.ts';

/** The part of SECURITY.md that concerns those who use an installation. */
export const securitySections = ({ email }: Company): readonly LegalSection[] => [
  {
    title: 'To report a vulnerability',
    paragraphs: [
      email
        ? `Write to ${email}: what you did, what happened, what you had expected. A request that shows it is worth more than a scanner’s report.`
        : 'Write to us through the contact page: what you did, what happened, what you had expected. A request that shows it is worth more than a scanner’s report.',
      'If it is in the software and not only here, report it to the project as well; the file SECURITY.md of the source says how.',
    ],
  },
  {
    title: 'What happens then',
    paragraphs: ['The project answers within 3 working days, and says within 10 what it has found.'],
    points: [
      'A fix is aimed for within 7 days where it is critical, 30 where it is high, 90 otherwise.',
      'It is published at most 90 days after the report, with your name if you want it there.',
    ],
  },
  {
    title: 'Safe harbour',
    paragraphs: [
      'Test on an installation of your own: it starts by one command. Do not read, change or keep other people’s data beyond what proves the point, do not flood, and send no mail to people who do not expect it. What you do in good faith within these bounds counts as authorised.',
    ],
  },
  {
    title: 'How the service is protected',
    paragraphs: ['Each of these is held by tests of the software.'],
    points: [
      'Services prove to each other who they are, by certificates; events between them are signed.',
      'Passwords are kept as hashes, second factors and other secrets encrypted; a copy of the database opens no account.',
      'Sensitive actions ask for the password again; sign-ins from new devices are told by mail.',
      'Every release comes with a list of its parts, and sums to check it by.',
    ],
  },
  {
    title: 'What a firewall does not see',
    paragraphs: [
      'Some things cannot be inspected on the way. The documentation lists them, with limits and settings.',
    ],
    more: { href: '/docs/security/not-inspected', text: 'What is not inspected' },
  },
];
