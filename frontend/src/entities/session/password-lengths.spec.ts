import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MIN_NEW_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-lengths.ts';

interface Described {
  components: { schemas: Record<string, { properties: Record<string, { minLength?: number }> }> };
}
const { components } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
) as Described;
const leastOf = (schema: string, field: string) => components.schemas[schema]?.properties[field]?.minLength;

it('a password is as long as the API asks for: a new account’s, and one that takes its place', () => {
  expect([leastOf('RegisterRequest', 'password'), leastOf('AdminUserCreate', 'password')]).toEqual([
    MIN_PASSWORD_LENGTH,
    MIN_PASSWORD_LENGTH,
  ]);
  expect([
    leastOf('PasswordChange', 'new_password'),
    leastOf('ResetPasswordRequest', 'new_password'),
  ]).toEqual([MIN_NEW_PASSWORD_LENGTH, MIN_NEW_PASSWORD_LENGTH]);
});
