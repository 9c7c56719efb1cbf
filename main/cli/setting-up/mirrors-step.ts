import type { MirrorInfo } from '../../../shared/features/mirrors/model.ts';
import { claimTexts } from '../../../shared/features/mirrors/claims-text.ts';
import { setUpFileTexts as texts } from '../../../shared/features/set-up/file-text.ts';
import { Ending } from '../runner/ending.ts';
import { EXIT } from '../runner/exit-codes.ts';
import type { Change, Part, Workplace } from './setup-step.ts';
import type { SetUpFile } from './set-up-file.ts';

type MirrorWish = NonNullable<SetUpFile['mirrors']>[number];

/** Folders that the file does not name stay as they are. */
export const mirrorsPart: Part['plan'] = async ({ mirrors }, place) => {
  if (mirrors === undefined) return [];
  const known = await place.client.call('mirrors.list', null);
  const changes: Change[] = [];
  for (const wish of mirrors) for (const each of await mirrorChange(wish, known, place)) changes.push(each);
  return changes;
};

async function mirrorChange(
  { remote, local, mode, organization, takesOver }: MirrorWish,
  known: readonly MirrorInfo[],
  { client, absolute }: Workplace,
): Promise<readonly Change[]> {
  // With links resolved, as the place of a mirror is kept.
  const { path } = await client.call('setUp.checkPlace', { path: absolute(local) });
  const there = known.find(each => each.local === path);
  if (there === undefined) {
    const apply = async (): Promise<void> => {
      const made = await client.call('setUp.makePlace', { path });
      const { claimed } = await client.call('mirrors.add', { remote, local: made.path, mode, organization, takesOver });
      if (claimed) throw new Ending(EXIT.configuration, `${claimTexts.claimed(path, claimed)} ${claimTexts.inFile}`);
    };
    return [{ text: texts.mirror(remote, path), apply }];
  }
  if (there.remoteId !== remote.toLowerCase() && there.remotePath !== remote)
    throw new Ending(EXIT.configuration, texts.pairedElsewhere(path, there.remotePath));
  if (there.mode !== mode) throw new Ending(EXIT.configuration, texts.otherMode(path, there.mode));
  return [];
}
