import { JudgeThreadService } from './judge-thread.service.ts';

it('gets one question of an asker ready at a time, and few at once', async () => {
  const thread = new JudgeThreadService();
  let finish: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const askers = ['a', 'b', 'c', 'd'].map((asker) => thread.prepare(asker, () => held));
  await expect(thread.prepare('a', () => held)).rejects.toMatchObject({ code: 'simulation_running' });
  await expect(thread.prepare('e', () => held)).rejects.toMatchObject({ code: 'simulator_busy' });
  finish();
  await Promise.all(askers);
  const failing = () => Promise.reject(new Error('no database'));
  await expect(thread.prepare('a', failing)).rejects.toThrow('no database');
  await expect(thread.prepare('a', () => Promise.resolve('ready'))).resolves.toBe('ready');
  await thread.onModuleDestroy();
});
