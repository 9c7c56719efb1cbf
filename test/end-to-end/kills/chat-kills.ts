import { parseArgs } from 'node:util';

import { problemsOf } from './chat-kill-judge.ts';
import { playChatKills } from './chat-kill-story.ts';

/**
 * `node test/end-to-end/kills/chat-kills.ts --kills N --seed S`: kills the daemon N times while messages with files are written
 * and sent, lets it come to rest, and prints whether each message arrived once, or visibly waits.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];

const began = performance.now();
const result = await playChatKills(
  { kills, seed, waits: true },
  count => void (count % 25 === 0 && process.stderr.write(`… ${count} kills\n`)),
);
const problems = problemsOf(result);
for (const problem of problems) process.stdout.write(`${problem}\n`);
const { met, written, waiting, there } = result;
const files = there.reduce((sum, task) => sum + task.files.length, 0);
const arrived = there.reduce((sum, task) => sum + task.messages.length, 0);
const seconds = Math.round((performance.now() - began) / 1000);
process.stdout.write(
  `chat kills: ${met} of ${kills} met a daemon at work (seed ${seed}), ${written.filter(one => one.isTaken).length} messages taken, ` +
    `${arrived} arrived with ${files} files, ${waiting.length} wait, ${problems.length} problems, ${seconds} s\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
