// The dialogs of clients that can ask a person, in their real terminal interface: a question of Pawl is shown with its
// reason, also where the client was told to ask nothing, and the person's answer counts.
import { describe, expect } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clients } from '../../../src/clients/index.ts';
import { type Reason, testUnless, withoutTmux } from '../../support/skip.ts';
import { terminal } from '../../support/tui.ts';
import { until } from '../../support/wait.ts';
import { envOf } from '../../support/world.ts';
import { scriptedModel } from './api.ts';
import { type Driver, registeredWorld } from './driver.ts';

export interface Interactive {
  /** Starts the client in its terminal interface, with all of its own questions switched off. */
  command: readonly string[];
  /** What the screen shows when a prompt can be typed. */
  ready: RegExp;
  /** The key that answers the dialog with no. */
  no: string;
}

const rules = [{ id: 'asked', command: 'touch asked', action: 'ask', message: 'ASK-REASON' }];

export function dialogs(driver: Driver, { command, ready, no }: Interactive, whyNot: Reason): void {
  const test = testUnless(whyNot ?? withoutTmux());

  async function answered(key: string): Promise<{ ran: boolean; results: string[] }> {
    using world = registeredWorld(driver.name, { rules });
    const turns = [{ calls: [driver.shell('touch asked')] }, { text: 'END-OF-TURN' }];
    const api = scriptedModel(driver.wire, turns);
    driver.prepare(world, api);
    const env = { SHELL: '/bin/bash', TERM: 'xterm-256color', ...driver.env?.(world, api) };
    try {
      await using client = terminal(world, command, envOf(world, env));
      await client.shows(ready);
      // A prompt that is typed while the client still starts may be lost.
      await until('the prompt is taken', async () => {
        client.keys('-l', 'go');
        await Bun.sleep(300);
        client.keys('Enter');
        await Bun.sleep(700);
        return api.requests.length > 0;
      });
      await client.shows(/ASK-REASON/);
      expect(existsSync(join(world.project, 'asked'))).toBe(false);
      const ran = () => existsSync(join(world.project, 'asked'));
      client.keys(key);
      if (key === 'Enter') await client.shows(/END-OF-TURN/);
      else
        await until(
          'the dialog is gone',
          () => !/allow this tool call|Do you want to proceed/.test(client.screen()),
        );
      return { ran: ran(), results: driver.wire.results(api.requests.at(-1) ?? {}) };
    } finally {
      await api.close();
    }
  }

  describe(`${clients[driver.name].title}: its dialog`, () => {
    test('shows the reason, and a yes runs the call', async () => {
      expect(await answered('Enter')).toMatchObject({ ran: true });
    });
    test('a no keeps the call from running', async () => {
      expect(await answered(no)).toMatchObject({ ran: false });
    });
  });
}
