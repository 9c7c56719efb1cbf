import { parseArgs } from 'node:util';

import { switchesSchema } from '../service/switches.ts';
import { ASKED } from './asked-stories.ts';
import { casesOf, failuresOf } from './cases.ts';
import { STORIES } from './stories.ts';

/**
 * `node test/crash/run.ts [--switches JSON] [--story WORDS]`: all stories, or those whose names have these words, as the
 * suites play them, with a service whose switches (`test/service/switches.ts`) are set otherwise.
 */
const { values } = parseArgs({
  options: { switches: { type: 'string', default: '{}' }, story: { type: 'string', default: '' } },
});
const switches = switchesSchema.strict().parse(JSON.parse(values.switches));
const stories = [...Object.values(STORIES).flat(), ...ASKED].filter(({ name }) => name.includes(values.story));
const sum = { cases: 0, failed: 0 };
for (const story of stories) {
  const cases = await casesOf({ ...story, switches }, ['kill']);
  const failures = await failuresOf({ ...story, switches }, cases);
  sum.cases += cases.cases.length;
  sum.failed += failures.length;
  for (const failure of failures) process.stdout.write(`${failure}\n`);
}
process.stdout.write(`L3 ${values.switches}: ${sum.cases} cases of ${stories.length} stories, ${sum.failed} failed\n`);
process.exitCode = sum.failed === 0 && sum.cases > 0 ? 0 : 1;
