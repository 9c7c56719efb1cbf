import { finding } from '../findings.ts';
import { startPasses } from '../lab/passes.ts';
import { interleaved } from '../rounds.ts';
import type { Row } from '../row.ts';
import { labOf } from './no-op.ts';

/** The service is asked for each folder, and nothing has changed there: what does that cost this computer? */
export const g5: Row = {
  name: 'g5',
  what: 'polls of 5,000 folders with nothing changed, processor time of the client for each',
  measure: async ground => {
    const lab = await labOf(ground);
    const lean = await lab.startService();
    const engine = startPasses(lab);
    const walls: number[] = [];
    const asked: number[] = [];
    try {
      const { both, here } = await interleaved(ground.rounds, {
        both: async round => {
          const before = (await lean.state()).requests;
          const { ms, cpuMs, folders } = await engine.pass('everything');
          if (round >= 0) {
            walls.push(ms / folders);
            // Asking the lean service is a request, too.
            asked.push(((await lean.state()).requests - before - 1) / folders);
          }
          return cpuMs / folders;
        },
        here: async () => {
          const { cpuMs } = await engine.pass('none');
          return cpuMs / lab.wish.folders;
        },
      });
      return [
        finding({
          what: `a folder of the service is polled, ${lab.wish.folders} folders with ${lab.wish.files} files`,
          unit: 'ms',
          ours: both.map((cpuMs, round) => cpuMs - (here[round] ?? 0)),
          target: { atMost: 0.3 },
          notes: [
            'processor time of all threads of the engine, without that of the same look at the folder here alone',
            '(test/bench/lab/local-pass.ts); the lean service is a process of its own and not counted',
          ],
        }),
        finding({ what: 'the look here beside it, a folder', unit: 'ms', ours: here }),
        finding({ what: 'until the answers are there and compared, a folder', unit: 'ms', ours: walls }),
        finding({ what: 'requests a folder', unit: 'requests', ours: asked }),
      ];
    } finally {
      await engine.end();
      await lean.stop();
    }
  },
};
