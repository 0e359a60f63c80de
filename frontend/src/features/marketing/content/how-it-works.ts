import type { Question } from '../../../shared/ui/faq.tsx';
import type { Titled } from './titled.ts';

export const howItWorksSteps: readonly Titled[] = [
  {
    title: 'Create your account',
    text: 'A user name, an e-mail address and a password are enough. Choose a plan or stay on the free one.',
  },
  {
    title: 'Add your domain',
    text: 'Enter the domain and the address of the server that answers for it today.',
  },
  {
    title: 'Update DNS with a CNAME',
    text: 'Add the CNAME record that we show. It proves that the domain is yours and changes nothing for visitors.',
  },
  { title: 'Verify the domain', text: 'We look for the record; it usually appears within 5 to 10 minutes.' },
  {
    title: 'Configure the WAF',
    text: 'Keep the defaults or choose sensitivity, limits, countries and addresses yourself, in Log only first if you like.',
  },
  {
    title: 'Monitor',
    text: 'Now point your site at our load balancer. Watch requests and threats in the dashboard and read why each one was stopped.',
  },
];

export const dnsProviders: readonly { name: string; steps: readonly string[] }[] = [
  {
    name: 'Cloudflare',
    steps: [
      'Open DNS → Records of your zone.',
      'Press Add record and choose CNAME.',
      'Paste name and target.',
      'Set the proxy status to DNS only and save.',
    ],
  },
  {
    name: 'GoDaddy',
    steps: [
      'Open My Products and press DNS beside the domain.',
      'Press Add and choose CNAME.',
      'Enter the name without the domain at its end.',
      'Paste the target and save.',
    ],
  },
  {
    name: 'Namecheap',
    steps: [
      'Open Domain List and press Manage.',
      'Go to Advanced DNS.',
      'Press Add new record and choose CNAME Record.',
      'Paste host and target, then save all changes.',
    ],
  },
  {
    name: 'Amazon Route 53',
    steps: [
      'Open Hosted zones and choose your zone.',
      'Press Create record and choose CNAME.',
      'Paste record name and value.',
      'Keep simple routing and create the record.',
    ],
  },
  {
    name: 'Google Cloud DNS',
    steps: [
      'Open Cloud DNS and choose your zone.',
      'Press Add standard and choose CNAME.',
      'Paste name and canonical name.',
      'End the canonical name with a dot and create it.',
    ],
  },
];

export const howItWorksFaq: readonly Question[] = [
  {
    question: 'Do I have to change my website?',
    answer:
      'No. Everything happens in DNS and in the dashboard; your code and your hosting stay as they are.',
  },
  {
    question: 'How long does it take?',
    answer:
      'About five minutes of work. DNS then needs 5 to 10 minutes, at some providers longer, until the record is seen everywhere.',
  },
  {
    question: 'Will my site be down meanwhile?',
    answer:
      'No. Until you point your traffic at us, visitors reach your server as before. If they come by HTTPS, have the certificate ready before: add the record that we show under Certificates, or upload your own.',
  },
  {
    question: 'What if a good visitor is blocked?',
    answer:
      'The block page carries a request id. Find it in WAF Logs, read the reason, and relax exactly that rule.',
  },
];
