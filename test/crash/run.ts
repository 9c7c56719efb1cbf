import { parseArgs } from 'node:util';

import { switchesSchema } from '../service/switches.ts';
import { ASKED } from './asked-stories.ts';
import { casesOf, failuresOf } from './cases.ts';
import { Meetings } from './meetings.ts';
import { play } from './play.ts';
import type { Case } from './play.ts';
import { STORIES } from './stories.ts';
import type { Story } from './story.ts';

/**
 * `node test/crash/run.ts [--switches JSON] [--story WORDS]`: all stories, or those whose names have these words, as the
 * suites play them and with each list empty once, with a service whose switches (`test/service/switches.ts`) are set otherwise.
 * `--meetings N [--seed S] [--story WORDS]`: the meetings of N seeds instead, see `meetings.ts`.
 * `--case JSON --story WORDS [--switches JSON]`: one case of what either of them printed, moment for moment.
 */
const { values } = parseArgs({
  options: {
    switches: { type: 'string', default: '{}' },
    story: { type: 'string', default: '' },
    meetings: { type: 'string' },
    seed: { type: 'string', default: '1' },
    case: { type: 'string' },
  },
});
const switches = switchesSchema.strict().parse(JSON.parse(values.switches));
const stories = [...Object.values(STORIES).flat(), ...ASKED].filter(({ name }) => name.includes(values.story));
const tell = (line: string): void => void process.stdout.write(`${line}\n`);
const sum = { cases: 0, failed: 0 };
if (values.case !== undefined) {
  // This program printed the script that is read here; a person who edits it sees what comes of it.
  const script = JSON.parse(values.case) as Partial<Case>;
  for (const story of stories.slice(0, 1)) await play(otherwise(story), script, tell);
  sum.cases = 1;
} else if (values.meetings !== undefined) {
  const meetings = new Meetings(stories);
  for (; sum.cases < Number(values.meetings); sum.cases += 1) {
    const failure = await meetings.play(Number(values.seed) + sum.cases);
    if (failure === null) continue;
    tell(failure);
    sum.failed += 1;
  }
} else {
  for (const story of stories) {
    const cases = await casesOf(otherwise(story), { withEmpty: true });
    const failures = await failuresOf(otherwise(story), cases);
    for (const failure of failures) tell(failure);
    sum.cases += cases.cases.length;
    sum.failed += failures.length;
  }
}
tell(`L3 ${values.switches}: ${sum.cases} cases of ${stories.length} stories, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 && sum.cases > 0 ? 0 : 1;

function otherwise(story: Story): Story {
  return { ...story, switches: { ...switches, ...story.switches } };
}
