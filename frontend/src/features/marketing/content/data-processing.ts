import type { Company } from '../../../entities/company/company.ts';
import type { LegalSection } from './legal-section.ts';
import { whoRunsThis } from './who-runs-this.ts';

/** What laws ask of those who handle personal data on behalf of others (Art. 28 of the GDPR), as the product does it. */
export const processingSections = (company: Company): readonly LegalSection[] => [
  {
    title: 'Roles',
    paragraphs: [
      whoRunsThis(company),
      'For your visitors’ data you decide why and how it is used; we handle it for you, on your instructions: these are your settings in the dashboard.',
    ],
  },
  {
    title: 'What is handled',
    paragraphs: ['Of those who visit a protected site:'],
    points: [
      'What they send and get, as it passes; it is inspected and forwarded. Answers are kept only where your plan and your settings have the edge cache them.',
      'Of each request in the log: address and country of the client, time, address of the page and of the page before it (secret values are stars), user agent, verdict and its reason.',
      'Of a request that a rule matched: the matched text and the name of its field, with a star for each other character of the field.',
      'If you switch on the recording of requests, which is off by default: whole requests, in which passwords, tokens, cookies, mail addresses and card numbers are replaced before anything is stored.',
      'Of refused visitors who write to you: their text, and the address to answer to if they name one.',
    ],
  },
  {
    title: 'Why and for how long',
    paragraphs: [
      'To refuse attacks, to show you what happened, and to serve your site. Logs are erased after the days that your plan says, and all of a domain within minutes of its removal.',
    ],
  },
  {
    title: 'How it is protected',
    paragraphs: ['Among others:'],
    points: [
      'Connections between services are encrypted and both sides prove who they are.',
      'Secrets are encrypted at rest; passwords are kept as hashes.',
      'Each customer sees their own domains and logs only.',
      'What administrators do is recorded in a log that shows any tampering.',
    ],
  },
  {
    title: 'Who else takes part',
    paragraphs: [
      'Those who host our servers, deliver our mails and take payments. We tell account holders by mail before another one takes part; who does not agree may cancel.',
    ],
  },
  {
    title: 'People’s rights',
    paragraphs: [
      'When somebody asks you about their data, logs are searched by address in the dashboard. We help where that is not enough.',
    ],
  },
  {
    title: 'Breaches',
    paragraphs: [
      'If your visitors’ data is at risk, we tell you without delay, so that you can meet your own duties: what happened, whom it concerns, and what we do about it.',
    ],
  },
  {
    title: 'At the end',
    paragraphs: [
      'When your account is deleted, its domains, their logs and settings are erased. Before that you can export all that we keep of your account (Settings → Account → Export my data), and logs as CSV or NDJSON.',
    ],
  },
];
