// The team on the page of the dashboard, in a real browser.
import { expect } from 'bun:test';
import { openBrowser, withoutBrowser } from '../support/browser.ts';
import { startDashboard } from '../support/dashboard.ts';
import { pawlJson } from '../support/pawl.ts';
import { withoutPostgres } from '../support/postgres.ts';
import { testUnless } from '../support/skip.ts';
import { events, machineOf, makeTeam, record } from '../support/team.ts';
import { server } from './server.ts';

testUnless(withoutPostgres() ?? withoutBrowser())(
  'the metrics page shows the team by person and machine, and never other people’s figures while the store can’t be reached',
  async () => {
    const team = await makeTeam(server(), ['alice', 'bob']);
    using alice = machineOf(team, 'alice');
    using bob = machineOf(team, 'bob', { machine: 'build-box' });
    record(alice, events(7));
    record(bob, events(5));
    for (const world of [alice, bob]) pawlJson(world, ['sync']);
    await using dashboard = await startDashboard(alice);
    await using opened = await openBrowser();
    const page = await opened.page();
    await page.goto(dashboard.url);
    await page.keyboard.press('4');
    const calls = (n: number) => page.locator('.tiles').getByText(String(n), { exact: true }).waitFor();
    await calls(7);
    await page.getByText('team', { exact: true }).click();
    await calls(12);
    await page.getByLabel('Person').selectOption('bob');
    await calls(5);
    expect(await page.getByLabel('Machine').locator('option').allInnerTexts()).toEqual([
      'every machine',
      'build-box',
    ]);
    await server().stop();
    try {
      await page.getByLabel('Person').selectOption('alice');
      await page.getByText('can’t be reached').waitFor();
      expect(await page.locator('.tiles').count()).toBe(0);
    } finally {
      await server().start();
    }
    await calls(7);
  },
);
