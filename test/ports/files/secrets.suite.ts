import { expect, test } from 'vitest';

import type { Secrets } from '../../../main/ports/secrets.ts';

/** Secrets on trial. `again` gives them as they are after a restart. */
export interface SecretsOnTrial {
  readonly secrets: Secrets;
  readonly again: () => Secrets;
}

/** What every store of secrets must do. */
export function secretsSuite(kind: string, begin: (hasKeyring: boolean) => SecretsOnTrial): void {
  test(`${kind}: where nothing was kept there is nothing`, async () => {
    expect(await begin(true).secrets.read()).toBeNull();
    expect(await begin(false).secrets.read()).toBeNull();
  });

  test.each([
    [true, null, 'keyring'],
    [false, null, 'file'],
    [true, 'file', 'file'],
    [false, 'file', 'file'],
    [true, 'keyring', 'keyring'],
  ] as const)(
    `${kind}: with a keyring %s and %s asked for, the key goes to the %s and is there after a restart`,
    async (hasKeyring, asked, place) => {
      const { secrets, again } = begin(hasKeyring);
      expect(await secrets.write('svc_live_one', asked)).toBe(place);
      expect(await secrets.read()).toBe('svc_live_one');
      expect(await again().read()).toBe('svc_live_one');
    },
  );

  test(`${kind}: a keyring that was asked for and is not there is refused with the remedy, and nothing is kept [S46]`, async () => {
    const { secrets } = begin(false);
    await expect(secrets.write('svc_live_one', 'keyring')).rejects.toMatchObject({
      fault: { kind: 'bad-request', detail: expect.stringMatching(/file/) as string },
    });
    expect(await secrets.read()).toBeNull();
  });

  test(`${kind}: a new key replaces the old one, wherever that was`, async () => {
    const { secrets, again } = begin(true);
    await secrets.write('svc_live_one', 'keyring');
    await secrets.write('svc_live_two', 'file');
    expect(await again().read()).toBe('svc_live_two');
    await secrets.write('svc_live_three', 'keyring');
    expect(await again().read()).toBe('svc_live_three');
  });

  test(`${kind}: a removed key is gone everywhere, also when removed twice`, async () => {
    const { secrets, again } = begin(true);
    await secrets.write('svc_live_one', null);
    await secrets.remove();
    await secrets.remove();
    expect(await again().read()).toBeNull();
  });

  test(`${kind}: a key that is to be kept nowhere works until the end, and is gone after it with the one before`, async () => {
    const { secrets, again } = begin(true);
    await secrets.write('svc_live_one', null);
    expect(await secrets.write('svc_live_two', 'memory')).toBe('memory');
    expect(await secrets.read()).toBe('svc_live_two');
    expect(await again().read()).toBeNull();
    await secrets.write('svc_live_three', 'file');
    expect(await secrets.read()).toBe('svc_live_three');
  });

  test.each([true, false])(`${kind}: says whether there is a keyring: %s`, async hasKeyring => {
    expect(await begin(hasKeyring).secrets.hasKeyring()).toBe(hasKeyring);
  });
}
