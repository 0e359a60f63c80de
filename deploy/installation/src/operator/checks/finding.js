export const ok = (code, text) => ({ code, status: 'ok', text, todo: '' });
export const warning = (code, text, todo) => ({
  code,
  status: 'warning',
  text,
  todo,
});
export const failure = (code, text, todo) => ({
  code,
  status: 'error',
  text,
  todo,
});
export const describe = (error) => {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  const { message = '', code = '' } = error;
  return message === '' ? String(code) : message;
};
/** What any process is told of a setting; the first that knows it. */
export const setting = ({ settings }, name) =>
  Object.values(settings)
    .map((told) => told[name])
    .find((value) => value !== undefined && value !== '');
