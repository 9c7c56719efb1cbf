import { z } from 'zod';

import { dropJob, type DropJob, waitingThing, type WaitingThing } from '../../../../shared/features/drops/model.ts';
import { dropTexts } from '../../../../shared/features/drops/text.ts';
import { publicFields } from '../../output/public-json.ts';
import { type Asking, type Row, row } from '../../runner/command-row.ts';
import { EXIT, type ExitCode } from '../../runner/exit-codes.ts';

const versions = publicFields(waitingThing.shape.versions.unwrap(), 'sent of').nullable();
const left = z.array(publicFields(dropJob.shape.left.element, 'path text'));

/** What is on its way to the service, and what did not get that far. */
export const waitingRow: Row = row('files waiting', {
  help: 'Lists what waits to be sent to the service, oldest first, and files that were to be added and were not.',
  options: [['--seen', 'forget afterwards what was not added']],
  json: z.object({
    waiting: z.array(publicFields(waitingThing, 'id kind name since sizeBytes', { versions }, 'text isStuck')),
    jobs: z.array(publicFields(dropJob, 'id since folder state files added', { left }, 'leftTotal')),
  }),
  run: listWaiting,
  exit: code => code,
});

/** What is listed is forgotten only once it was printed. */
async function listWaiting(
  { client, context }: Asking,
  { seen, json }: { readonly seen?: true; readonly json?: true },
): Promise<ExitCode> {
  const waiting = await client.call('drops.waiting', null);
  const jobs = await client.call('drops.jobs', null);
  if (json) context.printJson({ waiting, jobs });
  else context.printLines([...waiting.map(waitingLine), ...jobs.flatMap(jobLines)]);
  const over = jobs.filter(({ state }) => state !== 'running');
  if (seen) for (const { id: ticket } of over) await client.call('drops.seen', { ticket });
  const isLeft = over.some(({ leftTotal }) => leftTotal > 0);
  return isLeft || waiting.some(({ isStuck }) => isStuck) ? EXIT.attention : EXIT.ok;
}

/** An adding that runs, or came to its end without that a person was told. */
function jobLines(job: DropJob): readonly string[] {
  const { state, folder, added, files, left: named, leftTotal } = job;
  if (state === 'running') return [dropTexts.runs(folder, added, files)];
  const more = leftTotal > named.length ? [dropTexts.moreLeft(leftTotal - named.length)] : [];
  return [`${dropTexts[state](folder)} ${dropTexts.outcome(job)}`, ...named.map(dropTexts.left), ...more];
}

function waitingLine({ name, kind, versions: sent, text }: WaitingThing): string {
  return [kind, name, sent === null ? [] : dropTexts.versions(sent), text ?? []].flat().join('  ');
}
