import { expect, test } from 'vitest';

import { updatesUnder } from '../../../main/shell/updates/begin-updates.ts';
import type { Updater } from '../../../main/shell/updates/updates.ts';
import type { ManagedFound } from '../../../shared/features/settings/managed-model.ts';
import { updateTexts as texts } from '../../../shared/desktop/updates-text.ts';
import { DAY, MINUTE } from '../../../shared/units.ts';
import { FakeClock } from '../../sim/fakes/fake-clock.ts';

const NO_POLICY: ManagedFound = { path: '/etc/benchtop/policy.json', found: 'nothing' };

/** An app with a newer version in its feed, and a person who presses buttons. */
function stage({
  packageJson = '{"updates":"https://updates.example.org/x"}',
  pressed = [0],
  policy = NO_POLICY,
} = {}) {
  const clock = new FakeClock();
  const events: string[] = [];
  const notices: (() => void)[] = [];
  const shell = { isTransferring: () => isTransferring };
  let isTransferring = false;
  let end = (): void => undefined;
  const updater: Updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: true,
    allowPrerelease: true,
    disableWebInstaller: false,
    setFeedURL: ({ url }) => void events.push(`feed ${url}`),
    checkForUpdates: async () => ({ isUpdateAvailable: true, updateInfo: { version: '1.3.0' } }),
    downloadUpdate: async () => void events.push('downloaded'),
    quitAndInstall: () => void events.push('installed'),
    on: () => undefined,
  };
  const begin = updatesUnder(
    () => policy,
    () => ({
      version: '1.2.0',
      packageJson,
      open: async () => updater,
      notify: ({ title }, onClick) => {
        events.push(title);
        notices.push(onClick);
      },
      ask: async ({ message, detail }) => {
        events.push(detail === texts.transfers ? detail : message);
        return pressed.shift() ?? 1;
      },
      onEnd: listener => (end = listener),
      clock: clock.portFor(),
      random: () => 0.5,
    }),
  );
  begin({ ...shell, stopEngine: async () => void events.push('engine ended') });
  return {
    events,
    clock,
    click: () => notices.at(-1)?.(),
    transfer: (now: boolean) => (isTransferring = now),
    end: () => end(),
  };
}

const READY = ['feed https://updates.example.org/x', 'downloaded', texts.notice.title('1.3.0')];

test('what is ready is told, asked about when it is chosen, and installed once the engine has ended', async () => {
  const { events, clock, click, end } = stage();
  clock.advanceBy(5 * MINUTE);
  await expect.poll(() => events).toEqual(READY);
  click();
  await expect.poll(() => events.slice(3)).toEqual([texts.question.title('1.3.0'), 'engine ended', 'installed']);
  end();
});

test('S64: whoever puts it off is told again a day later, and nothing is installed', async () => {
  const { events, clock, click, end } = stage({ pressed: [1] });
  clock.advanceBy(5 * MINUTE);
  await expect.poll(() => events).toEqual(READY);
  click();
  await expect.poll(() => events.at(-1)).toBe(texts.question.title('1.3.0'));
  clock.advanceBy(DAY);
  await expect.poll(() => events.slice(4)).toEqual([texts.notice.title('1.3.0')]);
  end();
});

test('S64: during transfers nothing is restarted; it is said so, and told again soon', async () => {
  const { events, clock, click, transfer, end } = stage();
  clock.advanceBy(5 * MINUTE);
  await expect.poll(() => events).toEqual(READY);
  transfer(true);
  click();
  await expect.poll(() => events.at(-1)).toBe(texts.transfers);
  clock.advanceBy(10 * MINUTE);
  await expect.poll(() => events.at(-1)).toBe(texts.notice.title('1.3.0'));
  expect(events).not.toContain('installed');
  end();
});

test.each([
  ['S63: an app that is not signed', { packageJson: '{"name":"benchtop"}' }],
  [
    'S68: an app under a policy that forbids it',
    { policy: { path: '/p', found: 'text', text: '{"version":1,"updates":"off"}' } },
  ],
] as const)('%s opens no updater at all', async (_, wishes) => {
  const { events, clock, end } = stage(wishes);
  clock.advanceBy(5 * MINUTE);
  await new Promise(resolve => setImmediate(resolve));
  end();
  expect(events).toEqual([]);
});
