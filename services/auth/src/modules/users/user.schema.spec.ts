import { emailSchema, fullNameSchema } from './user.schema.ts';

const saidOf = (schema: typeof fullNameSchema | typeof emailSchema, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe('names of people', () => {
  it.each(['', 'Ada', 'مريم العلي', 'Zoë 👩‍👩‍👧', "O'Brien & Söhne", 'x'.repeat(120)])(
    'may be %j',
    (name) => {
      expect(saidOf(fullNameSchema, name)).toEqual([]);
    },
  );

  it.each([
    ['lines', 'Ada\r\nBcc: x@y.example'],
    ['a turned direction', 'Ada \u202Egpj.exe'],
    ['an isolate', '\u2066Ada'],
  ])('have no %s', (_what, name) => {
    expect(saidOf(fullNameSchema, name)).toEqual(['Full name must not contain control characters']);
  });

  it('say in plain words that they are too long', () => {
    expect(saidOf(fullNameSchema, 'x'.repeat(121))).toEqual(['Full name must be at most 120 characters']);
    expect(saidOf(emailSchema, `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z.'.repeat(80)}example`)).toContain(
      'Email address must be at most 254 characters',
    );
  });
});
