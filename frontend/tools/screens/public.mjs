// Pages for visitors: the public site, signing up and signing in.
import { customer } from '../canned/people.mjs';
import { clickLast } from './acts.mjs';

export default [
  { name: 'home', at: '/' },
  { name: 'features', at: '/features' },
  { name: 'how-it-works', at: '/how-it-works' },
  { name: 'how-to-use', at: '/how-to-use' },
  { name: 'pricing', at: '/pricing' },
  { name: 'pricing-checkout', at: '/pricing', as: customer, act: clickLast('Choose Plan') },
  { name: 'about', at: '/about' },
  { name: 'contact', at: '/contact' },
  { name: 'privacy', at: '/privacy' },
  { name: 'login', at: '/login' },
  { name: 'forgot-password', at: '/forgot-password' },
  { name: 'reset-password', at: '/reset-password?token=canned' },
  { name: 'confirm-email', at: '/confirm-email?token=canned' },
  { name: 'register-simple', at: '/register-simple' },
  { name: 'register', at: '/register' },
  { name: 'register-account', at: '/register?plan=business' },
  { name: 'unsubscribe', at: '/unsubscribe?email=ana%40mail.example' },
  { name: 'not-found', at: '/nowhere' },
];
