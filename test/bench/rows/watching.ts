import { join } from 'node:path';

import { run } from '../commands.ts';
import { finding, memoryFinding, notMeasured } from '../findings.ts';
import type { Finding } from '../findings.ts';
import { ourScript } from '../lab/computers.ts';
import type { Ground, Row } from '../row.ts';
import { treeOf } from '../tree/plan.ts';
import { writeTree } from '../tree/write.ts';
import { trialAnswer } from '../watch/protocol.ts';
import type { TrialAnswer } from '../watch/protocol.ts';

/** The watcher alone, on trees of 5,000 and 50,000 folders. */
export const g13: Row = {
  name: 'g13',
  what: 'watcher: missed of 30,000 burst changes, of 500 new folders three deep, after an overflow; time until it watches',
  measure: async ground => {
    if (process.platform !== 'linux') return [notMeasured(g13.what, 'its figures are those of Linux')];
    const [small, large] = ground.isQuick ? [200, 400] : [100_000, 1_000_000];
    return [...(await onTree(ground, small, 400)), ...(await onTree(ground, large, 1000))];
  },
};

async function onTree(ground: Ground, files: number, readyAtMost: number): Promise<readonly Finding[]> {
  const burst = ground.isQuick ? 100 : 10_000;
  const answers: TrialAnswer[] = [];
  for (let round = 0; round < ground.rounds; round += 1) {
    // Folders are what counts; one file in each, so that a million files need not be written.
    const { folders } = treeOf(files, 'tiny');
    const root = join(ground.folder, `${folders} folders ${round}`);
    writeTree(root, { ...treeOf(files, 'tiny'), files: folders });
    const args = ['--root', root, '--files', String(files), '--burst', String(burst)];
    const { stdout } = await run({ ...ourScript('test/bench/watch/trial.ts', ...args), keepsOutput: true });
    answers.push(trialAnswer.parse(JSON.parse(stdout)));
  }
  return findingsOf(answers, readyAtMost);
}

function findingsOf(answers: readonly TrialAnswer[], readyAtMost: number): readonly Finding[] {
  const [first] = answers;
  if (first === undefined) return [];
  const at = `at ${first.folders.toLocaleString('en-US')} folders`;
  const each = (of: (answer: TrialAnswer) => number): readonly number[] => answers.map(of);
  const missed = first.bursts.map(({ what, changes }, index) =>
    finding({
      what: `missed, ${what}, ${at}`,
      unit: 'folders',
      ours: each(({ bursts }) => bursts[index]?.missed ?? changes),
      target: { atMost: 0 },
      notes: [`${changes.toLocaleString('en-US')} changes`],
    }),
  );
  const said = answers.flatMap(({ overflowSaidMs }) => overflowSaidMs ?? []);
  return [
    finding({
      what: `until it watches, ${at}`,
      unit: 'ms',
      ours: each(one => one.readyMs),
      target: { atMost: readyAtMost },
    }),
    memoryFinding({ what: `memory of a process that only watches, ${at}`, ours: each(one => one.residentMb) }),
    ...missed,
    said.length === answers.length
      ? finding({
          what: `from an overflow until a look at everything is asked for, ${at}`,
          unit: 'ms',
          ours: said,
          target: { atMost: 1000 },
        })
      : notMeasured(
          `from an overflow until a look at everything is asked for, ${at}`,
          'it was not said that events were lost',
        ),
  ];
}
