import { eventually } from '@palisade/testing';
import { attackInQuery } from '../corpus.ts';
import { expect } from './fixtures.ts';
import { test } from './owned-site.ts';

const attack = attackInQuery('sqli');
const addresses = (network: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${network}.${index + 1}`);
// Visitors get the candidate at random: enough of them that it always has some, and few that both policies refuse.
const HONEST = [...addresses('198.18.0', 250), ...addresses('198.18.1', 250)];
const ATTACKERS = addresses('198.51.100', 10);
const CONCURRENCY = 10;

test.describe('a change that is rolled out', () => {
  test('and blocks honest visitors is rolled back automatically, and its owner reads why', async ({
    site,
  }) => {
    test.slow();
    const { visitor, edge } = site;
    const statuses = async (clients: readonly string[], target: string) => {
      const answers: number[] = [];
      for (let index = 0; index < clients.length; index += CONCURRENCY)
        answers.push(
          ...(await Promise.all(
            clients
              .slice(index, index + CONCURRENCY)
              .map(async (from) => (await edge.knock(target, from)).status),
          )),
        );
      return answers;
    };
    const refused = (answers: readonly number[]) => answers.filter((status) => status === 403).length;
    await edge.answersWith(403, attack.uri, ATTACKERS[0]);
    expect(refused(await statuses(HONEST, '/'))).toBe(0);

    await test.step('begins from the form, with nothing saved', async () => {
      const dialog = await site.policy();
      await dialog.getByRole('textbox', { name: 'Blocked IPs' }).fill('198.18.0.0/23');
      await visitor.press('Add to block list', dialog);
      await visitor.press('Roll out', dialog);
      await visitor.press('Start roll-out', visitor.dialog('Roll out this change'));
      await visitor.isTold('The roll-out has begun');
      await visitor.sees('A change is being rolled out', dialog);
      await visitor.sees('No address is blocked.', dialog);
    });

    await test.step('meets a few of the visitors, the same ones each time', async () => {
      const blocked = await eventually('the edge having it', async () => {
        const count = refused(await statuses(HONEST, '/'));
        if (count === 0) throw new Error('nobody is refused');
        return count;
      });
      expect(blocked).toBeLessThan(HONEST.length / 5);
      // Attacks are refused by both policies.
      expect(refused(await statuses(ATTACKERS, attack.uri))).toBe(ATTACKERS.length);
    });

    await test.step('is taken back, with the figures', async () => {
      await visitor.sees('The change was rolled back', site.dialog);
      await visitor.sees(/^It blocked \d+ of \d+ visitors/, site.dialog);
      await eventually('nobody honest being refused', async () =>
        expect(refused(await statuses(HONEST, '/'))).toBe(0),
      );
      expect((await edge.knock(attack.uri, ATTACKERS[0])).status).toBe(403);
    });

    await test.step('stands in the history and in the bell', async () => {
      await site.dialog.getByRole('tab', { name: 'History' }).click();
      const past = site.dialog.getByRole('region', { name: 'Roll-outs' });
      await visitor.sees('Taken back', past);
      await visitor.sees('198.18.0.0/23', past);
      await visitor.page.keyboard.press('Escape');
      await visitor.reload();
      await visitor.press(/^Notifications/);
      await visitor.sees(/a policy change was rolled back/);
    });
  });

  test('is promoted by its owner, and is a version then', async ({ site }) => {
    const { visitor, edge } = site;
    const dialog = await site.policy();
    await dialog.getByRole('textbox', { name: 'Blocked IPs' }).fill('203.0.113.7');
    await visitor.press('Add to block list', dialog);
    await visitor.press('Roll out', dialog);
    await visitor.press('Start roll-out', visitor.dialog('Roll out this change'));
    await visitor.press('Promote now', dialog);
    await visitor.press('Promote now', visitor.page.getByRole('alertdialog'));
    await visitor.isTold('The change now applies to everybody');
    await edge.answersWith(403, '/', '203.0.113.7');
    await dialog.getByRole('tab', { name: 'History' }).click();
    await visitor.sees(/^Rolled out/, dialog);
  });
});
