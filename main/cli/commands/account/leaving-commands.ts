import { z } from 'zod';

import {
  apartFile,
  type FreeingRound,
  leaving,
  leavingMirror,
  left,
  stayingFile,
} from '../../../../shared/features/sign-out/model.ts';
import { leavingTexts } from '../../../../shared/features/sign-out/text.ts';
import { publicFields } from '../../output/public-json.ts';
import type { Asking } from '../../runner/command-row.ts';
import { Ending } from '../../runner/ending.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';
import { leavingLines, leftLines } from './leaving-text.ts';

interface Leave {
  /** Whether what Benchtop keeps by itself goes, too. */
  readonly everything: boolean;
  readonly isAgreed: boolean;
  readonly json: true | undefined;
}

const sum = publicFields(left.shape.lost, 'files sizeBytes').optional();

/** What would be removed and what stays; once it is done also what went. */
export const publicLeaving = publicFields(
  leaving,
  {
    mirrors: z.array(
      publicFields(
        leavingMirror,
        'id',
        { remotePath: leavingMirror.shape.name },
        'local trouble files sizeBytes stays',
      ),
    ),
    stays: z.array(publicFields(stayingFile, 'mirror path place reason text')),
  },
  'staysTotal',
  { apart: z.array(publicFields(apartFile, 'id from path sizeBytes at')) },
  'apartTotal apartBytes records',
  { removed: sum, lost: sum },
);

/** Lists what would be; agreed to, removes what can be removed round by round, and signs out. */
export async function removeAndSignOut(
  { client, context }: Asking,
  { everything, isAgreed, json }: Leave,
): Promise<ExitCode> {
  const found = await client.call('leaving.look', null);
  if (!isAgreed) {
    if (json) context.printJson(named(found));
    else context.printLines(leavingLines(found, { losing: everything }));
    throw new Ending(EXIT.usage, everything ? leavingTexts.commandNeedsEverything : leavingTexts.commandNeedsYes);
  }
  if (!json) for (const line of leavingLines(found, { losing: everything })) context.tell(line);
  const removed = await freeAll({ client, context });
  const lose = everything ? found.apart.map(({ id }) => id) : [];
  const done = await client.call('leaving.finish', { lose });
  if (json) context.printJson({ ...named(done.left), removed, lost: done.lost });
  else
    context.printLines([
      `${leavingTexts.doneTitle}. ${leavingTexts.removed(removed.files, removed.sizeBytes)}`,
      ...leftLines(done),
    ]);
  return done.left.staysTotal + done.left.mirrors.length > 0 ? EXIT.attention : EXIT.ok;
}

/** A folder of the service is called by its path, as in `mirror list`. */
function named(found: z.infer<typeof leaving>): object {
  return { ...found, mirrors: found.mirrors.map(mirror => ({ ...mirror, remotePath: mirror.name })) };
}

async function freeAll({ client, context }: Pick<Asking, 'client' | 'context'>) {
  const removed = { files: 0, sizeBytes: 0 };
  let after: number | null = null;
  do {
    const round: FreeingRound = await client.call('leaving.free', { after });
    removed.files += round.files;
    removed.sizeBytes += round.sizeBytes;
    ({ after } = round);
    if (after !== null) context.tell(leavingTexts.freed(removed.files));
  } while (after !== null);
  return removed;
}
