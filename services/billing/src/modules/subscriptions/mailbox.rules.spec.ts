import { mailbox } from './mailbox.rules.ts';

describe('the mailbox that a trial is counted by', () => {
  it.each(['anna@example.com', 'Anna@Example.COM', 'anna+trial@example.com', 'anna+1+2@example.com'])(
    'is the same for %s',
    (address) => {
      expect(mailbox(address)).toBe('anna@example.com');
    },
  );

  it.each(['anna.b@gmail.com', 'a.n.n.a.b@googlemail.com', 'Annab+trial@gmail.com'])(
    'knows that Gmail takes no notice of dots in %s',
    (address) => {
      expect(mailbox(address)).toBe('annab@gmail.com');
    },
  );

  it('leaves a tag alone that is all of the name', () => {
    expect(mailbox('+a@example.com')).not.toBe(mailbox('+b@example.com'));
  });

  it.each(['anna.b@example.com', 'anna@mail.example.com', 'annab@example.com'])(
    'is another for %s',
    (address) => {
      expect(mailbox(address)).not.toBe('anna@example.com');
    },
  );
});
