import { startProgram } from './postgres-tools.ts';

describe('a program that a command runs', () => {
  it('tells where it has no room what to do, and once', async () => {
    const { ended } = startProgram('tar', [
      '--create',
      '--file=/dev/full',
      '--null',
      '--files-from=/dev/null',
    ]);
    await expect(ended).rejects.toMatchObject({
      code: 'no_room',
      message: expect.stringMatching(/^tar ended \(2\): tar: .{1,100}No space left on device$/) as string,
      todo: expect.stringContaining('--scratch') as string,
    });
  });

  it('has its last words told, where there are many', async () => {
    const { ended } = startProgram('sh', ['-c', 'seq 1 100 >&2; exit 3']);
    await expect(ended).rejects.toMatchObject({
      code: 'postgres_tool_failed',
      message: 'sh ended (3): 93\n94\n95\n96\n97\n98\n99\n100',
    });
  });
});
