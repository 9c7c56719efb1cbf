import { expect, test } from 'vitest';

import { HOUR } from '../../../../shared/units.ts';
import type { Computer } from '../../world/computer.ts';
import { INSTEAD } from '../../fakes/fake-http.ts';
import { QuietLab } from '../../lab/quiet-lab.ts';

// A session from a sign-in with a code ends by itself after eight hours; Benchtop renews it, unnoticed by the person.

interface Mail {
  readonly to: string;
  readonly secret: string;
}

/** Signs a computer in with a code instead of its key. */
async function signInWithCode(lab: QuietLab, computer: Computer, email = 'mira.halden@example.org'): Promise<void> {
  const service = lab.service.baseUrl;
  await lab.call(computer, 'signIn.sendCode', { service, email });
  const code = codeFor(lab, email);
  const outcome = await lab.call(computer, 'signIn.verifyCode', { service, email, code, store: null });
  expect(outcome.name).toBe('signed-in');
}

function codeFor(lab: QuietLab, email: string): string {
  const mails = lab.service.mails() as readonly Mail[];
  return mails.find(({ to }) => to === email)?.secret ?? '';
}

/** Lets hours pass; timers that are due run. */
async function pass(lab: QuietLab, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    lab.clock.advanceBy(HOUR);
    await lab.scheduler.run(() => false, 2000);
  }
}

test('a session is renewed before it ends, and syncing goes on for days', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  await signInWithCode(lab, ada);
  await pass(lab, 30);
  lab.save(ada, { 'a.csv': 'one' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null });
});

test('a session that could not be renewed in time asks for a new sign-in, and nothing is lost', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  await signInWithCode(lab, ada);
  lab.trouble = () => INSTEAD.unavailable;
  await pass(lab, 9);
  lab.trouble = () => null;
  lab.save(ada, { 'a.csv': 'one' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 0, stopped: { kind: 'signed-out' } });
  expect(ada.texts()).toEqual({ 'a.csv': 'one' });
  await signInWithCode(lab, ada);
  expect(await lab.sync(ada)).toMatchObject({ sent: 1, stopped: null });
});

test('who signed out stays signed out, however often a session would have been renewed', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  await signInWithCode(lab, ada);
  await lab.call(ada, 'account.signOut', null);
  await pass(lab, 10);
  await expect(lab.call(ada, 'account.look', null)).rejects.toMatchObject({ fault: { kind: 'signed-out' } });
});

test('a code that is not right signs nobody in, and the key that was there goes on', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  const service = lab.service.baseUrl;
  const email = 'mira.halden@example.org';
  await lab.call(ada, 'signIn.sendCode', { service, email });
  const wrong = lab.call(ada, 'signIn.verifyCode', { service, email, code: '000000', store: null });
  await expect(wrong).rejects.toMatchObject({ fault: { kind: 'refused' } });
  lab.save(ada, { 'a.csv': 'one' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1 });
});

test('an account of another organization is refused where folders are mirrored, and nothing changes [S51]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  await expect(signInWithCode(lab, ada, 'leon.weir@example.org')).rejects.toMatchObject({
    fault: { kind: 'bad-request' },
  });
  lab.save(ada, { 'a.csv': 'one' });
  expect(await lab.sync(ada)).toMatchObject({ sent: 1 });
});

test('a key store that cannot be read any more stops syncing in words, over restarts too, and nothing is lost [S47]', async () => {
  const lab = new QuietLab();
  const ada = await lab.computer('ada');
  lab.save(ada, { 'a.csv': 'one' });
  await lab.sync(ada);
  ada.secrets.isLocked = true;
  lab.save(ada, { 'a.csv': 'two', 'b.csv': 'new' });
  for (let start = 0; start < 3; start += 1) {
    ada.crash();
    await lab.drive(ada.start());
    await expect(lab.sync(ada)).rejects.toMatchObject({ fault: { kind: 'bad-request' } });
    await pass(lab, 1);
  }
  const health = await lab.call(ada, 'diagnostics.health', { isThorough: false });
  expect(health.items.find(({ id }) => id === 'secrets')).toMatchObject({ state: 'fail', fix: 'sign-in' });
  expect([ada.texts(), lab.there()]).toEqual([{ 'a.csv': 'two', 'b.csv': 'new' }, { 'a.csv': 'one' }]);
  // The store is unlocked, or the person signs in again.
  ada.secrets.isLocked = false;
  expect(await lab.sync(ada)).toMatchObject({ sent: 2, stopped: null });
  expect(lab.there()).toEqual(ada.texts());
});
