import type { ApiKey, GivenKeyPolicy, KeyList } from '../../../../shared/features/organization/oversight-model.ts';
import { oversightTexts as texts } from '../../../../shared/features/organization/oversight-text.ts';
import { oversightWindow } from '../../../../shared/features/organization/oversight-window-text.ts';
import { engine } from '../../../state/engine.ts';
import { organizationSection } from './organization-section.ts';

const words = oversightWindow.keys;

/** The API keys that can be seen, and who may make some. */
export const keys = organizationSection<KeyList>(() => engine.call('keys.list', {}));

/** Makes a key. @returns the key itself, which is kept nowhere; null when none was made. */
export async function makeKey(name: string, day: string): Promise<string | null> {
  let secret: string | null = null;
  await keys.change(
    '',
    async () => {
      const expiresAt = day === '' ? null : new Date(Date.parse(day)).toISOString();
      const answer = await engine.call('keys.make', { name, expiresAt });
      secret = answer.secret;
      return answer.list;
    },
    () => words.made(name),
  );
  return secret;
}

/** Ends a key for good. */
export function revokeKey({ id, name }: ApiKey): Promise<boolean> {
  return keys.change(
    id,
    () => engine.call('keys.revoke', { id }),
    () => texts.revoked(name),
  );
}

/** Says who may make keys. */
export function setKeyPolicy(policy: GivenKeyPolicy): Promise<boolean> {
  return keys.change(
    'policy',
    () => engine.call('keys.setPolicy', { policy }),
    now => texts.policyIs(now.policy ?? policy),
  );
}
