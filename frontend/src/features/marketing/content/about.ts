import type { Titled } from './titled.ts';

export const values: readonly Titled[] = [
  {
    title: 'Explain, don’t just block',
    text: 'A block without a reason is a support ticket. We show the reason to the people who have to decide.',
  },
  {
    title: 'Simple on the outside',
    text: 'Protection that needs a specialist protects few. Two records, sensible defaults, plain words.',
  },
  {
    title: 'Honest limits',
    text: 'We say what a plan includes and what it does not. Nothing is counted twice or hidden in a footnote.',
  },
  {
    title: 'Privacy by design',
    text: 'We look at requests to protect a site, keep them as long as the plan says, and sell nothing.',
  },
];

export const story: readonly string[] = [
  'A palisade is an old idea: a row of sharpened stakes, put up in a day by the people who live behind it. It does not ask them to rebuild their houses. It keeps out what should stay out, and it has a gate for everyone else.',
  'Web application firewalls used to be the opposite: long projects, dark boxes, and invoices that only large companies could read. Small shops, clinics and clubs were left with a plug-in and hope.',
  'We built Palisade for them. It sits in front of a site, put there by DNS alone, blocks what attackers send, and tells its owner in plain words what it did and why.',
];
